// Package failures is the page of why the trials of a benchmark's systems failed, and
// which of their tool calls did: the value, the function that builds it, its tables and
// its template.
package failures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// Failures is why trials of a benchmark failed, by system, which tool calls failed, and
// the list of these trials or calls.
type Failures struct {
	Benchmark string   `json:"benchmark"` // id
	Trials    int      `json:"trials"`    // that were judged
	Failed    int      `json:"failed"`    // of them
	Unlooked  int      `json:"unlooked"`  // of the failed ones those that nobody has looked at; they have no reason
	Systems   []System `json:"systems"`   // with records, in the order of the board; those of one block
	Reasons   []Reason `json:"reasons"`   // the most frequent first; what the records do not say comes last
	Pair      []string `json:"pair"`      // runs of the systems that the test and the counts of calls are of: one or two
	Tasks     int      `json:"tasks"`     // that both of the pair were judged on
	Tools     []Tool   `json:"tools"`     // that the pair has called, the most used first
	Causes    []Cause  `json:"causes"`    // of failed calls of the pair, by family of tools
	List      []Item   `json:"list"`      // failed trials that fit or, with a tool, family or cause, failed calls; those of one page
	Total     int      `json:"total"`     // of the list, on all pages
	Limit     int      `json:"limit"`     // of one page
	Offset    int      `json:"offset"`    // before the page

	Query     `json:"-"`
	View      table.View `json:"-"` // of the list
	of        results.Benchmark
	window    table.Window // of the systems
	static    bool         // the site is written to files
	scenarios []string     // of the failed trials
	all       []Item       // of the list
	pair      []int        // places of the pair among the systems
}

// Query is what an address asks for.
type Query struct {
	Reason      results.ReasonKind
	System, Run string // the run that stands for a system; one of all that it has
	Scenario    string
	Tool        string
	Family      string // of tools, as a slug
	Cause       string
	A, B        string // the pair, by the runs that stand for the systems
}

// OfCalls reports whether the list is of calls.
func (q Query) OfCalls() bool { return q.Tool != "" || q.Family != "" || q.Cause != "" }

// System is one system; all complete runs of it are added up.
type System struct {
	Run      string         `json:"run"`      // slug of the run that stands for it
	Runs     []string       `json:"runs"`     // that are added up
	System   results.System `json:"system"`   // what was run
	Name     string         `json:"name"`     // of the system
	Complete bool           `json:"complete"` // every expected task is scored
	Trials   int            `json:"trials"`   // that were judged
	Failed   int            `json:"failed"`   // of them
	Unlooked int            `json:"unlooked"` // of the failed ones those that nobody has looked at

	reasons Reasons
	ids     []int64
}

// Reason is one reason with its counts in each system.
type Reason struct {
	Reason  results.ReasonKind `json:"reason"`  // as a trial has it
	Title   string             `json:"title"`   // in words
	Clause  string             `json:"clause"`  // what that means
	N       int                `json:"n"`       // trials of all systems
	Systems []ReasonCount      `json:"systems"` // in their order; of is 0 where nobody has looked
	P       *float64           `json:"p"`       // of the paired test of the pair; null without one
	PHolm   *float64           `json:"p_holm"`  // p adjusted for the number of reasons
}

// Tool counts the calls of a tool.
type Tool struct {
	Tool   string      `json:"tool"`   // its name
	Family string      `json:"family"` // that it belongs to
	Pair   []CallCount `json:"pair"`   // in the order of the pair
}

// Cause counts the calls of a family of tools that failed for one cause.
type Cause struct {
	Family string      `json:"family"` // of tools
	Cause  string      `json:"cause"`  // id
	Title  string      `json:"title"`  // in words
	Pair   []CallCount `json:"pair"`   // in the order of the pair
}

// CallCount counts calls of one system.
type CallCount struct {
	Calls  int `json:"calls"`            // all calls; of a cause those that failed
	Failed int `json:"failed"`           // those whose result shows a failure
	Trials int `json:"trials,omitempty"` // of a cause: that have such a call
}

// Item is a failed trial, or a failed call.
type Item struct {
	Run         string             `json:"run"`               // slug
	Scenario    string             `json:"scenario"`          // slug
	Task        string             `json:"task"`              // slug
	Attempt     int                `json:"attempt"`           // counted from 1
	Status      results.Status     `json:"status"`            // how the trial ended
	Reason      results.ReasonKind `json:"reason"`            // empty where the trial passed, or nobody has looked
	Sentence    string             `json:"sentence"`          // what was found
	Steps       *int               `json:"steps"`             // null without a trace
	FailedCalls *int               `json:"failed_calls"`      // null without a trace
	Step        int                `json:"step_id,omitempty"` // of a call: place in the trace, counted from 1
	Tool        string             `json:"tool,omitempty"`    // of a call: its name
	Cause       string             `json:"cause,omitempty"`   // of a call: why it failed
	Asked       string             `json:"asked,omitempty"`   // of a call: command, path or arguments, cut at 200 characters
	Quote       string             `json:"quote,omitempty"`   // of a call: line of the result that shows the cause, cut at 200 characters
	URL         string             `json:"url"`               // of the trial or step

	system, place int // place of the system, and of the task in the dataset
	name          string
}

