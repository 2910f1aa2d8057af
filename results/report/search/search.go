package search

import (
	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/search"
)

// SearchRequest is what the address of a search asks for.
type SearchRequest struct {
	Line     string // as it was typed
	Text     search.Text
	Query    search.Query
	State    url.Values // what identifies the view, without the place in the list
	AllNames bool       // all names are listed, and not the first of each kind
}

// Filters are the parameters that narrow a search, in the order of the page.
func Filters() []string {
	return []string{"benchmark", "model", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}

// NewSearchRequest reads the search line; filters are set beside it.
func NewSearchRequest(line string, filters map[string]string, newest bool) SearchRequest {
	text := search.Parse(line)
	line = search.CutLine(line) // what follows means nothing, and would be in every link
	r := SearchRequest{Line: line, Text: text, State: url.Values{"q": {line}}}
	r.Query = search.Query{Terms: text.Terms, Filters: text.Filters, Newest: newest}
	for _, name := range Filters() {
		v := filters[name]
		if v == "" {
			continue
		}
		r.State.Set(name, v)
		if name == "failed" {
			name, v = "is", "failed"
		}
		r.Query.Filters = append(r.Query.Filters, search.Filter{Name: name, Value: v})
	}
	if newest {
		r.State.Set("sort", "newest")
	}
	if line == "" && len(r.Query.Filters) > 0 {
		r.Text.Reason = "" // what is set beside the line is enough to search by
	}
	return r
}

// Search is a page of hits over the steps of all runs, or of one trace.
type Search struct {
	// Query is the search line as it was understood.
	Query string `json:"query"`
	// Total is the number of steps that were found; there are more if Capped.
	Total int `json:"total"`
	// Capped says that there are more steps than Total.
	Capped bool `json:"capped"`
	// Order says how the hits are sorted.
	Order search.Order `json:"order,omitempty"`
	// Limit is the most hits of one answer.
	Limit int `json:"limit"`
	// Offset is the number of hits before the first of this answer.
	Offset int `json:"offset"`
	// Note says why nothing was searched; null if something was.
	Note *string `json:"note"`
	// Notes say what of the line was left out, and why.
	Notes []string `json:"notes"`
	// Names are what has a page and is called as the line says, the first few of each
	// kind.
	Names []SearchName `json:"names"`
	// NamesTotal is how many there are.
	NamesTotal int `json:"names_total"`
	// Hits are the steps of this answer.
	Hits []SearchHit `json:"hits"`
	// Facets count the hits by their properties, the newest 10,000 if Capped.
	Facets []search.Facet `json:"facets"`

	Request SearchRequest `json:"-"`
	// Benchmarks are those of the hits, by id, for the names of what was found.
	Benchmarks map[string]results.Benchmark `json:"-"`
	Called     map[string]string            `json:"-"` // names of benchmarks, by id
	// System names that of the trial to which the search is confined, and Of is its
	// benchmark; empty where it is confined to none that there is.
	System string            `json:"-"`
	Of     results.Benchmark `json:"-"`
}

// SearchName is something that has a page and is called as the line says.
type SearchName struct {
	search.Name
	// URL is the address of its page.
	URL string `json:"url"`
}

// SearchHit is one step that was found.
type SearchHit struct {
	search.Hit
	// Snippet is a part of the step around what matched.
	Snippet string `json:"snippet"`
	// Marks are the byte ranges of the snippet that matched.
	Marks [][2]int `json:"marks"`
	// Matches is the number of matches in the whole step.
	Matches int `json:"matches"`
	// URL is the address of the step in its trace.
	URL string `json:"url"`
}

// namesShown is how many names of a kind are listed at first.
const namesShown = 3

// NewSearch says what was found.
func NewSearch(r SearchRequest, res search.Result, names []search.Name) *Search {
	s := &Search{Query: r.Line, Total: res.Total, Capped: res.Capped, Order: res.Order, Limit: r.Query.Limit, Offset: r.Query.Offset,
		Notes: append([]string{}, r.Text.Notes...), Hits: make([]SearchHit, len(res.Hits)), Facets: res.Facets, Request: r,
		Names: []SearchName{}, NamesTotal: len(names)}
	if r.Text.Reason != "" {
		s.Note = &r.Text.Reason
	}
	seen := map[string]int{}
	for _, n := range names {
		if seen[n.Kind]++; seen[n.Kind] <= namesShown || r.AllNames {
			s.Names = append(s.Names, SearchName{n, nameURL(n)})
		}
	}
	line := ""
	if search.Asks(r.Text.Terms) { // else they are found by filters alone
		line = search.Line(r.Text.Terms)
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		s.Hits[i] = SearchHit{Hit: *h, Snippet: h.Snippet.Text, Marks: h.Snippet.Marks, Matches: h.Snippet.Count, URL: hitURL(h, line)}
	}
	return s
}

func nameURL(n search.Name) string {
	switch n.Kind {
	case "benchmark":
		return link.Benchmark(n.ID)
	case "model":
		return link.Model(n.ID)
	case "scenario":
		return link.Scenario(n.Benchmark, n.ID)
	case "task":
		return link.Task(n.Benchmark, n.Scenario, n.ID)
	}
	return link.Run(n.ID)
}

// hitURL is the address of the step in its trace with the words that were
// searched, so that the page shows what was found.
func hitURL(h *search.Hit, line string) string {
	q := url.Values{"step": {strconv.Itoa(h.StepID)}}
	if line != "" {
		q.Set("find", line)
	}
	if h.Attempt > 1 {
		q.Set("attempt", strconv.Itoa(h.Attempt))
	}
	return link.To(q, "runs", h.Run, h.Scenario, h.Task) + "#" + link.StepAnchor(h.StepID)
}
