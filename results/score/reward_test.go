package score_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

func rewardTask(slug, difficulty, board string, factors ...string) results.Task {
	return results.Task{Scenario: "devops", Slug: slug, Facts: results.TaskFacts{
		Difficulty: difficulty, DifficultyBoard: board, Factors: factors,
	}}
}

func attempts(slug string, rewards ...float64) []results.Trial {
	var list []results.Trial
	for i, r := range rewards {
		tr := results.Trial{Scenario: "devops", Task: slug, Attempt: i + 1, Attempts: 1, Status: results.Failed}
		if !math.IsNaN(r) {
			tr.Score = &r
		} else {
			tr.Status = results.InfraError
		}
		list = append(list, tr)
	}
	return list
}

func TestReward(t *testing.T) {
	nan := math.NaN()
	tasks := []results.Task{
		rewardTask("a", "easy", "easy", "A1"),
		rewardTask("b", "hard", "easy", "A1", "C2"),
		rewardTask("c", "hard", "hard"),
		rewardTask("d", "medium", "medium"),
	}
	var trials []results.Trial
	trials = append(trials, attempts("a", 1, 1, 0.5)...)
	trials = append(trials, attempts("b", 0, 1)...)
	trials = append(trials, attempts("c", nan, nan)...) // recorded, never scored
	trials = append(trials, attempts("z", 1, 1, 1)...)  // not a task of the benchmark
	trials = append(trials, results.Trial{Scenario: "devops", Task: "d", Status: results.Missing})

	got := score.Reward(tasks, trials)
	a, b := 2.5/3, 0.5
	for _, r := range []struct {
		scope, convention, key string
		want, num, den         float64
	}{
		{"", "", "avg", (a + b) / 2, a + b, 2},
		{"", "", "best", 1, 2, 2},
		{"", "", "pass_rate", 0.6, 3, 5},
		{"", "", "short_tasks", 0.25, 1, 4},
		{"", "", "untried_tasks", 0.5, 2, 4},
		{"", "", "easy", a, a, 1},
		{"", "", "medium", nan, 0, 0},
		{"", "", "hard", b, b, 1},
		{"", "", "A1", (a + b) / 2, a + b, 2},
		{"", "", "A2", nan, 0, 0},
		{"", "", "C2", b, b, 1},
		// a: 2 of 3 pass, so 1 - C(1,2)/C(3,2) = 1 and C(2,2)/C(3,2) = 1/3.
		// b: 1 of 2 passes, so 1 - 0 = 1 and 0.
		{"", "", "pass_at_2", 1, 2, 2},
		{"", "", "pass_hat_2", 1.0 / 6, 1.0 / 3, 2},
		{"", "", "pass_at_3", 1, 1, 1}, // only a has three attempts
		{"", "", "pass_hat_3", 0, 0, 1},
		{"", "board", "easy", (a + b) / 2, a + b, 2},
		{"", "board", "hard", nan, 0, 0},
		{"scenario:devops", "", "avg", (a + b) / 2, a + b, 2},
		{"difficulty:hard", "", "untried_tasks", 0.5, 1, 2},
		{"factor:C2", "", "pass_rate", 0.5, 1, 2},
	} {
		checkMetric(t, got, r.scope, r.convention, r.key, r.want, r.num, r.den)
	}
}

// TestJudged: an attempt that ended by an error has a verdict where a check that has a
// weight was evaluated, and by no other.
func TestJudged(t *testing.T) {
	pass := true
	for name, tt := range map[string]struct {
		status results.Status
		checks []results.Check
		judged bool
	}{
		"an error":          {results.Timeout, nil, false},
		"points":            {results.Timeout, nil, true},
		"no answer":         {results.NoAnswer, nil, true},
		"a check":           {results.Timeout, []results.Check{{Weight: 1, Passed: &pass}}, true},
		"without a weight":  {results.Timeout, []results.Check{{Passed: &pass}}, false},
		"without a verdict": {results.Timeout, []results.Check{{Weight: 1}}, false},
	} {
		trials := attempts("a", 1, 0)
		if trials[1].Status, trials[1].Checks = tt.status, tt.checks; name == "points" {
			trials[1].Points = new(0.4)
		}
		got := score.Reward([]results.Task{rewardTask("a", "", "")}, trials)
		if stands := slices.ContainsFunc(got, func(m results.Metric) bool { return m.Key == "avg_judged" }); stands == tt.judged {
			t.Errorf("%s: avg_judged stands: %v", name, stands)
		}
		if !tt.judged {
			checkMetric(t, got, "", "", "avg_judged", 1, 1, 1)
		}
	}
}

