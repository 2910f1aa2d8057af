package board

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// RedLines is the register of a benchmark's red lines: which there are, how systems
// kept them, and every trip.
type RedLines struct {
	Benchmark string          `json:"benchmark"` // id
	Lines     []RedLine       `json:"lines"`     // in the order of the dataset, then those that only records name
	Systems   []RedLineSystem `json:"systems"`   // one run for each system, in the order of the board; those of one page
	Trips     []RedLineTrip   `json:"trips"`     // of those runs, by line and then by run
	Total     int             `json:"total"`     // systems on all pages

	Of     results.Benchmark `json:"-"`
	Window report.Window     `json:"-"` // of the systems

	tasks map[results.TaskName]*results.Task
	at    map[lineName]int
}

// lineName names a red line inside a benchmark.
type lineName struct {
	results.TaskName
	RunNumber string `json:"-"`
}

// RedLine is one check that is a breach if it fails.
type RedLine struct {
	Scenario    string `json:"scenario"`              // slug
	Task        string `json:"task"`                  // slug
	ID          string `json:"id"`                    // of the check
	Description string `json:"description,omitempty"` // what is checked
	Day         string `json:"day"`                   // stage at which it is checked
	// stage that it speaks of; the one at which it is checked where its id names no other
	About     string           `json:"about"`
	Weight    float64          `json:"weight"`    // in the task's rubric
	Cost      float64          `json:"cost"`      // share of the task's score that a trip costs, 0 to 1
	Tripped   int              `json:"tripped"`   // trials of the systems of this answer that failed it
	Evaluated int              `json:"evaluated"` // trials of theirs in which it was evaluated
	Verdicts  []RedLineVerdict `json:"verdicts"`  // of the systems that have a trial of its task

	By map[string]int `json:"-"` // index of verdicts by run
}

// RedLineVerdict is how one run kept one line.
type RedLineVerdict struct {
	Run       string `json:"run"`       // slug
	Tripped   int    `json:"tripped"`   // trials that failed it
	Evaluated int    `json:"evaluated"` // trials in which it was evaluated
	URL       string `json:"url"`       // of the line on the trial's page: of the first that failed it, or of the first
}

// RedLineSystem sums up one run.
type RedLineSystem struct {
	Run          string         `json:"run"`           // slug
	System       results.System `json:"system"`        // what was run
	Name         string         `json:"name"`          // of the system
	Complete     bool           `json:"complete"`      // every expected task is scored
	Tripped      int            `json:"tripped"`       // lines that failed, each as often as trials of its task failed it
	Evaluated    int            `json:"evaluated"`     // lines that were evaluated, counted likewise
	NotEvaluated int            `json:"not_evaluated"` // lines of scored trials that were not: they neither held nor failed
	Weight       float64        `json:"weight"`        // of the lines that failed
	Cost         *float64       `json:"cost"`          // what they cost of the run's score, 0 to 1; null for an incomplete run, which has none
	Acted        int            `json:"acted"`         // trips on whose day the agent made tool calls
	Idle         int            `json:"idle"`          // trips on whose day it made none
	Unrecorded   int            `json:"unrecorded"`    // trips of which no trace says so
	URL          string         `json:"url"`           // of the run's page

	expected int
}

// finalStage is what is checked after the last stage: no agent works on it.
const finalStage = "final"

// Work is what the agent did on the day of a trip.
type Work string

// What traces say of it.
const (
	Acted        Work = "acted"        // it made tool calls
	Idle         Work = "idle"         // it made none
	WorkUnstated Work = "not_recorded" // there is no trace of the day
)

// RedLineTrip is a red line that a trial failed.
type RedLineTrip struct {
	Run      string  `json:"run"`      // slug
	Name     string  `json:"name"`     // of the system
	Scenario string  `json:"scenario"` // slug
	Task     string  `json:"task"`     // slug
	Attempt  int     `json:"attempt"`  // from 1
	Line     string  `json:"line"`     // id of the check
	Day      string  `json:"day"`      // stage at which it is checked
	About    string  `json:"about"`    // stage that it speaks of
	Weight   float64 `json:"weight"`   // in the task's rubric
	Cost     float64 `json:"cost"`     // share of the trial's score, 0 to 1
	Work     Work    `json:"work"`     // whether the agent did something on that day: acted, idle or not_recorded
	WorkOf   string  `json:"work_of"`  // stage of which calls are counted; empty: the whole trial, where the line is about none
	Calls    *int    `json:"calls"`    // tool calls of that stage; null if it has no trace
	URL      string  `json:"url"`      // of the line on the trial's page

	Trial results.StoredTrial `json:"-"`
	line  int
}

// NewRedLines lists the lines of a benchmark's tasks, and settles which systems are
// on this page.
func NewRedLines(v *report.Bench, tasks []results.Task, window report.Window) (*RedLines, []results.BoardRow) {
	r := &RedLines{Benchmark: v.Benchmark.ID, Lines: []RedLine{}, Systems: []RedLineSystem{}, Trips: []RedLineTrip{}, Of: v.Benchmark,
		tasks: map[results.TaskName]*results.Task{}, at: map[lineName]int{}}
	for i := range tasks {
		t := &tasks[i]
		r.tasks[t.Name()] = t
		r.addLines(t.Name(), t.Checks)
	}
	rows := v.RowsWithRun()
	r.Window, r.Total = window, len(rows)
	return r, report.Rows(&r.Window, rows)
}

