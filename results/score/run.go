// Package score implements the benchmarks' formulas as pure functions, each with a reference to the
// equation in the benchmark's paper. Scores are fractions from 0 to 1.
package score

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// Run counts a run's trials by outcome and computes all metrics under all conventions, for the
// whole run and by scenario. It ignores trials of unexpected tasks. tasks must be ordered by
// scenario. A metric that a missing verdict could still change has bounds instead of a value.
func Run(scoring results.Scoring, tasks []results.Task, trials []results.Trial) (results.Counts, bool, []results.Metric) {
	if scoring == results.ScoringNone {
		tasks = Recorded(tasks, trials)
	}
	counts, complete := Count(tasks, trials)
	metrics := metricsOf(scoring, tasks, trials)
	if failed, passed, missing := Completions(scoring, tasks, trials); missing > 0 {
		metrics = bound(metrics, metricsOf(scoring, tasks, failed), metricsOf(scoring, tasks, passed))
	}
	return counts, complete, metrics
}

// metricsOf computes all metrics over the tasks with a verdict. It returns none for records without
// scores.
func metricsOf(scoring results.Scoring, tasks []results.Task, trials []results.Trial) []results.Metric {
	switch scoring {
	case results.ScoringNone:
		return nil
	case results.ScoringClawMark:
		return ClawMark(tasks, trials)
	case results.ScoringReward:
		return Reward(tasks, trials)
	case results.ScoringStageClaw:
		return StageClaw(tasks, trials)
	}
	var metrics []results.Metric
	units := Units(scoring, tasks, trials)
	for _, c := range Conventions(scoring) {
		metrics = append(metrics, metricsOfUnits(SpecOf(scoring, c.ID), "", c.ID, units)...)
	}
	for i := range units {
		metrics = append(metrics, metricsOfUnits(SpecOf(scoring, Scenario), results.ScopeScenario.Of(units[i].Label), "", units[i:i+1])...)
	}
	return metrics
}

// Count counts each trial, and each expected task without a trial as missing. The run is complete
// if every attempt at every expected task has a score.
func Count(tasks []results.Task, trials []results.Trial) (results.Counts, bool) {
	byTask := index(trials)
	var c results.Counts
	for i := range tasks {
		list := byTask[tasks[i].Name()]
		for _, t := range list {
			c.Add(t.Status, t.Score != nil)
		}
		if len(list) == 0 {
			c.Add(results.Missing, false)
		}
	}
	return c, c.Complete()
}

// Recorded returns the tasks that have a trial.
func Recorded(tasks []results.Task, trials []results.Trial) []results.Task {
	byTask := index(trials)
	var list []results.Task
	for _, t := range tasks {
		if len(byTask[t.Name()]) > 0 {
			list = append(list, t)
		}
	}
	return list
}

func metricsOfUnits(spec Spec, scope, convention string, units []Unit) []results.Metric {
	out, sum := make([]float64, len(spec.Keys)), spec.Sum(units)
	spec.Eval(sum, out)
	list := make([]results.Metric, 0, len(out))
	for i, k := range spec.Keys {
		m := results.Metric{Scope: scope, Convention: convention, Key: k}
		if x := out[i]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			m.Value = &x
		}
		if over, ok := spec.ratios[k]; ok {
			m.Num, m.Den = new(sum[over[0]]), new(sum[over[1]])
		}
		list = append(list, m)
	}
	return list
}

// Reported computes the numbers that the harness's own report should contain for these trials,
// rounded as in the report. It returns nil if the harness writes no report.
func Reported(scoring results.Scoring, tasks []results.Task, trials []results.Trial) []results.Metric {
	switch scoring {
	case results.ScoringClawArena:
		return ReportedClawArena(tasks, trials)
	case results.ScoringReward:
		return ReportedHarbor(tasks, trials)
	}
	return nil
}
