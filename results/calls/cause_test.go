package calls

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

func TestCauseOf(t *testing.T) {
	exit := func(code int, content string) results.Result {
		return results.Result{Failed: true, Failure: "exit_code", ExitCode: &code, Content: content}
	}
	told := func(text string) results.Result {
		return results.Result{Failed: true, Failure: "status", ErrorText: text, Content: `{"status": "error"}`}
	}
	tests := []struct {
		name   string
		result results.Result
		cause  Cause
		quote  string
	}{
		{"search without a hit", exit(1, "(Command exited with code 1)"), NoOutput, ""},
		{"file that is not there", exit(2, "ls: cannot access 'a/': No such file or directory\n\n(Command exited with code 2)"),
			MissingPath, "ls: cannot access 'a/': No such file or directory"},
		{"interpreter's file", exit(2, "python3: can't open file '/a.py': [Errno 2] No such file or directory"),
			MissingPath, "python3: can't open file '/a.py': [Errno 2] No such file or directory"},
		{"words of a file that was read", exit(1, "the log says no such file or directory was found\nFAILED"), CommandError, "FAILED"},
		{"exception", exit(1, "Traceback (most recent call last):\n  File \"x\", line 1\n    open('b: No such file or directory')\nValueError: bad"), CommandError, "ValueError: bad"},
		{"exception of a path", exit(1, "Traceback (most recent call last):\n  x\nFileNotFoundError: [Errno 2] No such file or directory: 'b'"), MissingPath, "FileNotFoundError: [Errno 2] No such file or directory: 'b'"},
		{"module", exit(1, "Traceback (most recent call last):\nModuleNotFoundError: No module named 'x'"),
			MissingProgram, "ModuleNotFoundError: No module named 'x'"},
		{"program", exit(1, "sh: 1: lsof: not found"), MissingProgram, "sh: 1: lsof: not found"},
		{"program by its code", exit(127, ""), MissingProgram, ""},
		{"timeout's code", exit(124, ""), TimeLimit, ""},
		{"node's words", told("ENOENT: no such file or directory, access '/x'"), MissingPath, "ENOENT: no such file or directory, access '/x'"},
		{"session", told("No session found: 1234"), MissingPath, "No session found: 1234"},
		{"edit", told("Could not find the exact text in a.py.\nIt holds: b: No such file or directory"),
			NoMatch, "Could not find the exact text in a.py."},
		{"preflight", told("exec preflight: complex; refusing to run without it"), NotAllowed,
			"exec preflight: complex; refusing to run without it"},
		{"gateway", told("gateway closed (1006)"), NoConnection, "gateway closed (1006)"},
		{"directory", told("EISDIR: illegal operation on a directory, read"), ToolError, "EISDIR: illegal operation on a directory, read"},
		{"flag and code in words", results.Result{Failure: "is_error", Content: "Exit code 127\n/bin/bash: line 11: jq: command not found\n\n[error] tool reported failure"}, MissingProgram, "/bin/bash: line 11: jq: command not found"},
		{"flag", results.Result{Failure: "is_error", Content: "File does not exist. Note: x\n[error] tool reported failure"},
			MissingPath, "File does not exist. Note: x"},
		{"space", results.Result{Failure: "is_error", Content: "Exit code 1\nwrites failed with ENOSPC. Free up"},
			NoSpace, "writes failed with ENOSPC. Free up"},
		{"arguments", results.Result{Failure: "is_error", Content: "Validation failed for tool \"write\":\n  - path: required"},
			InvalidCall, `Validation failed for tool "write":`},
		{"nothing at all", results.Result{Failure: "is_error"}, ToolError, ""},
		{"middle of a long output", exit(1, strings.Repeat("row\n", 100)+"x: No such file or directory\n"+strings.Repeat("row\n",
			100)), CommandError, "row"},
		{"long line", exit(1, strings.Repeat("二", 300)), CommandError, strings.Repeat("二", 199) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if cause, quote := CauseOf(&tt.result); cause != tt.cause || quote != tt.quote {
				t.Errorf("%s %q, want %s %q", cause, quote, tt.cause, tt.quote)
			}
		})
	}
	for _, c := range Causes() {
		if c.Words() == string(c) {
			t.Errorf("%s has no words", c)
		}
	}
}

// FuzzCauseOf: any output has a cause, and its quote is short and valid text.
func FuzzCauseOf(f *testing.F) {
	f.Add("Exit code: 99999999999999999999\nx", 1)
	f.Add("Traceback (most recent call last)", 0)
	f.Fuzz(func(t *testing.T, content string, code int) {
		cause, quote := CauseOf(&results.Result{Content: content, ExitCode: &code})
		if cause.Words() == string(cause) || utf8.RuneCountInString(quote) > quoteLength ||
			utf8.ValidString(content) && !utf8.ValidString(quote) {
			t.Errorf("%q: %s %q", content, cause, quote)
		}
	})
}

// Failures are found by the rule by which they are counted: of two calls the one
// whose result failed, by the last failed result that names it.
func TestFailures(t *testing.T) {
	step := results.Step{StepID: 7, ToolCalls: []results.ToolCall{
		{ID: "a", Name: "read", Arguments: json.RawMessage(`{"path":"x"}`)},
		{ID: "b", Name: "exec", Arguments: json.RawMessage(`{"command":"cd y &&\n make"}`)},
		{ID: "c", Name: "note", Arguments: json.RawMessage(`{"q":1}`)},
	}, Observation: &results.Observation{Results: []results.Result{
		{CallID: "a", Content: "fine"}, {CallID: "b", Failed: true, Failure: "status", ErrorText: "first"}, {CallID: "b",
			Failed: true, Failure: "is_error", ErrorText: "last"},
		{CallID: "c", Failed: true},
	}}}
	want := []results.FailedCall{{Step: 7, Call: 2, Tool: "exec", Family: results.FamilyShell,
		Failure: "is_error", Cause: "tool_error", Asked: "cd y && make", Quote: "last"}}
	if diff := cmp.Diff(want, Failures(&step)); diff != "" {
		t.Error(diff)
	}
	step.Copied = true
	if list := Failures(&step); len(list) > 0 {
		t.Errorf("failures of a repeated step: %+v", list)
	}
}
