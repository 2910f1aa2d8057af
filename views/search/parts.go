package search

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	searchreport "github.com/clawatlas/clawatlas/results/report/search"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// SearchPage is the page of a search.
func SearchPage(f views.Frame, s *searchreport.Search) templ.Component {
	return searchPage(searchView{s, f})
}

// address is that of the search with some parameters changed.
func (p searchView) address(pairs ...string) string {
	return link.To(link.With(p.Request.State, pairs...), "search")
}

// trial names the one trace that is searched, and trialURL is its address.
func (p searchView) trial() string {
	of, _ := p.Request.Query.Split()
	return words.Task(p.Of, of.Scenario, of.Task)
}

func (p searchView) trialURL() string {
	of, _ := p.Request.Query.Split()
	return link.To(url.Values{"attempt": {p.Request.State.Get("attempt")}}, "runs", of.Run, of.Scenario, of.Task)
}

func (p searchView) meta() ui.Meta {
	r := &p.Request
	m := p.frame.Meta("Search", "Full text of every step of every trace.", p.address(), "")
	m.Query, m.Noindex, m.Scripted = r.Line, true, allScripted(p.Hits)
	if r.Text.Reason == "" {
		m.Title = ui.TitleOf("Search: "+ui.Plain(r.Line), "")
		m.JSONPath = "/api/v1" + p.address()
		m.CSVPath = p.address("format", "csv")
	}
	if !r.InTrial() {
		return m
	}
	of, _ := r.Query.Split()
	m.Crumbs = []ui.Crumb{{Label: of.Run, Href: link.Run(of.Run)}, {Label: p.trial(), Href: p.trialURL()}, {Label: "Search"}}
	if p.Of.ID != "" {
		m.Crumbs = views.CrumbsBelow(p.Of, ui.Crumb{Label: ui.Plain(p.System), Href: link.Run(of.Run)}, views.ScenarioCrumb(p.Of, of.Scenario),
			ui.Crumb{Label: views.TaskCrumb(p.Of, of.Scenario, of.Task), Href: p.trialURL()}, ui.Crumb{Label: "Search"})
	}
	return m
}

// everywhere is the address of the line without what is set beside it; empty if
// nothing is.
func (p searchView) everywhere() string {
	if len(p.Request.Filters) == 0 {
		return ""
	}
	return link.To(url.Values{"q": {p.Request.Line}}, "search")
}

// groups are the hits by trial, where they are listed so.
func (p searchView) groups() []SearchGroup {
	if !p.Request.Query.ByTrial {
		return nil
	}
	return groupsOf(p.Hits)
}

// asksCalls reports whether some field is one of calls.
func asksCalls(q *search.Query) bool {
	for _, stage := range q.Stages() {
		for _, f := range stage.Fields {
			if info, _ := search.InfoOf(f.Name); info.Of == search.OfCall {
				return true
			}
		}
	}
	return false
}

// canList reports whether there is a choice of how to list the hits.
func (p searchView) canList() bool { return !p.Request.InTrial() && p.Total >= 2 }

// lists are the ways to list the hits.
func (p searchView) lists() []ui.Tab {
	trials := p.Request.Query.ByTrial
	return []ui.Tab{{Label: "Steps", Href: p.address("by", ""), Current: !trials},
		{Label: "Trials", Href: p.address("by", "trial"), Current: trials}}
}

// canRank reports whether there is a choice of their order.
func (p searchView) canRank() bool {
	text := &p.Request.Text
	return p.canList() && !p.Capped && !p.Request.Query.ByTrial && len(text.Then) == 0 && search.Asks(text.Terms) && !p.hasRegex()
}

// orders are the ways to order the hits.
func (p searchView) orders() []ui.Tab {
	newest := p.Request.Query.Newest
	return []ui.Tab{{Label: "Best match", Href: p.address("sort", ""), Current: !newest},
		{Label: "Newest run first", Href: p.address("sort", "newest"), Current: newest}}
}

