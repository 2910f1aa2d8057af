package calls

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// SignOutput names a failure that only the text of a result shows.
const SignOutput = "output"

// Judgement is what a result shows of its call.
type Judgement struct {
	Outcome  results.CallOutcome
	Sign     string // of a failure or refusal: is_error, status, exit_code, output
	ExitCode *int   // as the record or the harness's own words state it
	Error    string // what the tool wrote as an error
}

// Judge says what a result shows of its call, which is nil for an observation that
// nobody asked for. A sign that the record states counts first. Where it states none,
// only words that a harness, a shell or an interpreter writes count, and only where
// they cannot stand in a text that the call was to show.
func Judge(call *results.ToolCall, r *results.Result) Judgement {
	j := Judgement{Sign: r.Failure, ExitCode: r.ExitCode, Error: r.ErrorText}
	failed := r.Failed
	if code, ok := statedCode(call, r); ok && j.ExitCode == nil {
		j.ExitCode = &code
	}
	if !failed && j.ExitCode != nil && *j.ExitCode != 0 {
		failed, j.Sign = true, "exit_code"
	}
	if !failed {
		failed = j.told(call, r.Content)
	}
	switch {
	case failed && (foundNothing(call, r, j.ExitCode) || quiet(call, r, j.ExitCode)):
		j.Outcome, j.Sign = results.OutcomeEmpty, ""
	case failed && j.ExitCode == nil && refusal(r, j.Error):
		j.Outcome = results.OutcomeRefused
	case failed:
		j.Outcome = results.OutcomeFailed
	case noHits(call, r.Content) || quiet(call, r, j.ExitCode):
		j.Outcome = results.OutcomeEmpty
	}
	return j
}

// JudgeStep judges the results of a step by their calls.
func JudgeStep(s *results.Step) {
	if s.Observation == nil {
		return
	}
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		call := callOf(s, i)
		if call == nil && r.CallID != "" {
			continue // the call stands elsewhere: what the record states is all we know
		}
		j := Judge(call, r)
		r.Outcome, r.Failure, r.ExitCode, r.ErrorText = j.Outcome, j.Sign, j.ExitCode, j.Error
		r.Failed = j.Outcome == results.OutcomeFailed || j.Outcome == results.OutcomeRefused
		if r.Outcome == results.OutcomeFailed {
			r.Outcome = "" // Failed says it, also of what was stored before
		}
	}
}

func callOf(s *results.Step, result int) *results.ToolCall {
	r := &s.Observation.Results[result]
	for i := range s.ToolCalls {
		if r.CallID != "" && s.ToolCalls[i].ID == r.CallID {
			return &s.ToolCalls[i]
		}
	}
	if r.CallID == "" && result < len(s.ToolCalls) {
		return &s.ToolCalls[result]
	}
	return nil
}

// The lines in which harnesses state the exit code of a command: OpenClaw,
// OpenHands and Gemini CLI below its output, Codex above it, and Claude Code above
// that of a failed one alone.
var (
	codeBelow  = regexp.MustCompile(`(?:^|\n)(?:\(Command exited with code (\d+)\)|\[Command finished with exit code (\d+)\])$`)
	codeAbove  = regexp.MustCompile(`^Exit code: (\d+)\nWall time: `)
	codeGemini = regexp.MustCompile(`^(?:Command|Output): (?s:.*)\nExit Code: (\d+)(?:\n(?:Error|Signal|Background PIDs|Process Group PGID): [^\n]*)*$`)
	codeFailed = regexp.MustCompile(`^Exit code:? (\d+)(?:\n|$)`)
)

