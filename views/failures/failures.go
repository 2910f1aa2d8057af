// Package failures implements the page of why a benchmark's trials failed and which tool calls
// failed.
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

// Failures holds why trials of a benchmark failed, by system, the failed tool calls, and a list of
// these trials or calls.
type Failures struct {
	Benchmark string   `json:"benchmark"` // id of the benchmark
	Trials    int      `json:"trials"`    // number of trials, except those with the status not_judged
	Failed    int      `json:"failed"`    // number of these trials that did not pass
	Unlooked  int      `json:"unlooked"`  // number of failed trials that were not analysed, so that no reason is known
	Systems   []System `json:"systems"`   // systems with records in board order; one page of them
	Reasons   []Reason `json:"reasons"`   // reasons, most frequent first; unknown ones last
	Pair      []string `json:"pair"`      // slugs of the runs that represent the one or two compared systems
	Tasks     int      `json:"tasks"`     // number of tasks on which both compared systems have verdicts
	Tools     []Tool   `json:"tools"`     // tools called by the compared systems, most used first
	Causes    []Cause  `json:"causes"`    // causes of failed calls of the compared systems, by tool family
	List      []Item   `json:"list"`      // one page of the matching failed trials, or of failed calls if the query has a tool, family or cause
	Total     int      `json:"total"`     // number of entries on all pages
	Limit     int      `json:"limit"`     // maximum number of entries per page
	Offset    int      `json:"offset"`    // number of entries before the page

	Query     `json:"-"`
	View      table.View `json:"-"` // sort order and page of the list
	of        results.Benchmark
	window    table.Window // paging of the systems
	static    bool         // true if the site is exported to files
	scenarios []string     // slugs of the scenarios with failed trials
	all       []Item       // list of all pages
	pair      []int
}

// Query holds the request parameters.
type Query struct {
	Reason      results.ReasonKind
	System, Run string // filters: slug of the run that represents a system, and slug of a single run
	Scenario    string
	Tool        string
	Family      string // slug of the tool family
	Cause       string
	A, B        string // slugs of the runs that represent the two systems to compare
}

// OfCalls reports whether the query selects a list of calls instead of trials.
func (q Query) OfCalls() bool { return q.Tool != "" || q.Family != "" || q.Cause != "" }

// System is one system with all its complete runs combined.
type System struct {
	Run      string         `json:"run"`      // slug of the run that represents it
	Runs     []string       `json:"runs"`     // slugs of the combined runs
	System   results.System `json:"system"`   // model, framework, variant and provider
	Name     string         `json:"name"`     // name of the system
	Complete bool           `json:"complete"` // true if every expected task has a score
	Trials   int            `json:"trials"`   // number of trials, except those with the status not_judged
	Failed   int            `json:"failed"`   // number of these trials that did not pass
	Unlooked int            `json:"unlooked"` // number of failed trials that were not analysed

	reasons Reasons
	ids     []int64
}

// Reason is one failure reason with its counts per system.
type Reason struct {
	Reason  results.ReasonKind `json:"reason"`  // id of the reason, as in a trial
	Title   string             `json:"title"`   // display name
	Clause  string             `json:"clause"`  // explanation in words
	N       int                `json:"n"`       // number of trials with this reason, over all systems
	Systems []ReasonCount      `json:"systems"` // counts in the order of the systems; the JSON field "of" is 0 if no trial of the system was analysed
	P       *float64           `json:"p"`       // p-value of the paired test between the two compared systems; null without a test
	PHolm   *float64           `json:"p_holm"`  // p-value after Holm correction over all reasons
}

// Tool holds the call counts of a tool, by system.
type Tool struct {
	Tool   string      `json:"tool"`   // name of the tool
	Family string      `json:"family"` // tool family
	Pair   []CallCount `json:"pair"`   // counts in the order of the compared systems
}

