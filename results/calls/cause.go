package calls

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// CauseRules is the version of the rules that determine causes.
const CauseRules = 1

// Cause is the reason why a tool call failed, determined from its result.
type Cause string

// Causes of failures. They refine the categories of STAGE-Claw's Figure 4c: missing resource or
// path, command or script error, tool runtime error.
const (
	MissingPath    Cause = "missing_path"
	MissingProgram Cause = "missing_program"
	NoMatch        Cause = "no_match"
	InvalidCall    Cause = "invalid_call"
	NotAllowed     Cause = "not_allowed"
	NoConnection   Cause = "no_connection"
	NoSpace        Cause = "no_space"
	TimeLimit      Cause = "time_limit"
	NoOutput       Cause = "no_output"
	CommandError   Cause = "command_error"
	ToolError      Cause = "tool_error"
)

// causeRules maps lines of a result to causes; the first match wins. The patterns match messages of
// operating systems, shells and tools only at their usual position in a line, because the output of
// a command can contain the same words.
var causeRules = []struct {
	cause Cause
	line  *regexp.Regexp
}{
	{NoSpace, regexp.MustCompile(`\bENOSPC\b|: No space left on device\b`)},
	{TimeLimit, regexp.MustCompile(`(?i)\btimed out\b|\bETIMEDOUT\b|\bdeadline exceeded\b|\btime limit (exceeded|reached)\b`)},
	{NoMatch, regexp.MustCompile(`(?i)^(error: )?(could not find the exact text|old text does not occur|string to replace not found|old_string not found|no replacement was performed)`)},
	{InvalidCall, regexp.MustCompile(`(?i)^(error: )?(validation failed for tool|invalid (tool )?(arguments|parameters|input)\b|missing required (parameter|argument|field))|\bInputValidationError\b`)},
	{NotAllowed, regexp.MustCompile(`(?i)\brefusing to run\b|: permission denied\.?$|\bEACCES\b|\bEPERM\b|: operation not permitted\.?$|^blocked hostname\b|\bPermissionError\b|^permission denied\b`)},
	{MissingPath, regexp.MustCompile(`(?i): no such file or directory(\.?$|: )|\] no such file or directory|\bENOENT\b|\bFileNotFoundError\b|^(error: )?(file|path|directory) (does not exist|not found)\b|^no session found\b`)},
	{MissingProgram, regexp.MustCompile(`: command not found$|^[\w/]*sh: (line )?\d+: .+: not found$|\bModuleNotFoundError: |\bNo module named |executable file not found`)},
	{NoConnection, regexp.MustCompile(`(?i)\bECONNREFUSED\b|\bconnection (refused|reset)\b|\bcould not resolve host\b|^gateway closed\b|\bnetwork is unreachable\b`)},
}

// Causes returns all causes in display order.
func Causes() []Cause {
	return []Cause{MissingPath, MissingProgram, NoMatch, InvalidCall, NotAllowed, NoConnection, NoSpace,
		TimeLimit, NoOutput, CommandError, ToolError}
}

// Words returns the display name of the cause.
func (c Cause) Words() string {
	switch c {
	case MissingPath:
		return "missing file, path or session"
	case MissingProgram:
		return "missing program or module"
	case NoMatch:
		return "text to replace not found"
	case InvalidCall:
		return "invalid arguments"
	case NotAllowed:
		return "refused or not permitted"
	case NoConnection:
		return "no connection"
	case NoSpace:
		return "no space left"
	case TimeLimit:
		return "time limit"
	case NoOutput:
		return "exit code without output"
	case CommandError:
		return "other command or script error"
	case ToolError:
		return "other tool error"
	}
	return string(c)
}

// Limits on the text that is examined and on the length of quoted lines.
const (
	causeLines  = 60 // maximum number of lines examined at each end of a text
	quoteLength = 200
	textRead    = 1 << 16 // maximum number of bytes examined at each end of a text
)

// CauseOf returns the cause of a failed call and the line of the result that shows it; the line is
// empty if the result has no text. In a stack trace only the line with the exception is considered.
func CauseOf(r *results.Result) (Cause, string) {
	text := r.ErrorText
	if text == "" {
		text = r.Content
	}
	lines, code := spoken(text)
	if r.ExitCode != nil {
		code = *r.ExitCode
	}
	if len(lines) == 0 {
		switch {
		case code == 127:
			return MissingProgram, ""
		case code == 124:
			return TimeLimit, ""
		case code != 0:
			return NoOutput, ""
		}
		return ToolError, ""
	}
	last := lines[len(lines)-1]
	read := lines
	if strings.Contains(text, "Traceback (most recent call last)") {
		read = lines[len(lines)-1:]
	}
	for _, line := range read {
		for _, rule := range causeRules {
			if rule.line.MatchString(line) {
				return rule.cause, quoted(line)
			}
		}
	}
	switch {
	case code == 127:
		return MissingProgram, quoted(last)
	case code != 0:
		return CommandError, quoted(last)
	}
	return ToolError, quoted(lines[0])
}

// frame matches lines that a harness adds to a command's output, some of them with the exit code.
var frame = regexp.MustCompile(`^(?:\(Command exited with code (\d+)\)|Exit code:? (\d+)|Process exited with code (\d+)|\[error\] tool reported failure)$`)

// spoken returns the non-empty lines at both ends of an output, without lines added by the harness,
// and the exit code in those lines; 0 if there is none.
func spoken(text string) (lines []string, code int) {
	if len(text) > 2*textRead {
		text = strings.ToValidUTF8(text[:textRead], "") + "\n" + strings.ToValidUTF8(text[len(text)-textRead:], "")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := frame.FindStringSubmatch(line); m != nil {
			code = max(code, number(m[1]), number(m[2]), number(m[3]))
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 2*causeLines {
		lines = append(lines[:causeLines:causeLines], lines[len(lines)-causeLines:]...)
	}
	return lines, code
}

// number parses an exit code; it returns 0 for an empty string.
func number(digits string) int {
	n := 0
	for _, d := range digits {
		if n = n*10 + int(d-'0'); n > 1<<16 {
			return 1
		}
	}
	return n
}

func quoted(s string) string {
	runes := []rune(s)
	if len(runes) <= quoteLength {
		return s
	}
	return string(runes[:quoteLength-1]) + "…"
}

// Asked returns what a call requests, in one line: its command, its path, or its raw arguments.
func Asked(call *results.ToolCall) string {
	a := Read(call)
	text := a.Raw
	switch {
	case a.Kind == Shell:
		text = a.Command
	case a.Path != "":
		text = a.Path
	case a.Patch != "":
		text = a.Patch
	}
	if len(text) > 2*textRead {
		text = strings.ToValidUTF8(text[:textRead], "")
	}
	return quoted(strings.Join(strings.Fields(text), " "))
}

// Failures returns the failed calls of a step. If a call has several failed results, the last one
// counts. It ignores steps repeated from an earlier trace.
func Failures(s *results.Step) []results.FailedCall {
	var list []results.FailedCall
	if s.Observation == nil || s.Copied {
		return nil
	}
	for i := range s.ToolCalls {
		c := &s.ToolCalls[i]
		r := s.FailedResult(c.ID)
		if r == nil || r.Failure == "" {
			continue
		}
		cause, quote := CauseOf(r)
		list = append(list, results.FailedCall{Step: s.StepID, Call: i + 1, Tool: c.Name, Family: results.FamilyOf(c.Name),
			Failure: r.Failure, Cause: string(cause), Asked: Asked(c), Quote: quote})
	}
	return list
}
