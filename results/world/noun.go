package world

import (
	"cmp"
	"path"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Noun converts the replayed changes of a scenario to a results.World, which can be stored. rounds
// are the rounds that were replayed.
func Noun(scenario string, initial map[ObjectID][]byte, rounds []Round, changes []Change) results.World {
	w := results.World{Scenario: scenario, Start: []results.WorldText{}}
	for id, data := range initial {
		w.Start = append(w.Start, results.WorldText{WorldObject: id.noun(), Text: nonNil(data)})
		switch {
		case id.Kind == File:
			w.Files++
		case path.Base(id.Path) != "sessions.json": // sessions.json is only the index of the sessions
			w.Chats++
		}
	}
	slices.SortFunc(w.Start, func(a, b results.WorldText) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
	})
	for i := range changes {
		w.Changes = append(w.Changes, changes[i].noun(rounds))
	}
	return w
}

// Layout counts the effects of replayed changes in one layout of a dataset. known returns the
// results.WorldChange for a change if it has been computed; all other changes are compared here.
func Layout(name string, initial map[ObjectID][]byte, rounds []Round, changes []Change,
	known func(*Change) (results.WorldChange, bool)) results.WorldLayout {
	l := results.WorldLayout{Layout: name}
	there := map[string]bool{}
	for id := range initial {
		if id.Kind == Chat {
			there[id.Name()] = true
		}
	}
	list := make([]results.WorldChange, len(changes))
	for i := range changes {
		c := &changes[i]
		var ok bool
		if list[i], ok = known(c); !ok {
			list[i] = c.noun(rounds)
		}
		if c.Object.Kind != Chat {
			continue
		}
		if rounds[c.Round].says(path.Base(c.Object.Path)) {
			l.NamedFiles++
		}
		if c.Effect == New && there[c.Object.Name()] {
			l.Beside++
		}
	}
	l.WorldCounts = results.CountWorld(list)
	return l
}

func (id ObjectID) noun() results.WorldObject {
	return results.WorldObject{Kind: string(id.Kind), Path: id.Path, Name: id.Name()}
}

func (c *Change) noun(rounds []Round) results.WorldChange {
	d := DiffOf(c)
	size := int64(len(c.After))
	n := results.WorldChange{WorldObject: c.Object.noun(), Round: rounds[c.Round].Slug, Updates: c.Updates,
		Effect: string(c.Effect), Told: string(c.Told),
		Had: c.had(d), Removed: d.Removed, Added: d.Added, Kept: d.Kept, Size: &size, Before: c.Before, After: nonNil(c.After)}
	if c.Before != nil {
		was := int64(len(c.Before))
		n.Was = &was
	}
	return n
}

// had returns the number of lines or messages before the change. Messages of a chat whose text
// occurs elsewhere in the new version count as neither removed nor kept.
func (c *Change) had(d Diff) int {
	if c.Object.Kind == Chat {
		return len(Messages(c.Before))
	}
	return d.Removed + d.Kept
}

// Of is the inverse of Noun. It returns the initial environment, the rounds without their writes,
// and the changes of a stored environment with texts. tasks are the tasks of the scenario in order.
// It ignores a change before an unknown round.
func Of(w *results.World, tasks []results.Task) (initial map[ObjectID][]byte, rounds []Round, changes []Change) {
	initial = map[ObjectID][]byte{}
	for _, t := range w.Start {
		initial[ObjectID{Kind(t.Kind), t.Path}] = t.Text
	}
	at := map[string]int{}
	for i := range tasks {
		t := &tasks[i]
		at[t.Slug] = i
		r := Round{Slug: t.Slug, Question: t.Facts.Prompt}
		for _, o := range t.Options {
			r.Options = append(r.Options, o.Text)
		}
		for _, u := range t.Updates {
			r.Announced = r.Announced || u.Announced
		}
		rounds = append(rounds, r)
	}
	for _, c := range w.Changes {
		if i, ok := at[c.Round]; ok {
			changes = append(changes, Change{Round: i, Updates: c.Updates, Object: ObjectID{Kind(c.Kind), c.Path},
				Effect: Effect(c.Effect), Told: Told(c.Told), Before: c.Before, After: c.After})
		}
	}
	return initial, rounds, changes
}
