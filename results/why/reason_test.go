package why

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// reasonOf is why a trial did not pass.
func reasonOf(t *testing.T, turn Turn) *results.Reason {
	t.Helper()
	var r Reader
	w := r.Turn(turn)
	if w == nil || w.Reason == nil {
		t.Fatal("no reason")
	}
	for _, p := range w.Reason.Places {
		if !strings.Contains(w.Reason.Sentence, p.Words) {
			t.Errorf("%q is not in the sentence", p.Words)
		}
	}
	return w.Reason
}

func plain(status results.Status, steps ...*results.Step) Turn {
	x := turn("t", "x", steps...)
	x.Trial.Status, x.Trial.Details.Verdict = status, nil
	x.Trial.Score = new(float64)
	return x
}

func failed(id, detail string, weight float64) results.Check {
	no := false
	return results.Check{ID: id, Detail: detail, Weight: weight, Passed: &no}
}

// TestReasons has each rule with a record of its shape.
func TestReasons(t *testing.T) {
	md := step(2, "write", args{"path": "docs/a.md", "content": "# A\n\nThe ratio is 2.33x here.\n## TL;DR\n\nAcme Incorporated\n"}, "ok")
	data := step(3, "write", args{"path": "docs/a.json", "content": "{\"gap_days\": 20, \"ok\": [{\"target_date\": \"x\"}]}"}, "ok")
	said := &results.Step{StepID: 4, Source: results.SourceAgent, Message: "I told Bob 'the packet is attached' just now."}
	type want struct{ kind, rule, words string }
	for name, tt := range map[string]struct {
		turn func() Turn
		want want
	}{
		"a checker that cannot run": {func() Turn {
			x := turn("t", "FAILED: wrong", md)
			x.Impossible = "its checker cannot run: SyntaxError"
			return x
		}, want{"checker", "impossible", "No answer can pass. The checker cannot run: “SyntaxError”."}},
		"a number with its unit": {func() Turn { return turn("t", "FAILED: ratio ~2.33 not found in text", ask("?"), md) },
			want{"mismatch", "mismatch", "The file says “2.33x” (step 2). The check looks for “2.33” and does not take that form."}},
		"a heading that is there": {func() Turn { return turn("t", "FAILED: does not have '## TL;DR' section", ask("?"), md) },
			want{"mismatch", "mismatch", "The file says “## TL;DR” (step 2). The check says that it is missing."}},
		"a complaint that stands beside one that does not": {func() Turn {
			return turn("t", "FAILED: does not have '## TL;DR' section\nFAILED: only 1 ## headings found (need >= 5)", ask("?"), md)
		}, want{"form", "checker", "“only 1 ## headings found (need >= 5)”"}},
		"a section is not the file": {func() Turn {
			return turn("t", "FAILED: the first section must mention 'Acme Incorporated'", ask("?"), md)
		}, want{"text", "checker", "The check rejects a.md (step 2): “the first section must mention 'Acme Incorporated'”"}},
		"an assertion about a text is no program that fails": {func() Turn {
			return turn("t", "AssertionError: docs/a.md: not as asked", ask("?"), md)
		}, want{"text", "checker", "The check rejects a.md (step 2): “not as asked”"}},
		"another key": {func() Turn {
			x := turn("t", "FAILED: missing 'days_shortfall' field", ask("?"), data)
			x.Task.Facts.Prompt = "Write a.json with the gap"
			return x
		}, want{"key", "checker", "A key has another name. The check asks for `days_shortfall`; a.json (step 3) has `gap_days`; the prompt names no such key."}},
		"another value": {func() Turn { return turn("t", "FAILED: a.json: gap_days expected 40, got 20", ask("?"), data) },
			want{"value", "checker", "`gap_days` is 20 instead of 40 in a.json (step 3)."}},
		"another file": {func() Turn { return turn("t", "FAILED: docs/b.json not found", ask("?"), data) },
			want{"file", "checker", "docs/b.json was never written. The agent wrote docs/a.json (step 3) instead."}},
		"a list for an object": {func() Turn {
			x := turn("t", "Traceback\nAttributeError: 'list' object has no attribute 'get'", ask("?"), step(2, "write", args{"path": "a.json", "content": "[1]"}, "ok"))
			return x
		}, want{"form", "checker", "a.json (step 2) holds a list, the check reads an object."}},
		"a program that was not written": {func() Turn {
			x := turn("t", "json.decoder.JSONDecodeError: Expecting value", ask("?"), &results.Step{StepID: 2, Source: results.SourceAgent, Message: "Here it is"})
			x.Task.Facts.Command, x.Task.Facts.Prompt = "python scripts/sum.py | python3 -c 'x'", "Write scripts/sum.py"
			return x
		}, want{"file", "checker", "scripts/sum.py, which the check runs, was never written. The agent called no tool."}},
		"a judge’s prose": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"v/verifier/judge_reasoning.txt", "Per the rubric.\nThe agent claims 'the packet is attached', which never left.\n"}, {"v/verifier/test-stdout.txt", "HARD FAIL: no"}}
			return x
		}, want{"judge", "judge", "The judge: “The agent claims 'the packet is attached', which never left”. What it quotes is in step 4."}},
		"a judge’s JSON": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"judge.json", `{"headline": "OVER (mints=42)", "checks": {"a": true, "b": false}, "csvs_missing": ["m"]}`}}
			return x
		}, want{"check", "judge", "1 of 2 checks failed: b. missing: m."}},
		"a rubric": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"grader.json", `[{"criterion": "cites", "score": 1, "max_score": 2, "reason": "only one source"}, {"criterion": "short", "score": 1, "max_score": 1}]`}}
			return x
		}, want{"judge", "judge", "The judge: “cites: only one source”. 1 of 2 checks failed: cites."}},
		"a verifier’s lines": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"v/verifier/test-stdout.txt", "====\n [FAIL] SKILL\n    No SKILL.md found\n====\nScore report written to: /w/eval_result.json\n"}}
			return x
		}, want{"judge", "judge", "The verifier: “SKILL: No SKILL.md found”"}},
		"a limit and a loop": {func() Turn {
			x := plain(results.Timeout, ask("?"))
			for i := range 30 {
				x.Steps = append(x.Steps, step(i+2, "exec", args{"command": "grep -r 'a' ./dir/f" + strings.Repeat("x", i%3) + ".md"}, ""))
			}
			x.Trial.Details.ErrorText = "Timeout after 300.0s"
			return x
		}, want{"loop", "ended", "30 times (from step 2) until the time limit of 300 s."}},
		"a crash": {func() Turn {
			x := plain(results.AgentError)
			x.Trial.Details.ErrorText = "Command: x\nStdout:\nFailoverError: Unknown model: a/b\nStderr:\nNone"
			return x
		}, want{"crash", "ended", "FailoverError: Unknown model: a/b"}},
		"a rate limit behind the echoed command": {func() Turn {
			x := plain(results.AgentError)
			x.Trial.Details.ErrorText = "Command failed (exit 1): a --prompt 'Error: fix it\nError: and that'\nStdout:\nModel call failed: 429 Too Many Requests\nStderr:\nNone"
			return x
		}, want{"crash", "ended", "“Model call failed: 429 Too Many Requests”"}},
		"a rate limit in the last words": {func() Turn {
			x := plain(results.AgentError, ask("?"), &results.Step{StepID: 2, Source: results.SourceAgent, Message: "I stop.\nAPI rate limit reached (429)."})
			x.Trial.Details.ErrorText = "Command failed (exit 1): a --prompt 'Error: fix it'"
			return x
		}, want{"crash", "ended", "The API refused: “API rate limit reached (429)” (step 2)."}},
		"a rate limit at the end of the log": {func() Turn {
			x := plain(results.Timeout, ask("?"), step(2, "exec", args{"command": "ls"}, "a"),
				&results.Step{StepID: 3, Source: results.SourceSystem, Event: "log", Message: "Error: You exceeded your current quota, see the plan"})
			x.Trial.ToolCalls, x.Trial.Details.ErrorText = 1, "Agent timed out after 300.0 seconds"
			return x
		}, want{"limit", "ended", "The last error of its log: “Error: You exceeded your current quota, see the plan”."}},
		"options": {func() Turn {
			x := turn("t", "x", ask("Which?"), step(2, "exec", args{"command": "ls"}, "a.md log.md"))
			x.Trial.Kind, x.Trial.Selected = results.KindMultiChoice, []string{"B"}
			x.Task.Facts.FeedbackCorrect = "A: log.md shows that it was moved. B: nobody said so."
			x.Task.Options = []results.Option{{Label: "A", Text: "It was moved", Gold: true}, {Label: "B", Text: "It burnt"}}
			return x
		}, want{"option", "options", "It chose B; A is correct. It made no call in this task; for A, log.md was never opened."}},
		"tests that say why in their names": {func() Turn {
			x := plain(results.Failed)
			x.Trial.Checks = []results.Check{failed("test_exists", "", 1), failed("test_public - AssertionError: Bucket is not public", "", 1)}
			return x
		}, want{"check", "checks", "2 of 2 checks failed: exists and public. The message of public: “Bucket is not public”."}},
		"no attempt": {func() Turn { return plain(results.Missing) }, want{"missing", "ended", "No attempt is recorded."}},
		"a refusal": {func() Turn {
			return plain(results.Failed, &results.Step{StepID: 2, Source: results.SourceAgent, Message: "I'm sorry, but I can't help with that."})
		}, want{"refusal", "refused", "It declined (step 2)"}},
		"silence": {func() Turn {
			return plain(results.Failed, &results.Step{StepID: 2, Source: results.SourceAgent, Error: "Connection error."}, &results.Step{StepID: 3, Source: results.SourceAgent})
		}, want{"answer", "silent", "All 2 messages of the agent are empty (from step 2). “Connection error”."}},
		"an amount with another unit": {func() Turn {
			return turn("t", "FAILED: does not cite '5 seconds' violation", ask("?"), step(2, "write", args{"path": "a.md", "content": "late by 5s\n"}, "ok"))
		}, want{"mismatch", "mismatch", "The file says “5s” (step 2). The check looks for “5 seconds” and does not take that form."}},
		"a number beside a Chinese unit, and the check’s pattern": {func() Turn {
			x := turn("t", "FAILED: '56' (hours) not found", ask("?"), step(2, "write", args{"path": "a.md", "content": "窗口为56小时\n"}, "ok"))
			x.Task.Facts.Patterns = []string{`\b56\b`}
			return x
		}, want{"mismatch", "mismatch", "The file says “56小时” (step 2). The check’s pattern `\\b56\\b` does not match it."}},
		"a number in a date is none": {func() Turn {
			return turn("t", "FAILED: '7' not found", ask("?"), step(2, "write", args{"path": "a.md", "content": "2026年7月\n"}, "ok"))
		}, want{"text", "checker", "The check rejects a.md (step 2): “'7' not found”."}},
		"other signs between the words": {func() Turn {
			return turn("t", "FAILED: does not contain 'x.py:127' or 'x.py line 127'", ask("?"), step(2, "write", args{"path": "a.md", "content": "`d/x.py` line 127\n"}, "ok"))
		}, want{"mismatch", "mismatch", "The file says “x.py` line 127” (step 2)."}},
		"the other language": {func() Turn {
			return turn("t", "FAILED: must mention 'pressure'", ask("?"), step(2, "write", args{"path": "a.md", "content": "受到压力\n"}, "ok"))
		}, want{"mismatch", "mismatch", "The file says “压力” (step 2). The check looks for “pressure” and does not take that form."}},
		"right values under other names": {func() Turn {
			x := turn("t", "FAILED: gap_size expected 20, got None\nFAILED: missing 'compliant' field", ask("?"),
				step(2, "write", args{"path": "a.json", "content": "{\"gap_days\": 20, \"is_compliant\": false}"}, "ok"))
			x.Task.Facts.FeedbackIncorrect = "Check: (1) gap_size==20; (2) compliant==false."
			return x
		}, want{"key", "checker", "Right values under other key names. The check asks for `gap_size` and `compliant`; a.json (step 2) has `gap_days` and `is_compliant`"}},
		"what the program printed": {func() Turn {
			return turn("t", "Traceback\n    assert 'limit' in d\nAssertionError", ask("?"), step(2, "write", args{"path": "q.py", "content": "print(1)"}, "ok"),
				step(3, "exec", args{"command": "python q.py"}, "{\"limit_check\": 1}"))
		}, want{"key", "checker", "q.py (step 3) has `limit_check`"}},
		"too few files": {func() Turn {
			return turn("t", "FAIL: expected >= 5 P2-compliant .json file(s) in day10/, found 3", ask("?"), step(2, "write", args{"path": "day10/x.json", "content": "{}"}, "ok"))
		}, want{"file", "checker", "day10 has 3 of the 5 .json files that the check counts. The agent wrote x.json (step 2); the check also counts files of earlier tasks."}},
		"a call without a result": {func() Turn {
			x := turn("t", "FAIL: a.md not found", ask("?"), step(2, "exec", args{"command": "ls"}, ""))
			x.Steps[1].Observation = nil
			return x
		}, want{"answer", "unanswered", "The trace ends with a call that got no result (step 2). The check: “a.md not found”"}},
		"letters in another form": {func() Turn {
			x := plain(results.NoAnswer, &results.Step{StepID: 2, Source: results.SourceAgent, Message: "\\oxed{A,C}"})
			x.Trial.Gold = []string{"A", "C"}
			return x
		}, want{"answer", "ended", "is not in the form that the task asks for. Its letters A and C are the solution."}},
		"an API that refuses": {func() Turn {
			x := plain(results.AgentError, &results.Step{StepID: 2, Source: results.SourceAgent, Error: "429 Too Many Requests"})
			x.Trial.Details.ErrorText = "Command failed: run --model m"
			return x
		}, want{"crash", "ended", "The API refused: “429 Too Many Requests” (step 2)."}},
		"a verifier that was called wrongly": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"v/verifier/test-stdout.txt", "usage: evaluate.py [-h] path\nevaluate.py: error: the following arguments are required: path\n"}}
			return x
		}, want{"verdict", "verifier", "The verifier’s own program failed."}},
		"praise before the turn": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"judge_reasoning.txt", "The agent correctly opened the file; however, the packet was not delivered."}}
			return x
		}, want{"judge", "judge", "The judge: “the packet was not delivered”."}},
		"nothing": {func() Turn { return plain(results.Failed, said) }, want{"unknown", "unknown", "The records do not say why. Its score is 0.00 %"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := reasonOf(t, tt.turn())
			if string(r.Kind) != tt.want.kind || r.Rule != tt.want.rule || !strings.Contains(r.Sentence, tt.want.words) {
				t.Errorf("%s by %s: %s\nwant %+v", r.Kind, r.Rule, r.Sentence, tt.want)
			}
		})
	}
	if Unknown(&results.Trial{Status: results.Passed}) != nil {
		t.Error("a trial that passed has a reason why it did not")
	}
}

