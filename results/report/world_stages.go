package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

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
	URL string `json:"url"` // of the run's page
}

// AddStages makes it a world of stages, where the tasks have any, and settles which
// systems are on this page.
func (w *World) AddStages(v *Bench, tasks []results.Task, window Window) []results.BoardRow {
	var rows []results.BoardRow
	if n := world.CountStages(tasks); n != nil {
		w.Stages = &WorldStages{StageCounts: *n, Systems: []StageSystem{}, List: tasks}
		rows = v.RowsWithRun()
	}
	w.Window, w.Total = window, len(rows)
	return Rows(&w.Window, rows)
}

// AddRun sets a run against the checks.
func (s *WorldStages) AddRun(v *Bench, row results.BoardRow, trials []results.Trial) {
	s.Systems = append(s.Systems, StageSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete, LinkedChecks: world.CheckLinked(s.List, trials), URL: RowAddress(row)})
}
