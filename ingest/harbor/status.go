package harbor

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

type ending struct {
	status results.Status
	score  *float64 // 0 for a trial without a verdict; nil if the trial is unfinished
	kind   string   // type of the exception or one of the constants below
	text   string
	open   bool // set if the trial is unfinished or its verifier was disabled
}

const (
	noResult   = "NoTrialResult"
	noReward   = "NoReward"
	spoiled    = "RewardSpoiled"
	disabled   = "VerifierDisabled"
	unreadable = "UnreadableResult"
)

// counts0 is the message for a trial without a verdict.
const counts0 = "There is no verdict: the attempt ended without a valid reward, so it scores 0, as in Harbor's own mean."

// allTheSame is the message for a full reward despite an exception.
const allTheSame = "The verifier still gave the full reward, so the attempt passed, as in Harbor's own mean."

// ending distinguishes failures of the agent, the environment and the verifier. The reward is the
// score even after an exception. With a full reward the trial passed, otherwise the exception
// determines the status. A trial without a reward scores 0, so that a crash cannot raise the mean.
func (j *job) ending(t *trial) ending {
	e := j.outcome(t)
	switch {
	case t.verdict.score != nil:
		if e.score = t.verdict.score; *e.score >= 1 && e.status != results.Passed {
			e.status, e.text = results.Passed, paragraphs(e.text, allTheSame)
		}
	case !e.open:
		e.score = new(0.0)
		e.text = paragraphs(e.text, counts0)
	}
	return e
}

func paragraphs(list ...string) string {
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	return strings.Join(list, "\n")
}

func (j *job) outcome(t *trial) ending {
	switch {
	case t.empty:
		return ending{status: results.Missing, kind: noResult, open: true,
			text: cmp.Or(t.why, "The job planned this trial, but its directory holds no record of an attempt.")}
	case t.res == nil:
		return j.unfinished(t)
	case t.res.Exception != nil:
		return t.excepted(t.res.Exception, "")
	case t.verdict.score != nil:
		return ending{status: scored(*t.verdict.score)}
	case len(t.verdict.spoiled) > 0:
		return ending{status: results.JudgeError, kind: spoiled, text: strings.Join(t.verdict.spoiled, "; ")}
	}
	if step := t.failedStep(); step != nil {
		return t.excepted(step.Exception, step.Name+": ")
	}
	switch off := t.cfg.Verifier.Disable; {
	case off != nil && *off:
		return ending{status: results.NotJudged, kind: disabled, open: true,
			text: "The verifier was disabled for this trial, so it has no verdict."}
	case t.res.FinishedAt.Absent():
		return ending{status: results.InfraError, kind: noResult, open: true, text: "The harness was stopped before the trial ended."}
	}
	return ending{status: results.JudgeError, kind: noReward,
		text: "The trial ended without an exception, but the verifier gave no reward."}
}

// byWords is the message for a status derived from the text of an exception.
const byWords = "Harbor has no separate exception type for this, so the status is derived from the text of the message."

func (t *trial) excepted(e *exceptionInfo, where string) ending {
	status, words := t.blame(e)
	text := strings.TrimSpace(e.Message)
	if where == "" {
		text = cmp.Or(text, lastLine(e.Traceback))
	} else {
		text = where + text
	}
	if words {
		text = paragraphs(text, byWords)
	}
	return ending{status: status, kind: e.Type, text: paragraphs(text, strings.Join(t.verdict.spoiled, "; "))}
}

// unfinished returns the ending of a trial without a result. Such a trial may still have a reward
// from the verifier.
func (j *job) unfinished(t *trial) ending {
	switch {
	case t.verdict.score != nil:
		return ending{status: scored(*t.verdict.score)}
	case len(t.verdict.spoiled) > 0:
		return ending{status: results.JudgeError, kind: spoiled, text: strings.Join(t.verdict.spoiled, "; ")}
	case t.broken:
		return ending{status: results.JudgeError, kind: unreadable,
			text: "The trial's result cannot be read, and no other file holds its reward."}
	}
	rec, err := j.record(path.Join(t.dir, "exception.txt"))
	if err != nil {
		return ending{status: results.InfraError, kind: noResult, open: true,
			text: "The harness was stopped before the trial ended; it wrote no result and no reward."}
	}
	line := lastLine(string(rec.Data))
	kind, message, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(kind, " \t") {
		return ending{status: results.InfraError, kind: noResult, text: cmp.Or(line, "The harness was stopped by an exception.")}
	}
	return t.excepted(&exceptionInfo{Type: kind[strings.LastIndex(kind, ".")+1:], Message: message}, "")
}

