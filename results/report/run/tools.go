package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// ToolFamilies lists the families in the order in which tables show them.
func ToolFamilies() []string {
	return []string{results.FamilyShell, results.FamilyFile, results.FamilyState, results.FamilyWeb, results.FamilyPlan, results.FamilyOther}
}

// Tools is everything that the page and its JSON twin are made of.
type Tools struct {
	Benchmark string              `json:"benchmark"` // id
	Run       string              `json:"run"`       // that the lists below are narrowed to; empty: all
	Ranked    bool                `json:"ranked"`    // without run: the sums are over the ranked systems alone
	Runs      []ToolRun           `json:"runs"`      // one page of the runs with traces
	Models    []ToolRun           `json:"models"`    // the same, all runs of a model together
	Families  []ToolFamily        `json:"families"`  // with the calls of all runs that are summed
	Causes    []ToolCause         `json:"causes"`    // of failure, by family
	Failures  []CallCause         `json:"failures"`  // why calls fail, by family
	Tools     []ToolUse           `json:"tools"`     // with the calls of all runs that are summed
	Published []results.StatTable `json:"published"` // tables about tools
	Total     int                 `json:"total"`     // runs with traces, on all pages
	Limit     int                 `json:"limit"`     // runs on one page
	Offset    int                 `json:"offset"`    // runs before the page

	Of     results.Benchmark `json:"-"`
	Window report.Window     `json:"-"` // of Runs and Models
}

// ToolRun counts the calls of one run, or of one model, by family.
type ToolRun struct {
	Run      string         `json:"run,omitempty"` // slug; absent for a model
	Model    string         `json:"model"`         // id
	Name     string         `json:"name"`          // of the system, or of the model
	Runs     int            `json:"runs"`          // that it sums
	Complete bool           `json:"complete"`      // every expected trial is scored, in each run
	Ranked   bool           `json:"ranked"`        // the sums over all runs are over these
	Calls    int            `json:"calls"`         // all calls
	Failed   int            `json:"failed"`        // calls with a sign of failure
	Traces   int            `json:"traces"`        // trials with a trace
	ByFamily map[string]int `json:"by_family"`     // calls by family of tools
	URL      string         `json:"url"`           // of the run's or the model's page
}

// ToolFamily sums the calls of one family.
type ToolFamily struct {
	Family string `json:"family"` // of tools
	Calls  int    `json:"calls"`  // all calls
	Failed int    `json:"failed"` // calls with a sign of failure
}

// ToolUse sums the calls of one tool.
type ToolUse struct {
	Tool   string `json:"tool"`   // its name
	Family string `json:"family"` // that it belongs to
	Calls  int    `json:"calls"`  // all calls
	Failed int    `json:"failed"` // calls with a sign of failure
	Signs  string `json:"signs"`  // of failure, with their numbers
}

// ToolCause counts the failures of a family by the sign that shows them.
type ToolCause struct {
	Family string `json:"family"` // of tools
	Sign   string `json:"sign"`   // in the record that says so
	Calls  int    `json:"calls"`  // failed calls
}

// ToolTables are the calls of a benchmark's runs, from which what is said of all
// or of one of them is made without reading or adding up the others again.
type ToolTables struct {
	bench    *report.Bench
	counts   map[int64][]results.ToolCount
	failures map[int64]results.RunFailures
	runs     map[int64]ToolRun
	all      *Tools
}

