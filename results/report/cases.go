package report

import (
	"net/url"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
)

// CasesQuery is what the index of cases is narrowed by.
type CasesQuery struct{ Dimension, Mode, Model, Label string }

// Values is the query as an address has it.
func (q CasesQuery) Values() url.Values {
	return url.Values{"dimension": {q.Dimension}, "mode": {q.Mode}, "model": {q.Model}, "label": {q.Label}}
}

func (q CasesQuery) keepsWritten(c casebook.Case) bool {
	return q.Model == "" && q.Label == "" && (q.Dimension == "" || slices.Contains(c.Dimensions, q.Dimension)) && (q.Mode == "" || slices.Contains(c.Modes, q.Mode))
}

func (q CasesQuery) keepsMined(c results.MinedCase, models map[string]string) bool {
	if q.Dimension != "" || q.Mode != "" && q.Mode != c.Rule {
		return false
	}
	return q.Model == "" || slices.ContainsFunc(c.Trials, func(t results.CaseRef) bool { return models[t.Run] == q.Model })
}

// caseTrials is how many trials of a mined case a list has; the case's own answer
// has all.
const caseTrials = 10

// Cases is the index of a benchmark's case studies.
type Cases struct {
	// Benchmark is its id.
	Benchmark string `json:"benchmark"`
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
	Modes  []string          `json:"-"` // that may be chosen
	Models []string          `json:"-"` // ids that may be chosen
	Names  map[string]string `json:"-"` // of models
}

// NewCases narrows the cases of a benchmark; labels have been narrowed already.
func NewCases(b results.Benchmark, q CasesQuery, written []casebook.Case, mined []results.MinedCase, runs []results.Run, labels []results.Label) *Cases {
	x := &Cases{Benchmark: b.ID, Labels: labels, Mined: []*MinedCase{}, Written: []*WrittenCase{}, Of: b, Query: q, All: len(mined)}
	for _, w := range written {
		x.Modes = append(x.Modes, w.Modes...)
		if q.keepsWritten(w) {
			x.Written = append(x.Written, NewWrittenCase(w))
		}
	}
	models := map[string]string{}
	for _, r := range runs {
		models[r.Slug] = r.System.Model
		x.Models = append(x.Models, r.System.Model)
	}
	for _, m := range mined {
		if q.keepsMined(m, models) {
			x.Mined = append(x.Mined, NewMinedCase(m, caseTrials))
		}
	}
	x.Total = len(x.Mined)
	for _, r := range cases.Rules() {
		x.Modes = append(x.Modes, r.ID)
	}
	slices.Sort(x.Modes)
	slices.Sort(x.Models)
	x.Modes, x.Models = slices.Compact(x.Modes), slices.Compact(x.Models)
	return x
}

// Span leaves the mined cases that an answer of the API lists.
func (x *Cases) Span(limit, offset int) {
	x.Limit, x.Offset, x.Mined = limit, offset, Span(x.Mined, limit, offset)
}

// CaseGroup is the mined cases of one rule.
type CaseGroup struct {
	cases.Rule
	Cases []*MinedCase
}

// Groups are the mined cases by rule, for rules that found any.
func (x *Cases) Groups() []CaseGroup {
	var list []CaseGroup
	for _, r := range cases.Rules() {
		g := CaseGroup{Rule: r}
		for _, m := range x.Mined {
			if m.Rule == r.ID {
				g.Cases = append(g.Cases, m)
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
