package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// World is what updates change in front of the agents of a benchmark, as its
// harness applies them, and how the agents are told.
type World struct {
	Benchmark string                `json:"benchmark"` // id
	Layout    string                `json:"layout"`    // harness in whose layout of the dataset the counts, the scenarios and the systems below are, such as openclaw; empty where it is not known
	Layouts   []results.WorldLayout `json:"layouts"`   // what the same updates do in each layout that is known, that one first
	WorldCounts
	Scenarios []WorldRow    `json:"scenarios"` // those with updates, in the dataset's order
	Systems   []WorldSystem `json:"systems"`   // what runs with records make of the changes: one run for each system, in the order of the board; those of one page
	Total     int           `json:"total"`     // systems on all pages
	ByUpdate  []WorldUpdate `json:"by_update"` // each update with how many systems opened every, some or none of its objects, over all pages; those with traces of at least one system

	Of     results.Benchmark `json:"-"`
	Worlds []results.World   `json:"-"`
}

// WorldCounts are sums over changes.
type WorldCounts = results.WorldCounts

// WorldRow is a scenario with the sums of its changes.
type WorldRow struct {
	ID    string `json:"id"`    // slug
	Title string `json:"title"` // of the scenario
	WorldCounts
}

// NewWorld sums up the worlds of a benchmark's scenarios.
func NewWorld(b results.Benchmark, scenarios []results.Scenario, worlds []results.World) *World {
	w := &World{Benchmark: b.ID, Of: b, Worlds: worlds, Scenarios: []WorldRow{}, Systems: []WorldSystem{}, ByUpdate: []WorldUpdate{}}
	w.Layouts = append([]results.WorldLayout{}, results.SumLayouts(worlds)...)
	for i := range worlds {
		x := &worlds[i]
		w.Layout = x.Layout
		row := WorldRow{ID: x.Scenario, WorldCounts: results.CountWorld(x.Changes)}
		if at := slices.IndexFunc(scenarios, func(s results.Scenario) bool { return s.Slug == x.Scenario }); at >= 0 {
			row.Title = scenarios[at].Title
		}
		w.Scenarios = append(w.Scenarios, row)
		w.Add(row.WorldCounts)
	}
	return w
}
