package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Days is the page of day-by-day trajectories.
type Days struct {
	Meta        ui.Meta
	Benchmark   results.Benchmark
	Kind        string // phases, stages, scenarios or none
	Lead        string
	Series      int // lines of the chart
	Filter      ui.Filter
	Chart       chart.Lines
	Table       Grid
	UpdatesNote string
	Words       []DayWords
	Rounds      Grid // behind the chosen point
	AroundChart chart.Lines
	Around      Grid
	Strips      []DayStrip
	Updates     Grid
}

// DayWords writes one line out.
type DayWords struct{ Name, Href, Text string }

// DayStrip shows all rounds of a scenario as one run took them.
type DayStrip struct {
	Name, Href string
	Strip      ui.Strip
}
