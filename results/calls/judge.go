package calls

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// SignOutput is the signal of a failure that is visible only in the text of a result.
const SignOutput = "output"

// Judgement says whether a call succeeded, judging by its output.
type Judgement struct {
	Outcome  results.CallOutcome
	Sign     string // signal of a failure or refusal: "is_error", "status", "exit_code" or "output"
	ExitCode *int   // exit code in the record or in the harness's text; nil if there is none
	Error    string // tool's error message
}

// Judge determines the outcome of a call from its result; call is nil for an unsolicited
// observation. A failure signal in the record takes precedence. Otherwise only messages of
// harnesses, shells and interpreters count, and only if they cannot be part of the requested
// output.
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

// JudgeStep judges the results of a step.
func JudgeStep(s *results.Step) {
	if s.Observation == nil {
		return
	}
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		call := callOf(s, i)
		if call == nil && r.CallID != "" {
			continue // call unknown: keep the recorded outcome
		}
		j := Judge(call, r)
		r.Outcome, r.Failure, r.ExitCode, r.ErrorText = j.Outcome, j.Sign, j.ExitCode, j.Error
		r.Failed = j.Outcome == results.OutcomeFailed || j.Outcome == results.OutcomeRefused
		if r.Outcome == results.OutcomeFailed {
			r.Outcome = "" // a failure is recorded in Failed, as in stored records
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

// Patterns of the exit code in a harness's text. OpenClaw, OpenHands and Gemini CLI append it to
// the output and Codex prepends it. Claude Code prepends it only if the command failed.
var (
	codeBelow  = regexp.MustCompile(`(?:^|\n)(?:\(Command exited with code (\d+)\)|\[Command finished with exit code (\d+)\])$`)
	codeAbove  = regexp.MustCompile(`^Exit code: (\d+)\nWall time: `)
	codeGemini = regexp.MustCompile(`^(?:Command|Output): (?s:.*)\nExit Code: (\d+)(?:\n(?:Error|Signal|Background PIDs|Process Group PGID): [^\n]*)*$`)
	codeFailed = regexp.MustCompile(`^Exit code:? (\d+)(?:\n|$)`)
)

// statedCode returns the exit code that the harness added to a command's output. It ignores other
// tools, because their results may be logs that contain such a line.
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

// told sets the judgement if the text of a result without a recorded signal shows a failure, and
// reports whether it does.
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

// unreadable reports whether Terminus could not parse the model's response.
func unreadable(text string) bool {
	return strings.HasPrefix(text, "ERROR: ") || strings.HasPrefix(text, "Previous response had parsing errors:\n")
}

// missed reports whether the text is an orchestrator's own check of a step, and the check failed.
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

// answeredError reports whether the result is OpenClaw's JSON error for the called tool, and sets
// words to its message.
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

// brokeOff reports whether a Python command printed only a stack trace. Its exit code may be
// missing because the output was piped into head or tail.
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

// unknown matches a shell's message about an unknown program.
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
