package web

import (
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/views/link"
)

// searchJSON is a page of hits as the API shows it.
type searchJSON struct {
	Query   string         `json:"query"`
	Total   int            `json:"total"`
	Capped  bool           `json:"capped"` // there are more than total
	Order   search.Order   `json:"order,omitempty"`
	Limit   int            `json:"limit"`
	Offset  int            `json:"offset"`
	Note    *string        `json:"note"` // why nothing was searched
	Notes   []string       `json:"notes"`
	Hits    []hitJSON      `json:"hits"`
	Counted int            `json:"counted"` // newest hits that the facets count
	Facets  []search.Facet `json:"facets"`
}

type hitJSON struct {
	search.Hit
	Snippet string   `json:"snippet"`
	Marks   [][2]int `json:"marks"` // byte ranges of the snippet that matched
	Matches int      `json:"matches"`
	URL     string   `json:"url"`
}

// searchAPI answers with hits as JSON.
func (s *Server) searchAPI(c echo.Context) error {
	if !ask(c).has("q") {
		return bad("Say what to search for: q=words.")
	}
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	res, err := s.runSearch(c, &r)
	if err != nil {
		return err
	}
	out := searchJSON{
		Query: r.Line, Total: res.Total, Capped: res.Capped, Order: res.Order, Limit: r.Query.Limit, Offset: r.Query.Offset,
		Notes: r.Text.Notes, Hits: make([]hitJSON, len(res.Hits)), Counted: res.Counted, Facets: res.Facets,
	}
	if out.Notes == nil {
		out.Notes = []string{}
	}
	if r.Text.Reason != "" {
		out.Note = &r.Text.Reason
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		out.Hits[i] = hitJSON{Hit: *h, Snippet: h.Snippet.Text, Marks: h.Snippet.Marks, Matches: h.Snippet.Count, URL: hitURL(h)}
	}
	return object(c, out)
}

// hitURL is the address of the step in its trace.
func hitURL(h *search.Hit) string {
	q := url.Values{"step": {strconv.Itoa(h.StepID)}}
	if h.Attempt > 1 {
		q.Set("attempt", strconv.Itoa(h.Attempt))
	}
	return link.To(q, "runs", h.Run, h.Scenario, h.Task) + "#step-" + strconv.Itoa(h.StepID)
}

// searchTable is a page of hits as rows.
func searchTable(res *search.Result) (header []string, rows [][]string) {
	header = []string{"run", "benchmark", "scenario", "task", "attempt", "status", "step", "role", "tools", "failed", "snippet", "url"}
	for i := range res.Hits {
		h := &res.Hits[i]
		rows = append(rows, []string{
			h.Run, h.Benchmark, h.Scenario, h.Task, strconv.Itoa(h.Attempt), string(h.Status), strconv.Itoa(h.StepID),
			h.Source, h.Tools, strconv.FormatBool(h.Failed), h.Snippet.Text, hitURL(h),
		})
	}
	return header, rows
}
