package why

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// ended explains trials that timed out, failed with an error, have no record or no answer, or were
// cut off by a limit.
func (s *session) ended(t *Turn, w *results.Explanation) *sentence {
	d := &t.Trial.Details
	switch t.Trial.Status {
	case results.Timeout:
		return s.atLimit(t, w, "the time limit", d.ErrorText)
	case results.AgentError:
		return s.broke(t, results.ReasonCrash, "The agent’s program broke off")
	case results.InfraError:
		return s.broke(t, results.ReasonHarness, "The environment or the harness failed, not the agent")
	case results.JudgeError:
		return s.broke(t, results.ReasonVerdict, "There is no readable verdict")
	case results.Missing:
		return s.broke(t, results.ReasonMissing, "No attempt is recorded")
	case results.NoAnswer:
		return s.noAnswer(t)
	}
	if limitWord.MatchString(d.Ended) && len(d.Ended) < 60 {
		return s.atLimit(t, w, "its limit, “"+inWords(short(d.Ended))+"”", "")
	}
	return nil
}

var (
	limitWord = regexp.MustCompile(`(?i)\bmax|limit|exceed|time_?out|too_long|budget|exhaust`)
	seconds   = regexp.MustCompile(`(?i)\b(\d+(?:\.\d+)?) ?(s|sec|secs|seconds?|m|min|minutes?|h|hours?|steps?|turns?)\b`)
)

// atLimit explains a trial that hit a limit. It names the last step or the loop, and the file,
// error or check that shows what was unfinished.
func (s *session) atLimit(t *Turn, w *results.Explanation, limit, text string) *sentence {
	if m := seconds.FindStringSubmatch(text); m != nil {
		limit += " of " + strings.TrimSuffix(m[1], ".0") + " " + m[2]
	} else if n := t.Task.Facts.TimeoutS; n != nil && text != "" {
		limit += " of " + strconv.FormatFloat(*n, 'f', -1, 64) + " s"
	}
	x := findLoop(t).say(t)
	if x == nil {
		if x = say(results.ReasonLimit, "It reached %s", limit); len(t.Steps) > 0 {
			x.and(" after ").step(t, here(t, t.Steps[len(t.Steps)-1].StepID))
		}
	} else {
		x.and(" until %s", limit)
	}
	for i := range w.Failed {
		if c := &w.Failed[i]; c.Unwritten && notThere.MatchString(c.Text) {
			return x.then("%s was never written", strings.TrimPrefix(c.File, "./"))
		}
	}
	if program := t.program(); program != "" && s.noProgram(t, w) != nil {
		return x.then("%s was never written", program)
	}
	if log := lastError(t); log != "" {
		line := quote(log, 12)
		return x.then("The last error of its log: “%s”", line).link(line, results.ReasonLink{Step: here(t, t.Steps[len(t.Steps)-1].StepID)})
	}
	if len(w.Failed) > 0 {
		return x.also(complaint(&w.Failed[0], 12))
	}
	if failed, n := failing(t.Trial.Checks); len(failed) > 0 {
		return x.also(testsFailed(failed, n))
	}
	return x
}

// lastError returns the last line with an error in a trace that ends with a log or has no tool calls,
// which is little more than a log; empty if there is none.
func lastError(t *Turn) string {
	if len(t.Steps) == 0 {
		return ""
	}
	last := t.Steps[len(t.Steps)-1]
	if last.Event != "log" && (t.Trial.ToolCalls > 0 || slices.ContainsFunc(t.Steps, func(x *results.Step) bool { return len(x.ToolCalls) > 0 })) {
		return ""
	}
	return errorLine(last.Message[max(0, len(last.Message)-textMost):])
}

// refuses matches error messages of a model API that does not answer a request.
var refuses = regexp.MustCompile(`(?i)\b(?:overloaded_error|insufficient (?:funds|credits?|balance|quota)|invalid api key|401 unauthorized|50[234] (?:bad gateway|service|gateway|status code))\b`)

// errorMost is the maximum length in bytes of a message that is only an error of the model API.
const errorMost = 400

func apiError(line string) bool {
	return len(line) < errorMost && !commandEcho.MatchString(line) && (rateLimit.MatchString(line) || refuses.MatchString(line))
}