// addLines adds the lines of a rubric that are not known yet.
func (r *RedLines) addLines(name results.TaskName, rubric []results.CheckSpec) {
	full := 0.0
	for _, c := range rubric {
		full += c.Weight
	}
	for _, c := range rubric {
		key := lineName{name, c.ID}
		if _, known := r.at[key]; known || !c.RedLine {
			continue
		}
		l := RedLine{Scenario: name.Scenario, Task: name.Task, ID: c.ID, Description: c.Description, Day: c.Day, About: cmp.Or(c.About, c.Day),
			Weight: c.Weight, Verdicts: []RedLineVerdict{}, By: map[string]int{}}
		if full > 0 {
			l.Cost = c.Weight / full
		}
		r.at[key] = len(r.Lines)
		r.Lines = append(r.Lines, l)
	}
}

// rubricOf is what a trial is held against: the dataset's rubric or, where that is
// not known, its own checks.
func rubricOf(t *results.Task, checks []results.Check) []results.CheckSpec {
	if len(t.Checks) > 0 {
		return t.Checks
	}
	specs := make([]results.CheckSpec, len(checks))
	for i, c := range checks {
		specs[i] = results.CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine}
	}
	return specs
}

// AddRun adds the scored trials of a run. Those of tasks that the benchmark does not
// have are not counted, as in the run's metrics.
func (r *RedLines) AddRun(v *report.Bench, row results.BoardRow, trials []results.StoredTrial, checks map[int64][]results.Check) {
	s := RedLineSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete, URL: report.RowAddress(row),
		expected: v.Runs[*row.Run].Counts.Expected}
	attempts := map[results.TaskName]int{}
	for i := range trials {
		if trials[i].Score != nil {
			attempts[trials[i].TaskName()]++
		}
	}
	cost := 0.0
	for i := range trials {
		t := &trials[i]
		name := t.TaskName()
		task := r.tasks[name]
		if t.Score == nil || task == nil {
			continue
		}
		rubric := rubricOf(task, checks[t.ID])
		r.addLines(name, rubric)
		cost += r.addTrial(&s, t, rubric, checks[t.ID]) / float64(attempts[name])
	}
	if s.Complete && s.expected > 0 {
		cost /= float64(s.expected)
		s.Cost = &cost
	}
	r.Systems = append(r.Systems, s)
}

// addTrial adds the verdicts of one trial and gives what trips cost of its score.
func (r *RedLines) addTrial(s *RedLineSystem, t *results.StoredTrial, rubric []results.CheckSpec, checks []results.Check) (cost float64) {
	passed := map[string]*bool{}
	for i := range checks {
		passed[checks[i].ID] = checks[i].Passed
	}
	for _, c := range rubric {
		if !c.RedLine {
			continue
		}
		at := r.at[lineName{t.TaskName(), c.ID}]
		l := &r.Lines[at]
		tripped := passed[c.ID] != nil && !*passed[c.ID]
		url := link.Check(s.Run, t.Scenario, t.Task, t.Attempt, c.ID)
		l.Count(s.Run, url, tripped, passed[c.ID] != nil)
		if passed[c.ID] == nil {
			s.NotEvaluated++
			continue
		}
		s.Evaluated++
		if !tripped {
			continue
		}
		s.Tripped++
		s.Weight += l.Weight
		cost += l.Cost
		x := RedLineTrip{Run: s.Run, Name: s.Name, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Line: c.ID, Day: l.Day, About: l.About,
			Weight: l.Weight, Cost: l.Cost, Work: WorkUnstated, URL: url, Trial: *t, line: at}
		if l.About != finalStage {
			x.WorkOf = l.About
		}
		r.Trips = append(r.Trips, x)
	}
	return cost
}

// Count adds the verdict of a trial.
func (l *RedLine) Count(run, url string, tripped, evaluated bool) {
	i, known := l.By[run]
	if !known {
		i = len(l.Verdicts)
		l.By[run] = i
		l.Verdicts = append(l.Verdicts, RedLineVerdict{Run: run, URL: url})
	}
	v := &l.Verdicts[i]
	if evaluated {
		l.Evaluated++
		v.Evaluated++
	}
	if tripped {
		if v.Tripped == 0 {
			v.URL = url
		}
		l.Tripped++
		v.Tripped++
	}
}

// SetWork says of a trip what the agent did, by the days of its trial's trace. A day
// that the trace does not have is not recorded.
func (x *RedLineTrip) SetWork(days []results.TraceGroup) {
	calls, known := x.Trial.ToolCalls, x.WorkOf == "" && x.Trial.StepsTotal > 0
	for _, d := range days {
		if x.WorkOf != "" && d.Day == x.WorkOf {
			calls, known = d.Calls, true
		}
	}
	if !known {
		return
	}
	if x.Calls, x.Work = &calls, Idle; calls > 0 {
		x.Work = Acted
	}
}

// Settle orders the trips by line and sums up what was done on their days.
func (r *RedLines) Settle() {
	slices.SortStableFunc(r.Trips, func(a, b RedLineTrip) int { return cmp.Compare(a.line, b.line) })
	for i := range r.Systems {
		s := &r.Systems[i]
		for k := range r.Trips {
			switch x := &r.Trips[k]; {
			case x.Run != s.Run:
			case x.Work == Acted:
				s.Acted++
			case x.Work == Idle:
				s.Idle++
			default:
				s.Unrecorded++
			}
		}
	}
}
