package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Of a run that is incomplete, or that something speaks against, nothing is said
// to be better or worse, however far apart the two stand.
func TestNoClaim(t *testing.T) {
	for name, spoil := range map[string]func(*results.Run){
		"incomplete":   func(r *results.Run) { r.Complete = false },
		"mixed models": func(r *results.Run) { r.Exclusions = []results.Exclusion{{Kind: results.ExclusionModels}} },
		"same records": func(r *results.Run) { r.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame}} },
	} {
		in := lettered(results.ScoringReward, [][2]string{{"s1", strings.Repeat("a", 12)}})
		if v := Run(in).Verdict(); v != AheadA {
			t.Fatalf("sound runs: %s, want %s", v, AheadA)
		}
		for _, side := range []*results.ScoredRun{in.A, in.B} {
			kept := side.Run
			spoil(&side.Run)
			c := Run(in)
			if c.Verdict() != NoClaim || c.TasksVerdict() != NoClaim || c.Separates() || c.TasksSeparate() {
				t.Errorf("%s: %s, tasks %s", name, c.Verdict(), c.TasksVerdict())
			}
			near(t, name+": p is still known", c.Find("avg").P, 1.0/(1<<11), 1e-12)
			side.Run = kept
		}
	}
}

// partly gives the first n of a run's failed tasks a score that is no pass.
func partly(r *results.ScoredRun, n int, x float64) {
	for i := range r.Trials {
		if n > 0 && *r.Trials[i].Score == 0 {
			r.Trials[i].Score = point(x)
			n--
		}
	}
}

// The headline is the mean score, the tasks are full marks: 17 against 4 tasks
// separate by McNemar's exact test (p 0.0072) while near misses level the means.
func TestBothVerdicts(t *testing.T) {
	tasks := func(a, b, both int) Input {
		return lettered(results.ScoringReward, [][2]string{{"s1", strings.Repeat("a", a) + strings.Repeat("b", b) + strings.Repeat("=", both)}})
	}
	near017 := tasks(17, 4, 60)
	partly(near017.B, 17, 0.9)
	c := Run(near017)
	near(t, "McNemar of 17 against 4", &c.McNemar, 0.0072, 5e-5)
	small := tasks(3, 1, 60)
	for i := range small.A.Trials {
		if i >= 4 {
			small.B.Trials[i].Score, small.B.Trials[i].Status = point(0.9), results.Failed
			small.A.Trials[i].Score, small.A.Trials[i].Status = point(0.95), results.Failed
		}
	}
	opposed := tasks(17, 4, 0)
	partly(opposed.B, 17, 0.95) // B nearly has what A has
	for i := range 60 {
		tr := results.Trial{Scenario: "s2", Task: "q" + string(rune('0'+i)), Attempt: 1, Status: results.Failed}
		opposed.Tasks = append(opposed.Tasks, results.Task{Scenario: "s2", Slug: tr.Task})
		a, b := tr, tr
		a.Score, b.Score = point(0.1), point(0.8)
		opposed.A.Trials, opposed.B.Trials = append(opposed.A.Trials, a), append(opposed.B.Trials, b)
	}
	for _, test := range []struct {
		name            string
		in              Input
		headline, tasks Verdict
	}{
		{"one direction", tasks(20, 1, 20), AheadA, AheadA},
		{"neither", tasks(5, 4, 20), NotSeparable, NotSeparable},
		{"full marks alone", near017, NotSeparable, AheadA},
		{"the mean alone", small, AheadA, NotSeparable},
		{"opposed", opposed, AheadB, AheadA},
		{"too few scenarios", lettered(results.ScoringClawArena, [][2]string{{"s1", strings.Repeat("a", 20)}}), TooFew, AheadA},
		{"nothing in common", Input{Benchmark: near017.Benchmark, A: near017.A, B: near017.B}, NoCommon, NoCommon},
	} {
		c := Run(test.in)
		if c.Verdict() != test.headline || c.TasksVerdict() != test.tasks {
			t.Errorf("%s: headline %s, tasks %s; want %s, %s", test.name, c.Verdict(), c.TasksVerdict(), test.headline, test.tasks)
		}
	}
}

// A task that was tried several times is passed by one side alone only if that one passed
// it every time and the other never, beyond chance: 2 in 20 for three tries of each, 2 in
// 70 for four, 1 in 6 for five against one. Then no count of tasks is tested.
func TestRepeatedRelation(t *testing.T) {
	tried := func(passed, all int) (o Outcome) {
		for i := range all {
			x, status := 0.0, results.Failed
			if i < passed {
				x, status = 1, results.Passed
			}
			o.Trials = append(o.Trials, &results.Trial{Score: &x, Status: status})
		}
		o.sum()
		return o
	}
	for _, x := range []struct {
		a, n, b, m int
		want       Relation
	}{{5, 5, 0, 5, OnlyA}, {0, 4, 4, 4, OnlyB}, {5, 5, 1, 5, Mixed}, {3, 3, 0, 3, Mixed}, {5, 5, 0, 1, Mixed}, {0, 5, 1, 1, Mixed}, {5, 5, 1, 1, Both},
		{0, 5, 0, 1, Neither}, {4, 5, 1, 1, Mixed}, {1, 1, 0, 1, OnlyA}} {
		if got := (&Task{A: tried(x.a, x.n), B: tried(x.b, x.m)}).Relation(); got != x.want {
			t.Errorf("%d of %d against %d of %d: %s, want %s", x.a, x.n, x.b, x.m, got, x.want)
		}
	}
	c := Run(lettered(results.ScoringReward, [][2]string{{"s1", strings.Repeat("a", 20)}}))
	if got := c.TasksVerdict(); got != AheadA {
		t.Errorf("one run of each: %s, want %s", got, AheadA)
	}
	if c.Repeated = true; c.TasksVerdict() != NoClaim {
		t.Errorf("several runs: %s, want %s", c.TasksVerdict(), NoClaim)
	}
}
