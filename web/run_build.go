package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// derivations writes out every metric of the run so that a reader can redo it
// from the table of scenarios.
func derivations(d *runData, convention string) []views.Derivation {
	switch d.benchmark.Scoring {
	case results.ScoringClawArena:
		return clawArenaDerivations(d, convention)
	default:
		var list []views.Derivation
		for _, m := range d.under(convention) {
			if m.Value == nil && m.Den == nil && m.Lo == nil {
				continue
			}
			dv := views.Derivation{Key: m.Key, Label: metric.Of(m.Key).Label, Value: m.Value, Formula: metric.Of(m.Key).Formula}
			dv.Bounds = boundsOf(m)
			if m.Num != nil && m.Den != nil {
				dv.Numbers = fmt.Sprintf("%s / %s", trim(*m.Num), trim(*m.Den))
			}
			if dv.Bounds != nil {
				dv.Numbers += " over what has a verdict"
			}
			list = append(list, dv)
		}
		return list
	}
}

// trim writes a number without needless zeros.
func trim(x float64) string {
	s := fmt.Sprintf("%.4f", x)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// f4 writes a fraction with four decimals, as the harness's report does.
func f4(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.4f", *x)
}

func clawArenaDerivations(d *runData, convention string) []views.Derivation {
	v := func(key string) *float64 { return d.value("", convention, key) }
	sums := kindSums(d)
	micro := convention == score.Paper
	mean := func(key string) string { return "mean of the scenarios' " + key }
	list := []views.Derivation{}
	add := func(key, formula, numbers string) {
		dv := views.Derivation{Key: key, Label: metric.Of(key).Label, Value: v(key), Formula: formula, Numbers: numbers}
		if m := d.metric("", convention, key); m != nil {
			dv.Bounds = boundsOf(*m)
		}
		if dv.Bounds != nil {
			dv.Numbers = fmt.Sprintf("%d of %d %ss missing: failed, and passed", d.run.Counts.Expected-d.run.Counts.Scored, d.run.Counts.Expected, nounOf(d.benchmark.Words.Task, "task"))
		}
		list = append(list, dv)
	}
	switch convention {
	case score.Paper:
		add("crs", "(TCR + Robustness) / 2", fmt.Sprintf("(%s + %s) / 2", f4(v("tcr")), f4(v("robustness"))))
	case score.Report:
		add("crs", "(TCR + SC × FD) / 2", fmt.Sprintf("(%s + %s × %s) / 2", f4(v("tcr")), f4(v("sc")), f4(v("fd"))))
	default:
		add("crs", mean("CRS"), "")
	}
	for _, k := range []struct{ key, kind, what string }{{"tcr", "", "rounds"}, {"mc", results.KindMultiChoice, "multi-choice rounds"}, {"ec", results.KindExecCheck, "exec-check rounds"}} {
		if micro {
			n := sums[k.kind]
			add(k.key, "sum of scores / "+k.what, fmt.Sprintf("%s / %d", trim(n.sum), n.n))
		} else {
			add(k.key, mean(strings.ToUpper(k.key)), "")
		}
	}
	if micro {
		add("robustness", "SC × FD", fmt.Sprintf("%s × %s", f4(v("sc")), f4(v("fd"))))
	} else {
		add("robustness", "mean of the scenarios' SC × FD", "")
	}
	add("sc", "mean of the scenarios' SC = (S − k) / (N − 1)", "")
	add("fd", "mean of the scenarios' FD = 1 − (Sf − kf) / (N − 1)", "")
	return list
}

type kindSum struct {
	sum float64
	n   int
}

func kindSums(d *runData) map[string]kindSum {
	m := map[string]kindSum{}
	expected := expectedTasks(d.tasks)
	for i := range d.trials {
		t := &d.trials[i]
		if t.Score == nil || expected[[2]string{t.Scenario, t.Task}] == nil {
			continue
		}
		for _, k := range []string{"", expected[[2]string{t.Scenario, t.Task}].Kind} {
			x := m[k]
			x.sum += *t.Score
			x.n++
			m[k] = x
		}
	}
	return m
}

func expectedTasks(tasks []results.Task) map[[2]string]*results.Task {
	m := make(map[[2]string]*results.Task, len(tasks))
	for i := range tasks {
		m[[2]string{tasks[i].Scenario, tasks[i].Slug}] = &tasks[i]
	}
	return m
}

// runScenarios makes the table by scenario, with the streak counts from which
// SC and FD follow.
func runScenarios(d *runData, keys []string) []views.RunScenario {
	trials := map[[2]string][]*results.StoredTrial{}
	for i := range d.trials {
		k := [2]string{d.trials[i].Scenario, d.trials[i].Task}
		trials[k] = append(trials[k], &d.trials[i])
	}
	var list []views.RunScenario
	for _, sc := range d.scenarios {
		row := views.RunScenario{Scenario: sc}
		var scores []float64
		for i := range d.tasks {
			t := &d.tasks[i]
			if t.Scenario != sc.Slug {
				continue
			}
			row.Expected++
			cell := ui.StripCell{Label: t.Slug, Status: results.Missing, Update: len(t.Updates) > 0, Pref: t.Facts.Pref != nil || t.Facts.SilentPref,
				Impossible: d.doubts.Reason(sc.Slug, t.Slug) != ""}
			if list := trials[[2]string{sc.Slug, t.Slug}]; len(list) > 0 {
				sum, n := 0.0, 0
				cell.Status = list[0].Status
				for _, tr := range list {
					if tr.Score != nil {
						sum += *tr.Score
						n++
					}
				}
				if n > 0 {
					row.Scored++
					scores = append(scores, sum/float64(n))
					if sum/float64(n) >= 1 {
						row.Passed++
						cell.Status = results.Passed
					}
				}
				cell.Href = link.Trial(d.run.Slug, sc.Slug, t.Slug)
			}
			row.Strip.Cells = append(row.Strip.Cells, cell)
		}
		if row.Expected == 0 {
			continue
		}
		row.Strip.Label = sc.Slug
		st := score.CountStreaks(scores)
		row.S, row.K, row.SF, row.KF = st.S, st.K, st.SF, st.KF
		for _, k := range keys {
			m := d.metric("scenario:"+sc.Slug, "", k)
			if m == nil {
				m = &results.Metric{}
			}
			row.Values = append(row.Values, results.MetricValue{Value: m.Value, Bounds: boundsOf(*m)})
		}
		list = append(list, row)
	}
	return list
}

// runDays is the pass rate by update phase over all scenarios, each kind of
// task for itself: the phases have different mixes of them.
func runDays(d *runData) []views.RunDay {
	expected := expectedTasks(d.tasks)
	kinds := days.KindsOf(d.tasks)
	var list []views.RunDay
	last := 0
	for _, t := range d.tasks {
		last = max(last, t.Day)
	}
	if last == 0 {
		return nil
	}
	for day := 0; day <= last; day++ {
		label := "before the first update"
		if day > 0 {
			label = fmt.Sprintf("after update %d", day)
		}
		day := views.RunDay{Label: label}
		for _, kind := range kinds {
			day.Kinds = append(day.Kinds, views.RunDayKind{Kind: kind})
		}
		list = append(list, day)
	}
	for i := range d.trials {
		t := &d.trials[i]
		task := expected[[2]string{t.Scenario, t.Task}]
		if task == nil || t.Score == nil {
			continue
		}
		c := &list[task.Day].Kinds[slices.Index(kinds, task.Kind)]
		c.Scored++
		if *t.Score >= 1 {
			c.Passed++
		}
	}
	return list
}

// failing lists the trials that were judged and not passed, in the dataset's order, and
// how many there are.
func failing(d *runData) ([]views.FailingTrial, int) {
	const most = 400
	var list []views.FailingTrial
	n := 0
	for i := range d.trials {
		t := &d.trials[i]
		if t.Status == results.Passed || t.Status == results.NotJudged {
			continue
		}
		if n++; n > most {
			continue
		}
		list = append(list, views.FailingTrial{Impossible: ui.Plain(d.doubts.Reason(t.Scenario, t.Task)), Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Kind: t.Kind, Status: t.Status, Score: t.Score,
			What: setDifference(t.Selected, t.Gold), Steps: t.StepsTotal, FailedCalls: t.FailedCalls})
	}
	return list, n
}

// setDifference says which gold options were omitted and which others added.
func setDifference(selected, gold []string) string {
	omitted, added := diffSets(selected, gold)
	var parts []string
	if len(omitted) > 0 {
		parts = append(parts, "omitted "+strings.Join(omitted, " "))
	}
	if len(added) > 0 {
		parts = append(parts, "added "+strings.Join(added, " "))
	}
	return strings.Join(parts, ", ")
}

// diffSets returns what gold has and selected lacks, and the reverse.
func diffSets(selected, gold []string) (omitted, added []string) {
	if selected == nil || gold == nil {
		return nil, nil
	}
	in := func(list []string, x string) bool {
		for _, y := range list {
			if x == y {
				return true
			}
		}
		return false
	}
	for _, g := range gold {
		if !in(selected, g) {
			omitted = append(omitted, g)
		}
	}
	for _, x := range selected {
		if !in(gold, x) {
			added = append(added, x)
		}
	}
	return omitted, added
}

// reportedLines compares the run's own report with the records, with the
// report's own rounding.
func reportedLines(d *runData) []views.ReportedLine {
	if len(d.run.Reported) == 0 {
		return nil
	}
	outcomes := make([]results.Trial, len(d.trials))
	for i := range d.trials {
		outcomes[i] = d.trials[i].Trial
	}
	computed := map[string]*float64{}
	for _, m := range score.Reported(d.benchmark.Scoring, d.tasks, outcomes) {
		computed[m.Scope+"|"+m.Key] = m.Value
	}
	var list []views.ReportedLine
	for _, r := range d.run.Reported {
		scope := ""
		if r.Scenario != "" {
			scope = "scenario:" + r.Scenario
		}
		l := views.ReportedLine{File: r.File, Scope: r.Scenario, Metric: metric.Of(r.Metric).Label, Reported: r.Value, Computed: computed[scope+"|"+r.Metric]}
		l.Equal = l.Reported != nil && l.Computed != nil && score.Agrees(r, *l.Computed)
		list = append(list, l)
	}
	return list
}
