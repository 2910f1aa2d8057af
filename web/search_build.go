package web

import (
	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// buildSearch makes the page of a search.
func (s *Server) buildSearch(r *searchRequest, res *search.Result, benchmarks []results.Benchmark) views.Search {
	address := func(pairs ...string) string { return link.To(link.With(r.State, pairs...), "search") }
	p := views.Search{
		Meta: s.frame.Meta("Search", "Full text of every step of every trace.", address(), ""), Line: r.Line, Terms: r.Text.Terms,
		Notes: r.Text.Notes, Reason: r.Text.Reason, Result: *res, Form: searchForm(r, benchmarks), Home: "/search",
	}
	p.Meta.Query, p.Meta.Noindex = r.Line, true
	if p.Reason == "" {
		p.Meta.Title = "Search: " + r.Line
		p.Meta.JSONPath = "/api/v1" + address()
		p.Meta.CSVPath = address("format", "csv")
	}
	p.Chips = searchChips(r)
	p.Narrowed = len(p.Chips)+len(r.Text.Words) > 0
	if len(p.Chips) > 0 {
		p.Everywhere = link.To(url.Values{"q": {r.Line}}, "search")
	}
	if r.Query.InTrial() {
		p.Trial = r.Query.Scenario + " / " + r.Query.Task
		p.TrialURL = link.To(url.Values{"attempt": {r.State.Get("attempt")}}, "runs", r.Query.Run, r.Query.Scenario, r.Query.Task)
		p.Meta.Crumbs = []ui.Crumb{{Label: r.Query.Run, Href: link.Run(r.Query.Run)}, {Label: p.Trial, Href: p.TrialURL}, {Label: "Search"}}
	}
	for i := range res.Hits {
		p.Hits = append(p.Hits, views.SearchHit{Hit: res.Hits[i], URL: hitURL(&res.Hits[i])})
	}
	p.Meta.Scripted = allScripted(res.Hits)
	p.Facets = searchFacets(r, res, address)
	if !r.Query.InTrial() && !res.Capped && res.Total > 1 {
		p.Orders = []ui.Tab{
			{Label: "Best match", Href: address("sort", ""), Current: !r.Query.Newest},
			{Label: "Newest run first", Href: address("sort", "newest"), Current: r.Query.Newest},
		}
	}
	if len(res.Hits) > 0 {
		p.Pager = searchPager(r, res, address)
	} else if res.Total > 0 {
		p.FirstPage = address()
	}
	return p
}

func allScripted(hits []search.Hit) bool {
	for i := range hits {
		if !hits[i].Scripted {
			return false
		}
	}
	return len(hits) > 0
}

// searchForm is the form above the hits. Parameters without a field of their
// own are kept.
func searchForm(r *searchRequest, benchmarks []results.Benchmark) views.SearchForm {
	f := views.SearchForm{Line: r.Line, Tool: r.State.Get("tool"), Failed: r.State.Get("failed") != ""}
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
func searchChips(r *searchRequest) []views.SearchChip {
	var list []views.SearchChip
	for _, name := range searchFilters() {
		if v := r.State.Get(name); v != "" {
			drop := link.With(r.State, name, "")
			if name == "task" {
				drop.Del("attempt")
			}
			if name == "failed" {
				v = "yes"
			}
			list = append(list, views.SearchChip{Name: name, Value: v, Without: link.To(drop, "search")})
		}
	}
	return list
}

// searchFacets offers the properties by which the hits differ.
func searchFacets(r *searchRequest, res *search.Result, address func(...string) string) []views.SearchFacet {
	var list []views.SearchFacet
	for _, f := range res.Facets {
		if r.Set[f.Name] != "" || len(f.Values) == 0 {
			continue
		}
		if r.Query.InTrial() && (f.Name == "benchmark" || f.Name == "run" || f.Name == "scenario" || f.Name == "status") {
			continue
		}
		if len(f.Values) == 1 && f.Values[0].Count == res.Counted {
			continue // it would narrow nothing
		}
		facet := views.SearchFacet{Name: f.Name, More: f.More}
		for _, v := range f.Values {
			facet.Values = append(facet.Values, views.SearchFacetValue{Value: v.Value, Count: v.Count, Href: address(f.Name, v.Value)})
		}
		list = append(list, facet)
	}
	return list
}

// searchPager leads through the hits that are counted.
func searchPager(r *searchRequest, res *search.Result, address func(...string) string) *ui.Pager {
	limit, offset := r.Query.Limit, r.Query.Offset
	at := func(n int) string {
		if n == 0 {
			return address()
		}
		return address("offset", strconv.Itoa(n))
	}
	p := &ui.Pager{From: offset + 1, To: offset + len(res.Hits), Total: res.Total, Noun: "steps"}
	if offset > 0 {
		p.First, p.Prev = at(0), at(max(0, offset-limit))
	}
	if p.To < res.Total {
		p.Next = at(offset + limit)
		p.Last = at((res.Total - 1) / limit * limit)
	}
	return p
}
