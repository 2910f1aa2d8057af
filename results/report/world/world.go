package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/world"
)

// World is what updates change in front of the agents of a benchmark, as its
// harness applies them, and how the agents are told.
type World struct {
	Benchmark string `json:"benchmark"` // id
	WorldCounts
	Scenarios []WorldRow    `json:"scenarios"`        // those with updates, in the dataset's order
	Systems   []WorldSystem `json:"systems"`          // what runs with records make of the changes: one run for each system, in the order of the board; those of one page
	Total     int           `json:"total"`            // systems on all pages
	ByUpdate  []WorldUpdate `json:"by_update"`        // each update with how many systems opened every, some or none of its objects, over all pages; those with traces of at least one system
	Stages    *WorldStages  `json:"stages,omitempty"` // what changes before the stages of its tasks; absent where they have none

	Of     results.Benchmark `json:"-"`
	Worlds []results.World   `json:"-"`
	Window report.Window     `json:"-"` // of the systems
}

// WorldCounts are sums over changes. An object counts as often as updates before a
// round change it. Files and chats are never added up.
type WorldCounts struct {
	Updates  int           `json:"updates"`         // rounds before which something changes
	Entries  int           `json:"entries"`         // updates by their ids; several may come before one round
	Objects  int           `json:"objects"`         // changed objects
	Effects  WorldEffects  `json:"effects"`         // what became of them
	Told     WorldTold     `json:"told"`            // how the agent learns of them from the round's own words
	Messages WorldMessages `json:"messages"`        // of the changed chats
	Appended WorldAppended `json:"called_appended"` // changes that the dataset's authors call appended
}

// WorldEffects counts changes by what became of the object.
type WorldEffects struct {
	Files WorldEffect `json:"files"` // of the workspace
	Chats WorldEffect `json:"chats"` // sessions of other channels
}

// WorldEffect counts the changes of one kind of object.
type WorldEffect struct {
	New      int `json:"new"`      // there was no such object
	Replaced int `json:"replaced"` // overwritten, whatever the authors call it
	Appended int `json:"appended"` // its end is new
	Inserted int `json:"inserted"` // something inside is new
	Deleted  int `json:"deleted"`  // lines were taken out
}

// Total is the number of all changes.
func (e WorldEffect) Total() int {
	return e.New + e.Replaced + e.Appended + e.Inserted + e.Deleted
}

// WorldTold counts changes by how the agent is told.
type WorldTold struct {
	Files WorldTelling `json:"files"` // of the workspace
	Chats WorldTelling `json:"chats"` // sessions of other channels
}

// WorldTelling counts the changes of one kind of object.
type WorldTelling struct {
	Named     int `json:"named"`     // the question or an option has the object's name
	Announced int `json:"announced"` // the question says only that something has changed
	Silent    int `json:"silent"`    // it says nothing
}

// WorldMessages counts messages of changed chats.
type WorldMessages struct {
	Gone    int `json:"gone"`    // that stood in the chat before and no longer do
	Added   int `json:"added"`   // that stand in it since
	Emptied int `json:"emptied"` // replaced chats of which no earlier message is left
}

// WorldAppended counts changed chats that the authors call appended.
type WorldAppended struct {
	Chats    int `json:"chats"`    // so called
	Replaced int `json:"replaced"` // of them, those that the harness overwrites
}

// WorldRow is a scenario with the sums of its changes.
type WorldRow struct {
	ID    string `json:"id"`    // slug
	Title string `json:"title"` // of the scenario
	WorldCounts
}

// NewWorld sums up the worlds of a benchmark's scenarios.
func NewWorld(b results.Benchmark, scenarios []results.Scenario, worlds []results.World) *World {
	w := &World{Benchmark: b.ID, Of: b, Worlds: worlds, Scenarios: []WorldRow{}, Systems: []WorldSystem{}, ByUpdate: []WorldUpdate{}}
	for i := range worlds {
		x := &worlds[i]
		row := WorldRow{ID: x.Scenario, WorldCounts: countWorld(x.Changes)}
		if at := slices.IndexFunc(scenarios, func(s results.Scenario) bool { return s.Slug == x.Scenario }); at >= 0 {
			row.Title = scenarios[at].Title
		}
		w.Scenarios = append(w.Scenarios, row)
		w.add(row.WorldCounts)
	}
	return w
}

// countWorld sums up the changes of a scenario.
func countWorld(changes []results.WorldChange) WorldCounts {
	n := WorldCounts{Objects: len(changes)}
	rounds, entries := map[string]bool{}, map[[2]string]bool{}
	for i := range changes {
		c := &changes[i]
		rounds[c.Round] = true
		for _, u := range c.Updates {
			entries[[2]string{c.Round, u}] = true
		}
		if c.Kind == string(world.File) {
			n.Effects.Files.Count(c)
			n.Told.Files.Count(c)
			continue
		}
		n.Effects.Chats.Count(c)
		n.Told.Chats.Count(c)
		n.Messages.Count(c)
		n.Appended.Count(c)
	}
	n.Updates, n.Entries = len(rounds), len(entries)
	return n
}

func (e *WorldEffect) Count(c *results.WorldChange) {
	switch world.Effect(c.Effect) {
	case world.New:
		e.New++
	case world.Replaced:
		e.Replaced++
	case world.Appended:
		e.Appended++
	case world.Inserted:
		e.Inserted++
	case world.Deleted:
		e.Deleted++
	}
}

func (t *WorldTelling) Count(c *results.WorldChange) {
	switch world.Told(c.Told) {
	case world.Named:
		t.Named++
	case world.Announced:
		t.Announced++
	case world.Silent:
		t.Silent++
	}
}

func (m *WorldMessages) Count(c *results.WorldChange) {
	m.Gone += c.Removed
	m.Added += c.Added
	if c.Effect == string(world.Replaced) && c.Kept == 0 && c.Removed > 0 {
		m.Emptied++
	}
}

func (a *WorldAppended) Count(c *results.WorldChange) {
	if c.Author != world.ActionAppend {
		return
	}
	a.Chats++
	if c.Effect == string(world.Replaced) {
		a.Replaced++
	}
}

// add sums the counts of scenarios.
func (n *WorldCounts) add(x WorldCounts) {
	n.Updates += x.Updates
	n.Entries += x.Entries
	n.Objects += x.Objects
	n.Effects.Files.add(x.Effects.Files)
	n.Effects.Chats.add(x.Effects.Chats)
	n.Told.Files.add(x.Told.Files)
	n.Told.Chats.add(x.Told.Chats)
	n.Messages.Gone += x.Messages.Gone
	n.Messages.Added += x.Messages.Added
	n.Messages.Emptied += x.Messages.Emptied
	n.Appended.Chats += x.Appended.Chats
	n.Appended.Replaced += x.Appended.Replaced
}

func (e *WorldEffect) add(x WorldEffect) {
	e.New += x.New
	e.Replaced += x.Replaced
	e.Appended += x.Appended
	e.Inserted += x.Inserted
	e.Deleted += x.Deleted
}

func (t *WorldTelling) add(x WorldTelling) {
	t.Named += x.Named
	t.Announced += x.Announced
	t.Silent += x.Silent
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
func (s *WorldStages) AddRun(v *report.Bench, row results.BoardRow, trials []results.StoredTrial,
	checks map[int64][]results.Check, details map[int64]results.TrialDetails) {
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
