package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// World summarises the changes that updates make to a benchmark's environment, as applied by its
// harness, and how the systems handled them. Files and chats are never combined.
type World struct {
	Benchmark string               `json:"benchmark"` // id of the benchmark
	Updates   int                  `json:"updates"`   // number of rounds preceded by a change
	Objects   int                  `json:"objects"`   // number of changed files and chats, each counted once per update
	Effects   results.WorldEffects `json:"effects"`   // number of changes by effect
	Told      results.WorldTold    `json:"told"`      // number of changes by mention in the prompt
	Systems   []WorldSystem        `json:"systems"`   // one run per system on this page, in board order
	Total     int                  `json:"total"`     // number of systems on all pages

	Worlds []results.World `json:"-"`
}

// WorldSystem describes how one run handled the changes. Unknown values are absent.
type WorldSystem struct {
	Run          string                       `json:"run"`                   // slug of the run
	System       results.System               `json:"system"`                // model, framework, variant and provider
	Name         string                       `json:"name"`                  // name of the system
	Noticed      *world.Noticed               `json:"noticed,omitempty"`     // changed files and chats read by the agent; absent without traces or the texts of the changes
	Used         *world.Used                  `json:"used,omitempty"`        // pass counts of rounds whose check depends on a changed file or chat, and of the other rounds; absent if no such round has a verdict
	Revised      *world.Revised               `json:"revised,omitempty"`     // answers about facts that an update reverses; absent if no question asked about such a fact
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"`         // results of rounds directly after an update, compared with the other rounds, by kind of round
	Preferences  *world.Preferences           `json:"preferences,omitempty"` // compliance with the user's preferences; absent if none was checked
	URL          string                       `json:"url"`                   // URL of the run's page
}

// NewWorld summarises the changes of a benchmark's scenarios.
func NewWorld(benchmark string, worlds []results.World) *World {
	var n results.WorldCounts
	for i := range worlds {
		n.Add(results.CountWorld(worlds[i].Changes))
	}
	return &World{Benchmark: benchmark, Updates: n.Updates, Objects: n.Objects, Effects: n.Effects, Told: n.Told, Systems: []WorldSystem{},
		Worlds: worlds}
}

// Choose returns the rows of the systems on this page. It returns none for a benchmark without
// updates.
func (w *World) Choose(v *views.Bench, window table.Window) []results.BoardRow {
	var rows []results.BoardRow
	if w.Updates > 0 {
		rows = v.RowsWithRun()
	}
	w.Total = len(rows)
	return table.Rows(&window, rows)
}

// WorldQuestions holds a dataset's questions about reversed facts, and its checks of changed files
// and of preferences.
type WorldQuestions struct {
	worlds      []results.World
	tasks       []results.Task
	reversals   []world.Reversal
	naming      map[results.TaskName][]string
	preferences []world.PreferenceRound
}

// NewWorldQuestions extracts the questions from the changes and tasks of a benchmark.
func NewWorldQuestions(benchmark string, worlds []results.World, tasks []results.Task) *WorldQuestions {
	a := world.AnnotationOf(benchmark, tasks)
	q := &WorldQuestions{worlds: worlds, tasks: tasks, naming: world.NamingOf(a), preferences: world.PreferenceRounds(a, tasks)}
	if a != nil {
		q.reversals = a.Fitting(tasks)
	}
	return q
}

func (q *WorldQuestions) order() map[results.TaskName]int {
	at := map[results.TaskName]int{}
	for i := range q.tasks {
		at[q.tasks[i].Name()] = i
	}
	return at
}

// Exams returns the ids of the trials whose details are needed: exams about preferences that were
// not passed.
func (q *WorldQuestions) Exams(trials []results.StoredTrial) []int64 {
	var ids []int64
	for i := range trials {
		t := &trials[i]
		if t.Score != nil && *t.Score < 1 && slices.ContainsFunc(q.preferences,
			func(p world.PreferenceRound) bool { return p.Exam && p.TaskName == t.TaskName() }) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// WorldRecords holds the stored records of one run.
type WorldRecords struct {
	Trials  []results.StoredTrial
	Details map[int64]results.TrialDetails // details of the exams by trial id
	Looked  results.Looked
}

// System returns a run's results on the questions and checks.
func (q *WorldQuestions) System(v *views.Bench, row results.BoardRow, r WorldRecords, means days.Means) WorldSystem {
	rounds := days.RoundsOf(q.tasks, means)
	s := WorldSystem{Run: *row.Run, System: row.System, Name: v.Label(row), URL: views.RowAddress(row),
		UpdateEffect: days.UpdateEffects(rounds), Noticed: world.NoticedBy(r.Looked.Looks, q.worlds)}
	if u := world.UsedBy(rounds, q.naming); u.Named.N > 0 {
		s.Used = &u
	}
	if x := world.Revise(q.reversals, q.tasks, world.AnswersOf(r.Trials)); x.Options.N > 0 {
		s.Revised = &x
	}
	if p := world.PreferencesOf(q.preferences, r.Trials, r.Details); p.Exams.N+p.Reminded.N > 0 {
		s.Preferences = &p
	}
	return s
}