// NewToolTables counts the calls of a benchmark's runs.
func NewToolTables(v *report.Bench, counts []results.ToolCount, totals []results.RunTotal, tables []results.StatTable,
	failures []results.RunFailures) *ToolTables {
	t := &ToolTables{bench: v, counts: map[int64][]results.ToolCount{}, failures: map[int64]results.RunFailures{}, runs: map[int64]ToolRun{}}
	for _, n := range counts {
		t.counts[n.Run] = append(t.counts[n.Run], n)
	}
	for _, f := range failures {
		t.failures[f.Run] = f
	}
	d := &Tools{Benchmark: v.Benchmark.ID, Published: []results.StatTable{}, Of: v.Benchmark}
	for _, table := range tables {
		if AboutTools(table) {
			d.Published = append(d.Published, table)
		}
	}
	traces := map[int64]int{}
	for _, n := range totals {
		traces[n.Run] = n.ToolCallsOf
	}
	d.Runs = toolRuns(v, counts, traces)
	d.Total = len(d.Runs)
	for _, r := range d.Runs {
		t.runs[v.Runs[r.Run].ID] = r
	}
	over := d.Over()
	d.Models = byModel(v, slices.DeleteFunc(slices.Clone(d.Runs), func(r ToolRun) bool { return !over[r.Run] }))
	t.all = d
	t.sum(d)
	return t
}

// AboutTools reports whether a published table counts calls of tools.
func AboutTools(t results.StatTable) bool {
	return strings.HasPrefix(t.Label, "tools") || t.ID == "figure-4a"
}

// Has reports whether the benchmark has the run.
func (t *ToolTables) Has(run string) bool { return t.bench.Runs[run].ID != 0 }

// Tools is what the page says of all runs, or of one of them.
func (t *ToolTables) Tools(run string) *Tools {
	d := *t.all
	if run != "" {
		d.Run = run
		t.sum(&d)
	}
	return &d
}

// sum adds up the calls of the runs that sums are over.
func (t *ToolTables) sum(d *Tools) {
	var chosen []results.ToolCount
	for _, id := range t.summed(d) {
		chosen = append(chosen, t.counts[id]...)
	}
	d.Families, d.Causes = familiesOf(chosen)
	d.Tools = []ToolUse{}
	for _, u := range ToolUses(merged(chosen)) {
		u.Family = results.FamilyOf(u.Tool)
		d.Tools = append(d.Tools, u)
	}
	d.Failures = t.causes(d)
}

// summed are the keys of the runs that sums are over, in the order of Runs: the
// one that was asked for, or those of Over.
func (t *ToolTables) summed(d *Tools) []int64 {
	if d.Run != "" {
		return []int64{t.bench.Runs[d.Run].ID}
	}
	var ids []int64
	over := d.Over()
	for _, r := range d.Runs {
		if over[r.Run] {
			ids = append(ids, t.bench.Runs[r.Run].ID)
		}
	}
	return ids
}

// toolRuns sums the calls run by run.
func toolRuns(v *report.Bench, counts []results.ToolCount, traces map[int64]int) []ToolRun {
	slug := map[int64]string{}
	for _, r := range v.Runs {
		slug[r.ID] = r.Slug
	}
	ranked := map[string]bool{}
	for _, r := range v.Ranked() {
		ranked[*r.Run] = true
	}
	runs := map[int64]*ToolRun{}
	for _, n := range counts {
		r := runs[n.Run]
		if r == nil {
			run := v.Runs[slug[n.Run]]
			r = &ToolRun{Run: run.Slug, Model: run.System.Model, Name: words.System(v.Names[run.System.Model], run.System), Runs: 1,
				Complete: run.Complete, Ranked: ranked[run.Slug],
				Traces: traces[n.Run], ByFamily: map[string]int{}, URL: link.Run(run.Slug) + "#tools"}
			runs[n.Run] = r
		}
		r.add(n)
	}
	return sortedRuns(runs)
}

// Over are the runs that sums are over: those of the ranked systems or, where
// none of them has a trace, all.
func (d *Tools) Over() map[string]bool {
	m := map[string]bool{}
	for _, ranked := range []bool{true, false} {
		for _, r := range d.Runs {
			if r.Ranked || !ranked {
				m[r.Run] = true
			}
		}
		if d.Ranked = ranked && len(m) > 0; d.Ranked {
			return m
		}
	}
	return m
}

func (r *ToolRun) add(n results.ToolCount) {
	r.Calls += n.Calls
	r.ByFamily[results.FamilyOf(n.Tool)] += n.Calls
	if n.Failure != "" {
		r.Failed += n.Calls
	}
}

