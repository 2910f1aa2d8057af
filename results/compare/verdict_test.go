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
		"mixed models": func(r *results.Run) { r.Objections = []results.Objection{{Kind: results.ObjectionModels}} },
		"same records": func(r *results.Run) { r.Objections = []results.Objection{{Kind: results.ObjectionSame}} },
	} {
		in := lettered(results.ScoringReward, [][2]string{{"s1", strings.Repeat("a", 12)}})
		if v := Run(in).Verdict(); v != AheadA {
			t.Fatalf("sound runs: %s, want %s", v, AheadA)
		}
		for _, side := range []*results.ScoredRun{in.A, in.B} {
			kept := side.Run
			spoil(&side.Run)
			c := Run(in)
			if c.Verdict() != NoClaim || c.TasksVerdict() != NoClaim || c.Endpoints() != EndpointsNone || c.Separates() || c.TasksSeparate() {
				t.Errorf("%s: %s, tasks %s, %s", name, c.Verdict(), c.TasksVerdict(), c.Endpoints())
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
func TestEndpoints(t *testing.T) {
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
		want            Endpoints
	}{
		{"one direction", tasks(20, 1, 20), AheadA, AheadA, EndpointsAgree},
		{"neither", tasks(5, 4, 20), NotSeparable, NotSeparable, EndpointsAgree},
		{"full marks alone", near017, NotSeparable, AheadA, EndpointsTasks},
		{"the mean alone", small, AheadA, NotSeparable, EndpointsHeadline},
		{"opposed", opposed, AheadB, AheadA, EndpointsOpposed},
		{"too few scenarios", lettered(results.ScoringClawArena, [][2]string{{"s1", strings.Repeat("a", 20)}}), TooFew, AheadA, EndpointsTasks},
		{"nothing in common", Input{Benchmark: near017.Benchmark, A: near017.A, B: near017.B}, NoCommon, NoCommon, EndpointsNone},
	} {
		c := Run(test.in)
		if c.Verdict() != test.headline || c.TasksVerdict() != test.tasks || c.Endpoints() != test.want {
			t.Errorf("%s: headline %s, tasks %s, %s; want %s, %s, %s", test.name, c.Verdict(), c.TasksVerdict(),
				c.Endpoints(), test.headline, test.tasks, test.want)
		}
	}
}

// McNemar's test counts a task once. Where one system has more runs than the other,
// its mean over them passes fewer tasks, so the counts bear no claim.
func TestUnevenRuns(t *testing.T) {
	c := Run(lettered(results.ScoringReward, [][2]string{{"s1", strings.Repeat("a", 20)}}))
	c.Order = &Order{Sweeps: [2]int{2, 1}}
	if got := c.TasksVerdict(); got != NoClaim {
		t.Errorf("2 runs against 1: %s, want %s", got, NoClaim)
	}
	c.Order.Sweeps[1] = 2
	if got := c.TasksVerdict(); got != AheadA {
		t.Errorf("2 runs against 2: %s, want %s", got, AheadA)
	}
}
