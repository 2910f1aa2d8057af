// Package search implements the search page: its data, construction, table and templates.
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

// Search is a page of search results in the steps of all runs or of one trace. It is also the API
// response.
type Search struct {
	Line       string         `json:"query"`           // search text, truncated to the maximum length
	Total      int            `json:"total"`           // number of matching steps; a lower bound if Capped is true
	Capped     bool           `json:"capped"`          // true if counting stopped at Total
	Order      search.Order   `json:"order,omitempty"` // sort order of the hits
	Limit      int            `json:"limit"`           // maximum number of hits per response
	Offset     int            `json:"offset"`          // number of hits before the first one in this response
	Note       *string        `json:"note"`            // reason why no search took place; null if one did
	Notes      []string       `json:"notes"`           // messages about ignored parts of the search text
	Names      []search.Name  `json:"names"`           // matching names; only the first few of each kind
	NamesTotal int            `json:"names_total"`     // number of matching names
	Hits       []search.Hit   `json:"hits"`            // matching steps on this page
	Facets     []search.Facet `json:"facets"`          // number of hits by property value; if Capped is true, only of the newest 10,000 hits

	Asked      search.Query                 `json:"-"`
	State      url.Values                   `json:"-"` // query parameters that identify the search, without the offset
	Benchmarks map[string]results.Benchmark `json:"-"` // benchmarks of the matching names and steps, by id
	Of         results.Benchmark            `json:"-"` // benchmark and system name if the search is limited to one trial
	System     string                       `json:"-"`
}

// Filters returns the names of the filter parameters in display order.
func Filters() []string {
	return []string{"benchmark", "model", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}

// New returns a search for a search text and separate filters, without results.
func New(line string, filters map[string]string) *Search {
	text := search.Parse(line)
	s := &Search{Line: search.CutLine(line), Notes: append([]string{}, text.Notes...), Names: []search.Name{}, Hits: []search.Hit{},
		Facets: []search.Facet{}, Asked: search.Query{Terms: text.Terms, Filters: text.Filters}}
	s.State = url.Values{"q": {s.Line}} // ignored parts of the search text would otherwise be repeated in every link
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

// namesShown is the maximum number of matching names of each kind that are shown at first.
const namesShown = 3

// Found sets the results of the search. It keeps only the first few names of each kind unless all
// is true.
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
		h := &s.Hits[i] // the link tells the trace page which words to highlight
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

// Table returns the hits as rows for CSV.
func (s *Search) Table() (header []string, rows [][]string) {
	for i := range s.Hits {
		h := &s.Hits[i]
		rows = append(rows, []string{h.Run, h.Benchmark, h.Scenario, h.Task, strconv.Itoa(h.Attempt), string(h.Status),
			strconv.Itoa(h.StepID), h.Source, h.Tools, strconv.FormatBool(h.Failed), h.Text, h.URL})
	}
	return []string{"run", "benchmark", "scenario", "task", "attempt", "status",
		"step", "role", "tools", "failed", "snippet", "url"}, rows
}

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

// heading returns the title of the page.
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
		in += "contains " + views.TermsInWords(s.Asked.Terms)
	case asks:
		in += "contain " + views.TermsInWords(s.Asked.Terms)
	case one:
		in += "matches the filters"
	default:
		in += "match the filters"
	}
	return steps + in + "."
}

// Returns the names of the active filters that are not part of the search text.
func (s *Search) beside() []string {
	return slices.DeleteFunc(Filters(), func(name string) bool { return s.State.Get(name) == "" })
}

// chip returns the label of an active filter and the URL that removes it from the search.
func (s *Search) chip(name string) (label, without string) {
	switch name {
	case "failed":
		return "failed steps only", s.address(name, "")
	case "task": // an attempt filter is only valid with a task
		return name, s.address(name, "", "attempt", "")
	}
	return name, s.address(name, "")
}

func (s *Search) pager() ui.Pager {
	return table.Pager(s.Offset, len(s.Hits), s.Total, s.Limit, "steps", func(at string) string { return s.address("offset", at) })
}

// facetShown is the maximum number of values shown for each facet.
const facetShown = 6

// narrowing returns the facets that can narrow the search, because not all hits have the same
// value.
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

// narrowed returns the URL that restricts the search to a value of a facet.
func (s *Search) narrowed(facet, value string) string {
	if facet == "is" {
		facet, value = "failed", "1"
	}
	if s.State.Get(facet) != "" { // second value for the same facet: both must match
		return s.address("q", strings.TrimSpace(s.Line+" "+facet+`:"`+value+`"`))
	}
	return s.address(facet, value)
}

var facetTitles = map[string]string{"benchmark": "Benchmark", "model": "Model", "run": "Run", "scenario": "Scenario", "task": "Task",
	"status": "Outcome of the trial", "role": "Role", "tool": "Tool called", "is": "Step"}

// label returns the display name of a facet value. For a scenario, this is the title, unless
// benchmarks use the same id with different titles.
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

// called returns the display name of a search result, and the name of its benchmark if that helps
// to distinguish it.
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

// marked renders a snippet with highlighted matches. It adds no white space, because readers could
// not distinguish it from white space in the trace.
func marked(s search.Snippet) templ.Component {
	var parts []templ.Component
	at := 0
	for _, m := range s.Marks {
		parts = append(parts, ui.Visible(s.Text[at:m[0]]), templ.Raw("<mark>"), ui.Visible(s.Text[m[0]:m[1]]), templ.Raw("</mark>"))
		at = m[1]
	}
	return templ.Join(append(parts, ui.Visible(s.Text[at:]))...)
}

func (s *Search) statuses() []results.Status {
	return slices.DeleteFunc(results.Statuses(), func(status results.Status) bool {
		return !slices.ContainsFunc(s.Hits, func(h search.Hit) bool { return h.Status == status })
	})
}