// sortedRuns puts complete runs first, then those with more calls.
func sortedRuns(runs map[int64]*ToolRun) []ToolRun {
	list := []ToolRun{}
	for _, r := range runs {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b ToolRun) int {
		if a.Complete != b.Complete {
			if a.Complete {
				return -1
			}
			return 1
		}
		return cmp.Or(-cmp.Compare(a.Calls, b.Calls), strings.Compare(a.Run, b.Run))
	})
	return list
}

// byModel adds up the runs of each model, for models with more than one.
func byModel(v *report.Bench, runs []ToolRun) []ToolRun {
	list := []ToolRun{}
	at := map[string]int{}
	for _, r := range runs {
		i, ok := at[r.Model]
		if !ok {
			i = len(list)
			at[r.Model] = i
			list = append(list, ToolRun{Model: r.Model, Name: v.Names[r.Model], ByFamily: map[string]int{}, Complete: true,
				URL: link.Model(r.Model)})
		}
		m := &list[i]
		m.Runs++
		m.Calls, m.Failed, m.Traces = m.Calls+r.Calls, m.Failed+r.Failed, m.Traces+r.Traces
		m.Complete = m.Complete && r.Complete
		for f, n := range r.ByFamily {
			m.ByFamily[f] += n
		}
	}
	return slices.DeleteFunc(list, func(r ToolRun) bool { return r.Runs < 2 })
}

// familiesOf sums calls by family and failures by family and sign.
func familiesOf(counts []results.ToolCount) ([]ToolFamily, []ToolCause) {
	families, causes := []ToolFamily{}, []ToolCause{}
	for _, f := range ToolFamilies() {
		sum := ToolFamily{Family: f}
		signs := map[string]int{}
		for _, n := range counts {
			if results.FamilyOf(n.Tool) != f {
				continue
			}
			sum.Calls += n.Calls
			if n.Failure != "" {
				sum.Failed += n.Calls
				signs[n.Failure] += n.Calls
			}
		}
		if sum.Calls == 0 {
			continue
		}
		families = append(families, sum)
		first := len(causes)
		for sign, n := range signs {
			causes = append(causes, ToolCause{Family: f, Sign: sign, Calls: n})
		}
		slices.SortFunc(causes[first:], func(a, b ToolCause) int {
			return cmp.Or(-cmp.Compare(a.Calls, b.Calls), strings.Compare(a.Sign, b.Sign))
		})
	}
	return families, causes
}

// merged sums the counts of all runs by tool and failure, in the order of names.
func merged(counts []results.ToolCount) []results.ToolCount {
	sums := map[[2]string]int{}
	for _, n := range counts {
		sums[[2]string{n.Tool, n.Failure}] += n.Calls
	}
	list := make([]results.ToolCount, 0, len(sums))
	for k, n := range sums {
		list = append(list, results.ToolCount{Tool: k[0], Failure: k[1], Calls: n})
	}
	slices.SortFunc(list, func(a, b results.ToolCount) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(a.Failure, b.Failure))
	})
	return list
}

// ToolUses joins the counts by failure sign into one row per tool, most used first.
func ToolUses(counts []results.ToolCount) []ToolUse {
	byTool := map[string]*ToolUse{}
	var list []*ToolUse
	for _, n := range counts {
		u := byTool[n.Tool]
		if u == nil {
			u = &ToolUse{Tool: n.Tool, Family: results.ToolFamily(n.Tool)}
			byTool[n.Tool] = u
			list = append(list, u)
		}
		u.Calls += n.Calls
		if n.Failure != "" {
			u.Failed += n.Calls
			if u.Signs != "" {
				u.Signs += ", "
			}
			u.Signs += fmt.Sprintf("%s %d", strings.ReplaceAll(n.Failure, "_", " "), n.Calls)
		}
	}
	slices.SortStableFunc(list, func(a, b *ToolUse) int { return b.Calls - a.Calls })
	out := make([]ToolUse, len(list))
	for i, u := range list {
		out[i] = *u
	}
	return out
}
