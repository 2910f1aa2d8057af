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
	Series      int // lines of all charts
	Filter      ui.Filter
	UpdatesNote string
	Panels      []DayPanel // one for each kind of task
	NotDrawn    []DayWords // runs that are no line, and why
	Rounds      Grid       // behind the chosen point
	Effect      Grid       // of an update
	First       Grid       // of the first update
	Strips      []DayStrip
	Pager       *ui.Pager // of the systems; nil if it has one page
	Updates     Grid
}

// DayPanel has the lines of one kind of task.
type DayPanel struct {
	ID      string // the kind
	Title   string // empty where there is one kind only
	Chart   chart.Lines
	Table   Grid
	Words   []DayWords // the step of a line that falls most
	Without []string   // why other lines have none
}

// DayWords writes one line out.
type DayWords struct{ Name, Href, Text string }

// DayStrip shows all rounds of a scenario as one run took them.
type DayStrip struct {
	Name, Href string
	Strip      ui.Strip
}
