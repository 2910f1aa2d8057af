package world

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// A stored world gives back what was replayed.
func TestNounAndBack(t *testing.T) {
	initial := map[ObjectID][]byte{file("a.md"): []byte("1\n"), chat("boss"): session("hello"), {Chat, "sessions.json"}: []byte("{}")}
	rounds := []Round{{Slug: "q1", Question: "?"}, {Slug: "q2", Question: "Read a.md", Options: []string{"yes", "no"},
		Announced: true, Writes: []Write{
			{Update: "u1", Object: chat("boss"), Action: ActionNew, Data: session("bye")}, {Update: "u2",
				Object: file("a.md"), Action: ActionAppend, Data: []byte("2\n")},
		}}}
	changes, _ := Replay(initial, rounds)
	w := Noun("s", initial, rounds, changes)
	if w.Changes[0].Had != 1 || w.Changes[1].Had != 1 || w.Files != 1 || w.Chats != 1 || len(w.Start) != 3 ||
		w.Changes[0].Name != "boss" || *w.Changes[1].Was != 2 || *w.Changes[1].Size != 4 {
		t.Errorf("%+v", w)
	}
	tasks := []results.Task{{Slug: "q1", Facts: results.TaskFacts{Prompt: "?"}},
		{Slug: "q2", Facts: results.TaskFacts{Prompt: "Read a.md"}, Options: []results.Option{{Text: "yes"}, {Text: "no"}},
			Updates: []results.Update{{ID: "u1", Announced: true}, {ID: "u2", Announced: true}}}}
	start, again, back := Of(&w, tasks)
	rounds[1].Writes = nil
	if diff := cmp.Diff(initial, start) + cmp.Diff(rounds, again) + cmp.Diff(changes, back); diff != "" {
		t.Error(diff)
	}
	if _, _, back := Of(&w, tasks[:1]); len(back) != 0 {
		t.Error("a change before an unknown round is given back")
	}
}