// Records are the runs of one system, or a run that stands on no row of the board.
type Records struct {
	Row  *results.BoardRow // nil of a run without a row
	Runs []RunRecords
}

// RunRecords is a run with what is known of its trials and calls.
type RunRecords struct {
	Run     results.Run
	Trials  []results.StoredTrial
	Reasons results.RunReasons
	Calls   []results.FailedCall // that fit; of a list of calls alone
}

// Input is what the page is made of.
type Input struct {
	Bench    *views.Bench
	Query    Query
	Window   table.Window
	Records  []Records
	Tasks    []results.Task
	Tools    []results.ToolCount
	Failures []results.RunFailures
}

// New builds the page.
func New(in Input) *Failures {
	v := in.Bench
	f := &Failures{Benchmark: v.Benchmark.ID, of: v.Benchmark, Query: in.Query, window: in.Window,
		Systems: []System{}, Reasons: []Reason{}, Pair: []string{}}
	var shown []results.System
	for _, x := range in.Records {
		for i := range x.Runs {
			shown = append(shown, x.Runs[i].Run.System)
		}
	}
	shared := views.SharedFramework(shown)
	places := map[results.TaskName]int{}
	for i := range in.Tasks {
		places[in.Tasks[i].Name()] = i
	}
	for _, x := range in.Records {
		s := System{}
		if x.Row != nil {
			s = System{Run: *x.Row.Run, System: x.Row.System, Name: v.Label(*x.Row), Complete: x.Row.Complete}
		}
		for _, r := range x.Runs {
			known := s.reasons.Add(r.Trials, r.Reasons)
			s.Runs, s.ids = append(s.Runs, r.Run.Slug), append(s.ids, r.Run.ID)
			if f.Fits(&x, r.Run.Slug) {
				f.add(&r, known, places, Item{Run: r.Run.Slug, system: len(f.Systems),
					name: views.WithoutFramework(words.System(v.Names[r.Run.System.Model], r.Run.System), shared)})
			}
		}
		if x.Row == nil {
			continue
		}
		for _, n := range s.reasons.judged {
			s.Trials += n
		}
		s.Failed, s.Unlooked = s.reasons.NotPassed, s.reasons.Unlooked
		f.Trials, f.Failed, f.Unlooked = f.Trials+s.Trials, f.Failed+s.Failed, f.Unlooked+s.Unlooked
		f.Systems = append(f.Systems, s)
	}
	f.choosePair()
	f.count()
	f.test()
	f.Tools, f.Causes = f.tools(in.Tools), f.causes(in.Failures)
	slices.SortStableFunc(f.all, func(a, b Item) int { return cmp.Or(a.place-b.place, a.system-b.system, a.Attempt-b.Attempt) })
	f.Total = len(f.all)
	return f
}

// Span leaves the list of one answer of the API.
func (f *Failures) Span(limit, offset int) {
	f.Limit, f.Offset, f.List = limit, offset, views.Span(f.all, limit, offset)
}

// Fits reports whether the list is over a run.
func (q Query) Fits(x *Records, run string) bool {
	if q.Run != "" {
		return q.Run == run
	}
	return x.Row != nil && (q.System == "" || q.System == *x.Row.Run)
}

// add lists the failed trials or calls of a run.
func (f *Failures) add(r *RunRecords, known map[int64]results.TrialReason, places map[results.TaskName]int, of Item) {
	fit := map[int64]Item{}
	for i := range r.Trials {
		t := &r.Trials[i]
		failed := t.Status != results.Passed && t.Status != results.NotJudged
		if failed && !slices.Contains(f.scenarios, t.Scenario) {
			f.scenarios = append(f.scenarios, t.Scenario)
		}
		x := known[t.ID]
		if f.Reason != "" && x.Kind != f.Reason || f.Scenario != "" && f.Scenario != t.Scenario {
			continue
		}
		of.Scenario, of.Task, of.Attempt, of.Status, of.Reason, of.Sentence = t.Scenario, t.Task, t.Attempt, t.Status, x.Kind, x.Sentence
		of.Steps, of.FailedCalls, of.place = t.Traced(t.StepsTotal), t.Traced(t.FailedCalls), places[t.TaskName()]
		of.URL = link.Attempt(r.Run.Slug, t.Scenario, t.Task, t.Attempt)
		if fit[t.ID] = of; failed && !f.OfCalls() {
			f.all = append(f.all, of)
		}
	}
	for _, c := range r.Calls {
		if of, ok := fit[c.Trial]; ok {
			of.Step, of.Tool, of.Cause, of.Asked, of.Quote = c.Step, c.Tool, c.Cause, c.Asked, c.Quote
			of.URL = link.AttemptStep(r.Run.Slug, c.Scenario, c.Task, c.Attempt, c.Step)
			f.all = append(f.all, of)
		}
	}
}

