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
	Line    string // as it was typed
	Text    search.Text
	Query   search.Query
	State   url.Values        // what identifies the view, without the place in the list
	Filters map[string]string // beside the line
}

// NewSearchRequest reads the search line; filters are set beside it.
func NewSearchRequest(line string, filters map[string]string, newest, byTrial bool) SearchRequest {
	text := search.Parse(line)
	line = search.CutLine(line) // what follows means nothing, and would be in every link
	r := SearchRequest{Line: line, Text: text, State: url.Values{"q": {line}}, Filters: filters}
	for k, v := range filters {
		r.State.Set(k, v)
	}
	if newest {
		r.State.Set("sort", "newest")
	}
	if byTrial {
		r.State.Set("by", "trial")
	}
	r.Query = searchQuery(filters)
	r.Query.Terms, r.Query.Fields, r.Query.Then = r.Text.Terms, r.Text.Fields, r.Text.Then
	r.Query.Newest, r.Query.ByTrial = newest, byTrial
	if q := &r.Query; len(q.Then) == 0 && (q.Tool != "" || q.Status != "" || q.Source != "" || q.Failed) {
		r.Text.Reason = "" // what is set beside the line is enough to search by
	}
	return r
}

// InTrial reports whether the trace of one task in one run is searched, by the line
// or by what is set beside it.
func (r *SearchRequest) InTrial() bool {
	exact, _ := r.Query.Split()
	return exact.InTrial()
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
	// Trials is the number of trials with steps that were found; null unless hits are
	// listed by trial. There may be more if Capped.
	Trials *int `json:"trials"`
	// Hits are the steps of this answer; by trial the first few of each.
	Hits []SearchHit `json:"hits"`
	// Parts say what each part of the line finds alone, where all of it finds nothing;
	// empty otherwise.
	Parts []SearchPart `json:"parts"`
	// Counted is the number of newest hits that Facets count.
	Counted int `json:"counted"`
	// Facets count the hits by their properties.
	Facets []search.Facet `json:"facets"`

	Request SearchRequest `json:"-"`
	// Benchmarks are those of the hits, by id, for the names of what was found.
	Benchmarks map[string]results.Benchmark `json:"-"`
	Called     map[string]string            `json:"-"` // names of benchmarks, by id
	// System names that of the trial to which the search is confined, and Of is its
	// benchmark; empty where it is confined to none that there is.
	System string            `json:"-"`
	Of     results.Benchmark `json:"-"`
	// Stopped says that not all was read that regular expressions may match.
	Stopped bool `json:"-"`
	// Light are terms that are in too many steps to have a say in the order.
	Light []string `json:"-"`
	// Ranking is how hits that come by relevance are ranked.
	Ranking search.Ranking `json:"-"`
}

// SearchPart is a part of a search line that finds nothing.
type SearchPart struct {
	// Part is the word or field as it was typed.
	Part string `json:"part"`
	// Alone counts the steps that it finds by itself; null if it only leaves out words.
	Alone *SearchCount `json:"alone"`
	// Without counts the steps that the line finds without it; null if nothing is left.
	Without *SearchCount `json:"without"`
	// Line is the line without it.
	Line string `json:"line"`
}

// SearchCount counts steps.
type SearchCount struct {
	// Total is their number.
	Total int `json:"total"`
	// Capped says that there are more.
	Capped bool `json:"capped"`
}

// PartsMost is how many parts of a line are counted one by one.
const PartsMost = 8

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
		Trials: trialsOf(r, res), Parts: []SearchPart{}, Notes: append([]string{}, r.Text.Notes...), Hits: make([]SearchHit, len(res.Hits)),
		Counted: res.Counted, Facets: res.Facets,
		Request: r, Stopped: res.Stopped, Light: res.Light, Ranking: res.Ranking}
	if r.Text.Reason != "" {
		s.Note = &r.Text.Reason
	}
	s.Meant = meantOf(r.Line, res.Meant)
	if note := readNote(&r, &res); note != "" {
		s.Notes = append(s.Notes, note)
	}
	stages := r.Text.Stages()
	line := search.Line(asking(stages[len(stages)-1].Terms))
	for i := range res.Hits {
		h := &res.Hits[i]
		s.Hits[i] = SearchHit{Hit: *h, Snippet: h.Snippet.Text, Marks: h.Snippet.Marks, Matches: h.Snippet.Count, URL: hitURL(h, line)}
	}
	return s
}

func trialsOf(r SearchRequest, res search.Result) *int {
	if !r.Query.ByTrial {
		return nil
	}
	return &res.Trials
}

// asking are the terms that the hits hold; none where they are found by fields alone.
func asking(terms []search.Term) []search.Term {
	if search.Asks(terms) {
		return terms
	}
	return nil
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
