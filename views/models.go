package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Models is the list of all models.
type Models struct {
	Meta   ui.Meta
	Filter ui.Filter
	Grid   Grid
	Pager  *ui.Pager // nil if it has one page
}

// Model is the page of one model across all benchmarks.
type Model struct {
	Meta      ui.Meta
	Model     results.Model
	Lead      string
	Places    Grid
	Pairs     []Grid // the other systems of one benchmark each
	Strengths []Grid
	// NotCompared says of each system without strengths why it has none.
	NotCompared []string
	Worst       []Worst
	Figures     Grid
	Runs        []results.Run
	// Pager leads through the lists of places, runs and figures, RivalsPager
	// through the other systems; nil where one page holds all.
	Pager, RivalsPager *ui.Pager
	Others             int // systems of the model that the page does not compare
	Names              map[string]string
}

// Worst is what one run failed, with the way to all of it.
type Worst struct {
	Grid Grid
	Href string
	More string
}