// TestCountedFiles follows the files of a check that counts them through a session: a rename, an
// earlier check's list, and an earlier number.
func TestCountedFiles(t *testing.T) {
	put := func(n int, name string) *results.Step {
		return step(n, "write", args{"path": "d/" + name, "content": "x"}, "ok")
	}
	passed := func(task, printed string, steps ...*results.Step) Turn {
		x := turn(task, printed, steps...)
		x.Trial.Status = results.Passed
		return x
	}
	few := func(least, found string) string {
		return "FAIL: expected >= " + least + " P2-compliant .md file(s) in d/, found " + found
	}
	for name, tt := range map[string]struct {
		turns []Turn
		want  string
	}{
		"a renamed file": {[]Turn{
			turn("r1", few("1", "0"), ask("?"), put(2, "report_2026-03-24.md")),
			passed("r2", "OK (1 matching file(s): 20260324_report.md)", ask("?"),
				step(2, "exec", args{"command": "mv d/report_2026-03-24.md d/20260324_report.md"}, "")),
			turn("r3", few("2", "1"), ask("?"), &results.Step{StepID: 2, Source: results.SourceAgent,
				Message: "I’m missing the key inputs. To avoid guessing, please reply with:\n\n1) The **names** of the modules\n2) The deadline."}),
		}, "d has 1 of the 2 .md files that the check counts. The agent asked back (step 2): “To avoid guessing, please reply with: 1) The names…”; " +
			"it counts 20260324_report.md (step 2 of r2)."},
		"a name that an earlier check listed": {[]Turn{
			passed("r1", "OK (1 matching file(s): Odd-Name.md)", ask("?"), put(2, "Odd-Name.md")),
			turn("r2", few("2", "1"), ask("?"), put(2, "more.md")),
		}, "d has 1 of the 2 .md files that the check counts. more.md (step 2) has a name that it does not count; " +
			"it counts Odd-Name.md (step 2 of r1)."},
		"a file of no known call": {[]Turn{
			passed("r1", "OK (1 matching file(s): 20260410_plan.md)", ask("?")),
			turn("r2", few("2", "1"), ask("?"), put(2, "20260410_next_week_20260413-20260417.md")),
		}, "d has 1 of the 2 .md files that the check counts. " +
			"20260410_next_week_20260413-20260417.md (step 2) has a name that it does not count."},
		"as many as before": {[]Turn{
			turn("r1", few("2", "1"), ask("?"), put(2, "20260410_plan.md")),
			turn("r2", few("3", "1"), ask("?"), put(2, "20260499_next.md")),
		}, "d has 1 of the 3 .md files that the check counts. 20260499_next.md (step 2) has a name that it does not count; " +
			"it counts 20260410_plan.md (step 2 of r1); the check also counts files of earlier tasks."},
	} {
		t.Run(name, func(t *testing.T) {
			var r Reader
			var w *results.Explanation
			for _, x := range tt.turns {
				w = r.Turn(x)
			}
			if got := w.Reason.Sentence; got != tt.want {
				t.Errorf("\ngot  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestAsksBack(t *testing.T) {
	for message, want := range map[string]string{
		"I need two things. Which date?":                                  "Which date?",
		"I lack the numbers.\n\nPlease paste the results (all of them).":  "Please paste the results (all of them)",
		"Let me know which file is meant.":                                "Let me know which file is meant",
		"It is done. Let me know if you need more.":                       "",
		"If another format is required, please tell me and I correct it.": "",
		"Saved it.": "",
	} {
		if got := strings.TrimSpace(asksBack(message)); got != want {
			t.Errorf("%q: got %q, want %q", message, got, want)
		}
	}
}

// TestShortNumbers: a number of one digit is found by chance in almost every result.
func TestShortNumbers(t *testing.T) {
	wrong := step(5, "write", args{"path": "a.json", "content": "{\"violated_by_count\": 9}"}, "ok")
	for name, tt := range map[string]struct {
		steps []*results.Step
		want  string
	}{
		"the size of a listing": {[]*results.Step{step(2, "sessions_list", args{}, "{\n\"count\": 7,\n\"violated\": 7}")}, ""},
		"the size of a result":  {[]*results.Step{step(2, "read", args{"path": "b.md"}, "\"count\": 7, violated")}, ""},
		"no word of the field":  {[]*results.Step{step(2, "read", args{"path": "b.md"}, "nurses exceeding hours: 7")}, ""},
		"the file of the other value": {[]*results.Step{
			step(2, "read", args{"path": "b.md"}, "of nurses exceeding hours: 9\nnurses exceeding hours: 7")},
			"nurses exceeding hours: 7"},
	} {
		x := turn("t", "FAILED: a.json: violated_by_count expected 7, got 9", append(append([]*results.Step{ask("?")}, tt.steps...), wrong)...)
		x.Task.Facts.Prompt = "`violated_by_count` is the number of nurses exceeding the hours"
		var r Reader
		got := ""
		if c := r.Turn(x).Failed[0]; c.Seen != nil {
			got = c.Seen.Quote
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestBrokenJSON(t *testing.T) {
	x := turn("t", "FAIL: a.json: Extra data: line 31 column 3 (char 606)", ask("?"),
		step(2, "write", args{"path": "a.json", "content": "{}]"}, "ok"))
	if r := reasonOf(t, x); r.Kind != results.ReasonForm {
		t.Errorf("%s: %s", r.Kind, r.Sentence)
	}
}
