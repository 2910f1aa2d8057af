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

// Kinds of days, by what a benchmark orders its time in.
const (
	kindNone      = "none"
	kindPhases    = "phases"    // the rounds of a scenario between two updates (ClawArena)
	kindStages    = "stages"    // working days inside a task (ClawMark)
	kindScenarios = "scenarios" // each scenario is a day (MetaClaw-Bench)
)

// daysData is everything that the page and its JSON twin are made of.
type daysData struct {
	Benchmark string         `json:"benchmark"`
	Kind      string         `json:"kind"`
	Scenario  string         `json:"scenario"`
	Days      []dayHead      `json:"days"`
	Series    []daySeries    `json:"series"`
	Around    []aroundSeries `json:"around_updates"`

	scenarios []results.Scenario
	tasks     []results.Task
	means     map[string]map[[2]string]results.TaskMean // by run's slug
}

// dayHead is one day; Updates says what changed before it.
type dayHead struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Updates string `json:"updates"`
	Tasks   int    `json:"tasks"`
}

// daySeries is one system over the days.
type daySeries struct {
	Run      *string          `json:"run"`
	System   results.System   `json:"system"`
	Name     string           `json:"name"`
	Evidence results.Evidence `json:"evidence"`
	Source   string           `json:"source,omitempty"`
	Note     string           `json:"note,omitempty"`
	URL      string           `json:"url"`
	Points   []dayPoint       `json:"points"`
	Words    string           `json:"words"`
}

// dayPoint is a system's value on one day. A nil value is a gap: nothing was
// recorded or published.
type dayPoint struct {
	Day    string   `json:"day"`
	Value  *float64 `json:"value"`
	Passed *int     `json:"passed"`
	Of     *int     `json:"of"`

	rounds []dayRound
}

// dayRound is one round or task behind a point.
type dayRound struct {
	scenario, task string
	mean           *float64
	status         results.Status
}

// aroundSeries pools the rounds around all updates of one system.
type aroundSeries struct {
	Run    string        `json:"run"`
	Name   string        `json:"name"`
	Points []aroundPoint `json:"points"`
}

// aroundPoint are the rounds at one distance from an update.
type aroundPoint struct {
	Offset int      `json:"offset"` // 0 is the first round after the update
	Passed int      `json:"passed"`
	Of     int      `json:"of"`
	Value  *float64 `json:"value"`
}

// aroundReach is how many rounds before and after an update are looked at.
const aroundReach = 3

// daysKind says what the benchmark's days are.
func daysKind(b results.Benchmark, tasks []results.Task) string {
	switch {
	case b.Scoring == results.ScoringClawMark:
		return kindStages
	case b.Words.Scenario == "day":
		return kindScenarios
	case slices.ContainsFunc(tasks, func(t results.Task) bool { return t.Day > 0 }):
		return kindPhases
	}
	return kindNone
}

func (d *daysData) hasScenario(slug string) bool {
	return slices.ContainsFunc(d.scenarios, func(s results.Scenario) bool { return s.Slug == slug })
}

// point finds a point by run and day.
func (d *daysData) point(run, day string) *dayPoint {
	for i := range d.Series {
		if sr := &d.Series[i]; sr.Run != nil && *sr.Run == run {
			for k := range sr.Points {
				if sr.Points[k].Day == day {
					return &sr.Points[k]
				}
			}
		}
	}
	return nil
}

// fillRounds makes the series of phases, or of scenarios that are days, from
// the outcomes of rounds.
func (d *daysData) fillRounds(v *benchView, rows []results.BoardRow, means []results.TaskMean) {
	d.means = map[string]map[[2]string]results.TaskMean{}
	slug := map[int64]string{}
	for _, r := range rows {
		slug[v.runs[*r.Run].ID] = *r.Run
		d.means[*r.Run] = map[[2]string]results.TaskMean{}
	}
	for _, m := range means {
		d.means[slug[m.Run]][[2]string{m.Scenario, m.Task}] = m
	}
	d.headDays()
	for _, r := range rows {
		sr := d.newSeries(v, r)
		for _, day := range d.Days {
			sr.Points = append(sr.Points, d.roundsPoint(*r.Run, day.ID))
		}
		sr.Words = trajectory(d.Days, sr.Points)
		d.Series = append(d.Series, sr)
		if d.Kind == kindPhases {
			d.Around = append(d.Around, d.around(*r.Run, sr.Name))
		}
	}
}

