package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Matrix is the page of comparisons in which one thing changes. What a
// benchmark has nothing of is left out.
type Matrix struct {
	Meta       ui.Meta
	Benchmark  results.Benchmark
	Lead       string
	Notes      []string
	Metrics    []ui.Tab
	Fix        []ui.Tab
	Frameworks Grid
	// Pagers of the tables of models and of additions; nil where one page holds all.
	FrameworksPager, AblationPager *ui.Pager
	Ablation                       Grid
	Deltas                         Grid
	Settings                       Grid
	Sweeps                         Grid
	Pairs                          Grid
	PairsNote                      string
	Pair                           Grid // the chosen pair's systems
	Factors                        Grid
	SolvedChart                    chart.Bars
	Solved                         Grid
	SolvedAll                      Grid
	SolvedNone                     Grid
	SolvedNote                     string
	Tables                         []Grid
}

// empty reports whether the benchmark has nothing to compare.
func (m Matrix) empty() bool {
	for _, g := range []Grid{m.Frameworks, m.Ablation, m.Settings, m.Sweeps, m.Pairs, m.Solved} {
		if len(g.Rows) > 0 {
			return false
		}
	}
	return len(m.Tables) == 0
}

// Tables is the page of published tables.
type Tables struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Lead      string
	All       string // address of all tables, where the page shows one
	Tables    []StatTable
}

// StatTable is one published table with its source.
type StatTable struct {
	ID     string
	Grid   Grid
	Title  string // of the source
	Source string
	Href   string
	CSV    string
}
