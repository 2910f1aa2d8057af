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
		}, want{"checker", "impossible", "No answer can pass: its checker cannot run"}},
		"a number with its unit": {func() Turn { return turn("t", "FAILED: ratio ~2.33 not found in text", ask("?"), md) },
			want{"checker", "denied", "line 3 of docs/a.md (step 2), written as “2.33x”"}},
		"a heading that is there": {func() Turn { return turn("t", "FAILED: does not have '## TL;DR' section", ask("?"), md) },
			want{"checker", "denied", "“## TL;DR”, which stands in line 4"}},
		"a complaint that stands beside one that does not": {func() Turn {
			return turn("t", "FAILED: does not have '## TL;DR' section\nFAILED: only 1 ## headings found (need >= 5)", ask("?"), md)
		}, want{"text", "checker", "TL;DR"}},
		"a section is not the file": {func() Turn {
			return turn("t", "FAILED: the first section must mention 'Acme Incorporated'", ask("?"), md)
		}, want{"text", "checker", "says of docs/a.md (step 2)"}},
		"another key": {func() Turn {
			x := turn("t", "FAILED: missing 'days_shortfall' field", ask("?"), data)
			x.Task.Facts.Prompt = "Write a.json with the gap"
			return x
		}, want{"key", "checker", "the key “days_shortfall”; docs/a.json (step 3) has “gap_days”, “ok” and “target_date” instead; the prompt does not name it"}},
		"another value": {func() Turn { return turn("t", "FAILED: a.json: gap_days expected 40, got 20", ask("?"), data) },
			want{"value", "checker", "gap_days to be “40”; docs/a.json (step 3) has “20”"}},
		"another file": {func() Turn { return turn("t", "FAILED: docs/b.json not found", ask("?"), data) },
			want{"file", "checker", "docs/b.json, which was never written; the agent wrote docs/a.json (step 3) instead"}},
		"a list for an object": {func() Turn {
			x := turn("t", "Traceback\nAttributeError: 'list' object has no attribute 'get'", ask("?"), step(2, "write", args{"path": "a.json", "content": "[1]"}, "ok"))
			return x
		}, want{"form", "checker", "the file holds a list"}},
		"a program that was not written": {func() Turn {
			x := turn("t", "json.decoder.JSONDecodeError: Expecting value", ask("?"), &results.Step{StepID: 2, Source: results.SourceAgent, Message: "Here it is"})
			x.Task.Facts.Command, x.Task.Facts.Prompt = "python scripts/sum.py | python3 -c 'x'", "Write scripts/sum.py"
			return x
		}, want{"file", "checker", "runs scripts/sum.py, which was never written: the agent called no tool"}},
		"a judge’s prose": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"v/verifier/judge_reasoning.txt", "Per the rubric.\nThe agent claims 'the packet is attached', which never left.\n"}, {"v/verifier/test-stdout.txt", "HARD FAIL: no"}}
			return x
		}, want{"judge", "judge", "“The agent claims 'the packet is attached', which never left.”; what it quotes is in step 4"}},
		"a judge’s JSON": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"judge.json", `{"headline": "OVER (mints=42)", "checks": {"a": true, "b": false}, "csvs_missing": ["m"]}`}}
			return x
		}, want{"judge", "judge", "“OVER (mints=42)”; of 2 checks b failed; missing: m"}},
		"a rubric": {func() Turn {
			x := plain(results.Failed, said)
			x.Said = []Said{{"grader.json", `[{"criterion": "cites", "score": 1, "max_score": 2, "reason": "only one source"}, {"criterion": "short", "score": 1, "max_score": 1}]`}}
			return x
		}, want{"judge", "judge", "cites: only one source”; of 2 checks cites failed"}},
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
		}, want{"loop", "ended", "30 times (from step 2) until the limit of time of 300 s"}},
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
		}, want{"crash", "ended", "last words (step 2): “API rate limit reached (429).”"}},
		"options": {func() Turn {
			x := turn("t", "x", ask("Which?"), step(2, "read", args{"path": "a.md"}, "text"))
			x.Trial.Kind, x.Trial.Selected = results.KindMultiChoice, []string{"B"}
			x.Task.Facts.FeedbackCorrect = "A: log.md shows that it was moved. B: nobody said so."
			x.Task.Options = []results.Option{{Label: "A", Text: "It was moved", Gold: true}, {Label: "B", Text: "It burnt"}}
			return x
		}, want{"option", "options", "chose B; A is correct; on A the benchmark says “log.md shows that it was moved.”; log.md was never opened"}},
		"a context that fell out": {func() Turn {
			return turn("t", "FAILED: a.json: gap_days expected 4040, got 20", ask("?"), step(2, "read", args{"path": "memo.md"}, "The gap is 4040 days."),
				replaced(3, "The memo was read."), step(4, "write", args{"path": "a.json", "content": "{\"gap_days\": 20}"}, "ok"))
		}, want{"value", "checker", "“4040” was shown at step 2, before the context was replaced at step 3, and not again."}},
		"a context that kept it": {func() Turn {
			return turn("t", "FAILED: a.json: gap_days expected 4040, got 20", ask("?"), step(2, "read", args{"path": "memo.md"}, "The gap is 4040 days."),
				replaced(3, "The memo says 4040 days."), step(4, "write", args{"path": "a.json", "content": "{\"gap_days\": 20}"}, "ok"))
		}, want{"value", "checker", "“4040” was shown at step 2."}},
		"a context that fell out later": {func() Turn {
			return turn("t", "FAILED: a.json: gap_days expected 4040, got 20", ask("?"), step(2, "read", args{"path": "memo.md"}, "The gap is 4040 days."),
				step(3, "write", args{"path": "a.json", "content": "{\"gap_days\": 20}"}, "ok"), replaced(4, ""))
		}, want{"value", "checker", "“4040” was shown at step 2."}},
		"a step that the summary does not stand for": {func() Turn {
			part := replaced(4, "")
			part.Compaction = &results.Compaction{From: 1, To: 1}
			return turn("t", "FAILED: a.json: gap_days expected 4040, got 20", ask("?"), step(2, "read", args{"path": "memo.md"}, "The gap is 4040 days."),
				part, step(5, "write", args{"path": "a.json", "content": "{\"gap_days\": 20}"}, "ok"))
		}, want{"value", "checker", "“4040” was shown at step 2."}},
		"a file that fell out": {func() Turn {
			x := turn("t", "x", ask("Which?"), step(2, "read", args{"path": "log.md"}, "It was moved."), replaced(3, "So far so good."),
				&results.Step{StepID: 4, Source: results.SourceAgent, Message: "B"})
			x.Trial.Kind, x.Trial.Selected = results.KindMultiChoice, []string{"B"}
			x.Task.Facts.FeedbackCorrect = "A: log.md shows that it was moved. B: nobody said so."
			x.Task.Options = []results.Option{{Label: "A", Text: "It was moved", Gold: true}, {Label: "B", Text: "It burnt"}}
			return x
		}, want{"option", "options", "it had opened log.md (step 2), before the context was replaced at step 3, and not again"}},
		"tests that say why in their names": {func() Turn {
			x := plain(results.Failed)
			x.Trial.Checks = []results.Check{failed("test_exists", "", 1), failed("test_public - AssertionError: Bucket is not public", "", 1)}
			return x
		}, want{"check", "checks", "test_exists and test_public failed, of 2 checks; test_public says “AssertionError: Bucket is not public”"}},
		"no attempt": {func() Turn { return plain(results.Missing) }, want{"missing", "ended", "No attempt is recorded."}},
		"tests": {func() Turn {
			x := plain(results.Failed)
			x.Trial.Checks = []results.Check{failed("a/b.py::test_old", "PASS_TO_PASS", 1), failed("a/b.py::test_new", "FAIL_TO_PASS", 1)}
			return x
		}, want{"check", "checks", "does not make test_new pass, and it breaks test_old, of 2 tests"}},
		"a refusal": {func() Turn {
			return plain(results.Failed, &results.Step{StepID: 2, Source: results.SourceAgent, Message: "I'm sorry, but I can't help with that."})
		}, want{"refusal", "refused", "It declined (step 2)"}},
		"silence": {func() Turn {
			return plain(results.Failed, &results.Step{StepID: 2, Source: results.SourceAgent, Error: "Connection error."}, &results.Step{StepID: 3, Source: results.SourceAgent})
		}, want{"answer", "silent", "All 2 messages of the agent (from step 2) are empty: “Connection error.”"}},
		"nothing": {func() Turn { return plain(results.Failed, said) }, want{"unknown", "unknown", "The records do not say why; its score is 0.00 %"}},
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

// replaced is a step after which a summary alone is in the agent's context.
func replaced(id int, summary string) *results.Step {
	return &results.Step{StepID: id, Source: results.SourceSystem, Event: "compaction", Boundary: "replace", Message: summary}
}
