package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/stats"
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
	Benchmark  string        `json:"benchmark"`
	Kind       string        `json:"kind"`
	Scenario   string        `json:"scenario"`
	TaskKind   string        `json:"task_kind"`  // the only kind of task that is shown; empty: all
	TaskKinds  []string      `json:"task_kinds"` // that there are; each has its own lines
	Days       []days.Head   `json:"days"`
	Series     []daySeries   `json:"series"`
	Systems    []daySystem   `json:"systems"`
	NotDrawn   []dayAbsent   `json:"not_drawn"`
	Total      int           `json:"total"` // systems with records that are drawn, on all pages
	Statistics dayStatistics `json:"statistics"`

	scenarios []results.Scenario
	tasks     []results.Task                            // of the chosen scenario
	means     map[string]map[[2]string]results.TaskMean // by run's slug
	scores    map[string][]days.Verdict                 // of working days, by run's slug
	draws     *days.Draws
}

// daySeries is one system over the days, at the tasks of one kind.
type daySeries struct {
	Run         *string          `json:"run"`
	System      results.System   `json:"system"`
	Name        string           `json:"name"`
	Kind        string           `json:"kind"`
	Evidence    results.Evidence `json:"evidence"`
	Source      string           `json:"source,omitempty"`
	Note        string           `json:"note,omitempty"`
	URL         string           `json:"url"`
	Points      []dayPoint       `json:"points"`
	Steps       []days.Step      `json:"steps"`
	LargestDrop *days.Drop       `json:"largest_drop"`
	Words       string           `json:"words"`
}

// dayPoint is a system's value on one day. A nil value is a gap: nothing was
// recorded or published.
type dayPoint struct {
	Day       string         `json:"day"`
	Value     *float64       `json:"value"`
	CI        *[2]float64    `json:"ci"`
	Estimator days.Estimator `json:"estimator"`
	Passed    *int           `json:"passed"`
	Of        *int           `json:"of"`
	Scenarios *int           `json:"scenarios"`
}

// daySystem is what updates do to one system, by kind of task.
type daySystem struct {
	Run          string                       `json:"run"`
	Name         string                       `json:"name"`
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"`
	FirstUpdate  map[string]days.FirstUpdate  `json:"first_update"`
}

// dayAbsent is a run that stands for its system but is no line: over some of
// the tasks it would be a line about other tasks than the rest.
type dayAbsent struct {
	Run  string `json:"run"`
	Name string `json:"name"`
	Note string `json:"note"`
	URL  string `json:"url"`
}

// dayStatistics says how the intervals were made.
type dayStatistics struct {
	Level  float64 `json:"level"`
	Seed   uint64  `json:"seed"`
	Draws  int     `json:"draws"`
	Points string  `json:"points"`
	Steps  string  `json:"steps"`
	Effect string  `json:"effect"`
}

func daysStatistics() dayStatistics {
	return dayStatistics{Level: stats.Level, Seed: stats.Seed, Draws: stats.Draws,
		Points: "percentile bootstrap of the scenarios that have the day; Wilson over the rounds where one scenario has it or all are alike",
		Steps:  fmt.Sprintf("differences within scenarios, Student's interval over scenarios, simultaneous over the steps of a line (Bonferroni), for steps over %d scenarios or more", days.LeastScenarios),
		Effect: "mean of the differences within scenarios, Student's interval over scenarios"}
}

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

// hasPoint reports whether a line of the run has a value on the day.
func (d *daysData) hasPoint(run, day string) bool {
	return slices.ContainsFunc(d.Series, func(sr daySeries) bool {
		return sr.Run != nil && *sr.Run == run && slices.ContainsFunc(sr.Points, func(p dayPoint) bool { return p.Day == day && p.Value != nil })
	})
}

// shownKinds are the kinds of task that have lines on the page.
func (d *daysData) shownKinds() []string {
	if d.TaskKind != "" {
		return []string{d.TaskKind}
	}
	return d.TaskKinds
}

// drawn splits the rows with a run into those that are lines and the others.
func (d *daysData) drawn(v *benchView, rows []results.BoardRow) []results.BoardRow {
	var list []results.BoardRow
	for _, r := range rows {
		if run := v.runs[*r.Run]; run.Ranked() {
			list = append(list, r)
		} else {
			d.NotDrawn = append(d.NotDrawn, dayAbsent{Run: *r.Run, Name: v.label(r), Note: dayNote(v, &run), URL: rowHref(r)})
		}
	}
	return list
}

// dayNote says why a run is no line.
func dayNote(v *benchView, run *results.Run) string {
	var list []string
	if !run.Complete {
		list = append(list, fmt.Sprintf("incomplete, %d of %d %ss scored", run.Counts.Scored, run.Counts.Expected, v.benchmark.Words.Task))
	}
	for _, o := range run.Objections {
		list = append(list, "not ranked: "+o.Message)
	}
	return strings.Join(list, "; ")
}

// fillRounds makes the lines of phases, or of scenarios that are days, from the
// outcomes of rounds.
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
	if d.Kind == kindScenarios {
		d.Days = days.ScenarioHeads(d.scenarios, d.tasks, d.TaskKind)
	} else {
		d.Days = days.PhaseHeads(d.tasks, d.TaskKind)
	}
	for _, kind := range d.shownKinds() {
		for _, r := range rows {
			d.Series = append(d.Series, d.roundsLine(v, r, kind))
		}
	}
	if d.Kind != kindPhases {
		return
	}
	for _, r := range rows {
		rounds := slices.DeleteFunc(days.RoundsOf(d.tasks, d.means[*r.Run]), func(r days.Round) bool { return d.TaskKind != "" && r.Kind != d.TaskKind })
		d.Systems = append(d.Systems, daySystem{Run: *r.Run, Name: v.label(r), UpdateEffect: days.UpdateEffects(rounds), FirstUpdate: days.FirstUpdates(rounds)})
	}
}

// roundsLine is one run over the days at the rounds of one kind.
func (d *daysData) roundsLine(v *benchView, r results.BoardRow, kind string) daySeries {
	place := map[string]int{}
	var ids []string
	for i, day := range d.Days {
		place[day.ID] = i
		ids = append(ids, day.ID)
	}
	verdicts := days.Verdicts(days.RoundsOf(d.tasks, d.means[*r.Run]), kind, func(r days.Round) int { return place[d.dayID(r.Scenario, r.Day)] })
	sr := newDaySeries(v, r, kind)
	for i, p := range days.Points(verdicts, len(ids), d.draws) {
		sr.Points = append(sr.Points, dayPoint{Day: ids[i], Value: p.Value, CI: p.CI, Estimator: p.Estimator, Passed: &p.Passed, Of: &p.N, Scenarios: &p.Scenarios})
	}
	sr.Steps = days.Steps(verdicts, ids, false)
	sr.LargestDrop = days.Largest(sr.Steps)
	sr.Words = d.trajectory(&sr)
	return sr
}

func newDaySeries(v *benchView, r results.BoardRow, kind string) daySeries {
	return daySeries{Run: r.Run, System: r.System, Name: v.label(r), Kind: kind, Evidence: r.Evidence, URL: rowHref(r)}
}

// dayID is the id of the day of a task.
func (d *daysData) dayID(scenario string, day int) string {
	if d.Kind == kindScenarios {
		return scenario
	}
	return strconv.Itoa(day)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
