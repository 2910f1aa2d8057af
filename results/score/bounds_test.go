package score_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

type metricID struct{ scope, convention, key string }

func metricsByID(t *testing.T, scoring results.Scoring, tasks []results.Task, trials []results.Trial) (map[metricID]results.Metric, bool) {
	t.Helper()
	_, complete, list := score.Run(scoring, tasks, trials)
	m := map[metricID]results.Metric{}
	for _, x := range list {
		m[metricID{x.Scope, x.Convention, x.Key}] = x
	}
	return m, complete
}

// boundTasks makes a small random dataset of the family.
func boundTasks(scoring results.Scoring, rng *rand.Rand) []results.Task {
	var tasks []results.Task
	for s := range 1 + rng.IntN(3) {
		for q := range 1 + rng.IntN(5) {
			task := results.Task{Scenario: fmt.Sprintf("s%d", s), Slug: fmt.Sprintf("q%d", q), Ordinal: q + 1, Kind: results.KindReward}
			switch scoring {
			case results.ScoringClawArena:
				task.Kind = []string{results.KindMultiChoice, results.KindExecCheck}[rng.IntN(2)]
			case results.ScoringClawMark:
				for c := range 1 + rng.IntN(3) {
					task.Checks = append(task.Checks, results.CheckSpec{ID: fmt.Sprint(c), Day: fmt.Sprintf("stage%d", rng.IntN(3)),
						Weight: float64(1 + rng.IntN(2)), RedLine: rng.IntN(2) == 0})
				}
			default:
				task.Facts = results.TaskFacts{Difficulty: []string{"easy", "medium", "hard"}[rng.IntN(3)],
					DifficultyBoard: "easy", Factors: []string{[]string{"A1", "C2"}[rng.IntN(2)]}}
			}
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// boundTrials makes a complete run: attempts trials at every task.
func boundTrials(scoring results.Scoring, tasks []results.Task, attempts int, rng *rand.Rand) []results.Trial {
	var trials []results.Trial
	for _, task := range tasks {
		for n := range attempts {
			x := float64(rng.IntN(2))
			if scoring == results.ScoringReward && rng.IntN(2) == 0 {
				x = rng.Float64()
			}
			tr := results.Trial{Scenario: task.Scenario, Task: task.Slug, Kind: task.Kind, Attempt: n + 1,
				Attempts: 1, Status: results.Failed, Score: &x}
			if x >= 1 {
				tr.Status = results.Passed
			}
			for _, c := range task.Checks {
				check := results.Check{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine}
				if verdict := rng.IntN(3); verdict < 2 {
					pass := verdict == 1
					check.Passed = &pass
				}
				tr.Checks = append(tr.Checks, check)
			}
			trials = append(trials, tr)
		}
	}
	return trials
}

// drawFromPoints gives the trials points and, of STAGE-Claw, the verdicts that follow.
func drawFromPoints(scoring results.Scoring, all []results.Trial, rng *rand.Rand) {
	for i := range all {
		x := float64(rng.IntN(11)) / 10
		if all[i].Points = &x; scoring == results.ScoringStageClaw {
			verdict := 0.0
			if results.StageClawPasses(x) {
				verdict = 1
			}
			all[i].Score = &verdict
		}
	}
}

// loseSome drops trials, or keeps them without a verdict.
func loseSome(all []results.Trial, rng *rand.Rand) []results.Trial {
	var left []results.Trial
	for _, tr := range all {
		switch rng.IntN(6) {
		case 0:
			continue
		case 1:
			tr.Score, tr.Status, tr.Checks = nil, results.JudgeError, nil
		}
		left = append(left, tr)
	}
	return left
}

// Whatever the missing tasks would have come to, the value lies within the
// bounds, and a value that stands is the one that it would have been.
func TestBoundsHoldForAnyCompletion(t *testing.T) {
	for _, scoring := range []results.Scoring{results.ScoringClawArena, results.ScoringClawMark, results.ScoringReward, results.ScoringStageClaw} {
		bounded, stood := map[string]bool{}, 0
		for seed := range uint64(400) {
			rng := rand.New(rand.NewPCG(seed, 11))
			tasks := boundTasks(scoring, rng)
			attempts := 1
			if scoring == results.ScoringReward {
				attempts += int(seed % 3)
			}
			all := boundTrials(scoring, tasks, attempts, rng)
			if scoring == results.ScoringStageClaw || seed%2 == 0 {
				drawFromPoints(scoring, all, rng)
			}
			left := loseSome(all, rng)
			if !keepsAttempts(left, attempts) {
				continue // then nothing says how many a task was to have
			}
			whole, _ := metricsByID(t, scoring, tasks, all)
			part, complete := metricsByID(t, scoring, tasks, planned(tasks, left, attempts))
			if complete {
				continue
			}
			for id, want := range whole {
				m := part[id]
				switch {
				case id.key == "short_tasks" || id.key == "untried_tasks" || want.Value == nil:
				case m.Lo != nil && m.Hi != nil:
					bounded[id.key] = true
					if m.Value != nil || *want.Value < *m.Lo-1e-12 || *want.Value > *m.Hi+1e-12 {
						t.Fatalf("%s, seed %d: %v is %v, not within %v to %v (value %v)", scoring, seed, id, *want.Value, *m.Lo, *m.Hi, m.Value)
					}
				case m.Value == nil:
					t.Fatalf("%s, seed %d: %v has neither a value nor bounds; whole it is %v", scoring, seed, id, *want.Value)
				default:
					stood++
					if !resultstest.Near(*m.Value, *want.Value, 1e-12) {
						t.Fatalf("%s, seed %d: %v stands at %v, but whole it is %v", scoring, seed, id, *m.Value, *want.Value)
					}
				}
			}
		}
		for _, key := range score.SpecOf(scoring, score.Conventions(scoring)[0].ID).Keys {
			if !bounded[key] && metric.Of(key).Percent() && key != "medium" && key != "hard" && key != "A2" && key != "B1" && key != "B2" && key != "C1" {
				t.Errorf("%s: no run had bounds of %s", scoring, key)
			}
		}
		if stood == 0 {
			t.Errorf("%s: no value stood in any incomplete run", scoring)
		}
	}
}

// keepsAttempts reports whether some task has all its attempts recorded.
func keepsAttempts(trials []results.Trial, attempts int) bool {
	n := map[string]int{}
	for _, tr := range trials {
		k := tr.Scenario + "/" + tr.Task
		if n[k]++; n[k] == attempts {
			return true
		}
	}
	return false
}

// planned adds a missing trial for every attempt that left no record, as the
// readers of formats with several attempts do. A task without any is left as it is.
func planned(tasks []results.Task, trials []results.Trial, attempts int) []results.Trial {
	n := map[string]int{}
	for _, tr := range trials {
		n[tr.Scenario+"/"+tr.Task]++
	}
	for _, task := range tasks {
		have := n[task.Scenario+"/"+task.Slug]
		for range attempts - have {
			if have > 0 {
				trials = append(trials, results.Trial{Scenario: task.Scenario, Task: task.Slug, Attempts: 1, Status: results.Missing})
			}
		}
	}
	return trials
}

// A failing round that vanishes no longer raises anything: the run has bounds,
// and its scenario's; other scenarios keep their values.
func TestBoundsOfADroppedRound(t *testing.T) {
	var tasks []results.Task
	var trials []results.Trial
	for _, s := range []string{"a", "b"} {
		for q, x := range []float64{1, 1, 0, 1} {
			slug := fmt.Sprintf("q%d", q+1)
			tasks = append(tasks, results.Task{Scenario: s, Slug: slug, Ordinal: q + 1, Kind: results.KindExecCheck})
			trials = append(trials, results.Trial{Scenario: s, Task: slug, Score: &x, Kind: results.KindExecCheck, Status: results.Failed})
		}
	}
	m, complete := metricsByID(t, results.ScoringClawArena, tasks, append(trials[:2:2], trials[3:]...))
	if complete {
		t.Fatal("a run that lacks a round is complete")
	}
	tcr, crs := m[metricID{"", "paper", "tcr"}], m[metricID{"", "paper", "crs"}]
	if tcr.Value != nil || crs.Value != nil || tcr.Lo == nil || *tcr.Lo != 0.75 || *tcr.Hi != 0.875 {
		t.Errorf("TCR = %+v, want 0.75 to 0.875 and no value", tcr)
	}
	// Whole: SC = 1/3 in both, FD 1, so CRS is (0.75+1/3)/2; with the round passed
	// SC of the first is 1, the mean 2/3.
	if crs.Lo == nil || !resultstest.Near(*crs.Lo, (0.75+1.0/3)/2, 1e-12) || !resultstest.Near(*crs.Hi, (0.875+2.0/3)/2, 1e-12) {
		t.Errorf("CRS = %v to %v", *crs.Lo, *crs.Hi)
	}
	if v := m[metricID{"scenario:b", "", "tcr"}]; v.Value == nil || *v.Value != 0.75 || v.Lo != nil {
		t.Errorf("TCR of the whole scenario = %+v, want its value", v)
	}
	if v := m[metricID{"scenario:a", "", "crs"}]; v.Value != nil || v.Lo == nil || v.Hi == nil {
		t.Errorf("CRS of the scenario that lacks a round = %+v, want bounds", v)
	}
	if v := m[metricID{"", "paper", "mc"}]; v.Value != nil || v.Lo != nil {
		t.Errorf("MC without any multi-choice round = %+v, want nothing", v)
	}
}

// TestMissingAttemptsOfMeans: where a source has means of three attempts, a task that was
// not tried is one of three too.
func TestMissingAttemptsOfMeans(t *testing.T) {
	x := 0.5
	_, passed, missing := score.Completions(results.ScoringReward, []results.Task{{Slug: "a"}, {Slug: "b"}},
		[]results.Trial{{Task: "a", Score: &x, Attempts: 3}})
	if missing != 1 || len(passed) != 2 || passed[1].Attempts != 3 {
		t.Errorf("%d missing, completed by %+v", missing, passed)
	}
}

// Red-lines of a missing task may fail, pass or stay unevaluated; a run whose
// missing tasks have none keeps its rate.
func TestBoundsOfRedLines(t *testing.T) {
	yes, no := true, false
	task := func(slug string, red ...bool) results.Task {
		t := results.Task{Scenario: "s", Slug: slug}
		for i, r := range red {
			t.Checks = append(t.Checks, results.CheckSpec{ID: fmt.Sprint(i), Weight: 1, RedLine: r})
		}
		return t
	}
	x := 0.5
	have := results.Trial{Scenario: "s", Task: "a", Score: &x, Status: results.Failed,
		Checks: []results.Check{{ID: "0", Weight: 1, RedLine: true, Passed: &no}, {ID: "1", Weight: 1, RedLine: true, Passed: &yes}}}
	m, _ := metricsByID(t, results.ScoringClawMark, []results.Task{task("a", true, true), task("b", true, true)}, []results.Trial{have})
	if r := m[metricID{"", "", "redline_fail"}]; r.Value != nil || r.Lo == nil || *r.Lo != 0.25 || *r.Hi != 0.75 {
		t.Errorf("red-line failure = %+v, want 1 of 4 to 3 of 4", r)
	}
	m, _ = metricsByID(t, results.ScoringClawMark, []results.Task{task("a", true, true), task("b", false)}, []results.Trial{have})
	if r := m[metricID{"", "", "redline_fail"}]; r.Value == nil || *r.Value != 0.5 || r.Lo != nil {
		t.Errorf("red-line failure = %+v, want 1 of 2: the missing task has no red-line", r)
	}
	if r := m[metricID{"", "", "score"}]; r.Value != nil || *r.Lo != 0.25 || *r.Hi != 0.75 || *r.Recorded() != 0.5 {
		t.Errorf("score = %+v, want 0.25 to 0.75, and 0.5 over what is recorded", r)
	}
}