func (d *daysData) newSeries(v *benchView, r results.BoardRow) daySeries {
	sr := daySeries{Run: r.Run, System: r.System, Name: v.label(r), Evidence: r.Evidence, URL: rowHref(r)}
	if !r.Complete && r.Counts != nil {
		sr.Note = fmt.Sprintf("incomplete, %d of %d %ss scored", r.Counts.Scored, r.Counts.Expected, v.benchmark.Words.Task)
	}
	return sr
}

// dayOf is the id of a task's day.
func (d *daysData) dayOf(t *results.Task) string {
	if d.Kind == kindScenarios {
		return t.Scenario
	}
	return strconv.Itoa(t.Day)
}

// headDays lists the days with what changed before them.
func (d *daysData) headDays() {
	count, updates, announced := map[string]int{}, map[string]int{}, map[string]int{}
	scenarios := map[string]map[string]bool{}
	last := 0
	for i := range d.tasks {
		t := &d.tasks[i]
		if d.Scenario != "" && t.Scenario != d.Scenario {
			continue
		}
		id := d.dayOf(t)
		count[id]++
		last = max(last, t.Day)
		if len(t.Updates) > 0 {
			updates[id] += len(t.Updates)
			for _, u := range t.Updates {
				if u.Announced {
					announced[id]++
				}
			}
			if scenarios[id] == nil {
				scenarios[id] = map[string]bool{}
			}
			scenarios[id][t.Scenario] = true
		}
	}
	add := func(id, label string) {
		h := dayHead{ID: id, Label: label, Tasks: count[id]}
		if n := updates[id]; n > 0 {
			h.Updates = plural(n, "update")
			if d.Scenario == "" && d.Kind == kindPhases {
				h.Updates += " in " + plural(len(scenarios[id]), "scenario")
			}
		}
		d.Days = append(d.Days, h)
	}
	if d.Kind == kindScenarios {
		for _, sc := range d.scenarios {
			add(sc.Slug, sc.Slug)
		}
		return
	}
	for day := 0; day <= last; day++ {
		label := "before updates"
		if day > 0 {
			label = fmt.Sprintf("after update %d", day)
		}
		add(strconv.Itoa(day), label)
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// roundsPoint is the pass rate of one run on one day: rounds with full marks
// over rounds with a verdict.
func (d *daysData) roundsPoint(run, day string) dayPoint {
	p := dayPoint{Day: day}
	passed, of := 0, 0
	for i := range d.tasks {
		t := &d.tasks[i]
		if d.dayOf(t) != day || d.Scenario != "" && t.Scenario != d.Scenario {
			continue
		}
		m, ok := d.means[run][[2]string{t.Scenario, t.Slug}]
		round := dayRound{scenario: t.Scenario, task: t.Slug, status: results.Missing}
		if ok {
			round.mean, round.status = m.Mean, m.Status
		}
		p.rounds = append(p.rounds, round)
		if m.Mean != nil {
			of++
		}
		if m.Solved() {
			passed++
		}
	}
	p.Passed, p.Of = &passed, &of
	p.Value = share(passed, of)
	return p
}

func share(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
}

// around pools, over all updates, the first round after the update and up to
// aroundReach rounds on either side. A window ends at the neighbouring update:
// rounds before it stop at the round that followed the update before, rounds
// after it stop where the next update comes.
func (d *daysData) around(run, name string) aroundSeries {
	a := aroundSeries{Run: run, Name: name, Points: make([]aroundPoint, 2*aroundReach+1)}
	for i := range a.Points {
		a.Points[i].Offset = i - aroundReach
	}
	for i := range d.tasks {
		t := &d.tasks[i]
		if len(t.Updates) == 0 || d.Scenario != "" && t.Scenario != d.Scenario {
			continue
		}
		for o := -aroundReach; o <= aroundReach; o++ {
			k := i + o
			if k < 0 || k >= len(d.tasks) || d.tasks[k].Scenario != t.Scenario || !d.sameWindow(i, k) {
				continue
			}
			m := d.means[run][[2]string{t.Scenario, d.tasks[k].Slug}]
			if m.Mean == nil {
				continue
			}
			pt := &a.Points[o+aroundReach]
			pt.Of++
			if m.Solved() {
				pt.Passed++
			}
		}
	}
	for i := range a.Points {
		a.Points[i].Value = share(a.Points[i].Passed, a.Points[i].Of)
	}
	return a
}

// sameWindow reports whether round k lies in the window of the update before
// round i: in its phase, or in the phase that ended with it.
func (d *daysData) sameWindow(i, k int) bool {
	if k >= i {
		return d.tasks[k].Day == d.tasks[i].Day
	}
	return d.tasks[k].Day >= d.tasks[i].Day-1
}

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
