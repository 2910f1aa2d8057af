package item_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func ptr[T any](v T) *T { return &v }

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
	// systems are as many as there are scores, the first the best elsewhere.
	systems := func(scores ...float64) (list []item.SystemScore) {
		for i, x := range scores {
			list = append(list, item.SystemScore{Score: x, Rest: ptr(.9 - .05*float64(i))})
		}
		return list
	}
	clean := &results.Task{Options: []results.Option{{Label: "A", Gold: true, Feedback: "A is correct because"},
		{Label: "B", Feedback: "B is wrong."}}}
	twisted := &results.Task{Options: []results.Option{{Label: "A", Gold: true, Feedback: "A is incorrect because"},
		{Label: "B", Gold: true, Feedback: "C is correct"}}}
	broken := &results.Task{Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: `python -c "f(x]"`}}
	for _, c := range []struct {
		name string
		e    item.Evidence
		want []string
	}{
		{"nobody passes", item.Evidence{Task: clean, Tasks: 10, Scores: systems(0, 0, 0, 0)}, nil},
		{"everybody passes", item.Evidence{Task: clean, Tasks: 10, Scores: systems(1, 1, 1, 1), Passed: 4}, nil},
		{"four systems can be in reverse order by chance", item.Evidence{Task: clean, Tasks: 1, Scores: systems(0, 0, 1, 1)}, nil},
		{"twelve are not, p 0.001", item.Evidence{Task: clean, Tasks: 10, Scores: systems(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)}, []string{item.Reversed}},
		{"among 134 tasks one is expected", item.Evidence{Task: clean, Tasks: 134, Scores: systems(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)}, nil},
		{"in order", item.Evidence{Task: clean, Tasks: 1, Scores: systems(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)}, nil},
		{"dataset", item.Evidence{Task: twisted}, []string{item.GoldConflict, item.GoldConflict, item.GoldConflict}},
		{"records", item.Evidence{Task: clean, GoldDiffers: []string{"a"}}, []string{item.GoldConflict}},
		{"broken", item.Evidence{Task: broken, Passed: 1}, []string{item.BrokenChecker}},
	} {
		var got []string
		for _, r := range item.Signals(c.e) {
			got = append(got, r.Code)
		}
		must.Same(t, c.want, got, "%s", c.name)
	}
}
