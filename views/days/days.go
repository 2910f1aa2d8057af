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

// Days is everything that the page and its JSON twin are made of.
type Days struct {
	Benchmark string      `json:"benchmark"`  // id
	Kind      string      `json:"kind"`       // what the days are: phases, stages, scenarios or none
	TaskKinds []string    `json:"task_kinds"` // that there are; each has its own lines
	Days      []days.Head `json:"days"`       // in their order
	Series    []DaySeries `json:"series"`     // one line for each system and kind of task
	Systems   []DaySystem `json:"systems"`    // what updates do to each run
	NotDrawn  []DayAbsent `json:"not_drawn"`  // runs that stand for their system but are no line
	Total     int         `json:"total"`      // systems with records that are drawn, on all pages

	Rows      table.Window       `json:"-"` // of the systems
	Of        results.Benchmark  `json:"-"`
	Scenarios []results.Scenario `json:"-"`
	Tasks     []results.Task     `json:"-"`
}

// DaySeries is one system over the days, at the tasks of one kind.
type DaySeries struct {
	Run    *string        `json:"run"`    // slug; nil for reported results
	System results.System `json:"system"` // what was run
	Name   string         `json:"name"`   // of the system
	Kind   string         `json:"kind"`   // of the tasks that the line is over
	URL    string         `json:"url"`    // of the run's page, or of the model's reported results
	Points []DayPoint     `json:"points"` // one a day, in the order of the days
}

// DayPoint is a system's value on one day.
type DayPoint struct {
	Day       string      `json:"day"`       // id of the day
	Value     *float64    `json:"value"`     // mean over the tasks of the kind with a verdict, 0 to 1; nil where nothing was recorded or reported
	CI        *[2]float64 `json:"ci"`        // 95 % interval of the value; nil where it cannot be made
	Passed    *int        `json:"passed"`    // tasks that were passed; nil for scores that are fractions and for reported results
	Of        *int        `json:"of"`        // tasks with a verdict on the day; nil for reported results
	Scenarios *int        `json:"scenarios"` // with a verdict on the day; nil for reported results
}

// DaySystem is what updates do to one system, by kind of task.
type DaySystem struct {
	Run          string                       `json:"run"`           // slug
	Name         string                       `json:"name"`          // of the system
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"` // by kind of round
	FirstUpdate  map[string]days.FirstUpdate  `json:"first_update"`  // by kind of round
}

// DayAbsent is a run that stands for its system and is not plotted, because it is
// incomplete or has integrity flags.
type DayAbsent struct {
	Run  string `json:"run"`  // slug
	Name string `json:"name"` // of the system
	Note string `json:"note"` // why it is not plotted
	URL  string `json:"url"`  // of the run's page
}

// NewDays begins the page with the days of a benchmark.
func NewDays(b results.Benchmark, scenarios []results.Scenario, tasks []results.Task, rows table.Window) *Days {
	return &Days{Benchmark: b.ID, Kind: days.OrderOf(b, tasks), TaskKinds: days.KindsOf(tasks), Days: []days.Head{}, Series: []DaySeries{},
		Systems: []DaySystem{}, NotDrawn: []DayAbsent{}, Rows: rows, Of: b, Scenarios: scenarios, Tasks: tasks}
}

// Choose settles which systems are lines of this page.
func (d *Days) Choose(v *views.Bench) []results.BoardRow {
	rows := d.drawn(v, v.RowsWithRun())
	d.Total = len(rows)
	return table.Rows(&d.Rows, rows)
}

// drawn splits the rows with a run into those that are lines and the others.
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

// dayNote says why a run is no line.
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

// AddRounds makes the lines of phases, or of scenarios that are days, from the outcomes
// of the runs of rows.
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

// addLine adds one run over the days.
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

// AddStages makes the lines of ClawMark: the runs of rows with their trials, and the
// lines of the paper's Figure 4, both over the tasks with exactly three working days.
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
