package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// World is what updates change in front of the agents of a benchmark, as its harness
// applies them, and what the systems made of it. Files and chats are never added up.
type World struct {
	Benchmark string               `json:"benchmark"` // id
	Updates   int                  `json:"updates"`   // rounds before which something changes
	Objects   int                  `json:"objects"`   // changed files and chats, each counted once an update
	Effects   results.WorldEffects `json:"effects"`   // what became of them
	Told      results.WorldTold    `json:"told"`      // how the prompts speak of them
	Systems   []WorldSystem        `json:"systems"`   // one run for each system, in the order of the board; those of one page
	Total     int                  `json:"total"`     // systems on all pages

	Worlds []results.World `json:"-"`
}

// WorldSystem is what one run made of the changes. What is not known of the run is absent.
type WorldSystem struct {
	Run          string                       `json:"run"`                   // slug
	System       results.System               `json:"system"`                // what was run
	Name         string                       `json:"name"`                  // of the system
	Noticed      *world.Noticed               `json:"noticed,omitempty"`     // changed objects that the agent read; absent where its traces or the texts of the changes are not known
	Used         *world.Used                  `json:"used,omitempty"`        // checks that name a changed object beside the others; absent if no check with a verdict names one
	Revised      *world.Revised               `json:"revised,omitempty"`     // answers about facts that an update reverses; absent if none was asked about
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"`         // rounds that follow an update against the other rounds of their kind, by kind
	Preferences  *world.Preferences           `json:"preferences,omitempty"` // rules of the user; absent if none was checked
	URL          string                       `json:"url"`                   // of the run's page
}

// NewWorld sums up the changes of a benchmark's scenarios.
func NewWorld(benchmark string, worlds []results.World) *World {
	var n results.WorldCounts
	for i := range worlds {
		n.Add(results.CountWorld(worlds[i].Changes))
	}
	return &World{Benchmark: benchmark, Updates: n.Updates, Objects: n.Objects, Effects: n.Effects, Told: n.Told, Systems: []WorldSystem{},
		Worlds: worlds}
}

// Choose settles which systems are on this page: none of a benchmark without updates.
func (w *World) Choose(v *views.Bench, window table.Window) []results.BoardRow {
	var rows []results.BoardRow
	if w.Updates > 0 {
		rows = v.RowsWithRun()
	}
	w.Total = len(rows)
	return table.Rows(&window, rows)
}

// WorldQuestions are what a dataset asks of its systems about changes and rules.
type WorldQuestions struct {
	worlds      []results.World
	tasks       []results.Task // in the dataset's order
	reversals   []world.Reversal
	naming      map[results.TaskName][]string
	preferences []world.PreferenceRound
}

// NewWorldQuestions finds them in the changes and the tasks of a benchmark.
func NewWorldQuestions(benchmark string, worlds []results.World, tasks []results.Task) *WorldQuestions {
	a := world.AnnotationOf(benchmark, tasks)
	q := &WorldQuestions{worlds: worlds, tasks: tasks, naming: world.NamingOf(a), preferences: world.PreferenceRounds(a, tasks)}
	if a != nil {
		q.reversals = a.Fitting(tasks)
	}
	return q
}

// order gives the place of each task in the dataset.
func (q *WorldQuestions) order() map[results.TaskName]int {
	at := map[results.TaskName]int{}
	for i := range q.tasks {
		at[q.tasks[i].Name()] = i
	}
	return at
}

// Exams are the keys of the trials of which the details are needed: those of exams that
// were not passed.
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

// WorldRecords are what a store holds of one run.
type WorldRecords struct {
	Trials  []results.StoredTrial
	Details map[int64]results.TrialDetails // of the exams, by trial
	Looked  results.Looked
}

// System sets one run against the questions.
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
