package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// World is what updates change in front of the agents of a benchmark, as its
// harness applies them, and how the agents are told.
type World struct {
	Benchmark string                `json:"benchmark"` // id
	Layout    string                `json:"layout"`    // harness in whose layout of the dataset the counts, the scenarios and the systems below are, such as openclaw; empty where it is not known
	Layouts   []results.WorldLayout `json:"layouts"`   // what the same updates do in each layout that is known, that one first
	WorldCounts
	Scenarios []WorldRow    `json:"scenarios"`        // those with updates, in the dataset's order
	Systems   []WorldSystem `json:"systems"`          // what runs with records make of the changes: one run for each system, in the order of the board; those of one page
	Total     int           `json:"total"`            // systems on all pages
	ByUpdate  []WorldUpdate `json:"by_update"`        // each update with how many systems opened every, some or none of its objects, over all pages; those with traces of at least one system
	Stages    *WorldStages  `json:"stages,omitempty"` // what changes before the stages of its tasks; absent where they have none

	Of     results.Benchmark `json:"-"`
	Worlds []results.World   `json:"-"`
}

// WorldCounts are sums over changes.
type WorldCounts = results.WorldCounts

// The counts by kind of object.
type (
	WorldEffect  = results.WorldEffect
	WorldTelling = results.WorldTelling
)

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

// WorldStages is the evolving world of a benchmark whose tasks go through stages:
// what changes before them, and how systems do at the checks that look for it.
type WorldStages struct {
	world.StageCounts
	Systems []StageSystem `json:"systems"` // one run for each system, in the order of the board; those of one page

	List []results.Task `json:"-"` // in the dataset's order
}

// StageSystem is how one run did at the checks that are linked to changes.
type StageSystem struct {
	Run      string         `json:"run"`      // slug
	System   results.System `json:"system"`   // what was run
	Name     string         `json:"name"`     // of the system
	Complete bool           `json:"complete"` // every expected task is scored
	world.LinkedChecks
	Looked *world.StageLooked `json:"looked,omitempty"` // changes that its agent looked at; absent where no trial has a trace that was read with the changes known
	URL    string             `json:"url"`              // of the run's page
}

// AddStages makes it a world of stages, where the tasks have any, and settles which
// systems are on this page.
func (w *World) AddStages(v *views.Bench, tasks []results.Task, window views.Window) []results.BoardRow {
	var rows []results.BoardRow
	if n := world.CountStages(tasks); n != nil {
		w.Stages = &WorldStages{StageCounts: *n, Systems: []StageSystem{}, List: tasks}
		rows = v.RowsWithRun()
	}
	w.Total = len(rows)
	return views.Rows(&window, rows)
}

// AddRun sets a run against the checks and the changes; the details are those of its
// trials with a trace, by trial.
func (s *WorldStages) AddRun(v *views.Bench, row results.BoardRow, trials []results.StoredTrial,
	checks map[int64][]results.Check, details map[int64]results.TrialDetails) {
	x := StageSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete, URL: views.RowAddress(row)}
	tasks := map[results.TaskName]*results.Task{}
	for i := range s.List {
		tasks[s.List[i].Name()] = &s.List[i]
	}
	plain := make([]results.Trial, len(trials))
	for i := range trials {
		plain[i] = trials[i].Trial
		plain[i].Checks = checks[trials[i].ID]
		task, looks := tasks[trials[i].TaskName()], details[trials[i].ID].StageLooks
		if task == nil || len(looks) == 0 {
			continue
		}
		if x.Looked == nil {
			x.Looked = &world.StageLooked{}
		}
		x.Looked.Add(task, looks)
	}
	x.LinkedChecks = world.CheckLinked(s.List, plain)
	s.Systems = append(s.Systems, x)
}
