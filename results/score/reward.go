package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// rewardAttempts is the number of attempts per task in LiveClawBench's Avg@3. The metric
// short_tasks counts the tasks with fewer scored attempts.
const rewardAttempts = 3

// Reward computes the metrics of a run whose trials have rewards (Harbor), with LiveClawBench's
// metric names.
//
// A task has an average, a best reward and a number of passes over its scored attempts; an attempt
// passes with a reward of at least 1. An attempt that ended without a verdict scores 0, as in
// Harbor's own mean; an unfinished one has no score. Every key is a mean over the tasks with a
// scored attempt, unless noted, and Den is their number:
//   - avg: Avg@k, the mean of the averages. Tasks that were never scored are left out, as in LiveClawBench's own aggregation; untried_tasks counts them.
//   - best: best@k, the mean of the best attempts. It has no value if only means of several attempts are known (Trial.Attempts above 1).
//   - pass_at_<k>, pass_hat_<k>: at least one or all of k attempts pass, by the unbiased per-task estimate (Chen et al. 2021, arXiv 2107.03374, Eq. 1; Yao et al. 2024, arXiv 2406.12045). Den counts the tasks with at least k scored attempts. k is 2 to 10, then powers of two, multiples of five and the maximum number of attempts of a task.
//   - pass_rate: share of attempts, not of tasks; Num is the number passed, Den the number scored.
//   - avg_judged: mean over the attempts with a verdict, not over tasks; Den is their number. Only for the run, and only if an attempt ended without a verdict.
//   - points: mean over tasks of the mean points of their attempts, if verdicts derive from points, as in UniClawBench.
//   - short_tasks, untried_tasks: share of all tasks with one or two scored attempts, and with none; Num is their number.
//   - easy, medium, hard and A1 to C2: avg over the tasks with that difficulty or complexity factor, for the run only, if tasks have such labels.
//
// Scopes are "" for the run, "scenario:<slug>" (the domain), "difficulty:<label>" and
// "factor:<id>". Besides the plain convention, Board computes easy, medium and hard by the labels
// of a published board; the other keys exist only under the plain one. Trials of tasks outside
// tasks are ignored; if tasks is empty, the tasks are taken from the trials.
func Reward(tasks []results.Task, trials []results.Trial) []results.Metric {
	if len(tasks) == 0 {
		tasks = tasksOfTrials(trials)
	}
	list := rewardTasks(tasks, trials)
	out := append(rewardMetrics("", list), rewardGroupColumns(list)...)
	out = append(out, rewardJudged(list)...)
	if board := rewardBoard(list); board != nil {
		out = append(out, rewardDifficultyColumns(Board, list, board)...)
	}
	return append(out, rewardScopes(list)...)
}

type rewardTask struct {
	task    *results.Task
	n       int       // number of scored attempts
	sum     float64   // sum of their rewards
	rewards []float64 // rewards of the attempts; fewer than n if only means of attempts are known
	judged  int       // number of scored attempts with a verdict
	verdict float64   // sum of the rewards of attempts with a verdict
	pointed int       // number of scored attempts whose verdict is derived from points
	points  float64   // sum of these points
}

func (t *rewardTask) mean() float64 { return t.sum / float64(t.n) }

// single reports whether the individual reward of every scored attempt is known.
func (t *rewardTask) single() bool { return len(t.rewards) == t.n }

func (t *rewardTask) passes() int {
	n := 0
	for _, r := range t.rewards {
		if r >= 1 {
			n++
		}
	}
	return n
}

func (t *rewardTask) best() float64 {
	best := math.Inf(-1)
	for _, r := range t.rewards {
		best = math.Max(best, r)
	}
	return best
}

func rewardTasks(tasks []results.Task, trials []results.Trial) []rewardTask {
	list := make([]rewardTask, len(tasks))
	index := map[results.TaskName]*rewardTask{}
	for i := range tasks {
		list[i].task = &tasks[i]
		index[tasks[i].Name()] = &list[i]
	}
	for i := range trials {
		tr := &trials[i]
		t := index[tr.TaskName()]
		if t == nil || tr.Score == nil {
			continue
		}
		n := max(tr.Attempts, 1)
		t.n += n
		t.sum += *tr.Score * float64(n)
		if n == 1 {
			t.rewards = append(t.rewards, *tr.Score)
		}
		if tr.Points != nil {
			t.pointed += n
			t.points += *tr.Points * float64(n)
		}
		if judged(tr) {
			t.judged += n
			t.verdict += *tr.Score * float64(n)
		}
	}
	return list
}

