package harbor

import (
	"fmt"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// ending is how a trial ended, beside its score.
type ending struct {
	status results.Status
	kind   string // the exception's type, or our own word where there is none
	text   string
}

// noResult is the error type of a trial that the harness never finished.
const noResult = "NoTrialResult"

// ending tells an agent that failed from an environment that failed and from a
// verdict that is missing. A reward stays the trial's score even if there was
// an exception; the status then names the exception.
func (j *job) ending(t *trial) ending {
	switch {
	case t.empty:
		return ending{status: results.Missing, kind: noResult, text: "The job planned this trial, but its directory holds no record of an attempt."}
	case t.res == nil:
		return j.unfinished(t)
	case t.res.Exception != nil:
		e := t.res.Exception
		return ending{status: t.blame(e), kind: e.Type, text: first(strings.TrimSpace(e.Message), lastLine(e.Traceback))}
	}
	if t.verdict.score != nil {
		return ending{status: scored(*t.verdict.score)}
	}
	e := ending{status: results.JudgeError, kind: "NoReward", text: "The trial ended without an exception, but its verifier gave no reward."}
	switch disabled := t.cfg.Verifier.Disable; {
	case t.verdict.raw != nil:
		e.kind, e.text = "RewardOutOfRange", t.verdict.note
	case disabled != nil && *disabled:
		e.kind, e.text = "VerifierDisabled", "The verifier was disabled for this trial."
	case t.res.FinishedAt == nil:
		e = ending{status: results.InfraError, kind: noResult, text: "The harness was stopped before the trial ended."}
	}
	if step := t.failedStep(); step != nil {
		e = ending{status: t.blame(step.Exception), kind: step.Exception.Type, text: step.Name + ": " + strings.TrimSpace(step.Exception.Message)}
	}
	return e
}

// unfinished is the ending of a trial without a result. The verifier may have
// given its reward before the harness was killed.
func (j *job) unfinished(t *trial) ending {
	if t.verdict.score != nil {
		return ending{status: scored(*t.verdict.score)}
	}
	if t.broken {
		return ending{status: results.JudgeError, kind: "UnreadableResult", text: "The trial's result cannot be read, and no other file holds its reward."}
	}
	e := ending{status: results.InfraError, kind: noResult, text: "The harness was stopped before the trial ended; it wrote no result and no reward."}
	rec, err := j.record(path.Join(t.dir, "exception.txt"))
	if err != nil {
		return e
	}
	line := lastLine(string(rec.Data))
	kind, message, ok := strings.Cut(line, ":")
	if ok && !strings.ContainsAny(kind, " \t") {
		kind = kind[strings.LastIndex(kind, ".")+1:]
		ex := exceptionInfo{Type: kind, Message: message}
		return ending{status: t.blame(&ex), kind: kind, text: strings.TrimSpace(message)}
	}
	e.text = first(line, e.text)
	return e
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

// blame maps an exception to a status: by its type where Harbor's type is
// clear, else by the phase in which it happened.
func (t *trial) blame(e *exceptionInfo) results.Status {
	switch e.Type {
	case "AgentTimeoutError":
		return results.Timeout
	case "VerifierTimeoutError", "VerifierOutputParseError", "VerifierRuntimeError",
		"RewardFileNotFoundError", "RewardFileEmptyError":
		return results.JudgeError
	case "AddTestsDirError", "DownloadVerifierDirError", "AgentSetupTimeoutError", "EnvironmentStartTimeoutError",
		"EnvironmentBuildTimeoutError", "CancelledError", "KeyboardInterrupt", "SystemExit",
		// The provider refused the caller, which says nothing of the agent.
		"ApiUsageLimitError", "ApiRateLimitError", "AgentAuthenticationError", "ModelNotFoundError":
		return results.InfraError
	case "AgentSafetyRefusalError":
		return results.AgentError
	}
	if strings.HasPrefix(e.Type, "Environment") || strings.HasPrefix(e.Type, "Sandbox") || strings.HasPrefix(e.Type, "Docker") {
		return results.InfraError
	}
	return t.blamePhase(e)
}

func (t *trial) blamePhase(e *exceptionInfo) results.Status {
	if t.res == nil {
		if e.Type == "NonZeroAgentExitCodeError" {
			return results.AgentError
		}
		return results.InfraError
	}
	ran := t.res.AgentExecution != nil
	for _, s := range t.res.Steps {
		ran = ran || s.AgentExecution != nil
	}
	switch {
	case !ran: // the agent could not even be installed
		return results.InfraError
	case e.Type == "NonZeroAgentExitCodeError":
		return results.AgentError
	case t.res.VerifierTiming != nil:
		return results.JudgeError
	case strings.Contains(e.Message, "timed out after"):
		return results.Timeout
	case strings.Contains(strings.ToLower(e.Message), "docker") || strings.Contains(strings.ToLower(e.Message), "container"):
		return results.InfraError
	}
	return results.AgentError
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}

// doubts lists why a reader should look twice at the trial's score.
func (t *trial) doubts(e ending, seen traceView, tests []results.Check) []string {
	var out []string
	score := t.verdict.score
	if score == nil {
		return nil
	}
	if *score == 0 && e.kind != "" {
		out = append(out, fmt.Sprintf("The verifier gave 0 after %s, so the score says little about the model.", e.kind))
	}
	if *score == 0 && seen.structured && seen.answers == 0 {
		out = append(out, "The trace shows no answer of the model, so the 0 is not about the task.")
	}
	passed, failed := 0, 0
	for _, c := range tests {
		switch {
		case c.Passed == nil:
		case *c.Passed:
			passed++
		default:
			failed++
		}
	}
	if *score >= 1 && failed > 0 {
		out = append(out, fmt.Sprintf("The reward is full although %d of %d tests failed.", failed, passed+failed))
	}
	if *score == 0 && failed == 0 && passed > 0 {
		out = append(out, fmt.Sprintf("The reward is 0 although all %d tests passed.", passed))
	}
	return out
}