func scored(score float64) results.Status {
	if score >= 1 {
		return results.Passed
	}
	return results.Failed
}

func (t *trial) failedStep() *stepResult {
	for i := range t.res.Steps {
		if t.res.Steps[i].Exception != nil {
			return &t.res.Steps[i]
		}
	}
	return nil
}

// blame maps an exception to a status by its type, or else by the phase in which it was raised.
// words reports whether the status follows only from the text of the message.
func (t *trial) blame(e *exceptionInfo) (status results.Status, words bool) {
	switch e.Type {
	case "AgentTimeoutError":
		return results.Timeout, false
	case "VerifierTimeoutError", "VerifierOutputParseError", "VerifierRuntimeError",
		"RewardFileNotFoundError", "RewardFileEmptyError":
		return results.JudgeError, false
	case "AddTestsDirError", "DownloadVerifierDirError", "AgentSetupTimeoutError", "EnvironmentStartTimeoutError",
		"EnvironmentBuildTimeoutError", "CancelledError", "KeyboardInterrupt", "SystemExit",
		// The provider rejected the request.
		"ApiUsageLimitError", "ApiRateLimitError", "AgentAuthenticationError", "ModelNotFoundError":
		return results.InfraError, false
	case "AgentSafetyRefusalError":
		return results.AgentError, false
	}
	if strings.HasPrefix(e.Type, "Environment") || strings.HasPrefix(e.Type, "Sandbox") || strings.HasPrefix(e.Type, "Docker") {
		return results.InfraError, false
	}
	return t.blamePhase(e)
}

func (t *trial) blamePhase(e *exceptionInfo) (status results.Status, words bool) {
	if t.res == nil {
		if e.Type == "NonZeroAgentExitCodeError" {
			return results.AgentError, false
		}
		return results.InfraError, false
	}
	ran := t.res.AgentExecution != nil
	for _, s := range t.res.Steps {
		ran = ran || s.AgentExecution != nil
	}
	switch {
	case !ran: // installing the agent failed
		return results.InfraError, false
	case e.Type == "NonZeroAgentExitCodeError":
		return results.AgentError, false
	case t.res.VerifierTiming != nil:
		return results.JudgeError, false
	case e.Type != "RuntimeError": // exception type defined by the adapter
		return results.AgentError, false
	}
	// Harbor raises RuntimeError both for a command that timed out and for a Docker failure.
	message := strings.ToLower(e.Message)
	switch {
	case strings.Contains(message, "timed out after"):
		return results.Timeout, true
	case strings.Contains(message, "docker") || strings.Contains(message, "container"):
		return results.InfraError, true
	}
	return results.AgentError, false
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}

func (t *trial) signals(e ending, seen traceView, tests []results.Check) []string {
	var out []string
	score := t.verdict.score
	if score == nil {
		return nil
	}
	if *score == 0 && e.kind != "" {
		out = append(out, fmt.Sprintf("The verifier gave 0 after %s, so the score says little about the model.", e.kind))
	}
	if *score == 0 && seen.structured && seen.answers == 0 {
		out = append(out, "The trace contains no reply from the model, so the score of 0 says nothing about the task.")
	}
	known := slices.DeleteFunc(slices.Clone(tests), func(c results.Check) bool { return c.Passed == nil })
	if *score == 0 && len(known) > 0 && !slices.ContainsFunc(known, func(c results.Check) bool { return !*c.Passed }) {
		out = append(out, fmt.Sprintf("The reward is 0 although all %d tests passed.", len(known)))
	}
	return out
}