// judged reports whether a verifier determined the score. A trial that ended with an error or at its
// time limit was judged if it has points or checks; otherwise its score is 0 without a judgement.
func judged(tr *results.Trial) bool {
	switch tr.Status {
	case results.Passed, results.Failed, results.NoAnswer:
		return true
	}
	return tr.Points != nil || slices.ContainsFunc(tr.Checks, func(c results.Check) bool { return c.Weight > 0 && c.Passed != nil })
}

func rewardJudged(list []rewardTask) []results.Metric {
	n, judged, sum := 0, 0, 0.0
	for i := range list {
		n, judged, sum = n+list[i].n, judged+list[i].judged, sum+list[i].verdict
	}
	if judged == n {
		return nil
	}
	return []results.Metric{ratioMetric("", "", "avg_judged", sum, float64(judged))}
}

func rewardMetrics(scope string, list []rewardTask) []results.Metric {
	out := []results.Metric{
		rewardColumn("", "avg", list),
		rewardBest(list),
		rewardPassRate(list),
		rewardShare("short_tasks", list, func(t *rewardTask) bool { return t.n > 0 && t.n < rewardAttempts }),
		rewardShare("untried_tasks", list, func(t *rewardTask) bool { return t.n == 0 }),
	}
	if m := rewardPoints(list); m.Value != nil {
		out = append(out, m)
	}
	most := 0
	for i := range list {
		most = max(most, list[i].n)
	}
	for k := 2; k <= most; k++ {
		if k <= 10 || k%5 == 0 || k&(k-1) == 0 || k == most {
			out = append(out, rewardPassK(fmt.Sprintf("pass_at_%d", k), list, k, stats.PassAtK))
			out = append(out, rewardPassK(fmt.Sprintf("pass_hat_%d", k), list, k, stats.PassHatK))
		}
	}
	for i := range out {
		out[i].Scope = scope
	}
	return out
}

// rewardColumn computes the mean of the task averages under the given key.
func rewardColumn(convention, key string, list []rewardTask) results.Metric {
	sum, n := 0.0, 0.0
	for i := range list {
		if t := &list[i]; t.n > 0 {
			sum += t.mean()
			n++
		}
	}
	return ratioMetric("", convention, key, sum, n)
}

func rewardBest(list []rewardTask) results.Metric {
	sum, n := 0.0, 0.0
	for i := range list {
		t := &list[i]
		if !t.single() {
			return results.Metric{Key: "best"}
		}
		if t.n > 0 {
			sum += t.best()
			n++
		}
	}
	return ratioMetric("", "", "best", sum, n)
}

func rewardPassRate(list []rewardTask) results.Metric {
	passed, scored := 0, 0
	for i := range list {
		if !list[i].single() {
			return results.Metric{Key: "pass_rate"}
		}
		passed += list[i].passes()
		scored += list[i].n
	}
	return ratioMetric("", "", "pass_rate", float64(passed), float64(scored))
}

// rewardPoints computes the metric points. It has a value only if every scored attempt has points.
func rewardPoints(list []rewardTask) results.Metric {
	sum, n := 0.0, 0.0
	for i := range list {
		switch t := &list[i]; {
		case t.n > t.pointed:
			return results.Metric{Key: "points"}
		case t.n > 0:
			sum += t.points / float64(t.n)
			n++
		}
	}
	return ratioMetric("", "", "points", sum, n)
}

func rewardShare(key string, list []rewardTask, is func(*rewardTask) bool) results.Metric {
	n := 0
	for i := range list {
		if is(&list[i]) {
			n++
		}
	}
	return ratioMetric("", "", key, float64(n), float64(len(list)))
}

// rewardPassK returns the mean of a per-task estimate over the tasks with at least k attempts whose
// individual rewards are known.
func rewardPassK(key string, list []rewardTask, k int, estimate func(n, c, k int) (float64, bool)) results.Metric {
	sum, tasks := 0.0, 0.0
	for i := range list {
		t := &list[i]
		if !t.single() {
			continue
		}
		if p, ok := estimate(t.n, t.passes(), k); ok {
			sum += p
			tasks++
		}
	}
	return ratioMetric("", "", key, sum, tasks)
}
