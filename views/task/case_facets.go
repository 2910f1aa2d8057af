package task

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/words"
)

// CaseFacet is one thing that cases can be narrowed by.
type CaseFacet struct {
	// Name is the parameter: failed, kind, model or dimension.
	Name string `json:"name"`
	// Label says what it is.
	Label string `json:"label"`
	// All is the number of cases without this parameter.
	All int `json:"all"`
	// Values are those that occur, in the order of the facet.
	Values []CaseFacetValue `json:"values"`
}

// CaseFacetValue is one value with the number of cases that it would leave.
type CaseFacetValue struct {
	// Value is what the parameter is set to.
	Value string `json:"value"`
	// Label names it.
	Label string `json:"label"`
	// Cases is how many, written and found, pass all filters with it.
	Cases int `json:"cases"`
}

// caseTraits are what a case is narrowed by.
type caseTraits struct {
	modes, failed, kinds, models, dimensions []string
}

// caseFilter finds the traits of cases.
type caseFilter struct {
	kinds  map[results.TaskName]string
	models map[string]string // by run
}

func newCaseFilter(r CaseRecords) caseFilter {
	f := caseFilter{map[results.TaskName]string{}, map[string]string{}}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		f.kinds[results.TaskName{Scenario: t.Scenario, Task: t.Slug}] = t.Kind
	}
	for i := range r.Runs {
		f.models[r.Runs[i].Slug] = r.Runs[i].System.Model
	}
	return f
}

func (f caseFilter) written(c *casebook.Case) caseTraits {
	t := caseTraits{modes: c.Modes, failed: cases.FailingsOf(c.Modes...), dimensions: c.Dimensions}
	for _, r := range c.Rounds {
		t.addKind(f.kinds[taskNameOf(r)])
	}
	return t
}

func (f caseFilter) mined(c *results.MinedCase) caseTraits {
	t := caseTraits{modes: []string{c.Rule}, failed: cases.FailingsOf(c.Rule)}
	for _, x := range c.Trials {
		t.addKind(f.kinds[results.TaskName{Scenario: x.Scenario, Task: x.Task}])
		if m := f.models[x.Run]; m != "" && !slices.Contains(t.models, m) {
			t.models = append(t.models, m)
		}
	}
	return t
}

func (t *caseTraits) addKind(kind string) {
	if kind != "" && !slices.Contains(t.kinds, kind) {
		t.kinds = append(t.kinds, kind)
	}
}

// keeps reports whether a case passes all filters. A label is about trials, and no
// case has one.
func (f caseFilter) keeps(q CasesQuery, t caseTraits) bool {
	if q.Label != "" {
		return false
	}
	for _, x := range []struct {
		want string
		have []string
	}{{q.Failed, t.failed}, {q.Kind, t.kinds}, {q.Model, t.models}, {q.Dimension, t.dimensions}, {q.Mode, t.modes}} {
		if x.want != "" && !slices.Contains(x.have, x.want) {
			return false
		}
	}
	return true
}

// facets count for each value what it would leave, beside the filters that are set.
func (f caseFilter) facets(q CasesQuery, r CaseRecords) []CaseFacet {
	all := make([]caseTraits, 0, len(r.Written)+len(r.Mined))
	for i := range r.Written {
		all = append(all, f.written(&r.Written[i]))
	}
	for i := range r.Mined {
		all = append(all, f.mined(&r.Mined[i]))
	}
	list := []CaseFacet{}
	add := func(name, label string, without CasesQuery, of func(*caseTraits) []string, said func(string) string, order []string) {
		facet := CaseFacet{Name: name, Label: label, Values: []CaseFacetValue{}}
		counts := map[string]int{}
		for i := range all {
			if f.keeps(without, all[i]) {
				facet.All++
				for _, v := range of(&all[i]) {
					counts[v]++
				}
			}
		}
		for v, n := range counts {
			facet.Values = append(facet.Values, CaseFacetValue{Value: v, Label: said(v), Cases: n})
		}
		slices.SortFunc(facet.Values, func(a, b CaseFacetValue) int {
			if order != nil {
				return slices.Index(order, a.Value) - slices.Index(order, b.Value)
			}
			return cmp.Or(b.Cases-a.Cases, cmp.Compare(a.Label, b.Label))
		})
		if len(facet.Values) > 0 {
			list = append(list, facet)
		}
	}
	failed, titles := []string{}, map[string]string{}
	for _, x := range cases.Failings() {
		failed, titles[x.ID] = append(failed, x.ID), x.Title
	}
	without := q
	without.Failed = ""
	add("failed", "What failed", without, func(t *caseTraits) []string { return t.failed }, func(v string) string { return titles[v] }, failed)
	without = q
	without.Kind = ""
	add("kind", "Kind of "+r.Benchmark.Words.Task, without, func(t *caseTraits) []string { return t.kinds }, words.KindWord, nil)
	without = q
	without.Model = ""
	add("model", "Model", without, func(t *caseTraits) []string { return t.models },
		func(v string) string { return cmp.Or(r.Models[v], v) }, nil)
	without = q
	without.Dimension = ""
	add("dimension", "About", without, func(t *caseTraits) []string { return t.dimensions }, dimensionWords, casebook.Dimensions())
	return list
}
