package days

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// Days is the data of the page and its JSON version.
type Days struct {
	Benchmark string      `json:"benchmark"`  // id of the benchmark
	Kind      string      `json:"kind"`       // kind of days: "phases", "stages", "scenarios" or "none"
	TaskKinds []string    `json:"task_kinds"` // kinds of tasks; each has its own chart lines
	Days      []days.Head `json:"days"`       // days in order
	Series    []DaySeries `json:"series"`     // one line per system and kind of task
	Systems   []DaySystem `json:"systems"`    // effects of updates on each run
	NotDrawn  []DayAbsent `json:"not_drawn"`  // runs that represent their system but are not plotted
	Total     int         `json:"total"`      // number of plotted systems on all pages

	Rows      table.Window       `json:"-"` // paging of the systems
	Of        results.Benchmark  `json:"-"`
	Scenarios []results.Scenario `json:"-"`
	Tasks     []results.Task     `json:"-"`
}

// DaySeries is a system's line over the days, for tasks of one kind.
type DaySeries struct {
	Run    *string        `json:"run"`    // slug of the run; null for reported results
	System results.System `json:"system"` // model, framework, variant and provider
	Name   string         `json:"name"`   // name of the system
	Kind   string         `json:"kind"`   // kind of tasks
	URL    string         `json:"url"`    // URL of the run's page, or of the model's reported results
	Points []DayPoint     `json:"points"` // one point per day, in order
}

// DayPoint is a system's value for one day.
type DayPoint struct {
	Day       string      `json:"day"`       // id of the day
	Value     *float64    `json:"value"`     // mean score over the tasks of this kind with a verdict, 0 to 1; null if nothing was recorded or reported
	CI        *[2]float64 `json:"ci"`        // 95 % interval of the value; null if it cannot be computed
	Passed    *int        `json:"passed"`    // number of tasks passed; null for fractional scores and reported results
	Of        *int        `json:"of"`        // number of tasks with a verdict on the day; null for reported results
	Scenarios *int        `json:"scenarios"` // number of scenarios with a verdict on the day; null for reported results
}

// DaySystem holds the effects of updates on one system, by kind of task.
type DaySystem struct {
	Run          string                       `json:"run"`           // slug of the run
	Name         string                       `json:"name"`          // name of the system
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"` // update effects by kind of round
	FirstUpdate  map[string]days.FirstUpdate  `json:"first_update"`  // effects of the first update by kind of round
}

// DayAbsent is a run that represents its system but is not plotted because it is incomplete or has
// integrity flags.
type DayAbsent struct {
	Run  string `json:"run"`  // slug of the run
	Name string `json:"name"` // name of the system
	Note string `json:"note"` // reason why the run is not plotted
	URL  string `json:"url"`  // URL of the run's page
}

// NewDays returns the page data of a benchmark, without lines.
func NewDays(b results.Benchmark, scenarios []results.Scenario, tasks []results.Task, rows table.Window) *Days {
	return &Days{Benchmark: b.ID, Kind: days.OrderOf(b, tasks), TaskKinds: days.KindsOf(tasks), Days: []days.Head{}, Series: []DaySeries{},
		Systems: []DaySystem{}, NotDrawn: []DayAbsent{}, Rows: rows, Of: b, Scenarios: scenarios, Tasks: tasks}
}

// Choose returns the rows of the systems plotted on this page.
func (d *Days) Choose(v *views.Bench) []results.BoardRow {
	rows := d.drawn(v, v.RowsWithRun())
	d.Total = len(rows)
	return table.Rows(&d.Rows, rows)
}

// drawn returns the rows with a ranked run and adds the remaining rows to NotDrawn.
func (d *Days) drawn(v *views.Bench, rows []results.BoardRow) []results.BoardRow {
	var list []results.BoardRow
	for _, r := range rows {
		if run := v.Runs[*r.Run]; run.Ranked() {
			list = append(list, r)
		} else {
			d.NotDrawn = append(d.NotDrawn, DayAbsent{Run: *r.Run, Name: v.Label(r), Note: dayNote(v, &run), URL: views.RowAddress(r)})
		}
	}
	return list
}