// statedCode finds the exit code that the harness wrote around a command's output.
// What another tool shows may be a log with such a line.
func statedCode(call *results.ToolCall, r *results.Result) (int, bool) {
	text := strings.TrimSpace(r.Content)
	head := text[:min(len(text), 80)]
	m := codeBelow.FindStringSubmatch(text[max(0, len(text)-80):])
	if m == nil {
		m = codeAbove.FindStringSubmatch(head)
	}
	if m == nil && len(text) <= textRead {
		m = codeGemini.FindStringSubmatch(text)
	}
	if m == nil && r.Failed {
		m = codeFailed.FindStringSubmatch(head)
	}
	if m == nil || call != nil && Read(call).Kind != Shell {
		return 0, false
	}
	return number(strings.Join(m[1:], "")), true
}

// told looks for a failure that the record has no sign of.
func (j *Judgement) told(call *results.ToolCall, content string) bool {
	text := strings.TrimSpace(content)
	switch {
	case call == nil:
		if !unreadable(text) && !missed(text) {
			return false
		}
		j.Sign = SignOutput
	case answeredError(call, text, &j.Error):
		j.Sign = "status"
	case brokeOff(call, text), notStarted(call, text), complained(call, text):
		j.Sign = SignOutput
	default:
		return false
	}
	return true
}

// unreadable reports whether a harness says that it could not read the model's
// answer. Terminus does, in these words.
func unreadable(text string) bool {
	return strings.HasPrefix(text, "ERROR: ") || strings.HasPrefix(text, "Previous response had parsing errors:\n")
}

// missed reports whether an orchestrator's own check of a step did not pass.
func missed(text string) bool {
	if !strings.HasPrefix(text, "{") {
		return false
	}
	var v struct {
		Command *string `json:"command"`
		Output  *string `json:"output"`
		Passed  *bool   `json:"passed"`
	}
	return json.Unmarshal([]byte(text), &v) == nil && v.Command != nil && v.Output != nil && v.Passed != nil && !*v.Passed
}

// answeredError reports whether a tool answered with OpenClaw's error object, which
// names the tool itself.
func answeredError(call *results.ToolCall, text string, words *string) bool {
	if !strings.HasPrefix(text, "{") || len(text) > textRead {
		return false
	}
	var v struct {
		Status string `json:"status"`
		Tool   string `json:"tool"`
		Error  string `json:"error"`
	}
	if json.Unmarshal([]byte(text), &v) != nil || v.Status != "error" || v.Error == "" || v.Tool != call.Name {
		return false
	}
	*words = v.Error
	return true
}

var exception = regexp.MustCompile(`^(?:[a-z_]\w*\.)*[A-Z]\w*(?:: .*)?$`)

// brokeOff reports whether all that a command printed is a stack trace: a pipe into
// head or tail hides its exit code.
func brokeOff(call *results.ToolCall, text string) bool {
	if !strings.HasPrefix(text, "Traceback (most recent call last):\n") || !exception.MatchString(text[strings.LastIndexByte(text, '\n')+1:]) {
		return false
	}
	a := Read(call)
	if a.Kind != Shell {
		return false
	}
	for _, c := range Commands(a.Command) {
		switch strings.TrimRight(c.Program, "0123456789.") {
		case "python", "pytest", "pip", "uv", "poetry", "ipython", "tox":
			return true
		}
	}
	return false
}

// unknown is what a shell writes of a program that it does not find.
var unknown = regexp.MustCompile(`^(?:/[\w/]*/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?.+: (?:command )?not found$`)

func notStarted(call *results.ToolCall, text string) bool {
	if text == "" || len(text) > 1000 {
		return false
	}
	for line := range strings.Lines(text) {
		if !unknown.MatchString(strings.TrimSpace(line)) {
			return false
		}
	}
	return Read(call).Kind == Shell
}

func complained(call *results.ToolCall, text string) bool {
	if strings.HasPrefix(text, "apply_patch verification failed") || strings.HasPrefix(text, "<tool_use_error>") {
		return true
	}
	if !strings.HasPrefix(text, "Error: ") {
		return false
	}
	kind := Read(call).Kind
	return kind == Write || kind == Edit
}
