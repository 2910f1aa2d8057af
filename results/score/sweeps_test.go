package score_test

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

// rounds are trials of six rounds in each of three scenarios; round i of run n passes
// unless (i·n) leaves a rest of 1 by 3.
func rounds(run int) (tasks []results.Task, trials []results.Trial) {
	for i := range 18 {
		t := results.Task{Scenario: fmt.Sprint("s", i/6), Slug: fmt.Sprint("q", i), Ordinal: i%6 + 1, Kind: results.KindMultiChoice}
		x := 1.0
		if (i*run)%3 == 1 {
			x = 0
		}
		tasks = append(tasks, t)
		trials = append(trials, results.Trial{Scenario: t.Scenario, Task: t.Slug, Attempt: 1, Attempts: 1, Score: &x, Kind: t.Kind})
	}
	return tasks, trials
}

// Three sweeps of a system against two of another: aligned, both have the means of
// their own runs under every convention, though CRS is no mean of rounds.
func TestAlignedSweepsKeepTheirMeans(t *testing.T) {
	tasks, _ := rounds(0)
	system := func(runs ...int) (trials [][]results.Trial) {
		for _, n := range runs {
			_, one := rounds(n)
			trials = append(trials, one)
		}
		return trials
	}
	a, b := system(1, 2, 4), system(3, 5)
	for _, c := range score.Conventions(results.ScoringClawArena) {
		spec := score.SpecOf(results.ScoringClawArena, c.ID)
		mean := func(runs [][]results.Trial) (sum float64) {
			for _, one := range runs {
				sum += spec.Value("crs", score.Units(results.ScoringClawArena, tasks, one)) / float64(len(runs))
			}
			return sum
		}
		over, x, y := spec.Align(score.SystemUnits(results.ScoringClawArena, tasks, a), score.SystemUnits(results.ScoringClawArena, tasks, b))
		if len(x[0].V) != len(y[0].V) || len(x[0].V) != over.Dim() {
			t.Fatalf("vectors of %d and %d for %d", len(x[0].V), len(y[0].V), over.Dim())
		}
		if got, want := over.Value("crs", x), mean(a); !resultstest.Near(got, want, 1e-12) {
			t.Errorf("%s: %v, want the mean %v of three runs", c.ID, got, want)
		}
		for i, got := range spec.Each("crs", x) {
			if want := spec.Value("crs", x[i:i+1]); !resultstest.Near(got, want, 0) {
				t.Errorf("%s: unit %d alone is %v, want %v", c.ID, i, got, want)
			}
		}
		if got, want := spec.Value("crs", y), mean(b); !resultstest.Near(got, want, 1e-12) {
			t.Errorf("%s: %v, want the mean %v of two runs", c.ID, got, want)
		}
	}
}

// A run with attempts holds as many sweeps as its task with the fewest scored ones; a
// mean of several tells of one.
func TestSweepsOfAttempts(t *testing.T) {
	tasks := []results.Task{{Scenario: "s", Slug: "a"}, {Scenario: "s", Slug: "b"}}
	trial := func(task string, attempt, of int, x float64) results.Trial {
		return results.Trial{Scenario: "s", Task: task, Attempt: attempt, Attempts: of, Score: &x}
	}
	run := []results.Trial{trial("a", 2, 1, 1), trial("a", 1, 1, 0), trial("b", 1, 1, 1), trial("b", 3, 1, 0), trial("b", 4, 1, 1)}
	got := score.Sweeps(results.ScoringReward, tasks, [][]results.Trial{run})
	if len(got) != 2 || *got[0].Trials[0].Score != 0 || *got[1].Trials[0].Score != 1 || *got[1].Trials[1].Score != 0 || got[1].Attempt != 2 {
		t.Errorf("%+v, want two sweeps by the order of the attempts", got)
	}
	run[2].Attempts = 3
	if got := score.Sweeps(results.ScoringReward, tasks, [][]results.Trial{run}); len(got) != 1 || got[0].Attempt != 0 {
		t.Errorf("%+v, want the run as one", got)
	}
}
