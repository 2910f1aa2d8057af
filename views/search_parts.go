package views

import (
	"github.com/a-h/templ"

	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// SearchPage is the page of a search.
func SearchPage(f Frame, s *report.Search, benchmarks []results.Benchmark) templ.Component {
	return searchPage(newSearch(f, s, benchmarks))
}

// newSearch makes the parts of the page.
func newSearch(f Frame, s *report.Search, benchmarks []results.Benchmark) searchParts {
	r := &s.Request
	address := func(pairs ...string) string { return link.To(link.With(r.State, pairs...), "search") }
	p := searchParts{
		Meta: f.Meta("Search", "Full text of every step of every trace.", address(), ""), Line: r.Line, Terms: r.Text.Terms,
		Notes: s.Notes, Reason: r.Text.Reason, Search: s, Form: newSearchForm(r, benchmarks), Home: "/search",
	}
	p.Meta.Query, p.Meta.Noindex = r.Line, true
	if p.Reason == "" {
		p.Meta.Title = "Search: " + r.Line
		p.Meta.JSONPath = "/api/v1" + address()
		p.Meta.CSVPath = address("format", "csv")
	}
	p.Chips = newSearchChips(r)
	p.Narrowed = len(p.Chips)+len(r.Text.Fields) > 0
	if len(p.Chips) > 0 {
		p.Everywhere = link.To(url.Values{"q": {r.Line}}, "search")
	}
	if r.Query.InTrial() {
		p.Trial = r.Query.Scenario + " / " + r.Query.Task
		p.TrialURL = link.To(url.Values{"attempt": {r.State.Get("attempt")}}, "runs", r.Query.Run, r.Query.Scenario, r.Query.Task)
		p.Meta.Crumbs = []ui.Crumb{{Label: r.Query.Run, Href: link.Run(r.Query.Run)}, {Label: p.Trial, Href: p.TrialURL}, {Label: "Search"}}
	}
	p.Meta.Scripted = allScripted(s.Hits)
	p.Facets = newSearchFacets(r, s, address)
	if !r.Query.InTrial() && !s.Capped && s.Total > 1 && !p.hasRegex() {
		p.Orders = []ui.Tab{
			{Label: "Best match", Href: address("sort", ""), Current: !r.Query.Newest},
			{Label: "Newest run first", Href: address("sort", "newest"), Current: r.Query.Newest},
		}
	}
	if len(s.Hits) > 0 {
		p.Pager = searchPager(r, s, address)
	} else if s.Total > 0 {
		p.FirstPage = address()
	}
	return p
}

func allScripted(hits []report.SearchHit) bool {
	for i := range hits {
		if !hits[i].Scripted {
			return false
		}
	}
	return len(hits) > 0
}

// searchForm is the form above the hits. Parameters without a field of their
// own are kept.
func newSearchForm(r *report.SearchRequest, benchmarks []results.Benchmark) SearchForm {
	f := SearchForm{Line: r.Line, Tool: r.State.Get("tool"), Failed: r.State.Get("failed") != ""}
	chosen := func(field string) func(value, label string) ui.Choice {
		return func(value, label string) ui.Choice {
			return ui.Choice{Value: value, Label: label, Selected: r.State.Get(field) == value}
		}
	}
	keep := []string{"run", "scenario", "task", "attempt", "sort", "limit"}
	if r.Query.InTrial() { // one trace has one benchmark and one outcome
		keep = append(keep, "benchmark", "status")
	} else {
		benchmark := chosen("benchmark")
		f.Benchmarks = []ui.Choice{benchmark("", "all")}
		for _, b := range benchmarks {
			f.Benchmarks = append(f.Benchmarks, benchmark(b.ID, b.Name))
		}
		status := chosen("status")
		f.Statuses = []ui.Choice{status("", "any")}
		for _, st := range results.Statuses() {
			if st != results.Missing { // a missing trial has no steps
				f.Statuses = append(f.Statuses, status(string(st), words.StatusWord(st)))
			}
		}
	}
	role := chosen("role")
	f.Roles = []ui.Choice{role("", "any")}
	for _, src := range []string{results.SourceAgent, results.SourceUser, results.SourceSystem} {
		f.Roles = append(f.Roles, role(src, src))
	}
	for _, name := range keep {
		if v := r.State.Get(name); v != "" {
			f.Keep = append(f.Keep, ui.Pair{Name: name, Value: v})
		}
	}
	return f
}

// searchChips are the filters that are set beside the line, each with the
// address that is without it.
func newSearchChips(r *report.SearchRequest) []SearchChip {
	var list []SearchChip
	for _, name := range searchFilters() {
		if v := r.State.Get(name); v != "" {
			drop := link.With(r.State, name, "")
			if name == "task" {
				drop.Del("attempt")
			}
			if name == "failed" {
				v = "yes"
			}
			list = append(list, SearchChip{Name: name, Value: v, Without: link.To(drop, "search")})
		}
	}
	return list
}

// searchFacets offers the properties by which the hits differ.
func newSearchFacets(r *report.SearchRequest, s *report.Search, address func(...string) string) []SearchFacet {
	var list []SearchFacet
	for _, f := range s.Facets {
		if r.Filters[f.Name] != "" || len(f.Values) == 0 {
			continue
		}
		if r.Query.InTrial() && (f.Name == "benchmark" || f.Name == "run" || f.Name == "scenario" || f.Name == "status") {
			continue
		}
		if len(f.Values) == 1 && f.Values[0].Count == s.Counted {
			continue // it would narrow nothing
		}
		facet := SearchFacet{Name: f.Name, More: f.More}
		for _, v := range f.Values {
			facet.Values = append(facet.Values, SearchFacetValue{Value: v.Value, Count: v.Count, Href: address(f.Name, v.Value)})
		}
		list = append(list, facet)
	}
	return list
}

// searchPager leads through the hits that are counted.
func searchPager(r *report.SearchRequest, s *report.Search, address func(...string) string) *ui.Pager {
	p := OffsetPager(r.Query.Offset, len(s.Hits), s.Total, r.Query.Limit, "steps", func(offset string) string { return address("offset", offset) })
	return &p
}

// SearchTable is a page of hits as rows, for CSV.
func SearchTable(s *report.Search) (header []string, rows [][]string) {
	header = []string{"run", "benchmark", "scenario", "task", "attempt", "status", "step", "role", "tools", "failed", "snippet", "url"}
	for i := range s.Hits {
		h := &s.Hits[i]
		rows = append(rows, []string{
			h.Run, h.Benchmark, h.Scenario, h.Task, strconv.Itoa(h.Attempt), string(h.Status), strconv.Itoa(h.StepID),
			h.Source, h.Tools, strconv.FormatBool(h.Failed), h.Snippet, h.URL,
		})
	}
	return header, rows
}

// searchFilters are the parameters that narrow a search, in the order of the
// page.
func searchFilters() []string {
	return []string{"benchmark", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}
