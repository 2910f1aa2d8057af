package web

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
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
