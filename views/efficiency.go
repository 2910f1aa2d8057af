package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Efficiency is the page of score against expense.
type Efficiency struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	Axes      []ui.Tab
	Groups    []ui.Tab // of comparable systems; empty if there is only one
	Chart     chart.Scatter
	Points    int // drawn
	Missing   int // of the group, not drawn
	Silent    int // of the group, known from a printed score without any expense
	Table     Grid
	Pager     *ui.Pager // of the table; nil if it has one page
}

// few says why there is no chart: one point has nothing to be held against.
func (p Efficiency) few() string {
	if p.Points == 0 {
		return "No system has both a score and this value, so there is no chart."
	}
	return "Only one system has both a score and this value, so there is nothing to draw it against."
}
