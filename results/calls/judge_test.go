package calls

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// callFor is a call of a tool with one argument.
func callFor(tool, argument, value string) *results.ToolCall {
	args, _ := json.Marshal(map[string]string{argument: value})
	return &results.ToolCall{ID: "c", Name: tool, Arguments: args}
}

func TestJudge(t *testing.T) {
	const below = "\n\n(Command exited with code 1)"
	shell := func(command string) *results.ToolCall { return callFor("exec", "command", command) }
	read := callFor("read", "path", "a.log")
	write := &results.ToolCall{ID: "c", Name: "file_write", Arguments: json.RawMessage(`{"path":"a","content":"b"}`)}
	exited := func(code int, content string) results.Result {
		return results.Result{Failed: true, Failure: "exit_code", ExitCode: &code, Content: content}
	}
	exited0 := func(content string) results.Result { return results.Result{ExitCode: new(int), Content: content} }
	said := func(content string) results.Result { return results.Result{Content: content} }
	flagged := func(content string) results.Result {
		return results.Result{Failed: true, Failure: "is_error", Content: content}
	}
	status := func(words string) results.Result {
		return results.Result{Failed: true, Failure: "status", ErrorText: words, Content: `{"status":"error"}`}
	}
	const trace = "Traceback (most recent call last):\n  File \"x\", line 1\n"
	tests := []struct {
		name   string
		call   *results.ToolCall
		result results.Result
		want   results.CallOutcome
		sign   string
	}{
		{"search", shell("grep -r x ."), exited(1, below), results.OutcomeEmpty, ""},
		{"search without words", shell("rg x"), exited(1, "(no output)"), results.OutcomeEmpty, ""},
		{"search behind a pipe", shell("cd a && od -c f | grep x"), said(below), results.OutcomeEmpty, ""},
		{"search or search", shell("ps aux | grep a || ps aux | grep b"), exited(1, below), results.OutcomeEmpty, ""},
		{"search of git", shell("cd a; git grep x"), exited(1, ""), results.OutcomeEmpty, ""},
		{"code 2 is an error", shell("grep -r x ."), exited(2, ""), results.OutcomeFailed, "exit_code"},
		{"search that says something", shell("grep x y"), exited(1, "grep: y: is a directory"), results.OutcomeFailed, "exit_code"},
		{"find ends with 0", shell("find . -name x 2>/dev/null"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"program before it", shell("python a.py && grep x y"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"program behind it", shell("grep x y && python a.py"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"no reason left", shell("cd a 2>/dev/null && grep x y"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"search turned", shell("! grep x y"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"code of its own", shell("grep x y; exit 1"), exited(1, ""), results.OutcomeFailed, "exit_code"},
		{"find", shell("cd a && find . -name x 2>/dev/null"), exited0(""), results.OutcomeEmpty, ""},
		{"find in a harness's words", shell("find . -name x"), said("(no output)"), results.OutcomeEmpty, ""},
		{"find that runs a search", shell("find . -name '*.py' -exec grep -l x {} +"), said(""), results.OutcomeEmpty, ""},
		{"find that changes", shell("find . -name x -delete"), said(""), "", ""},
		{"find that runs", shell("find . -name x -exec touch {} +"), said(""), "", ""},
		{"search and head", shell("grep -rn x . | sort | head -5"), exited0("(no output)"), results.OutcomeEmpty, ""},
		{"list and search", shell("ls -la | grep x; export A=1"), said(""), results.OutcomeEmpty, ""},
		{"search, whatever it ends with", shell("grep -r x . || true"), said(""), results.OutcomeEmpty, ""},
		{"searches in a loop", shell("for f in a b; do grep x $f; done"), said(""), results.OutcomeEmpty, ""},
		{"search by names", shell("ls | xargs -n 1 grep -l x"), said(""), results.OutcomeEmpty, ""},
		{"count of none", shell("rg x | wc -l"), exited0("0\n"), results.OutcomeEmpty, ""},
		{"count of none by the search", shell("grep -rc x a b"), exited(1, "a:0\nb:0\n\n(Command exited with code 1)"), results.OutcomeEmpty, ""},
		{"count of some", shell("rg x | wc -l"), said("3"), "", ""},
		{"count in one file", shell("grep -c x a b"), said("a:0\nb:2"), "", ""},
		{"number that is no count", shell("grep x a"), said("0"), "", ""},
		{"lines of a list", shell("ls | wc -l"), said("0"), "", ""},
		{"nothing asked for", shell("ls"), said(""), "", ""},
		{"files by a pattern", shell("ls out/*.csv 2>/dev/null | head -5"), exited0("(no output)"), results.OutcomeEmpty, ""},
		{"files of a place, counted", shell("ls -1 out | wc -l"), said("0"), results.OutcomeEmpty, ""},
		{"commits", shell("cd a && git --no-pager log --oneline -S word | head"), said(""), results.OutcomeEmpty, ""},
		{"lines of a repository", shell("git -C a grep -n word"), exited0(""), results.OutcomeEmpty, ""},
		{"files of a repository", shell("git ls-files '*.go'"), said(""), results.OutcomeEmpty, ""},
		{"no difference", shell("git diff main -- a.py"), said("(Bash completed with no output)"), "", ""},
		{"nothing to say of a change", shell("git add a"), said(""), "", ""},
		{"by name", shell("fd -c never -e toml . src"), said(""), results.OutcomeEmpty, ""},
		{"words of another harness", shell("find . -name '*.md'"), said("Command executed successfully (no output)"), results.OutcomeEmpty, ""},
		{"recorded terminal", shell("rg word"), said("\x1b[?2004l\x1b[?2004h"), results.OutcomeEmpty, ""},
		{"terminal with a hit", shell("rg word"), said("\x1b[?2004l0\x1b[?2004h"), "", ""},
		{"search that says it by its code", shell("grep -q x a"), exited0(""), "", ""},
		{"search into a file", shell("grep x a > b"), exited0(""), "", ""},
		{"search for another program", shell("grep -l x * | xargs rm"), exited0(""), "", ""},
		{"search beside a program", shell("mkdir b; grep x a | head"), exited0(""), "", ""},
		{"search in the background", shell("grep x a &"), exited0(""), "", ""},
		{"error without a code", shell("find / -name x"), flagged(""), results.OutcomeFailed, "is_error"},
		{"search tool", callFor("Grep", "pattern", "x"), said("No matches found"), results.OutcomeEmpty, ""},
		{"search tool with a list", callFor("session_search", "query", "x"), said(`{"success": true, "results": [], "count": 0}`),
			results.OutcomeEmpty, ""},
		{"search tool with a hit", callFor("session_search", "query", "x"), said(`{"results": [{"a": 1}]}`), "", ""},
		{"other tool", callFor("fetch", "url", "x"), said("No results found."), "", ""},

		{"preflight", shell("cd a && python b.py"), status("exec preflight: complex interpreter invocation detected; refusing to run without it"), results.OutcomeRefused, "status"},
		{"host", callFor("web_fetch", "url", "http://localhost"),
			status("Blocked hostname or private/internal/special-use IP address"), results.OutcomeRefused, "status"},
		{"user", write, flagged("The user doesn't want to proceed with this tool use. The tool use was rejected"),
			results.OutcomeRefused, "is_error"},
		{"permission", shell("rm a"), flagged("Permission to use Bash with command rm a has been denied."), results.OutcomeRefused, "is_error"},
		{"the system denies", shell("cat /root/a"), exited(1, "cat: /root/a: Permission denied"), results.OutcomeFailed, "exit_code"},
		{"a command's words", shell("sh a.sh"), exited(3, "refusing to run as root"), results.OutcomeFailed, "exit_code"},
		{"further down", callFor("send", "to", "x"), flagged("no connection\nrefusing to run"), results.OutcomeFailed, "is_error"},

		{"code below", shell("python a.py"), said("x" + below), results.OutcomeFailed, "exit_code"},
		{"code below of a log", read, said("x" + below), "", ""},
		{"code in the middle", shell("cat a.log"), said("(Command exited with code 1)\nnext"), "", ""},
		{"code 0", shell("ls"), said("x\n[Command finished with exit code 0]"), "", ""},
		{"code of Gemini CLI", shell("make"), said("Output: no rule\nExit Code: 2\nProcess Group PGID: 7"), results.OutcomeFailed, "exit_code"},
		{"code of Codex", shell("make"), said("Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno rule"), results.OutcomeFailed, "exit_code"},
		{"a command's own line", shell("cat a"), said("Exit code 2\nof something"), "", ""},
		{"flag with a code", shell("jq"), flagged("Exit code 127\njq: command not found"), results.OutcomeFailed, "is_error"},
		{"trace alone", shell("python a.py 2>&1 | head"), said(trace + "a.b.NotFound: x"), results.OutcomeFailed, "output"},
		{"trace of a log", shell("tail a.log"), said(trace + "ValueError: x"), "", ""},
		{"trace in a file", read, said(trace + "ValueError: x"), "", ""},
		{"trace, then more", shell("python a.py"), said(trace + "ValueError: x\nwent on"), "", ""},
		{"program not found", shell("file a"), said("/usr/bin/sh: 1: file: not found"), results.OutcomeFailed, "output"},
		{"not found by its own words", shell("which a || echo a not found"), said("a not found"), "", ""},
		{"error object", callFor("edit", "path", "a"), said(`{"status": "error", "tool": "edit", "error": "no such text"}`),
			results.OutcomeFailed, "status"},
		{"error object of another", shell("curl x"), said(`{"status": "error", "tool": "edit", "error": "no such text"}`), "", ""},
		{"write that did not", write, said("Error: 1 validation error"), results.OutcomeFailed, "output"},
		{"file that begins so", read, said("Error: 1 validation error"), "", ""},
		{"answer that could not be read", nil, said("ERROR: Missing required fields: plan"), results.OutcomeFailed, "output"},
		{"check of the harness", nil, said(`{"command":"t","passed":false,"output":"x"}`), results.OutcomeFailed, "output"},
		{"check that passed", nil, said(`{"command":"t","passed":true,"output":"x"}`), "", ""},
		{"sound", shell("ls"), said("a"), "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Judge(tt.call, &tt.result)
			if got.Outcome != tt.want || got.Sign != tt.sign {
				t.Errorf("Judge = %q by %q, want %q by %q", got.Outcome, got.Sign, tt.want, tt.sign)
			}
		})
	}
}

func TestJudgeStep(t *testing.T) {
	one := 1
	s := results.Step{
		ToolCalls: []results.ToolCall{*callFor("exec", "command", "grep a b"),
			{ID: "d", Name: "exec", Arguments: json.RawMessage(`{"command":"make"}`)}},
		Observation: &results.Observation{Results: []results.Result{
			{CallID: "c", Failed: true, Failure: "exit_code", ExitCode: &one, Content: "(Command exited with code 1)"},
			{CallID: "d", Content: "no rule\n\n(Command exited with code 1)"},
			{CallID: "gone", Failed: true, Failure: "is_error", Content: "late"},
		}},
	}
	JudgeStep(&s)
	want := []results.Result{
		{CallID: "c", Outcome: results.OutcomeEmpty, ExitCode: &one, Content: "(Command exited with code 1)"},
		{CallID: "d", Failed: true, Failure: "exit_code", ExitCode: &one, Content: "no rule\n\n(Command exited with code 1)"},
		{CallID: "gone", Failed: true, Failure: "is_error", Content: "late"},
	}
	must.Same(t, want, s.Observation.Results, "results")
	if n := s.FailedCalls(); n != 2 {
		t.Errorf("%d failed calls, want 2", n)
	}
	JudgeStep(&s)
	must.Same(t, want, s.Observation.Results, "judged twice")
}
