// Package search is the page of the search: its value, how it is built, its table and its templates.
package search

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Search is a page of hits over the steps of all runs, or of one trace, and the answer of the API.
type Search struct {
	Line       string         `json:"query"`           // as far as it was read
	Total      int            `json:"total"`           // steps that were found; there are more if Capped
	Capped     bool           `json:"capped"`          // Total is where counting ended
	Order      search.Order   `json:"order,omitempty"` // of the hits
	Limit      int            `json:"limit"`           // the most hits of one answer
	Offset     int            `json:"offset"`          // hits before the first of this answer
	Note       *string        `json:"note"`            // why nothing was searched; null if something was
	Notes      []string       `json:"notes"`           // what of the line was left out, and why
	Names      []search.Name  `json:"names"`           // what is called as the line says, the first few of each kind
	NamesTotal int            `json:"names_total"`     // how many there are
	Hits       []search.Hit   `json:"hits"`            // the steps of this answer
	Facets     []search.Facet `json:"facets"`          // hits by their properties, of the newest 10,000 if Capped

	Asked      search.Query                 `json:"-"`
	State      url.Values                   `json:"-"` // what identifies the view, without the place in the list
	Benchmarks map[string]results.Benchmark `json:"-"` // those of the names and hits, by id
	Of         results.Benchmark            `json:"-"` // that of the one trial that is searched, and its system
	System     string                       `json:"-"`
}

