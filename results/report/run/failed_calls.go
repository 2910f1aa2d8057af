package run

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// FailedCalls lists the calls of one family of tools that failed for one cause.
type FailedCalls struct {
	Benchmark string          `json:"benchmark"` // id
	Run       string          `json:"run"`       // that the list is narrowed to; empty: all
	Ranked    bool            `json:"ranked"`    // without run: the calls are those of the ranked systems alone
	Cause     CallCause       `json:"cause"`     // what the calls have in common, with its counts
	Runs      []FailedCallRun `json:"runs"`      // the same counts by run, for the runs of the listed calls
	Calls     []FailedCall    `json:"calls"`     // of this answer, run by run in the order of runs, then in the dataset's order
	Total     int             `json:"total"`     // calls on all pages
	Limit     int             `json:"limit"`     // calls of one answer
	Offset    int             `json:"offset"`    // calls before those of this answer

	Of      results.Benchmark `json:"-"`
	Systems int               `json:"-"` // that the list is over
	parts   []callPart
}

// FailedCallRun counts the calls of one run.
type FailedCallRun struct {
	Run     string      `json:"run"`     // slug
	Name    string      `json:"name"`    // of the system
	Calls   int         `json:"calls"`   // failed calls with the cause
	Of      int         `json:"of"`      // failed calls of the family
	Trials  int         `json:"trials"`  // that have such a call
	With    PassedShare `json:"with"`    // of these trials, those with a verdict
	Without PassedShare `json:"without"` // of the run's other trials, those with a trace and a verdict
	URL     string      `json:"url"`     // of the list of this run's calls

	RunNumber int64 `json:"-"`
}

// FailedCall is one call.
type FailedCall struct {
	Run      string         `json:"run"`      // slug
	Name     string         `json:"name"`     // of the system
	Scenario string         `json:"scenario"` // slug
	Task     string         `json:"task"`     // slug
	Attempt  int            `json:"attempt"`  // counted from 1
	Status   results.Status `json:"status"`   // of the trial
	Step     int            `json:"step_id"`  // place in the trace, counted from 1
	Call     int            `json:"call"`     // place in the step, counted from 1
	Tool     string         `json:"tool"`     // its name
	Sign     string         `json:"sign"`     // in the record that says that the call failed
	Asked    string         `json:"asked"`    // command, path or arguments, cut at 200 characters
	Quote    string         `json:"quote"`    // line of the result that shows the cause, cut at 200 characters; empty if it has none
	URL      string         `json:"url"`      // of the step
}

// callPart is a stretch of the calls of one run.
type callPart struct {
	Run           int `json:"-"` // of Runs
	limit, offset int
}

// FailedCalls finds what the address names, and the runs of the calls from an
// offset on: the list is over the same runs as the sums of the tools.
func (t *ToolTables) FailedCalls(run, family, cause string, limit, offset int) (*FailedCalls, error) {
	name := familyOfSlug(family)
	if name == "" || !slices.Contains(calls.Causes(), calls.Cause(cause)) {
		return nil, fmt.Errorf("cause %s of tools %s: %w", cause, family, results.ErrNotFound)
	}
	d := t.Tools(run)
	same := func(c CallCause) bool { return c.Family == name && c.Cause == cause }
	f := &FailedCalls{Benchmark: d.Benchmark, Run: d.Run, Ranked: d.Ranked, Of: d.Of, Runs: []FailedCallRun{},
		Calls: []FailedCall{}, Limit: limit, Offset: offset,
		Cause: CallCause{Family: name, Cause: cause, Meaning: calls.Cause(cause).Words(),
			URL: link.FailedCalls(d.Benchmark, family, cause, d.Run)}}
	if i := slices.IndexFunc(d.Failures, same); i >= 0 {
		f.Cause = d.Failures[i]
	}
	f.Total = f.Cause.Calls
	ids, at := t.summed(d), 0
	f.Systems = len(ids)
	for _, id := range ids {
		one := t.failures[id]
		k := slices.IndexFunc(one.Causes, func(c results.CauseCount) bool { return c.Family == name && c.Cause == cause })
		if k < 0 {
			continue
		}
		lo, hi := max(offset, at), min(offset+limit, at+one.Causes[k].Calls)
		if lo < hi {
			list := causesOf([]results.RunFailures{one})
			f.addRun(t.runs[id], id, list[slices.IndexFunc(list, same)])
			f.parts = append(f.parts, callPart{Run: len(f.Runs) - 1, limit: hi - lo, offset: lo - at})
		}
		at += one.Causes[k].Calls
	}
	return f, nil
}

func (f *FailedCalls) addRun(r ToolRun, id int64, c CallCause) {
	f.Runs = append(f.Runs, FailedCallRun{Run: r.Run, Name: r.Name, Calls: c.Calls, Of: c.Of, Trials: c.Trials, With: c.With,
		Without: c.Without,
		URL:     link.FailedCalls(f.Benchmark, FamilySlug(c.Family), c.Cause, r.Run), RunNumber: id})
}

// Read has the calls of the window read, run by run.
func (f *FailedCalls) Read(read func(run int64, family, cause string, limit, offset int) ([]results.FailedCall, error)) error {
	for _, p := range f.parts {
		run := &f.Runs[p.Run]
		list, err := read(run.RunNumber, f.Cause.Family, f.Cause.Cause, p.limit, p.offset)
		if err != nil {
			return err
		}
		for _, c := range list {
			f.Calls = append(f.Calls, FailedCall{Run: run.Run, Name: run.Name, Scenario: c.Scenario, Task: c.Task,
				Attempt: c.Attempt, Status: c.Status,
				Step: c.Step, Call: c.Call, Tool: c.Tool, Sign: c.Failure, Asked: c.Asked, Quote: c.Quote,
				URL: link.AttemptStep(run.Run, c.Scenario, c.Task, c.Attempt, c.Step)})
		}
	}
	return nil
}

// NotPassed is a trial that was judged and not passed.
type NotPassed struct {
	Trial      *results.StoredTrial
	Impossible string   // why no answer can pass the task; empty if one can
	Omitted    []string // options that are correct and were not chosen
	Added      []string // options that were chosen and are not correct
	Reason     results.TrialReason
}

// notPassed lists the trials that were judged and not passed, in the dataset's
// order; those with one kind of reason if it is not empty.
func (s *StoredRun) notPassed(kind results.ReasonKind) []NotPassed {
	var list []NotPassed
	reasons := report.ReasonsOf(s.Trials, s.Reasons)
	for i := range s.Trials {
		t := &s.Trials[i]
		if t.Status == results.Passed || t.Status == results.NotJudged || kind != "" && reasons[t.ID].Kind != kind {
			continue
		}
		n := NotPassed{Trial: t, Reason: reasons[t.ID], Impossible: s.Doubts.Reason(t.Scenario, t.Task)}
		if t.Selected != nil && t.Gold != nil {
			n.Omitted, n.Added = report.Without(t.Gold, t.Selected), report.Without(t.Selected, t.Gold)
		}
		list = append(list, n)
	}
	return list
}
