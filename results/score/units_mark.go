package score

import "github.com/clawatlas/clawatlas/results"

// Components of a ClawMark unit vector. A unit is one scenario.
const (
	cmTasks = iota
	cmScore
	cmSuccess
	cmRedFailed
	cmRed
	cmDim
)

func clawMarkSpec() Spec {
	return Spec{Keys: []string{"score", "task_success", "redline_fail"}, Unit: "scenario", dim: cmDim, eval: func(s, out []float64) {
		out[0], out[1], out[2] = s[cmScore]/s[cmTasks], s[cmSuccess]/s[cmTasks], s[cmRedFailed]/s[cmRed]
	}}
}

func clawMarkUnits(tasks []results.Task, trials []results.Trial) []Unit {
	byTask := clawMarkAttempts(trials)
	var units []Unit
	for i := range tasks {
		t := &tasks[i]
		if len(units) == 0 || units[len(units)-1].Label != t.Scenario {
			units = append(units, Unit{Label: t.Scenario, V: make([]float64, cmDim)})
		}
		verdict, ok := clawMarkMean(t, byTask[t.Name()])
		if !ok {
			continue
		}
		v := units[len(units)-1].V
		v[cmTasks]++
		v[cmScore] += verdict.score
		v[cmSuccess] += verdict.success
		v[cmRedFailed] += float64(verdict.redFailed)
		v[cmRed] += float64(verdict.red)
	}
	return units
}
