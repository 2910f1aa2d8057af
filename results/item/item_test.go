package item_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func ptr[T any](v T) *T { return &v }

func TestFindings(t *testing.T) {
	no := ptr(false)
	for _, c := range []struct {
		name    string
		verdict *results.CheckerVerdict
		command string
		want    []item.Finding
	}{
		{"no verdict", nil, "", nil},
		{"passed", &results.CheckerVerdict{Passed: ptr(true), Stdout: "FAILED: no"}, "", nil},
		{"stopped", &results.CheckerVerdict{Passed: no, ExitCode: ptr(-1)}, "", []item.Finding{{item.Timeout, "the checker was stopped"}}},
		{"silent", &results.CheckerVerdict{Passed: no, ExitCode: ptr(1)}, "", []item.Finding{{item.Other, "the checker said nothing"}}},
		{"lines", &results.CheckerVerdict{Passed: no, Stdout: "PASSED\nFAILED: out/a.txt not found\nFAILED: field 'x' is '1', expected '2'\n"}, "",
			[]item.Finding{{item.MissingFile, "out/a.txt not found"}, {item.WrongValue, "field 'x' is '1', expected '2'"}}},
		{"report", &results.CheckerVerdict{Passed: no, Stdout: "Errors (1):\n  - Field 'd' has wrong value. Expected: 1, Got: 2\n\nWarnings (1):\n  - Consider more\n"}, "",
			[]item.Finding{{item.WrongValue, "Field 'd' has wrong value. Expected: 1, Got: 2"}}},
		{"assertion", &results.CheckerVerdict{Passed: no,
			Stderr: "Traceback (most recent call last):\n  File \"<string>\", line 1\n    assert 'k' in d\n           ^^^\nAssertionError\n"}, "",
			[]item.Finding{{item.MissingKey, "AssertionError: assert 'k' in d"}}},
		{"own syntax", &results.CheckerVerdict{Passed: no,
			Stderr: "  File \"<string>\", line 1\n    assert d[\n            ^\nSyntaxError: '[' was never closed\n"}, "python -c \"assert d[\"",
			[]item.Finding{{item.BrokenCheck, "SyntaxError: '[' was never closed in the checker's own line: assert d["}}},
		{"the agent's syntax", &results.CheckerVerdict{Passed: no,
			Stderr: "  File \"a.py\", line 1\n    x = (\n        ^\nSyntaxError: '(' was never closed\n"}, "python a.py",
			[]item.Finding{{item.Crash, "SyntaxError: '(' was never closed"}}},
		{"unknown words", &results.CheckerVerdict{Passed: no, Stdout: "nope\n"}, "", []item.Finding{{item.Other, "nope"}}},
	} {
		must.Same(t, c.want, item.Findings(c.verdict, c.command), "%s", c.name)
	}
}

func TestCompareSets(t *testing.T) {
	for _, c := range []struct {
		selected, gold string
		want           item.SetScore
	}{
		{"ABC", "ABCF", item.SetScore{IoU: 0.75, F1: 6.0 / 7, Omitted: []string{"F"}}},
		{"BG", "ACDF", item.SetScore{Omitted: []string{"A", "C", "D", "F"}, Added: []string{"B", "G"}}},
		{"AB", "AB", item.SetScore{Exact: true, IoU: 1, F1: 1}},
		{"", "", item.SetScore{Exact: true, IoU: 1, F1: 1}},
		{"", "AB", item.SetScore{Omitted: []string{"A", "B"}}},
	} {
		must.Same(t, c.want, item.CompareSets(letters(c.selected), letters(c.gold)), "%q against %q", c.selected, c.gold)
	}
}

func letters(s string) []string {
	var list []string
	for _, r := range s {
		list = append(list, string(r))
	}
	return list
}

func TestCountOption(t *testing.T) {
	answers := [][]string{{"A", "B"}, {"B"}, {}, {"A"}}
	if got, want := item.CountOption("A", true, answers), (item.OptionCount{Label: "A", Gold: true, N: 4, Wrong: 2}); got != want {
		t.Errorf("omissions of A: %+v, want %+v", got, want)
	}
	must.Equal(t, 2, item.CountOption("B", false, answers).Wrong, "false selections of B")
}

