package task

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/report"
)

// CasesQuery is what the index of cases is narrowed by.
type CasesQuery struct {
	Failed    string // id of cases.Failing
	Kind      string // of the tasks
	Model     string
	Dimension string
	Mode      string // a failure mode or a rule
	Label     string
}

// Values is the query as an address has it.
func (q CasesQuery) Values() url.Values {
	return url.Values{"failed": {q.Failed}, "kind": {q.Kind}, "model": {q.Model}, "dimension": {q.Dimension}, "mode": {q.Mode},
		"label": {q.Label}}
}

// Canonical is the part of the query that makes a page of its own: one thing that
// failed, or one rule. What narrows further is a view of that page.
func (q CasesQuery) Canonical() url.Values {
	switch {
	case q.Failed != "" && q == CasesQuery{Failed: q.Failed}:
		return url.Values{"failed": {q.Failed}}
	case q == CasesQuery{Mode: q.Mode} && slices.ContainsFunc(cases.Rules(), func(r cases.Rule) bool { return r.ID == q.Mode }):
		return url.Values{"mode": {q.Mode}}
	}
	return nil
}

// trialsListed is how many trials of a mined case a list has; the case's own answer
// has all.
const trialsListed = 10

// Cases is the index of a benchmark's case studies.
type Cases struct {
	// Benchmark is its id.
	Benchmark string `json:"benchmark"`
	// Facets are what the cases can be narrowed by, each value with the number of
	// cases that it would leave.
	Facets []CaseFacet `json:"facets"`
	// Labels are a maintainer's notes on trials.
	Labels []results.Label `json:"labels"`
	// Limit is the most mined cases of one answer.
	Limit int `json:"limit"`
	// Mined are cases that rules found, each with its first trials.
	Mined []*MinedCase `json:"mined"`
	// Offset is the number of mined cases before the first of this answer.
	Offset int `json:"offset"`
	// Total is the number of mined cases that pass the filters.
	Total int `json:"total"`
	// Written are the cases that people wrote.
	Written []*WrittenCase `json:"written"`

	Of     results.Benchmark `json:"-"`
	Query  CasesQuery        `json:"-"`
	All    int               `json:"-"` // mined cases without filters
	Names  map[string]string `json:"-"` // of models
	Stands map[string]string `json:"-"` // labels of systems by run
	Dates  map[string]*int64 `json:"-"` // when runs began, by run
}

// CaseRecords are what the index is made of.
type CaseRecords struct {
	Benchmark results.Benchmark
	Written   []casebook.Case
	Mined     []results.MinedCase
	Runs      []results.Run
	Models    map[string]string // names by id
	Labels    []results.Label   // narrowed already
	Tasks     []results.Task    // all of them where they are of several kinds
}

// NewCases narrows the cases of a benchmark.
func NewCases(q CasesQuery, r CaseRecords) *Cases {
	b := r.Benchmark
	x := &Cases{Benchmark: b.ID, Labels: r.Labels, Mined: []*MinedCase{}, Written: []*WrittenCase{}, Of: b, Query: q,
		All: len(r.Mined), Names: r.Models,
		Stands: RunNames(r.Runs, r.Models), Dates: RunDates(r.Runs)}
	f := newCaseFilter(r)
	for i := range r.Written {
		if f.keeps(q, f.written(&r.Written[i])) {
			w := NewWrittenCase(r.Written[i])
			w.About = &x.Of
			w.Lead = caseWords(b, w.Rounds).Replace(r.Written[i].Lead())
			w.Of = x.quoted(&r.Written[i], r)
			x.Written = append(x.Written, w)
		}
	}
	for i := range r.Mined {
		if f.keeps(q, f.mined(&r.Mined[i])) {
			x.Mined = append(x.Mined, NewMinedCase(r.Mined[i], trialsListed))
		}
	}
	x.Total = len(x.Mined)
	x.Facets = f.facets(q, r)
	return x
}

// quoted are the systems whose traces a written case quotes, each with its newest run.
func (x *Cases) quoted(c *casebook.Case, r CaseRecords) (list []CaseRun) {
	seen := map[string]bool{"": true}
	for _, b := range c.Blocks {
		if b.Evidence == nil || seen[b.Evidence.Model] {
			continue
		}
		model := b.Evidence.Model
		seen[model] = true
		of := CaseRun{System: cmp.Or(r.Models[model], model)}
		for i := range r.Runs {
			run := &r.Runs[i]
			if run.System.Model != model {
				continue
			}
			if of.Run == "" || run.StartedAt != nil && (of.At == nil || *run.StartedAt > *of.At) {
				of = CaseRun{x.Stands[run.Slug], run.Slug, run.StartedAt}
			}
		}
		list = append(list, of)
	}
	return list
}

// Span leaves the mined cases that an answer of the API lists.
func (x *Cases) Span(limit, offset int) {
	x.Limit, x.Offset, x.Mined = limit, offset, report.Span(x.Mined, limit, offset)
}

// CaseGroup is the mined cases of one rule.
type CaseGroup struct {
	cases.Rule
	Cases []*MinedCase
	Whole int // of them that every system on record shows
}

// Groups are the mined cases by rule, for rules that found any.
func (x *Cases) Groups() []CaseGroup {
	var list []CaseGroup
	for _, r := range cases.Rules() {
		g := CaseGroup{Rule: r.In(x.Of.Words)}
		for _, m := range x.Mined {
			if m.Rule == r.ID {
				g.Cases = append(g.Cases, m)
				if m.Systems == m.Of {
					g.Whole++
				}
			}
		}
		if len(g.Cases) > 0 {
			list = append(list, g)
		}
	}
	return list
}

// LabelCount counts a maintainer's label.
type LabelCount struct {
	Label string
	Count int
}

// LabelCounts count the labels in the order in which they come first.
func (x *Cases) LabelCounts() []LabelCount {
	var list []LabelCount
	for _, l := range x.Labels {
		i := slices.IndexFunc(list, func(c LabelCount) bool { return c.Label == l.Label })
		if i < 0 {
			i = len(list)
			list = append(list, LabelCount{Label: l.Label})
		}
		list[i].Count++
	}
	return list
}
