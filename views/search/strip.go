package search

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	searchreport "github.com/clawatlas/clawatlas/results/report/search"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// stripName says what the cells of a trace are.
func stripName(h searchreport.SearchHit) string {
	name := "Steps of the trace"
	if n := h.Strip[0].Steps; n > 1 {
		name = fmt.Sprintf("The trace, %d steps a cell", n)
	}
	return name + "; those found are marked"
}

// stripTitle says what a cell stands for.
func stripTitle(h searchreport.SearchHit, cell int) string {
	first := 1
	for _, c := range h.Strip[:cell] {
		first += c.Steps
	}
	c := h.Strip[cell]
	title := fmt.Sprintf("step %d: ", first)
	if c.Steps > 1 {
		title = fmt.Sprintf("steps %d to %d: ", first, first+c.Steps-1)
	}
	if title += stripKind(c.Kind); c.Found > 0 {
		title += ", " + words.Count(c.Found) + " found"
	}
	return title
}

func stripKind(kind string) string {
	if k := outline.Kind(kind); k != outline.Looked {
		return views.KindText(k)
	}
	return "called a tool"
}

// stripURL is the address of a cell's step. Where it was found it is marked as the hit
// is, whose address it is but for the step.
func stripURL(h searchreport.SearchHit, c search.StripCell) string {
	q := url.Values{"step": {fmt.Sprint(c.Step)}}
	if h.Attempt > 1 {
		q.Set("attempt", fmt.Sprint(h.Attempt))
	}
	if at, err := url.Parse(h.URL); err == nil && at.Query().Has("find") {
		q.Set("find", at.Query().Get("find"))
	}
	return link.To(q, "runs", h.Run, h.Scenario, h.Task) + "#" + link.StepAnchor(c.Step)
}

// newSearchThen offers what can be asked for after the steps that were found.
func newSearchThen(r *searchreport.SearchRequest, s *searchreport.Search) []SearchChip {
	if len(s.Hits) == 0 || len(r.Text.Then) > 0 {
		return nil
	}
	var list []SearchChip
	for _, then := range []string{"then: is:ok", "then: is:failed"} {
		line := strings.TrimSpace(r.Line + " " + then)
		list = append(list, SearchChip{Name: "add " + then, Without: link.To(link.With(r.State, "q", line), "search")})
	}
	return list
}
