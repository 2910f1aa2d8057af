package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// WorldSystem is what one run makes of the changes of the world. What cannot be
// told of the run is absent, which is not zero.
type WorldSystem struct {
	Run          string                       `json:"run"`                   // slug
	System       results.System               `json:"system"`                // what was run
	Name         string                       `json:"name"`                  // of the system
	Complete     bool                         `json:"complete"`              // every expected round is scored
	Noticed      *world.Noticed               `json:"noticed,omitempty"`     // changed objects that the agent looked at; absent where its traces or the texts of the world are not known
	Used         *world.Used                  `json:"used,omitempty"`        // checks that name a changed object beside the others; absent if no check with a verdict names one
	Revised      *world.Revised               `json:"revised,omitempty"`     // answers about beliefs that an update reverses; absent if none was asked about
	Values       *world.Values                `json:"values,omitempty"`      // what it wrote of values that an update replaces, as evidence; absent if no round with a trace asks for one
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"`         // rounds that follow an update against the other rounds of their kind, by kind
	Preferences  *world.Preferences           `json:"preferences,omitempty"` // rules of the user; absent if none was checked
	URL          string                       `json:"url"`                   // of the run's page
}

// Choose settles which systems are on this page. A benchmark without updates asks
// nothing of its systems.
func (w *World) Choose(v *views.Bench, window views.Window) []results.BoardRow {
	var rows []results.BoardRow
	if w.Updates > 0 {
		rows = v.RowsWithRun()
	}
	w.Total = len(rows)
	return views.Rows(&window, rows)
}

// WorldQuestions are what a dataset asks of its systems about changes and rules.
type WorldQuestions struct {
	worlds      []results.World
	tasks       []results.Task
	reversals   []world.Reversal
	values      []world.Value
	naming      map[results.TaskName][]string
	preferences []world.PreferenceRound
}

// NewWorldQuestions finds them in the worlds and the tasks of a benchmark, which
// are in the dataset's order.
func NewWorldQuestions(benchmark string, worlds []results.World, tasks []results.Task) *WorldQuestions {
	a := world.AnnotationOf(benchmark, tasks)
	q := &WorldQuestions{worlds: worlds, tasks: tasks, naming: world.NamingOf(a, tasks), preferences: world.PreferenceRounds(a, tasks)}
	if a != nil {
		q.reversals, q.values = a.Fitting(tasks), a.Values
	}
	return q
}

// Exams are those of the trials of which the details are needed: exams that were
// not passed. Of the others every rule is kept.
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
	Means   map[[2]string]results.TaskMean // by scenario and task
	Trials  []results.StoredTrial
	Details map[int64]results.TrialDetails // of the exams, by trial
	Looked  results.Looked
}

// in are the records of one scenario.
func (r WorldRecords) in(scenario string) WorldRecords {
	keep := WorldRecords{Details: r.Details}
	for i := range r.Trials {
		if r.Trials[i].Scenario == scenario {
			keep.Trials = append(keep.Trials, r.Trials[i])
		}
	}
	l := &r.Looked
	keep.Looked = results.Looked{Looks: only(l.Looks, func(x results.Look) string { return x.Scenario }, scenario),
		Rounds: only(l.Rounds, func(x results.LookedRound) string { return x.Scenario }, scenario),
		Used:   only(l.Used, func(x results.UsedValue) string { return x.Scenario }, scenario),
		Values: only(l.Values, func(x results.WrittenValue) string { return x.Scenario }, scenario)}
	return keep
}

// only are the items of one scenario.
func only[T any](list []T, of func(T) string, scenario string) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return of(x) != scenario })
}

// System sets one run against the questions.
func (q *WorldQuestions) System(v *views.Bench, row results.BoardRow, r WorldRecords) WorldSystem {
	rounds := days.RoundsOf(q.tasks, r.Means)
	s := WorldSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete,
		URL: views.RowAddress(row), UpdateEffect: days.UpdateEffects(rounds),
		Noticed: world.NoticedBy(&r.Looked, q.worlds, passedOf(rounds))}
	if u := world.UsedBy(rounds, q.naming); u.Named.N > 0 {
		s.Used = &u
	}
	if x := world.Revise(q.reversals, q.tasks, world.AnswersOf(r.Trials)); x.Options.N > 0 {
		s.Revised = &x
	}
	s.Values = world.ValuesOf(r.Looked.Values)
	if p := world.PreferencesOf(q.preferences, world.OutcomesOf(q.preferences, r.Trials, r.Details)); p.Exams.N+p.Reminded.N > 0 {
		s.Preferences = &p
	}
	return s
}

// passedOf are the verdicts of a run by round.
func passedOf(rounds []days.Round) map[results.TaskName]bool {
	passed := map[results.TaskName]bool{}
	for _, r := range rounds {
		if r.Passed != nil {
			passed[results.TaskName{Scenario: r.Scenario, Task: r.Task}] = *r.Passed
		}
	}
	return passed
}

// WorldUpdate is one update with how far systems got with its objects, as long as
// these stood as it left them.
type WorldUpdate struct {
	Scenario string `json:"scenario"` // slug
	Round    string `json:"round"`    // slug of the round before which it comes
	Update   int    `json:"update"`   // its number within the scenario, from 1
	Files    int    `json:"files"`    // changed files
	Chats    int    `json:"chats"`    // changed chats
	Systems  int    `json:"systems"`  // with a trace of the round
	Every    int    `json:"every"`    // of them, those that opened every changed object
	Some     int    `json:"some"`     // those that opened some, and not all
	None     int    `json:"none"`     // those that opened none
}

// AddUpdates counts the systems by update. Rounds are those of one run of each.
func (w *World) AddUpdates(rounds []results.RunLookedRound) {
	at := map[results.TaskName]*WorldUpdate{}
	var all []*WorldUpdate
	for i := range w.Worlds {
		number := 0
		for _, c := range w.Worlds[i].Changes {
			name := results.TaskName{Scenario: w.Worlds[i].Scenario, Task: c.Round}
			u := at[name]
			if u == nil {
				number++
				u = &WorldUpdate{Scenario: name.Scenario, Round: name.Task, Update: number}
				at[name], all = u, append(all, u)
			}
			if c.Kind == string(world.File) {
				u.Files++
			} else {
				u.Chats++
			}
		}
	}
	for i := range rounds {
		r := &rounds[i]
		if u := at[results.TaskName{Scenario: r.Scenario, Task: r.Round}]; u != nil && r.Traced {
			u.count(&r.LookedRound)
		}
	}
	for _, u := range all {
		if u.Systems > 0 {
			w.ByUpdate = append(w.ByUpdate, *u)
		}
	}
}

func (u *WorldUpdate) count(r *results.LookedRound) {
	u.Systems++
	switch r.Ever {
	case 0:
		u.None++
	case r.Objects:
		u.Every++
	default:
		u.Some++
	}
}
