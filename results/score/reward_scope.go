package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

func rewardDifficulties() []string { return []string{"easy", "medium", "hard"} }

func rewardFactors() []string { return []string{"A1", "A2", "B1", "B2", "C1", "C2"} }

func rewardOwn(t *results.Task) string { return t.Facts.Difficulty }

// rewardGroupColumns computes the leaderboard columns that follow avg: difficulties according to
// the dataset's labels, then factors. It omits labels that no task has.
func rewardGroupColumns(list []rewardTask) []results.Metric {
	out := rewardDifficultyColumns("", list, rewardOwn)
	if !slices.ContainsFunc(list, func(t rewardTask) bool { return hasFactor(t.task) }) {
		return out
	}
	for _, f := range rewardFactors() {
		out = append(out, rewardColumn("", f, rewardWith(list, f)))
	}
	return out
}

func hasDifficulty(label string) bool { return slices.Contains(rewardDifficulties(), label) }

func hasFactor(t *results.Task) bool {
	return slices.ContainsFunc(t.Facts.Factors, func(f string) bool { return slices.Contains(rewardFactors(), f) })
}

// KeysOf returns the metric keys of a scoring family that can have a value for the given tasks. It
// omits reward groups to which no task belongs. It returns no keys for records without scores.
func KeysOf(spec Spec, scoring results.Scoring, tasks []results.Task) []string {
	switch scoring {
	case results.ScoringNone:
		return nil
	case results.ScoringReward:
	default:
		return spec.Keys
	}
	difficulty, factor := false, false
	for i := range tasks {
		f := &tasks[i].Facts
		difficulty = difficulty || hasDifficulty(f.Difficulty) || hasDifficulty(f.DifficultyBoard)
		factor = factor || hasFactor(&tasks[i])
	}
	return slices.DeleteFunc(slices.Clone(spec.Keys), func(key string) bool {
		return !difficulty && hasDifficulty(key) || !factor && slices.Contains(rewardFactors(), key)
	})
}

// rewardDifficultyColumns computes avg by difficulty; label returns the difficulty of a task.
func rewardDifficultyColumns(convention string, list []rewardTask, label func(*results.Task) string) []results.Metric {
	var out []results.Metric
	if !slices.ContainsFunc(list, func(t rewardTask) bool { return hasDifficulty(label(t.task)) }) {
		return nil
	}
	for _, d := range rewardDifficulties() {
		out = append(out, rewardColumn(convention, d, rewardWhere(list, func(t *results.Task) bool { return label(t) == d })))
	}
	return out
}

// rewardBoard returns a function that returns a task's difficulty on the published leaderboard; nil
// if no task has such a label.
func rewardBoard(list []rewardTask) func(*results.Task) string {
	for i := range list {
		if list[i].task.Facts.DifficultyBoard != "" {
			return func(t *results.Task) string { return t.Facts.DifficultyBoard }
		}
	}
	return nil
}

// rewardScopes computes the metrics of every scenario, difficulty and factor, in order of first
// occurrence.
func rewardScopes(list []rewardTask) []results.Metric {
	var scopes []string
	members := map[string][]rewardTask{}
	add := func(scope string, t rewardTask) {
		if members[scope] == nil {
			scopes = append(scopes, scope)
		}
		members[scope] = append(members[scope], t)
	}
	for _, t := range list {
		if t.task.Scenario != "" { // the scenario of a placeholder task is unknown
			add(results.ScopeScenario.Of(t.task.Scenario), t)
		}
	}
	for _, t := range list {
		if d := t.task.Facts.Difficulty; d != "" {
			add(results.ScopeDifficulty.Of(d), t)
		}
	}
	for _, f := range rewardAllFactors(list) {
		for _, t := range rewardWith(list, f) {
			add(results.ScopeFactor.Of(f), t)
		}
	}
	var out []results.Metric
	for _, s := range scopes {
		out = append(out, rewardMetrics(s, members[s])...)
	}
	return out
}

func rewardAllFactors(list []rewardTask) []string {
	var all []string
	for i := range list {
		all = append(all, list[i].task.Facts.Factors...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func rewardWith(list []rewardTask, factor string) []rewardTask {
	return rewardWhere(list, func(t *results.Task) bool { return slices.Contains(t.Facts.Factors, factor) })
}

func rewardWhere(list []rewardTask, is func(*results.Task) bool) []rewardTask {
	var out []rewardTask
	for i := range list {
		if is(list[i].task) {
			out = append(out, list[i])
		}
	}
	return out
}

// ReportedHarbor computes the numbers in Harbor's own job result. avg is the mean over all attempts
// instead of tasks, so it differs from the run's avg if tasks have different numbers of attempts.
// pass_at_k exists only if every reward is 0 or 1; k is a power of two or a multiple of five, up to
// the minimum number of attempts per task.
func ReportedHarbor(tasks []results.Task, trials []results.Trial) []results.Metric {
	list := rewardTasks(tasks, trials)
	sum, attempts := 0.0, 0
	fewest, binary := math.MaxInt, true
	for i := range list {
		t := &list[i]
		if t.n == 0 {
			continue
		}
		sum += t.sum
		attempts += t.n
		fewest = min(fewest, t.n)
		binary = binary && t.single() && !slices.ContainsFunc(t.rewards, func(r float64) bool { return r != 0 && r != 1 })
	}
	if attempts == 0 {
		return nil
	}
	out := []results.Metric{ratioMetric("", "", "avg", sum, float64(attempts))}
	for k := 2; binary && k <= fewest; k++ {
		if k%5 == 0 || k&(k-1) == 0 {
			out = append(out, rewardPassK(fmt.Sprintf("pass_at_%d", k), list, k, stats.PassAtK))
		}
	}
	return out
}