// Cause counts the failed calls of a tool family with one cause of failure.
type Cause struct {
	Family string      `json:"family"` // family of the called tools
	Cause  string      `json:"cause"`  // id of the cause
	Title  string      `json:"title"`  // display name of the cause
	Pair   []CallCount `json:"pair"`   // counts in the order of the compared systems
}

// CallCount holds the call counts of one system.
type CallCount struct {
	Calls  int `json:"calls"`            // number of calls; for a Cause, number of failed calls
	Failed int `json:"failed"`           // number of calls with a result that shows a failure
	Trials int `json:"trials,omitempty"` // number of trials with such a failed call; only for a Cause
}

// Item is an entry of the list: a failed trial, or a failed call.
type Item struct {
	Run         string             `json:"run"`               // slug of the run
	Scenario    string             `json:"scenario"`          // slug of the scenario
	Task        string             `json:"task"`              // slug of the task
	Attempt     int                `json:"attempt"`           // attempt number, from 1
	Status      results.Status     `json:"status"`            // status of the trial
	Reason      results.ReasonKind `json:"reason"`            // reason id; empty if the trial passed or was not analysed
	Sentence    string             `json:"sentence"`          // description of the reason
	Steps       *int               `json:"steps"`             // number of steps; null without a trace
	FailedCalls *int               `json:"failed_calls"`      // number of failed calls; null without a trace
	Step        int                `json:"step_id,omitempty"` // step number in the trace, from 1; only for a call
	Tool        string             `json:"tool,omitempty"`    // name of the tool; only for a call
	Cause       string             `json:"cause,omitempty"`   // cause of the failure; only for a call
	Asked       string             `json:"asked,omitempty"`   // command, path or arguments, cut at 200 characters; only for a call
	Quote       string             `json:"quote,omitempty"`   // line of the result that shows the cause, cut at 200 characters; only for a call
	URL         string             `json:"url"`               // URL of the trial or step

	system, place int // index of the system, and position of the task in the dataset
	name          string
}

// Records holds the runs of one board row, or a single run that does not belong to any row.
type Records struct {
	Row  *results.BoardRow // board row; nil for a run that does not belong to any row
	Runs []RunRecords
}

// RunRecords holds a run with its trials, their failure reasons, and its failed calls.
type RunRecords struct {
	Run     results.Run
	Trials  []results.StoredTrial
	Reasons results.RunReasons
	Calls   []results.FailedCall // matching failed calls; only for a list of calls
}

// Input holds the arguments of New.
type Input struct {
	Bench    *views.Bench
	Query    Query
	Window   table.Window
	Records  []Records
	Tasks    []results.Task
	Tools    []results.ToolCount
	Failures []results.RunFailures
}

// New returns the page data.
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

// Span restricts List to one page of an API response.
func (f *Failures) Span(limit, offset int) {
	f.Limit, f.Offset, f.List = limit, offset, views.Span(f.all, limit, offset)
}

// Fits reports whether the query's filters by run and system match a run of x.
func (q Query) Fits(x *Records, run string) bool {
	if q.Run != "" {
		return q.Run == run
	}
	return x.Row != nil && (q.System == "" || q.System == *x.Row.Run)
}

// add appends the matching failed trials or calls of a run to the list. The parameter of contains
// the fields about the run and its system, which all entries share.
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

// choosePair selects the two systems to compare: the requested ones, then the first ones on the
// board.
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

// test compares the two systems reason by reason if all their failed trials were analysed.
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

// placeOf returns which of the two compared systems a run belongs to, 0 or 1, or -1 if neither.
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

// families lists the tool families in display order.
var families = []string{results.FamilyShell, results.FamilyFile, results.FamilyState, results.FamilyWeb, results.FamilyPlan, results.FamilyOther}

func familySlug(family string) string { return strings.ReplaceAll(family, " ", "-") }

// FamilyOfSlug returns the tool family with the given slug, or "" if there is none.
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
