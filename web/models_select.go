package web

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

const (
	// systemsCompared is how many systems of a model its page sets against the
	// others, the first of each board; ?system= chooses another one.
	systemsCompared = 8
	// rivalsTested is how many others one system is tested against at once.
	rivalsTested = 50
)

// modelQuery is the state of a model's page that its URL holds.
type modelQuery struct {
	run    string        // of the one system that is set against the others; empty: the first ones
	rivals report.Window // of the others
	rows   report.Window // of the lists of places, figures and runs
}

// modelFields are the parameters of a model's page and its twin.
func modelFields() query { return query{textField("system"), blockField()} }

func readModelQuery(c echo.Context) (modelQuery, error) {
	q := modelQuery{run: ask(c).text("system"), rivals: readLeaf(c, blockParam, rivalsTested)}
	if q.run != "" && !results.ValidSlug(q.run) {
		return q, bad("system=%s is not the name of a run.", q.run)
	}
	return q, nil
}

// href is the model's page with one parameter changed.
func (q modelQuery) href(model string) func(key, value string) string {
	return func(key, value string) string {
		v := link.With(nil, "system", q.run, blockParam, q.rivals.Value(), pageParam, q.rows.Value())
		return link.To(link.With(v, key, value), "models", model)
	}
}

// compared reports whether the n-th system of the model with a run, counted from
// 0, is set against the others: of a large population the first one alone.
func (q modelQuery) compared(run string, n, population int) bool {
	switch {
	case q.run != "":
		return run == q.run
	case population > rowsOnPage:
		return n == 0
	}
	return n < systemsCompared
}

// page cuts the lists of the model's page. All of them turn their pages together.
func (q *modelQuery) page(p *views.Model, d *modelData) {
	size := max(len(p.Places.Rows), len(p.Figures.Rows), len(p.Runs))
	lo, hi := q.rows.Cut(size)
	href := q.href(d.Model.ID)
	for i, place := range d.Places {
		if place.Run != nil && place.ranked() && place.Pairs == nil && place.Of > 1 {
			p.Places.Rows[i].Cells[betterThan] = rightWords("Compare").Link(link.To(url.Values{"system": {*place.Run}}, "models", d.Model.ID) + "#pairs")
		}
	}
	q.rivals.Cut(q.rivals.Total)
	p.Pager = views.PagerOf(q.rows, "rows of the longest list", href)
	p.Places.Rows = report.Between(p.Places.Rows, lo, hi)
	p.Figures.Rows = report.Between(p.Figures.Rows, lo, hi)
	p.Runs = report.Between(p.Runs, lo, hi)
	p.RivalsPager = views.PagerOf(q.rivals, "other systems", href)
	for _, place := range d.Places {
		if place.Run != nil && !slices.ContainsFunc(d.Strengths, func(s strengthsOf) bool { return s.Run != nil && *s.Run == *place.Run }) {
			p.Others++
		}
	}
}

// betterThan is the place of the column "Better than" in the table of places.
const betterThan = 8

// blockNote says of which pairs a family of tests is, where it is one page of them.
func blockNote(l report.Window) string {
	if l.Total <= l.Size {
		return ""
	}
	lo := (l.Number - 1) * l.Size
	return " These are " + strconv.Itoa(lo+1) + " to " + strconv.Itoa(min(lo+l.Size, l.Total)) + " of " + words.Count(l.Total) + " other systems, in the order of the board; the adjustment is for the pairs of this page alone."
}
