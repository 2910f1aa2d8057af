package score

import "github.com/clawatlas/clawatlas/results"

// Components of a STAGE-Claw unit vector. A unit is one task, and each metric is a quotient of two
// components.
const (
	scTasks  = iota // 1 if the task was scored
	scPoints        // share of points for the final state
	scPassed        // 1 if that share is above STAGE-Claw's pass threshold
	scSpent         // pairs of sum and count: seconds, millions of tokens, US dollars, tool calls
	scDim    = scSpent + 8
)

// StageClawKeys returns the columns of Table 2 of arXiv 2606.10394, over the first attempt at each
// task that has a verdict (the paper's first valid run):
//   - score: mean of the points of the final state; Den is the number of tasks with a verdict.
//   - first_pass: share of these tasks with more than 60 of 100 points.
//   - time_s, tokens_m, cost_usd, tool_calls: means per task, without a value if a task does not record it. Tool calls are counted in traces.
func StageClawKeys() []string {
	return []string{"score", "first_pass", "time_s", "tokens_m", "cost_usd", "tool_calls"}
}

func stageClawSpec() Spec {
	keys := StageClawKeys()
	return Spec{Keys: keys, Unit: "task", dim: scDim, eval: func(s, out []float64) {
		out[0], out[1] = s[scPoints]/s[scTasks], s[scPassed]/s[scTasks]
		for i := range keys[2:] {
			sum, n := stageClawSpent(s, i)
			out[2+i] = sum / n
		}
	}}
}

// StageClaw computes the metrics of StageClawKeys over a run's trials, and the points metrics for
// each scenario.
func StageClaw(tasks []results.Task, trials []results.Trial) []results.Metric {
	units := stageClawUnits(tasks, trials)
	out := stageClawMetrics("", units, len(StageClawKeys()))
	for from := 0; from < len(units); {
		to := from + 1
		for to < len(units) && tasks[to].Scenario == tasks[from].Scenario {
			to++
		}
		out = append(out, stageClawMetrics(results.ScopeScenario.Of(tasks[from].Scenario), units[from:to], 2)...)
		from = to
	}
	return out
}

func stageClawMetrics(scope string, units []Unit, n int) []results.Metric {
	spec := stageClawSpec()
	s := spec.Sum(units)
	nums := []float64{s[scPoints], s[scPassed]}
	dens := []float64{s[scTasks], s[scTasks]}
	for i := range spec.Keys[2:] {
		num, den := stageClawSpent(s, i)
		nums, dens = append(nums, num), append(dens, den)
	}
	var out []results.Metric
	for i, key := range spec.Keys[:n] {
		out = append(out, ratioMetric(scope, "", key, nums[i], dens[i]))
	}
	return out
}

// stageClawSpent returns the sum of a measure over the tasks and the number of tasks. The number is
// 0 if any task does not record the measure.
func stageClawSpent(s []float64, i int) (sum, n float64) {
	if sum, n = s[scSpent+2*i], s[scSpent+2*i+1]; n < s[scTasks] {
		return 0, 0
	}
	return sum, n
}

func stageClawUnits(tasks []results.Task, trials []results.Trial) []Unit {
	byTask := index(trials)
	units := make([]Unit, len(tasks))
	for i := range tasks {
		units[i] = Unit{Label: tasks[i].Scenario + "/" + tasks[i].Slug, V: make([]float64, scDim)}
		if t := firstScored(byTask[tasks[i].Name()]); t != nil {
			stageClawUnit(units[i].V, t)
		}
	}
	return units
}

// firstScored returns the first attempt with a verdict; nil if there is none.
func firstScored(trials []*results.Trial) *results.Trial {
	var first *results.Trial
	for _, t := range trials {
		if t.Score != nil && (first == nil || t.Attempt < first.Attempt) {
			first = t
		}
	}
	return first
}

func stageClawUnit(v []float64, t *results.Trial) {
	v[scTasks], v[scPoints], v[scPassed] = 1, *t.PointsOrScore(), *t.Score
	spent := func(i int, known bool, x float64) {
		if known {
			v[scSpent+2*i], v[scSpent+2*i+1] = x, 1
		}
	}
	if t.DurationMS != nil {
		spent(0, true, float64(*t.DurationMS)/1e3)
	}
	if n, ok := t.Usage.Tokens(); ok {
		spent(1, true, float64(n)/1e6)
	}
	if t.Usage.CostUSD != nil {
		spent(2, true, *t.Usage.CostUSD)
	}
	spent(3, t.StepsTotal > 0, float64(t.ToolCalls))
}