func TestItemRest(t *testing.T) {
	score := func(x float64, rest ...float64) item.SystemScore {
		s := item.SystemScore{Score: x}
		if len(rest) > 0 {
			s.Rest = &rest[0]
		}
		return s
	}
	for _, c := range []struct {
		name string
		list []item.SystemScore
		r    float64
		n    int
		ok   bool
	}{
		{"two systems", []item.SystemScore{score(1, .9), score(0, .1)}, 0, 2, false},
		{"all pass", []item.SystemScore{score(1, .9), score(1, .5), score(1, .1)}, 0, 3, false},
		{"perfect", []item.SystemScore{score(0, .1), score(.5, .5), score(1, .9)}, 1, 3, true},
		{"a run without a rest is left out", []item.SystemScore{score(0, .1), score(.5, .5), score(1, .9), score(0)}, 1, 3, true},
		// x = 1 1 0 0, y = .2 .4 .6 .8: r = -.4 / sqrt(1 · .2).
		{"reversed", []item.SystemScore{score(1, .2), score(1, .4), score(0, .6), score(0, .8)}, -0.8944271909999159, 4, true},
	} {
		r, n, ok := item.ItemRest(c.list)
		if !resultstest.Near(r, c.r, 1e-9) || n != c.n || ok != c.ok {
			t.Errorf("%s: %v %d %t, want %v %d %t", c.name, r, n, ok, c.r, c.n, c.ok)
		}
	}
}

func TestRest(t *testing.T) {
	if got := item.Rest(8, 10, 10, 1); got == nil || !resultstest.Near(*got, 7.0/9, 1e-12) {
		t.Errorf("rest of 8 of 10 without a pass: %v, want 7/9", got)
	}
	if got := item.Rest(1, 4, 10, 1); got != nil {
		t.Errorf("rest of a run with 4 of 10 verdicts: %v, want none", *got)
	}
}

func TestDoubts(t *testing.T) {
	four := []item.SystemScore{{Run: "a", Score: 1, Rest: ptr(.2)}, {Run: "b", Score: 1, Rest: ptr(.3)},
		{Run: "c", Rest: ptr(.8)}, {Run: "d", Rest: ptr(.9)}}
	none := []item.SystemScore{{Run: "a"}, {Run: "b"}, {Run: "c"}, {Run: "d"}}
	clean := &results.Task{Options: []results.Option{{Label: "A", Gold: true, Feedback: "A is correct because"},
		{Label: "B", Feedback: "B is wrong."}}}
	twisted := &results.Task{Options: []results.Option{{Label: "A", Gold: true, Feedback: "A is incorrect because"},
		{Label: "B", Gold: true, Feedback: "C is correct"}}}
	broken := &results.Task{Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: `python -c "f(x]"`}}
	missing := []item.Finding{{Cause: item.MissingKey, Text: "missing field 'days_shortfall'"}}
	for _, c := range []struct {
		name string
		e    item.Evidence
		want []string
	}{
		{"nothing odd", item.Evidence{Task: clean, Scores: four[:3], Passed: 2}, nil},
		{"three systems do not make a judgement", item.Evidence{Task: clean, Scores: none[:3]}, nil},
		{"nobody", item.Evidence{Task: clean, Scores: none}, []string{item.Nobody}},
		{"nobody passes, but some score", item.Evidence{Task: clean,
			Scores: []item.SystemScore{{Score: .9}, {Score: .8}, {Score: .5}, {Score: .1}}}, nil},
		{"everybody", item.Evidence{Task: clean, Scores: []item.SystemScore{{Score: 1}, {Score: 1}, {Score: 1}, {Score: 1}},
			Passed: 4}, []string{item.Everybody}},
		{"reversed", item.Evidence{Task: clean, Scores: four, Passed: 2}, []string{item.Reversed}},
		{"dataset", item.Evidence{Task: twisted}, []string{item.GoldConflict, item.GoldConflict, item.GoldConflict}},
		{"unnamed", item.Evidence{Task: clean, Findings: missing, Given: "count the days"}, []string{item.UnnamedKey}},
		{"named", item.Evidence{Task: clean, Findings: missing, Given: "write days_shortfall"}, nil},
		{"prompts are not known", item.Evidence{Task: clean, Findings: missing}, nil},
		{"records", item.Evidence{Task: clean, ToldContrary: []string{"a"}, GoldDiffers: []string{"a"}, NoVerdict: []string{"b"}},
			[]string{item.GoldConflict, item.NoVerdict, item.ToldContrary}},
		{"broken", item.Evidence{Task: broken, Passed: 1}, []string{item.BrokenChecker}},
		{"called broken by a record alone", item.Evidence{Task: clean, Findings: []item.Finding{{Cause: item.BrokenCheck, Text: "SyntaxError"}}},
			nil},
	} {
		var got []string
		for _, r := range item.Doubts(c.e) {
			got = append(got, r.Code)
		}
		must.Same(t, c.want, got, "%s", c.name)
	}
}

// TestUnnamedAlternatives: where a checker accepts either of two spellings, one
// known spelling is enough.
func TestUnnamedAlternatives(t *testing.T) {
	f := []item.Finding{{Cause: item.MissingKey, Text: "missing 'total_held' (or 'meetings_held') field"}}
	if got := item.Unnamed(f, "write meetings_held"); len(got) != 0 {
		t.Errorf("unnamed %v, want none", got)
	}
	must.Same(t, []string{"total_held", "meetings_held"}, item.Unnamed(f, "write it down"), "what was got")
}
