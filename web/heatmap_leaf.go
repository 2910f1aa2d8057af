package web

import (
	"github.com/clawatlas/clawatlas/views/link"
)

// turn settles which rows and systems of the grid the page shows.
func (d *heatData) turn() {
	d.grid.rows, d.grid.cols = d.query.rows, d.query.block
	d.grid.rows.Cut(len(d.grid.Rows))
	d.grid.cols.Cut(len(d.grid.Cols))
}

// shownRows are the places of the rows on the page.
func (g *heatGrid) shownRows() []int { return g.rows.Places() }

// shownCols are the places of the systems on the page.
func (g *heatGrid) shownCols() []int { return g.cols.Places() }

// href is the heatmap's address with one parameter changed; the other list stays
// on its page.
func (d *heatData) href(key, value string) string {
	q := link.With(d.query.values(), pageParam, d.grid.rows.Value(), blockParam, d.grid.cols.Value())
	return link.To(link.With(q, key, value), "b", d.benchmark.ID, "heatmap")
}
