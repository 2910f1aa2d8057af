package board

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// AddStages makes the lines of ClawMark: the runs and the published lines of
// Figure 4, both over the tasks with exactly three working days.
func (d *Days) AddStages(v *report.Bench, rows []results.BoardRow, outcomes [][]results.Trial, figures []results.Figure) {
	three := days.ThreeDays(d.Tasks)
	d.Scores = map[string][]days.Verdict{}
	final := false
	for i, r := range rows {
		verdicts := days.StageVerdicts(three, outcomes[i])
		d.Scores[*r.Run] = verdicts
		sr := d.stageLine(v, r, verdicts)
		final = final || sr.Points[days.Final].Value != nil
		d.Series = append(d.Series, sr)
	}
	d.Days = days.StageHeads(three, final)
	for i := range d.Series {
		sr := &d.Series[i]
		sr.Points = sr.Points[:len(d.Days)]
	}
	d.testSteps()
	for _, f := range days.Printed(figures, v.Benchmark.Headline) {
		sr := DaySeries{System: f.System, Name: words.System(v.Names[f.System.Model], f.System), Kind: results.KindRubric,
			Evidence: results.Published, Source: f.Source, URL: link.Model(f.System.Model) + "#figures", Steps: []days.Step{}}
		for _, day := range d.Days {
			sr.Points = append(sr.Points, DayPoint{Day: day.ID, Value: f.Values[day.ID]})
		}
		sr.Words = d.trajectory(&sr)
		d.Series = append(d.Series, sr)
	}
}

// stageLine is one run over the working days. Steps are over the days alone:
// what is checked after them is another set of checks of another set of tasks.
func (d *Days) stageLine(v *report.Bench, r results.BoardRow, verdicts []days.Verdict) DaySeries {
	sr := newDaySeries(v, r, results.KindRubric)
	for i, p := range days.Points(verdicts, len(days.StageIDs)) {
		sr.Points = append(sr.Points, DayPoint{Day: days.StageIDs[i], Value: p.Value, CI: p.CI, Estimator: p.Estimator, Of: &p.N,
			Scenarios: &p.Scenarios})
	}
	sr.Scenarios = days.ScenarioLines(verdicts, len(days.StageIDs))
	sr.Steps = days.Steps(verdicts, days.StageIDs[:days.Stages], true)
	return sr
}
