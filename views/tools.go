package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Tools is the page of tool calls and their failures.
type Tools struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	Filter    ui.Filter
	Chart     chart.Bars
	Families  Grid
	Causes    Grid
	Tools     Grid
	Runs      Grid
	Models    Grid
	Published []Grid
	Pager     *ui.Pager // of the runs; nil if it has one page
}
