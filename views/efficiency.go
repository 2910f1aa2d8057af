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
	Table     Grid
}
