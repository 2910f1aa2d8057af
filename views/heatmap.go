package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Heatmap is the page of scenarios (or tasks) against systems.
type Heatmap struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Metric    MetricInfo
	Lead      string
	By        []ui.Tab // rows are scenarios or tasks
	Filter    *ui.Filter
	Map       *chart.Heatmap // by scenario
	Tasks     *TaskGrid      // by task
	Notes     []string       // what a reader has to know of the numbers
	// Pagers of rows and of systems side by side; nil where one page holds all.
	RowsPager, SystemsPager *ui.Pager

	Hidden  int    // systems without any number here
	ShowAll string // address that shows them too
	Empty   string // why there is nothing to show
}

// TaskGrid is a heatmap of tasks, with their spread over the systems.
type TaskGrid struct {
	Caption string
	Cols    []chart.HeatHead
	Rows    []TaskGridRow
	Totals  []ui.HeatOf
}

// TaskGridRow is one task.
type TaskGridRow struct {
	Label, Title, Href string
	Group              string // opens a block where it differs from the row before
	Cells              []ui.HeatOf
	Mean, SD           *float64
	N                  int    // ranked systems with a score
	Note               string // what the mean is over, or why there is none
}

// newGroup reports whether row i begins a block.
func (g TaskGrid) newGroup(i int) bool {
	return g.Rows[i].Group != "" && (i == 0 || g.Rows[i].Group != g.Rows[i-1].Group)
}
