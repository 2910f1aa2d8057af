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
	Names       map[string]string
}

// Worst is what one run failed, with the way to all of it.
type Worst struct {
	Grid Grid
	Href string
	More string
}