// broke states what ended the trial: the model API's error message, the error text of the trial, or
// the agent's last words if the error text only repeats the command.
func (s *session) broke(t *Turn, kind results.ReasonKind, head string) *sentence {
	d := &t.Trial.Details
	x := say(kind, "%s", head)
	if line, at := refusedByAPI(t); line != "" {
		if x.then("The API refused: “%s”", quote(line, 14)); at != nil {
			x.and(" (").step(t, at).and(")")
		}
		return x
	}
	line := cmp.Or(errorLine(d.ErrorText), firstLine(d.ErrorText), d.ErrorType)
	if last := lastSaid(t); last != nil && commandEcho.MatchString(line) {
		return x.then("Its last words (").step(t, here(t, last.StepID)).and("): “%s”", quote(cmp.Or(errorLine(last.Message), lastLine(last.Message)), 14))
	}
	if line == "" {
		return x
	}
	line = inWords(line)
	if d.ErrorType != "" && !strings.Contains(line, d.ErrorType) && !ourWord.MatchString(d.ErrorType) && d.ErrorType != "error" {
		line = d.ErrorType + ": " + line
	}
	return x.then("“%s”", quote(line, 18))
}

// refusedByAPI returns the API error in the trial's error text or in one of the last three steps,
// with a reference to that step.
func refusedByAPI(t *Turn) (string, *results.StepRef) {
	if line := errorLine(t.Trial.Details.ErrorText); apiError(line) {
		return line, nil
	}
	for i := len(t.Steps) - 1; i >= max(0, len(t.Steps)-3); i-- {
		step := t.Steps[i]
		for _, text := range []string{step.Error, step.Message} {
			if line := cmp.Or(errorLine(text), firstLine(text)); step.Source != results.SourceUser && len(text) < errorMost && apiError(line) {
				return line, here(t, step.StepID)
			}
		}
	}
	return "", nil
}

// commandEcho matches a line that only repeats the command that failed.
var commandEcho = regexp.MustCompile(`(?i)^(?:\w+: )?(?:command (?:failed|exited|returned)|command:|agent command|.*\bfailed \(exit|.*non-?zero exit)`)

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

var (
	// ourWord matches error types that importers assign if the harness has none.
	ourWord = regexp.MustCompile(`^(?:NoTrialResult|NoReward|RewardSpoiled|VerifierDisabled|UnreadableResult|ContradictoryRecords)$`)
	// rateLimit matches a provider's message about too many requests.
	rateLimit = regexp.MustCompile(`(?i)\b429\b.*(?:limit|quota|too many|exceeded|exhausted)|\b(?:status|code|error|http)\W{0,3}(?:code\W{0,2})?429\b|rate.?limit|too many requests|RESOURCE_EXHAUSTED|exceeded your (?:current )?quota|quota exceeded`)
	errored   = regexp.MustCompile(`(?i)\b(?:\w*(?:Error|Exception)\b ?:|error:|fatal:|panic:|cannot find|no such file|not found\b|no matching|denied|refused|killed|out of memory)`)
	noise     = regexp.MustCompile(`(?i)^(?:Command|command):|^\s*at |\[diagnostic\]|-debug-\d|complete log of this run|^Harbor has no type|^No verdict exists|openssl|ca\.crt|system library|NODE_EXTRA_CA|^In most cases`)
	ownError  = regexp.MustCompile(`^\s*(?:E\s+)?[\w.]*(?:Error|Exception)\b ?:|^npm error notarget No`)
)

// errorLine returns the most informative error line of a text: the last exception, otherwise the
// last line that mentions an error; empty if there is none.
//
// Harbor's error texts begin with the command, including the whole prompt, followed by its output.
func errorLine(text string) string {
	if _, printed, ok := strings.Cut(text, "\nStdout:"); ok {
		text = printed[max(0, len(printed)-textMost):]
	}
	text = text[:min(len(text), textMost)]
	best, rank := "", 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		n := 0
		switch {
		case noise.MatchString(line) || utf8.RuneCountInString(line) > 600 || strings.HasPrefix(line, "-") && !errored.MatchString(line):
		case rateLimit.MatchString(line):
			n = 3
		case ownError.MatchString(line):
			n = 2
		case errored.MatchString(line):
			n = 1
		}
		if n > 0 && n >= rank {
			best, rank = line, n
		}
	}
	if i := strings.Index(best, "Error: Cannot find module"); i > 0 {
		best = best[i:]
	}
	best, _, _ = strings.Cut(best, `\n`)
	return strings.TrimPrefix(strings.TrimPrefix(best, "- "), "npm error notarget ")
}

var boxed = regexp.MustCompile(`\{\s*([A-Z](?:\s*,\s*[A-Z])*)\s*\}`)

