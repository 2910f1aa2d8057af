package search

import (
	"net/url"
	"slices"
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
	return searchPage(newSearch(f, s))
}

// newSearch makes the parts of the page.
func newSearch(f views.Frame, s *searchreport.Search) searchParts {
	r := &s.Request
	address := func(pairs ...string) string { return link.To(link.With(r.State, pairs...), "search") }
	p := searchParts{
		Meta: f.Meta("Search", "Full text of every step of every trace.", address(), ""), Line: r.Line,
		Notes: s.Notes, Reason: r.Text.Reason, Search: s, Keep: keptBeside(r), Home: "/search", Chips: newSearchChips(r), Then: newSearchThen(r, s), Calls: asksCalls(&r.Query),
	}
	p.Meta.Query, p.Meta.Noindex = r.Line, true
	if p.Reason == "" {
		p.Meta.Title = ui.TitleOf("Search: "+ui.Plain(r.Line), "")
		p.Meta.JSONPath = "/api/v1" + address()
		p.Meta.CSVPath = address("format", "csv")
	}
	p.Narrowed = len(r.Filters)+len(r.Text.Fields) > 0
	if len(r.Filters) > 0 {
		p.Everywhere = link.To(url.Values{"q": {r.Line}}, "search")
	}
	if r.InTrial() {
		of, _ := r.Query.Split()
		p.Trial = words.Task(s.Of, of.Scenario, of.Task)
		p.TrialURL = link.To(url.Values{"attempt": {r.State.Get("attempt")}}, "runs", of.Run, of.Scenario, of.Task)
		p.Meta.Crumbs = []ui.Crumb{{Label: of.Run, Href: link.Run(of.Run)}, {Label: p.Trial, Href: p.TrialURL}, {Label: "Search"}}
		if s.Of.ID != "" {
			p.Meta.Crumbs = views.CrumbsBelow(s.Of, ui.Crumb{Label: ui.Plain(s.System), Href: link.Run(of.Run)}, views.ScenarioCrumb(s.Of, of.Scenario),
				ui.Crumb{Label: views.TaskCrumb(s.Of, of.Scenario, of.Task), Href: p.TrialURL}, ui.Crumb{Label: "Search"})
		}
	}
	p.Meta.Scripted = allScripted(s.Hits)
	p.Facets = newSearchFacets(r, s)
	p.Lists, p.Orders = searchTabs(r, s, address)
	if r.Query.ByTrial {
		p.Groups = groupsOf(s.Hits)
	}
	for _, part := range s.Parts {
		p.Parts = append(p.Parts, newSearchPart(r, part))
	}
	if len(s.Hits) > 0 {
		p.Pager = searchPager(r, s, address)
	} else if s.Total > 0 {
		p.FirstPage = address()
	}
	return p
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

// searchTabs are the ways to list the hits and to order them.
func searchTabs(r *searchreport.SearchRequest, s *searchreport.Search, address func(...string) string) (lists, orders []ui.Tab) {
	if r.InTrial() || s.Total < 2 {
		return nil, nil
	}
	lists = []ui.Tab{
		{Label: "Steps", Href: address("by", ""), Current: !r.Query.ByTrial},
		{Label: "Trials", Href: address("by", "trial"), Current: r.Query.ByTrial},
	}
	regex := slices.ContainsFunc(r.Text.Terms, func(t search.Term) bool { return t.Regex })
	if !s.Capped && !r.Query.ByTrial && len(r.Text.Then) == 0 && search.Asks(r.Text.Terms) && !regex {
		orders = []ui.Tab{
			{Label: "Best match", Href: address("sort", ""), Current: !r.Query.Newest},
			{Label: "Newest run first", Href: address("sort", "newest"), Current: r.Query.Newest},
		}
	}
	return lists, orders
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

// newSearchPart says what a part of a line finds that finds nothing as a whole.
func newSearchPart(r *searchreport.SearchRequest, part searchreport.SearchPart) SearchPart {
	count := func(c *searchreport.SearchCount) string {
		switch {
		case c == nil:
			return "–"
		case c.Capped:
			return "more than " + words.Count(c.Total)
		}
		return words.Count(c.Total)
	}
	p := SearchPart{Part: part.Part, Alone: count(part.Alone), Without: count(part.Without)}
	if part.Without != nil && part.Without.Total > 0 {
		p.URL = link.To(link.With(r.State, "q", part.Line), "search")
	}
	return p
}

// named is how the task is called that a hit is of.
func (p searchParts) named(h searchreport.SearchHit) string {
	return words.Task(p.Search.Benchmarks[h.Benchmark], h.Scenario, h.Task)
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
			facet.Values = append(facet.Values, SearchFacetValue{Value: v.Value, Count: v.Count, Href: link.To(link.With(r.State, "q", line), "search")})
		}
		list = append(list, facet)
	}
	return list
}

// searchPager leads through the hits that are counted.
func searchPager(r *searchreport.SearchRequest, s *searchreport.Search, address func(...string) string) *ui.Pager {
	total, shown, noun := s.Total, len(s.Hits), "steps"
	if s.Trials != nil {
		total, shown, noun = *s.Trials, len(groupsOf(s.Hits)), "trials"
	}
	p := views.OffsetPager(r.Query.Offset, shown, total, r.Query.Limit, noun, func(offset string) string { return address("offset", offset) })
	return &p
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