// Filters are the parameters that narrow a search, in the order of the page.
func Filters() []string {
	return []string{"benchmark", "model", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}

// New reads a search line and the filters that are set beside it.
func New(line string, filters map[string]string) *Search {
	text := search.Parse(line)
	s := &Search{Line: search.CutLine(line), Notes: append([]string{}, text.Notes...), Names: []search.Name{}, Hits: []search.Hit{},
		Facets: []search.Facet{}, Asked: search.Query{Terms: text.Terms, Filters: text.Filters}}
	s.State = url.Values{"q": {s.Line}} // what follows means nothing, and would be in every link
	for _, name := range Filters() {
		v := filters[name]
		if v == "" {
			continue
		}
		s.State.Set(name, v)
		if name == "failed" {
			name, v = "is", "failed"
		}
		s.Asked.Filters = append(s.Asked.Filters, search.Filter{Name: name, Value: v})
	}
	if text.Reason != "" && (s.Line != "" || len(s.Asked.Filters) == 0) {
		s.Note = &text.Reason
	}
	return s
}

// namesShown is how many names of a kind are listed at first.
const namesShown = 3

// Found adds what was found, with its addresses.
func (s *Search) Found(res search.Result, names []search.Name, all bool) {
	s.Total, s.Capped, s.Order, s.Hits, s.Facets, s.NamesTotal = res.Total, res.Capped, res.Order, res.Hits, res.Facets, len(names)
	seen := map[string]int{}
	for _, n := range names {
		if seen[n.Kind]++; seen[n.Kind] > namesShown && !all {
			continue
		}
		n.URL = map[string]string{"benchmark": link.Benchmark(n.ID), "model": link.Model(n.ID), "scenario": link.Scenario(n.Benchmark, n.ID),
			"task": link.Task(n.Benchmark, n.Scenario, n.ID), "run": link.Run(n.ID)}[n.Kind]
		s.Names = append(s.Names, n)
	}
	for i := range s.Hits {
		h := &s.Hits[i] // its page marks the words
		q := link.With(url.Values{}, "step", strconv.Itoa(h.StepID))
		if search.Asks(s.Asked.Terms) {
			q.Set("find", search.Line(s.Asked.Terms))
		}
		if h.Attempt > 1 {
			q.Set("attempt", strconv.Itoa(h.Attempt))
		}
		h.URL = link.To(q, "runs", h.Run, h.Scenario, h.Task) + "#" + link.StepAnchor(h.StepID)
	}
}

// Table is the hits as rows, for CSV.
func (s *Search) Table() (header []string, rows [][]string) {
	for i := range s.Hits {
		h := &s.Hits[i]
		rows = append(rows, []string{h.Run, h.Benchmark, h.Scenario, h.Task, strconv.Itoa(h.Attempt), string(h.Status),
			strconv.Itoa(h.StepID), h.Source, h.Tools, strconv.FormatBool(h.Failed), h.Text, h.URL})
	}
	return []string{"run", "benchmark", "scenario", "task", "attempt", "status",
		"step", "role", "tools", "failed", "snippet", "url"}, rows
}

// address is that of the search with some parameters changed.
func (s *Search) address(pairs ...string) string {
	return link.To(link.With(s.State, pairs...), "search")
}

func (s *Search) meta(f views.Frame) ui.Meta {
	m := f.Meta("Search", "Names, and the full text of every step of every trace.", s.address(), "")
	m.Query, m.Noindex = s.Line, true
	m.Scripted = len(s.Hits) > 0 && !slices.ContainsFunc(s.Hits, func(h search.Hit) bool { return !h.Scripted })
	if s.Note == nil {
		m.Title = ui.TitleOf("Search: "+ui.Plain(s.Line), "")
		m.JSONPath, m.CSVPath = "/api/v1"+s.address(), s.address("format", "csv")
	}
	if run, scenario, task := s.Asked.Value("run"), s.Asked.Value("scenario"), s.Asked.Value("task"); s.Of.ID != "" {
		m.Crumbs = views.CrumbsBelow(s.Of, ui.Crumb{Label: ui.Plain(s.System), Href: link.Run(run)}, views.ScenarioCrumb(s.Of, scenario),
			ui.Crumb{Label: views.TaskCrumb(s.Of, scenario, task), Href: link.To(url.Values{"attempt": {s.State.Get("attempt")}}, "runs",
				run, scenario, task)},
			ui.Crumb{Label: "Search"})
	}
	return m
}

// heading is the first line of the page, and lead what it shows.
func (s *Search) heading() string {
	if s.Asked.InTrial() {
		return "Search in " + words.Task(s.Of, s.Asked.Value("scenario"), s.Asked.Value("task"))
	}
	return "Search"
}

func (s *Search) lead() string {
	if s.Note != nil {
		return "Names of benchmarks, models, scenarios, tasks and runs; and every step of every trace: " +
			"the text of prompts, answers, reasoning, tool calls and what they returned."
	}
	steps, one := words.Count(s.Total)+" steps", s.Total < 2
	switch {
	case s.Capped:
		steps = "More than " + steps
	case one:
		steps = [2]string{"No step", "1 step"}[s.Total]
	}
	in := " in all traces "
	switch {
	case s.Asked.InTrial():
		in = " in this trace "
	case len(s.Asked.Filters) > 0 && len(s.Asked.Terms) > 0:
		in = " among those chosen "
	case s.Total == 0:
		in = " in any trace "
	}
	switch asks := search.Asks(s.Asked.Terms); {
	case asks && one:
		in += "holds " + views.TermsInWords(s.Asked.Terms)
	case asks:
		in += "hold " + views.TermsInWords(s.Asked.Terms)
	case one:
		in += "matches the filters"
	default:
		in += "match the filters"
	}
	return steps + in + "."
}

// beside are the filters that are set beside the line.
func (s *Search) beside() []string {
	return slices.DeleteFunc(Filters(), func(name string) bool { return s.State.Get(name) == "" })
}

// chip is such a filter for people, with the search without it.
func (s *Search) chip(name string) (label, without string) {
	switch name {
	case "failed":
		return "failed steps only", s.address(name, "")
	case "task": // an attempt is one at a task
		return name, s.address(name, "", "attempt", "")
	}
	return name, s.address(name, "")
}

// pager leads through the hits that are counted.
func (s *Search) pager() ui.Pager {
	return table.Pager(s.Offset, len(s.Hits), s.Total, s.Limit, "steps", func(at string) string { return s.address("offset", at) })
}

// facetShown is how many values of a facet the page lists.
const facetShown = 6

// narrowing are the facets by which the hits differ.
func (s *Search) narrowing() (list []search.Facet) {
	for _, f := range s.Facets {
		same := len(f.Values) == 0 || len(f.Values) == 1 && f.Values[0].Count == s.Total
		if same || s.Asked.InTrial() && !slices.Contains([]string{"is", "tool", "role"}, f.Name) {
			continue
		}
		shown := min(len(f.Values), facetShown)
		list = append(list, search.Facet{Name: f.Name, Values: f.Values[:shown], More: f.More + len(f.Values) - shown})
	}
	return list
}

// narrowed is the search of one value of a facet.
func (s *Search) narrowed(facet, value string) string {
	if facet == "is" {
		facet, value = "failed", "1"
	}
	if s.State.Get(facet) != "" { // another, which both must be met
		return s.address("q", strings.TrimSpace(s.Line+" "+facet+`:"`+value+`"`))
	}
	return s.address(facet, value)
}

var facetTitles = map[string]string{"benchmark": "Benchmark", "model": "Model", "run": "Run", "scenario": "Scenario", "task": "Task",
	"status": "Outcome of the trial", "role": "Role", "tool": "Tool called", "is": "Step"}

// label is one value of a facet for people. A scenario has a title if all benchmarks that have one for this id have the same.
func (s *Search) label(facet, value string) string {
	titles := map[string]bool{}
	switch facet {
	case "benchmark":
		return s.Benchmarks[value].Name
	case "status":
		return words.StatusWord(results.Status(value))
	case "scenario":
		for _, b := range s.Benchmarks {
			titles[words.Scenario(b, value)] = true
		}
	}
	delete(titles, words.Plain(value))
	for title := range titles {
		if len(titles) == 1 {
			return title
		}
	}
	return value
}

// called is the name of something that was found by it, and what tells it from others.
func (s *Search) called(n search.Name) (name, beside string) {
	b := s.Benchmarks[n.Benchmark]
	switch n.Kind {
	case "scenario":
		return words.Scenario(b, n.ID), b.Name
	case "task":
		return words.Task(b, n.Scenario, n.ID), b.Name
	case "run":
		return n.ID, ""
	}
	return n.Name, ""
}

// toolsOf is the names of the tools that a step calls, each once with its count.
func toolsOf(h search.Hit) (names []string) {
	all := strings.Fields(h.Tools)
	for len(all) > 0 {
		name, n := all[0], len(all)
		all = slices.DeleteFunc(all, func(other string) bool { return other == name })
		if n -= len(all); n > 1 {
			name += " ×" + words.Count(n)
		}
		names = append(names, name)
	}
	return names
}

// marked is the text around the matches, without white space of the page's own, which a reader could not tell from that of the trace.
func marked(s search.Snippet) templ.Component {
	var parts []templ.Component
	at := 0
	for _, m := range s.Marks {
		parts = append(parts, ui.Visible(s.Text[at:m[0]]), templ.Raw("<mark>"), ui.Visible(s.Text[m[0]:m[1]]), templ.Raw("</mark>"))
		at = m[1]
	}
	return templ.Join(append(parts, ui.Visible(s.Text[at:]))...)
}

// statuses are those of the hits, for the legend.
func (s *Search) statuses() []results.Status {
	return slices.DeleteFunc(results.Statuses(), func(status results.Status) bool {
		return !slices.ContainsFunc(s.Hits, func(h search.Hit) bool { return h.Status == status })
	})
}