// TestReportedHarbor computes what Harbor prints, also where tasks have unequal
// numbers of attempts.
func TestReportedHarbor(t *testing.T) {
	tasks := []results.Task{rewardTask("a", "", ""), rewardTask("b", "", "")}
	crashed := attempts("b", 1, 0, 0, 0)
	crashed[1].Status = results.Timeout // without a verdict it counts 0
	got := score.Reported(results.ScoringReward, tasks, append(attempts("a", 1, 0, 0, 0, 1), crashed...))
	a := 1 - 3.0/10 // 1 - C(3,2)/C(5,2)
	b := 1 - 3.0/6  // 1 - C(3,2)/C(4,2)
	checkMetric(t, got, "", "", "avg", 3.0/9, 3, 9)
	checkMetric(t, got, "", "", "pass_at_2", (a+b)/2, a+b, 2)
	checkMetric(t, got, "", "", "pass_at_4", 1, 2, 2)
	if got := score.ReportedHarbor(tasks, attempts("a", 0.5, 1, 0)); len(got) != 1 {
		t.Errorf("got %d metrics for fractional rewards, want avg alone", len(got))
	}
	for _, m := range score.ReportedHarbor(tasks, append(attempts("a", 1, 0), attempts("b", 1, 0, 0, 0)...)) {
		if m.Key == "pass_at_4" {
			t.Error("pass@4 stands where a task has two attempts")
		}
	}
	if got := score.Reported(results.ScoringReward, tasks, nil); len(got) != 0 {
		t.Errorf("got %d metrics without attempts, want none", len(got))
	}
}

// TestCrash holds that an attempt that ended without a verdict counts 0 under
// every metric, and that the mean over verdicts stands beside it.
func TestCrash(t *testing.T) {
	tasks := []results.Task{rewardTask("a", "easy", "")}
	trials := attempts("a", 1, 0, 0, 0)
	for i, s := range []results.Status{results.Timeout, results.AgentError, results.JudgeError} {
		trials[i+1].Status = s
	}
	failed := false // a verifier gave 0 although the agent's process failed
	trials[2].Checks = []results.Check{{ID: "reward", Weight: 1, Passed: &failed}}
	counts, complete, got := score.Run(results.ScoringReward, tasks, trials)
	if !complete || counts.Scored != 4 {
		t.Errorf("complete %v, counts %+v", complete, counts)
	}
	checkMetric(t, got, "", "", "avg", 0.25, 0.25, 1)
	checkMetric(t, got, "", "", "best", 1, 1, 1)
	checkMetric(t, got, "", "", "pass_rate", 0.25, 1, 4)
	checkMetric(t, got, "", "", "pass_at_2", 0.5, 0.5, 1)
	checkMetric(t, got, "", "", "pass_hat_2", 0, 0, 1)
	checkMetric(t, got, "", "", "easy", 0.25, 0.25, 1)
	checkMetric(t, got, "", "", "avg_judged", 0.5, 1, 2)
	_, _, got = score.Run(results.ScoringReward, tasks, attempts("a", 1, 0, 0, 0))
	for _, m := range got {
		if m.Key == "avg_judged" {
			t.Error("avg_judged stands beside avg although every attempt has a verdict")
		}
	}
}

