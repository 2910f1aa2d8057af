package search

import (
	"context"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	searchreport "github.com/clawatlas/clawatlas/results/report/search"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// searchView draws a report.Search.
type searchView struct {
	*searchreport.Search
	frame views.Frame
}

// SearchPage is the page of a search.
func SearchPage(f views.Frame, s *searchreport.Search) templ.Component {
	return searchPage(searchView{s, f})
}

// SearchFilesPage is the search of a site of files.
func SearchFilesPage(f views.Frame) templ.Component {
	return searchFilesPage(f.Meta("Search", "Every page and every step of the traces in this copy of the site.", "/search", "",
		ui.Crumb{Label: "Search"}))
}

// address is that of the search with some parameters changed.
func (p searchView) address(pairs ...string) string {
	return link.To(link.With(p.Request.State, pairs...), "search")
}

// trial names the one trace that is searched, and trialURL is its address.
func (p searchView) trial() string {
	q := &p.Request.Query
	return words.Task(p.Of, q.Value("scenario"), q.Value("task"))
}

func (p searchView) trialURL() string {
	q := &p.Request.Query
	return link.To(url.Values{"attempt": {p.Request.State.Get("attempt")}}, "runs", q.Value("run"), q.Value("scenario"), q.Value("task"))
}

func (p searchView) meta() ui.Meta {
	q := &p.Request.Query
	m := p.frame.Meta("Search", "Names, and the full text of every step of every trace.", p.address(), "")
	m.Query, m.Noindex, m.Scripted = p.Request.Line, true, len(p.Hits) > 0
	for i := range p.Hits {
		m.Scripted = m.Scripted && p.Hits[i].Scripted
	}
	if p.Note == nil {
		m.Title = ui.TitleOf("Search: "+ui.Plain(p.Request.Line), "")
		m.JSONPath = "/api/v1" + p.address()
		m.CSVPath = p.address("format", "csv")
	}
	if !q.InTrial() {
		return m
	}
	run := q.Value("run")
	m.Crumbs = []ui.Crumb{{Label: run, Href: link.Run(run)}, {Label: p.trial(), Href: p.trialURL()}, {Label: "Search"}}
	if p.Of.ID != "" {
		m.Crumbs = views.CrumbsBelow(p.Of, ui.Crumb{Label: ui.Plain(p.System), Href: link.Run(run)}, views.ScenarioCrumb(p.Of, q.Value("scenario")),
			ui.Crumb{Label: views.TaskCrumb(p.Of, q.Value("scenario"), q.Value("task")), Href: p.trialURL()}, ui.Crumb{Label: "Search"})
	}
	return m
}

// heading is the page's first line.
func (p searchView) heading() string {
	if p.Request.Query.InTrial() {
		return "Search in " + p.trial()
	}
	return "Search"
}

// lead says what the page shows.
func (p searchView) lead() string {
	if p.Note != nil {
		return "Names of benchmarks, models, scenarios, tasks and runs; and every step of every trace: the text of prompts, answers, reasoning, tool calls and what they returned."
	}
	n, verb := words.Count(p.Total)+" steps", "hold "
	switch {
	case p.Capped:
		n = "More than " + n
	case p.Total == 0:
		n, verb = "No step", "holds "
	case p.Total == 1:
		n, verb = "1 step", "holds "
	}
	of := " in all traces "
	switch {
	case p.Request.Query.InTrial():
		of = " in this trace "
	case len(p.Request.Query.Filters) > 0 && len(p.Request.Text.Terms) > 0:
		of = " among those chosen "
	case p.Total == 0:
		of = " in any trace "
	}
	if !search.Asks(p.Request.Text.Terms) {
		verb = strings.Replace(strings.Replace(verb, "hold ", "match the filters", 1), "holds ", "matches the filters", 1)
	} else {
		verb += views.TermsInWords(p.Request.Text.Terms)
	}
	return n + of + verb + "."
}

// orderNote says why the hits come in this order, where that is not obvious.
func (p searchView) orderNote() string {
	switch {
	case p.Total < 2:
	case p.Order == search.ByStep:
		return "In the order of the trace."
	case p.Order == search.ByRelevance:
		return "Best match first."
	case search.Asks(p.Request.Text.Terms) && !p.Request.Query.Newest:
		return "Too many steps hold these words to rank them: the newest run comes first, its last step first."
	}
	return ""
}

// orders are the ways to order the hits; none where there is no choice.
func (p searchView) orders() []ui.Tab {
	if p.Total < 2 || p.Capped || p.Request.Query.InTrial() || !search.Asks(p.Request.Text.Terms) {
		return nil
	}
	newest := p.Request.Query.Newest
	return []ui.Tab{{Label: "Best match", Href: p.address("sort", ""), Current: !newest},
		{Label: "Newest run first", Href: p.address("sort", "newest"), Current: newest}}
}

// beside are the filters that are set beside the line.
func (p searchView) beside() []ui.Pair {
	var list []ui.Pair
	for _, name := range searchreport.Filters() {
		if v := p.Request.State.Get(name); v != "" {
			list = append(list, ui.Pair{Name: name, Value: v})
		}
	}
	return list
}

// hidden are the parameters that the form keeps.
func (p searchView) hidden() []ui.Pair {
	list := p.beside()
	for _, name := range []string{"sort", "limit"} {
		if v := p.Request.State.Get(name); v != "" {
			list = append(list, ui.Pair{Name: name, Value: v})
		}
	}
	return list
}

// chip is a filter for people.
func chip(f ui.Pair) string {
	if f.Name == "failed" {
		return "failed steps only"
	}
	return f.Name
}

// without is the search without a filter. An attempt is one at a task.
func (p searchView) without(filter string) string {
	if filter == "task" {
		return p.address(filter, "", "attempt", "")
	}
	return p.address(filter, "")
}

// pager leads through the hits that are counted.
func (p searchView) pager() ui.Pager {
	return views.OffsetPager(p.Offset, len(p.Hits), p.Total, p.Limit, "steps", func(offset string) string { return p.address("offset", offset) })
}

// facetShown is how many values of a facet the page lists.
const facetShown = 6

// narrowing are the facets by which the hits differ.
func (p searchView) narrowing() []search.Facet {
	var list []search.Facet
	for _, f := range p.Facets {
		if len(f.Values) == 0 || len(f.Values) == 1 && f.Values[0].Count == p.Total {
			continue // it would narrow nothing
		}
		if p.Request.Query.InTrial() && !slices.Contains([]string{"is", "tool", "role"}, f.Name) {
			continue
		}
		shown := min(len(f.Values), facetShown)
		list = append(list, search.Facet{Name: f.Name, Values: f.Values[:shown], More: f.More + len(f.Values) - shown})
	}
	return list
}

// narrowed is the search of one value of a facet.
func (p searchView) narrowed(facet, value string) string {
	if facet == "is" {
		facet, value = "failed", "1"
	}
	if p.Request.State.Get(facet) != "" { // another, which both must be met
		return p.address("q", strings.TrimSpace(p.Request.Line+" "+facet+`:"`+value+`"`))
	}
	return p.address(facet, value)
}

// facetTitles head the facets.
var facetTitles = map[string]string{"benchmark": "Benchmark", "model": "Model", "run": "Run", "scenario": "Scenario", "task": "Task",
	"status": "Outcome of the trial", "role": "Role", "tool": "Tool called", "is": "Step"}

// facetLabel is one value of a facet for people.
func (p searchView) facetLabel(facet, value string) string {
	switch facet {
	case "benchmark":
		return views.Name(p.Called, value)
	case "scenario":
		return p.scenarioTitle(value)
	case "status":
		return words.StatusWord(results.Status(value))
	}
	return value
}

// scenarioTitle is how a scenario is called, if all benchmarks that have a title for
// one of this id have the same; else its id.
func (p searchView) scenarioTitle(id string) string {
	title := id
	for _, b := range p.Benchmarks {
		switch t := words.Scenario(b, id); {
		case t == words.Plain(id) || t == title:
		case title != id:
			return id
		default:
			title = t
		}
	}
	return title
}

// called is the name of something that was found by it, and what tells it from others.
func (p searchView) called(n searchreport.SearchName) (name, beside string) {
	switch b := p.Benchmarks[n.Benchmark]; n.Kind {
	case "scenario":
		return words.Scenario(b, n.ID), b.Name
	case "task":
		return words.Task(b, n.Scenario, n.ID), b.Name
	case "run":
		return n.ID, ""
	}
	return n.Name.Name, ""
}

// hitTools is the names of the tools that a step calls, each once with its
// count.
func hitTools(h searchreport.SearchHit) []string {
	var names []string
	count := map[string]int{}
	for _, name := range strings.Fields(h.Tools) {
		if count[name] == 0 {
			names = append(names, name)
		}
		count[name]++
	}
	for i, name := range names {
		if n := count[name]; n > 1 {
			names[i] = name + " ×" + words.Count(n)
		}
	}
	return names
}

// hitSnippet shows the text around the matches. It is written without white space
// of the page's own, which a reader could not tell from that of the trace.
func hitSnippet(h searchreport.SearchHit) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		text, at := h.Snippet, 0
		for _, m := range h.Marks {
			for _, part := range []templ.Component{ui.Visible(text[at:m[0]]), templ.Raw("<mark>"), ui.Visible(text[m[0]:m[1]]), templ.Raw("</mark>")} {
				if err := part.Render(ctx, w); err != nil {
					return err
				}
			}
			at = m[1]
		}
		return ui.Visible(text[at:]).Render(ctx, w)
	})
}

// statusesOf lists the statuses that the hits carry, for the legend.
func statusesOf(hits []searchreport.SearchHit) []results.Status {
	return slices.DeleteFunc(results.Statuses(), func(s results.Status) bool {
		return !slices.ContainsFunc(hits, func(h searchreport.SearchHit) bool { return h.Status == s })
	})
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