// choosePair settles which two systems are looked at side by side: those that are asked
// for, else the first ones.
func (f *Failures) choosePair() {
	find := func(holds func(s *System) bool) {
		for i := range f.Systems {
			if len(f.pair) < 2 && !slices.Contains(f.pair, i) && holds(&f.Systems[i]) {
				f.pair, f.Pair = append(f.pair, i), append(f.Pair, f.Systems[i].Run)
			}
		}
	}
	find(func(s *System) bool { return s.Run == f.A })
	find(func(s *System) bool { return s.Run == f.B })
	find(func(*System) bool { return true })
}

// count makes the table of reasons.
func (f *Failures) count() {
	for _, kind := range results.ReasonKinds() {
		r := Reason{Reason: kind, Title: kind.Title(), Clause: kind.Clause(), Systems: []ReasonCount{}}
		for i := range f.Systems {
			x := f.Systems[i].reasons.Count(kind)
			x.URL = f.href("reason", string(kind), "system", f.Systems[i].Run)
			r.N, r.Systems = r.N+x.N, append(r.Systems, x)
		}
		if r.N > 0 {
			f.Reasons = append(f.Reasons, r)
		}
	}
	slices.SortStableFunc(f.Reasons, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(unknownLast(a.Reason), unknownLast(b.Reason)), cmp.Compare(b.N, a.N))
	})
}

// test compares the pair, if every failed trial of both was looked at.
func (f *Failures) test() {
	if len(f.pair) < 2 || f.Systems[f.pair[0]].Unlooked+f.Systems[f.pair[1]].Unlooked > 0 {
		return
	}
	var list []float64
	for i := range f.Reasons {
		p, n := paired(&f.Systems[f.pair[0]].reasons, &f.Systems[f.pair[1]].reasons, f.Reasons[i].Reason)
		f.Reasons[i].P, f.Tasks, list = &p, n, append(list, p)
	}
	for i, p := range stats.Holm(list) {
		f.Reasons[i].PHolm = &p
	}
}

// placeOf is where a run is in the pair; -1 if it is of neither system.
func (f *Failures) placeOf(run int64) int {
	return slices.IndexFunc(f.pair, func(i int) bool { return slices.Contains(f.Systems[i].ids, run) })
}

func (f *Failures) tools(counts []results.ToolCount) []Tool {
	list := []Tool{}
	for _, n := range counts {
		p := f.placeOf(n.Run)
		if p < 0 {
			continue
		}
		i := slices.IndexFunc(list, func(t Tool) bool { return t.Tool == n.Tool })
		if i < 0 {
			i = len(list)
			list = append(list, Tool{Tool: n.Tool, Family: results.FamilyOf(n.Tool), Pair: make([]CallCount, len(f.pair))})
		}
		list[i].Pair[p].Calls += n.Calls
		if n.Failure != "" {
			list[i].Pair[p].Failed += n.Calls
		}
	}
	slices.SortFunc(list, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(sum(b.Pair).Calls, sum(a.Pair).Calls), strings.Compare(a.Tool, b.Tool))
	})
	return list
}

func sum(list []CallCount) (all CallCount) {
	for _, c := range list {
		all.Calls, all.Failed = all.Calls+c.Calls, all.Failed+c.Failed
	}
	return all
}

// families are those of tools, in the order of tables.
var families = []string{results.FamilyShell, results.FamilyFile, results.FamilyState, results.FamilyWeb, results.FamilyPlan, results.FamilyOther}

func familySlug(family string) string { return strings.ReplaceAll(family, " ", "-") }

// FamilyOfSlug is the family that an address names; empty if there is none.
func FamilyOfSlug(slug string) string {
	if i := slices.IndexFunc(families, func(f string) bool { return familySlug(f) == slug }); i >= 0 {
		return families[i]
	}
	return ""
}

func (f *Failures) causes(runs []results.RunFailures) []Cause {
	list := []Cause{}
	for _, run := range runs {
		p := f.placeOf(run.Run)
		if p < 0 {
			continue
		}
		for _, c := range run.Causes {
			i := slices.IndexFunc(list, func(x Cause) bool { return x.Family == c.Family && x.Cause == c.Cause })
			if i < 0 {
				i = len(list)
				list = append(list, Cause{Family: c.Family, Cause: c.Cause, Title: words.Capital(calls.Cause(c.Cause).Words()), Pair: make([]CallCount, len(f.pair))})
			}
			n := &list[i].Pair[p]
			n.Calls, n.Failed, n.Trials = n.Calls+c.Calls, n.Failed+c.Calls, n.Trials+c.Trials
		}
	}
	slices.SortStableFunc(list, func(a, b Cause) int {
		return cmp.Or(slices.Index(families, a.Family)-slices.Index(families, b.Family), sum(b.Pair).Calls-sum(a.Pair).Calls, strings.Compare(a.Cause, b.Cause))
	})
	return list
}
