package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
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
	Looked *world.StageLooked `json:"looked,omitempty"` // changes that its agent looked at; absent where no trial has a trace that was read with the changes known
	URL    string             `json:"url"`              // of the run's page
}

// AddStages makes it a world of stages, where the tasks have any, and settles which
// systems are on this page.
func (w *World) AddStages(v *report.Bench, tasks []results.Task, window report.Window) []results.BoardRow {
	var rows []results.BoardRow
	if n := world.CountStages(tasks); n != nil {
		w.Stages = &WorldStages{StageCounts: *n, Systems: []StageSystem{}, List: tasks}
		rows = v.RowsWithRun()
	}
	w.Window, w.Total = window, len(rows)
	return report.Rows(&w.Window, rows)
}

// AddRun sets a run against the checks and the changes; the details are those of its
// trials with a trace, by trial.
func (s *WorldStages) AddRun(v *report.Bench, row results.BoardRow, trials []results.StoredTrial, checks map[int64][]results.Check, details map[int64]results.TrialDetails) {
	x := StageSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete, URL: report.RowAddress(row)}
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