// noAnswer explains a trial without a readable answer.
func (s *session) noAnswer(t *Turn) *sentence {
	if loop := findLoop(t); loop != nil {
		return loop.say(t).and(" and gave no answer")
	}
	if x := s.silent(t, nil); x != nil {
		return x
	}
	last := lastSaid(t)
	if last == nil {
		x := say(results.ReasonAnswer, "The trace ends without a reply of the agent")
		if text := t.Trial.Details.ErrorText; text != "" {
			x.then("“%s”", quote(firstLine(text), 18))
		}
		return x
	}
	at := here(t, last.StepID)
	if m := boxed.FindStringSubmatch(lastLine(last.Message)); m != nil {
		x := say(results.ReasonAnswer, "Its reply “%s” (", short(lastLine(last.Message))).step(t, at).and(") is not in the form that the task asks for")
		if letters := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' }); slices.Equal(letters, t.Trial.Gold) {
			x.then("Its letters %s are the solution", list(letters, 9, ""))
		}
		return x
	}
	if x := s.unanswered(t, nil); x != nil {
		return x
	}
	return say(results.ReasonAnswer, "It gave no answer that can be read").then("Its last message (").step(t, at).and("): “%s”", quote(last.Message, 16))
}

// unanswered explains a trial that ended with an unanswered call before any file was written, or
// with an empty message after calls.
func (s *session) unanswered(t *Turn, w *results.Explanation) *sentence {
	if len(t.Steps) == 0 {
		return nil
	}
	last := t.Steps[len(t.Steps)-1]
	wrote := s.wroteHere()
	x := say(results.ReasonAnswer, "The trace ends with a call that got no result (").step(t, here(t, last.StepID)).and(")")
	switch {
	case len(last.ToolCalls) > 0 && last.ResultOf(0) == nil && len(wrote) == 0:
	case t.Trial.ToolCalls > 0 && last.Source == results.SourceAgent && last.Event == "" && len(last.ToolCalls)+len(last.Parts) == 0 &&
		strings.TrimSpace(last.Message+last.Raw) == "" &&
		(w == nil || len(w.Failed) > 0 && !(len(wrote) > 0 && fileCountIn(w.Failed[0].Text) != nil)):
		x = say(results.ReasonAnswer, "The agent stopped with an empty message (").step(t, here(t, last.StepID)).and(")")
		if failed := failedCall(t, "Its last call failed ("); failed != nil && len(wrote) == 0 {
			x = failed
		} else if last.Error != "" {
			x = say(results.ReasonAnswer, "The model call failed (").step(t, here(t, last.StepID))
			x.and("): “%s”", quote(cmp.Or(errorLine(last.Error), firstLine(last.Error)), 8))
		}
	default:
		return nil
	}
	if len(wrote) > 0 {
		x.then("It had written %s (", path.Base(wrote[0].Path)).step(t, s.causeOf(wrote[0])).and(")")
	}
	if w != nil && len(w.Failed) > 0 {
		x.also(complaint(&w.Failed[0], 14))
	}
	return x
}

// lastSaid returns the step with the agent's last non-empty message.
func lastSaid(t *Turn) *results.Step {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if x := t.Steps[i]; x.Source == results.SourceAgent && strings.TrimSpace(cmp.Or(x.Message, x.Raw)) != "" {
			return x
		}
	}
	return nil
}

var declines = regexp.MustCompile(`(?i)^[^.!?]{0,80}\b(?:I (?:can['’]?t|cannot|won['’]t|will not|am (?:not able|unable) to|must decline|have to decline)|I['’]m (?:not able|unable|sorry, but I can)|against my)\b[^.!?]{0,60}\b(?:help|assist|comply|do (?:that|this)|provide|fulfil|continue|support|create|engage|participate)`)

// refused explains a trial in which the agent declined the task without calling a tool.
func (s *session) refused(t *Turn, _ *results.Explanation) *sentence {
	last := lastSaid(t)
	if last == nil || t.Trial.ToolCalls > 0 || len(last.ToolCalls) > 0 || !declines.MatchString(last.Message) {
		return nil
	}
	return say(results.ReasonRefusal, "It declined (").step(t, here(t, last.StepID)).and(")").then("“%s”", quote(firstLine(last.Message), 20)).probably()
}

// silent explains a trial in which all of the agent's messages are empty and it called no tools.
func (s *session) silent(t *Turn, _ *results.Explanation) *sentence {
	n, first, cause := 0, 0, ""
	for _, x := range t.Steps {
		if x.Source != results.SourceAgent || x.Event != "" && x.Event != "raw" {
			continue
		}
		if strings.TrimSpace(x.Message) != "" || len(x.ToolCalls) > 0 || len(x.Parts) > 0 {
			return nil
		}
		if n++; n == 1 {
			first = x.StepID
		}
		cause = cmp.Or(x.Error, cause)
	}
	if n == 0 {
		return nil
	}
	x := say(results.ReasonAnswer, "The only message of the agent is empty (").step(t, here(t, first)).and(")")
	if n > 1 {
		x = say(results.ReasonAnswer, "All %d messages of the agent are empty (from ", n).step(t, here(t, first)).and(")")
	}
	if cause != "" {
		x.then("“%s”", quote(cmp.Or(errorLine(cause), firstLine(cause)), 16))
	}
	return x
}