func dayNote(v *views.Bench, run *results.Run) string {
	var list []string
	if !run.Complete {
		list = append(list, fmt.Sprintf("incomplete, %d of %d %ss scored", run.Counts.Scored, run.Counts.Expected, v.Benchmark.Words.Task))
	}
	for _, o := range run.Exclusions {
		list = append(list, "not ranked: "+o.Message)
	}
	return strings.Join(list, "; ")
}

// AddRounds adds the lines from the task means of the rows' runs. The days are phases, or scenarios
// if these are days.
func (d *Days) AddRounds(v *views.Bench, rows []results.BoardRow, means []results.TaskMean) {
	by := days.MeansByRun(means)
	rounds := make([][]days.Round, len(rows))
	for i, r := range rows {
		rounds[i] = days.RoundsOf(d.Tasks, by[v.Runs[*r.Run].ID])
	}
	day := func(r days.Round) int { return r.Day }
	if d.Kind == days.ScenarioDays {
		d.Days = days.ScenarioHeads(d.Scenarios, d.Tasks)
		at := map[string]int{}
		for i := range d.Days {
			at[d.Days[i].ID] = i
		}
		day = func(r days.Round) int { return at[r.Scenario] }
	} else {
		d.Days = days.PhaseHeads(d.Tasks)
	}
	for _, kind := range d.TaskKinds {
		for i, r := range rows {
			d.addLine(v, r, kind, days.Verdicts(rounds[i], kind, day))
		}
	}
	if d.Kind != days.Phases {
		return
	}
	for i, r := range rows {
		d.Systems = append(d.Systems, DaySystem{Run: *r.Run, Name: v.Label(r), UpdateEffect: days.UpdateEffects(rounds[i]),
			FirstUpdate: days.FirstUpdates(rounds[i])})
	}
}

func (d *Days) addLine(v *views.Bench, r results.BoardRow, kind string, verdicts []days.Verdict) {
	sr := DaySeries{Run: r.Run, System: r.System, Name: v.Label(r), Kind: kind, URL: views.RowAddress(r)}
	for i, p := range days.Points(verdicts, len(d.Days)) {
		x := DayPoint{Day: d.Days[i].ID, Value: p.Value, CI: p.CI, Of: &p.N, Scenarios: &p.Scenarios}
		if kind != results.KindRubric {
			x.Passed = &p.Passed
		}
		sr.Points = append(sr.Points, x)
	}
	d.Series = append(d.Series, sr)
}

// AddStages adds the lines of ClawMark: the runs of the rows, from their trials, and the lines of
// Figure 4 of the paper. Both cover only the tasks with exactly three working days.
func (d *Days) AddStages(v *views.Bench, rows []results.BoardRow, trials [][]results.Trial, figures []results.Figure) {
	three := days.ThreeDays(d.Tasks)
	verdicts, final := make([][]days.Verdict, len(rows)), false
	for i := range rows {
		verdicts[i] = days.StageVerdicts(three, trials[i])
		final = final || slices.ContainsFunc(verdicts[i], func(x days.Verdict) bool { return x.Day == days.Final })
	}
	d.Days = days.StageHeads(three, final)
	for i, r := range rows {
		d.addLine(v, r, results.KindRubric, verdicts[i])
	}
	for _, f := range days.Reported(figures, v.Benchmark.Headline) {
		sr := DaySeries{System: f.System, Name: words.System(v.Names[f.System.Model], f.System), Kind: results.KindRubric,
			URL: link.Model(f.System.Model) + "#figures"}
		for _, day := range d.Days {
			sr.Points = append(sr.Points, DayPoint{Day: day.ID, Value: f.Values[day.ID]})
		}
		d.Series = append(d.Series, sr)
	}
}
