package report

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/views/link"
)

// SearchRequest is what the address of a search asks for.
type SearchRequest struct {
	Line    string // as it was typed
	Text    search.Text
	Query   search.Query
	State   url.Values        // what identifies the view, without the place in the list
	Filters map[string]string // beside the line and in it
}

// NewSearchRequest reads the search line and takes the filters that were typed
// into it; those beside the line stay as they are.
func NewSearchRequest(line string, filters map[string]string, newest bool) SearchRequest {
	text := search.Parse(line)
	line = search.CutLine(line) // what follows means nothing, and would be in every link
	r := SearchRequest{Line: line, Text: text, State: url.Values{"q": {line}}, Filters: filters}
	for k, v := range filters {
		r.State.Set(k, v)
	}
	if newest {
		r.State.Set("sort", "newest")
	}
	r.addWords(filters)
	r.Query = searchQuery(filters)
	r.Query.Terms, r.Query.Newest = r.Text.Terms, newest
	return r
}

// addWords takes filters that were typed into the line. One that is set beside
// the line already stays as it is.
func (r *SearchRequest) addWords(filters map[string]string) {
	for _, f := range r.Text.Fields {
		key, value := f.Name, f.Value
		if key == "is" && value == search.IsFailed {
			key, value = "failed", "1"
		}
		single := []string{"benchmark", "run", "scenario", "task", "tool", "status", "role", "failed"}
		if !slices.Contains(single, key) || f.Not || strings.Contains(value, "*") {
			r.Text.Notes = append(r.Text.Notes, f.String()+" was left out: this is not searched yet.")
			continue
		}
		if have := filters[key]; have != "" && have != value {
			r.Text.Notes = append(r.Text.Notes, f.String()+" was left out, because "+key+" is "+have+" already.")
			continue
		}
		filters[key] = value
	}
	if len(r.Text.Then) > 0 {
		r.Text.Notes = append(r.Text.Notes, "What stands behind then: was left out: this is not searched yet.")
	}
	if r.Text.Reason == "" && len(r.Text.Terms) == 0 {
		r.Text.Reason = "Name at least one word to search for, beside the filters."
	}
}

func searchQuery(f map[string]string) search.Query {
	attempt, err := strconv.Atoi(f["attempt"])
	if err != nil {
		attempt = 0 // none was asked for
	}
	return search.Query{
		Benchmark: f["benchmark"], Run: f["run"], Scenario: f["scenario"], Task: f["task"], Attempt: attempt,
		Tool: f["tool"], Status: results.Status(f["status"]), Source: f["role"], Failed: f["failed"] == "1",
	}
}

// Search is a page of hits over the steps of all runs, or of one trace.
type Search struct {
	// Query is the search line as it was understood.
	Query string `json:"query"`
	// Total is the number of steps that were found; there may be more if Capped.
	Total int `json:"total"`
	// Capped says that there are more steps than Total, or may be where Notes say so.
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
	// Meant are words that may have been meant, where nothing was found.
	Meant []SearchMeant `json:"meant"`
	// Hits are the steps of this answer.
	Hits []SearchHit `json:"hits"`
	// Counted is the number of newest hits that Facets count.
	Counted int `json:"counted"`
	// Facets count the hits by their properties.
	Facets []search.Facet `json:"facets"`

	Request SearchRequest `json:"-"`
	// Stopped says that not all was read that regular expressions may match.
	Stopped bool `json:"-"`
	// Light are terms that are in too many steps to have a say in the order.
	Light []string `json:"-"`
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

// NewSearch says what was found.
func NewSearch(r SearchRequest, res search.Result) *Search {
	s := &Search{Query: r.Line, Total: res.Total, Capped: res.Capped, Order: res.Order, Limit: r.Query.Limit, Offset: r.Query.Offset,
		Notes: append([]string{}, r.Text.Notes...), Hits: make([]SearchHit, len(res.Hits)), Counted: res.Counted, Facets: res.Facets, Request: r, Stopped: res.Stopped, Light: res.Light}
	if r.Text.Reason != "" {
		s.Note = &r.Text.Reason
	}
	s.Meant = meantOf(r.Line, res.Meant)
	if note := readNote(&r, &res); note != "" {
		s.Notes = append(s.Notes, note)
	}
	line := search.Line(r.Text.Terms)
	for i := range res.Hits {
		h := &res.Hits[i]
		s.Hits[i] = SearchHit{Hit: *h, Snippet: h.Snippet.Text, Marks: h.Snippet.Marks, Matches: h.Snippet.Count, URL: hitURL(h, line)}
	}
	return s
}

// hitURL is the address of the step in its trace with the words that were
// searched, so that the page shows what was found.
func hitURL(h *search.Hit, line string) string {
	q := url.Values{"step": {strconv.Itoa(h.StepID)}, "find": {line}}
	if h.Attempt > 1 {
		q.Set("attempt", strconv.Itoa(h.Attempt))
	}
	return link.To(q, "runs", h.Run, h.Scenario, h.Task) + "#" + link.StepAnchor(h.StepID)
}