// groupsOf puts the hits of a trial, which follow each other, together.
func groupsOf(hits []searchreport.SearchHit) []SearchGroup {
	var list []SearchGroup
	for _, h := range hits {
		if n := len(list); n > 0 {
			if last := list[n-1].Head; last.Run == h.Run && last.Scenario == h.Scenario && last.Task == h.Task && last.Attempt == h.Attempt {
				list[n-1].Steps = append(list[n-1].Steps, h)
				continue
			}
		}
		list = append(list, SearchGroup{h, []searchreport.SearchHit{h}})
	}
	return list
}

// stepsFound writes a count of steps; a dash stands for none that was made.
func stepsFound(c *searchreport.SearchCount) string {
	switch {
	case c == nil:
		return "–"
	case c.Capped:
		return "more than " + words.Count(c.Total)
	}
	return words.Count(c.Total)
}

// named is how the task is called that a hit is of.
func (p searchView) named(h searchreport.SearchHit) string {
	return words.Task(p.Benchmarks[h.Benchmark], h.Scenario, h.Task)
}

func allScripted(hits []searchreport.SearchHit) bool {
	for i := range hits {
		if !hits[i].Scripted {
			return false
		}
	}
	return len(hits) > 0
}

// keptBeside are the parameters that the form keeps.
func keptBeside(r *searchreport.SearchRequest) []ui.Pair {
	var list []ui.Pair
	for _, name := range append(searchFilters(), "sort", "by", "limit") {
		if v := r.State.Get(name); v != "" {
			list = append(list, ui.Pair{Name: name, Value: v})
		}
	}
	return list
}

// newSearchChips are the parts of the line and what is set beside it.
func newSearchChips(r *searchreport.SearchRequest) []SearchChip {
	var list []SearchChip
	stage := 0
	for i, p := range r.Text.Parts {
		if p.Stage > stage {
			list = append(list, SearchChip{Name: "then"})
			stage = p.Stage
		}
		value := p.Source
		if p.Field != "" {
			_, value, _ = strings.Cut(p.Source, ":")
		}
		name := chipLabel(p.Field)
		if p.Not {
			name, value = "without "+name, strings.TrimPrefix(value, "-")
		}
		list = append(list, SearchChip{Name: name, Value: value, Without: link.To(link.With(r.State, "q", r.Text.Without(i)), "search")})
	}
	for _, name := range searchFilters() {
		if v := r.State.Get(name); v != "" {
			drop := link.With(r.State, name, "")
			if name == "task" {
				drop.Del("attempt")
			}
			if name == "failed" {
				v = "yes"
			}
			list = append(list, SearchChip{Name: chipLabel(name), Value: v, Without: link.To(drop, "search")})
		}
	}
	return list
}

// facetShown is how many values of a facet the page lists.
const facetShown = 6

// newSearchFacets offers the properties by which the hits differ.
func newSearchFacets(r *searchreport.SearchRequest, s *searchreport.Search) []SearchFacet {
	var list []SearchFacet
	for _, f := range s.Facets {
		info, _ := search.InfoOf(f.Name)
		if len(f.Values) == 0 || r.InTrial() && info.Of == search.OfTrial {
			continue
		}
		if len(f.Values) == 1 && f.Values[0].Count == s.Counted {
			continue // it would narrow nothing
		}
		shown := f.Values[:min(len(f.Values), facetShown)]
		facet := SearchFacet{Name: f.Name, More: f.More + len(f.Values) - len(shown)}
		for _, v := range shown {
			line := strings.TrimSpace(r.Line + " " + search.FacetField(f.Name, v.Value).String())
			facet.Values = append(facet.Values, SearchFacetValue{Value: v.Value, Count: v.Count,
				Href: link.To(link.With(r.State, "q", line), "search")})
		}
		list = append(list, facet)
	}
	return list
}

// pager leads through the hits that are counted.
func (p searchView) pager() ui.Pager {
	total, shown, noun := p.Total, len(p.Hits), "steps"
	if p.Trials != nil {
		total, shown, noun = *p.Trials, len(groupsOf(p.Hits)), "trials"
	}
	q := &p.Request.Query
	return views.OffsetPager(q.Offset, shown, total, q.Limit, noun, func(offset string) string { return p.address("offset", offset) })
}

// SearchTable is a page of hits as rows, for CSV.
func SearchTable(s *searchreport.Search) (header []string, rows [][]string) {
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