// TestCountPlanned holds that one scored attempt does not make a task complete
// whose other attempts are missing or have not ended.
func TestCountPlanned(t *testing.T) {
	tasks := []results.Task{rewardTask("a", "", ""), rewardTask("b", "", "")}
	for _, c := range []struct {
		name  string
		more  []results.Trial
		whole bool
	}{
		{"all ended", attempts("b", 1, 0), true},
		{"one missing", append(attempts("b", 1), results.Trial{Scenario: "devops", Task: "b", Attempt: 2, Status: results.Missing}), false},
		{"one killed", attempts("b", 1, math.NaN()), false},
		{"a task without a trial", nil, false},
	} {
		counts, complete := score.Count(tasks, append(attempts("a", 1, 1), c.more...))
		if complete != c.whole {
			t.Errorf("%s: complete %v with %+v, want %v", c.name, complete, counts, c.whole)
		}
	}
}

// A published mean of three attempts gives an average, but no best attempt.
func TestRewardOfMeans(t *testing.T) {
	mean := 2.0 / 3
	got := score.Reward(nil, append(attempts("a", 1),
		results.Trial{Scenario: "devops", Task: "b", Attempts: 3, Score: &mean}))
	checkMetric(t, got, "", "", "avg", (1+mean)/2, 1+mean, 2)
	checkMetric(t, got, "", "", "best", math.NaN(), 0, 0)
	checkMetric(t, got, "", "", "pass_rate", math.NaN(), 0, 0)
	checkMetric(t, got, "", "", "pass_at_2", math.NaN(), 0, 0)
	checkMetric(t, got, "", "", "short_tasks", 0.5, 1, 2)
	got = score.Reported(results.ScoringReward, []results.Task{rewardTask("a", "", ""), rewardTask("b", "", "")}, append(attempts("a", 1),
		results.Trial{Scenario: "devops", Task: "b", Attempts: 3, Score: &mean}))
	checkMetric(t, got, "", "", "avg", 0.75, 3, 4)
}

// The labels of one benchmark are no columns of another: only tasks that carry them
// make them.
func TestGroupsOfLabelledTasksAlone(t *testing.T) {
	groups := []string{"easy", "medium", "hard", "A1", "A2", "B1", "B2", "C1", "C2"}
	for name, c := range map[string]struct {
		task results.Task
		want []string // of groups
	}{
		"no labels":        {rewardTask("a", "", ""), nil},
		"other words":      {rewardTask("a", "tricky", "", "Z9"), nil},
		"difficulty alone": {rewardTask("a", "hard", ""), groups[:3]},
		"factors alone":    {rewardTask("a", "", "", "C2"), groups[3:]},
		"both":             {rewardTask("a", "easy", "", "A1"), groups},
	} {
		tasks := []results.Task{c.task, rewardTask("b", "", "")}
		var made []string
		for _, m := range score.Reward(tasks, attempts("a", 1)) {
			if m.Scope == "" && slices.Contains(groups, m.Key) {
				made = append(made, m.Key)
			}
		}
		if !slices.Equal(made, c.want) {
			t.Errorf("%s: the metrics of the run have %q, want %q", name, made, c.want)
		}
		columns := score.KeysOf(score.SpecOf(results.ScoringReward, ""), results.ScoringReward, tasks)
		if want := append([]string{"avg", "best", "pass_rate", "points"}, c.want...); !slices.Equal(columns, want) {
			t.Errorf("%s: the columns are %q, want %q", name, columns, want)
		}
	}
	if list := score.ConventionsOf(results.Benchmark{Scoring: results.ScoringReward}); len(list) != 1 ||
		strings.Contains(list[0].Explain, "asy") {
		t.Errorf("conventions without a board's labels = %+v, want one, that speaks of no labels", list)
	}
}

// A task that was tried n times tells pass^k for each k up to n, so the run says it for
// all small ones and for n itself.
func TestPassHatUpToTheTrials(t *testing.T) {
	rewards := make([]float64, 23)
	for i := range rewards {
		rewards[i] = 1
	}
	var got []string
	for _, m := range score.Reward([]results.Task{rewardTask("a", "", "")}, attempts("a", rewards...)) {
		if k, ok := strings.CutPrefix(m.Key, "pass_hat_"); ok && m.Scope == "" {
			got = append(got, k)
		}
	}
	if want := []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "15", "16", "20", "23"}; !slices.Equal(got, want) {
		t.Errorf("pass^k for k of %q, want %q", got, want)
	}
}
