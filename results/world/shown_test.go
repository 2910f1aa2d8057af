package world

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// rows are the lines of a table with a header.
func rows(from, to int) []byte {
	b := []byte("id,value\n")
	for i := from; i < to; i++ {
		b = fmt.Appendf(b, "%d,x\n", i)
	}
	return b
}

func marks(parts []Part) string {
	var list []string
	for _, p := range parts {
		text := string(p.Mark) + p.Text
		if p.Mark == Gap {
			text = fmt.Sprintf("~%d", p.Left)
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// What stands far from a change is left out and counted, also behind the most that
// is shown.
func TestShown(t *testing.T) {
	c := &Change{Object: file("a.csv"), Before: rows(0, 10), After: append(rows(0, 9), "new\n"...)}
	d, parts := Shown(c)
	if got := marks(parts); got != "~8  7,x  8,x -9,x +new" || d.Kept != 10 {
		t.Errorf("%d kept, parts %q", d.Kept, got)
	}
	_, parts = Shown(&Change{Object: file("a.csv"), After: rows(0, 1000)})
	if n := len(parts); n != shownMost+1 || parts[n-1].Left != 1001-shownMost {
		t.Errorf("%d parts, the last leaves %d out", n, parts[n-1].Left)
	}
}

// Of a large table its header and a few rows of both sides are shown.
func TestShownOfLargeTable(t *testing.T) {
	d, parts := Shown(&Change{Object: file("a.csv"), Before: rows(0, 6000), After: rows(10, 6003)})
	if got, want := marks(parts), " id,value -0,x -1,x -2,x -3,x ~6 +6000,x +6001,x +6002,x"; got != want {
		t.Errorf("parts %q, want %q", got, want)
	}
	if d.Removed != 10 || d.Added != 3 || d.Kept != 5991 {
		t.Errorf("-%d +%d =%d", d.Removed, d.Added, d.Kept)
	}
}

// Texts are cut by characters.
func TestShownCutsTexts(t *testing.T) {
	long := strings.Repeat("变", partMost+1)
	_, parts := Shown(&Change{Object: file("a.md"), After: []byte(long + "\n" + strings.Repeat("变", partMost))})
	if len(parts) != 2 || !parts[0].Cut || parts[0].Text != strings.Repeat("变", partMost) || parts[1].Cut {
		t.Errorf("%d parts, the first has %d bytes", len(parts), len(parts[0].Text))
	}
	_, parts = Shown(&Change{Object: chat("boss"), After: session(long)})
	if len(parts) != 1 || !parts[0].Cut || len(parts[0].Message.Text) != 3*partMost {
		t.Error("a message is not cut")
	}
}

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
