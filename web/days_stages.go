package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// fillStages makes the series of ClawMark: the published lines of Figure 4 and
// the runs, both over the tasks with exactly three stages.
func (d *daysData) fillStages(v *benchView, rows []results.BoardRow, outcomes [][]results.Trial, figures []results.Figure) {
	three := d.threeDays()
	published := dayFigures(figures, v.benchmark.Headline)
	for i := 1; i <= 3; i++ {
		d.Days = append(d.Days, dayHead{ID: strconv.Itoa(i), Label: fmt.Sprintf("Day %d", i), Tasks: len(three), Updates: stageChanges(three, i-1)})
	}
	final := false
	var recorded []daySeries
	for i, r := range rows {
		sr := d.newSeries(v, r)
		for _, id := range []string{"1", "2", "3", "final"} {
			pt := stagePoint(id, three, outcomes[i])
			final = final || id == "final" && pt.Value != nil
			sr.Points = append(sr.Points, pt)
		}
		recorded = append(recorded, sr)
	}
	if final {
		d.Days = append(d.Days, dayHead{ID: "final", Label: "after the last day", Tasks: finalTasks(three)})
	}
	var partial []daySeries
	for i := range recorded {
		recorded[i].Points = recorded[i].Points[:len(d.Days)]
		if recorded[i].Note != "" {
			partial = append(partial, recorded[i]) // last: their tasks are not those of the others
		} else {
			d.Series = append(d.Series, recorded[i])
		}
	}
	for _, f := range published {
		sr := daySeries{System: f.system, Name: views.SystemLabel(v.names[f.system.Model], f.system), Evidence: results.Published, Source: f.source, URL: link(nil, "models", f.system.Model) + "#figures"}
		for _, day := range d.Days {
			sr.Points = append(sr.Points, dayPoint{Day: day.ID, Value: f.values[day.ID]})
		}
		d.Series = append(d.Series, sr)
	}
	d.Series = append(d.Series, partial...)
	for i := range d.Series {
		d.Series[i].Words = trajectory(d.Days, d.Series[i].Points)
	}
}

// threeDays are the tasks of the convention score.ThreeDays.
func (d *daysData) threeDays() []results.Task {
	var list []results.Task
	for _, t := range d.tasks {
		if len(t.Facts.Stages) == 3 {
			list = append(list, t)
		}
	}
	return list
}

func finalTasks(tasks []results.Task) int {
	n := 0
	for i := range tasks {
		if slices.ContainsFunc(tasks[i].Checks, func(c results.CheckSpec) bool { return c.Day == "final" }) {
			n++
		}
	}
	return n
}

// stageChanges sums up what changed before a stage.
func stageChanges(tasks []results.Task, stage int) string {
	silent, loud := 0, 0
	for _, t := range tasks {
		silent += t.Facts.Stages[stage].Silent
		loud += t.Facts.Stages[stage].Loud
	}
	var parts []string
	if loud > 0 {
		parts = append(parts, fmt.Sprintf("%d announced", loud))
	}
	if silent > 0 {
		parts = append(parts, fmt.Sprintf("%d silent", silent))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + " changes"
}

// stagePoint is the score of a run on one day: the mean over the tasks with
// checks on it of the passed share of that day's weight.
func stagePoint(day string, tasks []results.Task, trials []results.Trial) dayPoint {
	p := dayPoint{Day: day}
	sum := 0.0
	of := 0
	byTask := map[[2]string][]results.Trial{}
	for _, t := range trials {
		k := [2]string{t.Scenario, t.Task}
		byTask[k] = append(byTask[k], t)
	}
	for _, t := range tasks {
		mine := byTask[[2]string{t.Scenario, t.Slug}]
		if len(mine) == 0 {
			continue
		}
		for _, m := range score.ClawMark([]results.Task{t}, mine) {
			if m.Scope != "day:"+day || m.Convention != score.ThreeDays || m.Value == nil {
				continue
			}
			sum += *m.Value
			of++
			status := results.Failed
			if *m.Value >= 1 {
				status = results.Passed
			}
			p.rounds = append(p.rounds, dayRound{scenario: t.Scenario, task: t.Slug, mean: m.Value, status: status})
		}
	}
	if of > 0 {
		x := sum / float64(of)
		p.Value, p.Of = &x, &of
	}
	return p
}

// publishedDays is one line of a published figure.
type publishedDays struct {
	system results.System
	source string
	values map[string]*float64
}

// dayFigures gathers the figures with a scope day:N of the headline metric.
func dayFigures(figures []results.Figure, metric string) []publishedDays {
	var list []publishedDays
	at := map[string]int{}
	for _, f := range figures {
		day, ok := strings.CutPrefix(f.Scope, "day:")
		if !ok || f.Metric != metric {
			continue
		}
		k := strings.Join([]string{f.Group, f.Model, f.Framework, f.Variant}, "\x00")
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			list = append(list, publishedDays{system: results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}, source: f.Table, values: map[string]*float64{}})
		}
		list[i].values[day] = f.Value
	}
	return list
}
