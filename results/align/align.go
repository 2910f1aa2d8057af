// Package align lays two traces side by side by what their agents did.
//
// Each trace becomes a list of items: its tool calls, and the messages that
// come without one. Calls are the same if they go to the same kind of tool with
// the same arguments after normalising (see KeyOf), and of one intention if they
// do the same kind of thing with the same object, such as a read tool and cat with
// one file. Both orders are kept; equal calls pair first, then calls of one
// intention, then of one tool, so that a call with other arguments stands beside
// the one that it replaced. Traces too long for that share a longest common
// subsequence of equal calls, and the rest is paired between them. The functions
// are pure.
package align

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// exactCells bounds the memory of an exact comparison: one bit for each pair
// of calls, 32 MiB in all, which two traces of 16,000 calls fill.
const exactCells = 1 << 28

// Kind says how the two sides of a row relate.
type Kind string

// The kinds of row.
const (
	Same  Kind = "same"   // the same call, or a message with the same text
	Other Kind = "other"  // the same kind of tool or speaker, but not the same content
	OnlyA Kind = "only_a" // nothing in B stands against it
	OnlyB Kind = "only_b"
)

// Row sets an item of A against one of B.
type Row struct {
	A, B int // indexes of the items; -1 where the side is empty
	Kind Kind
	// OtherOutput marks a shared call that the environment answered in another way.
	OtherOutput bool
}

// Alignment is the two traces side by side.
type Alignment struct {
	Rows []Row
	// First is the row of the first call that the traces do not share; -1 if
	// they share all calls.
	First int
	// FirstText is the first row of messages that differ, and FirstOutput the
	// first shared call with another output; -1 if there is none.
	FirstText, FirstOutput int
	CallsA, CallsB         int
	// Shared are the calls of A of which B made one with the same tool on the same object.
	Shared int
	// Approximate says that the traces were too long for an exact longest
	// common subsequence, so that shared calls may have been missed.
	Approximate bool
}

// Traces aligns two lists of items.
func Traces(a, b []Item) Alignment {
	al := Alignment{First: -1, FirstText: -1, FirstOutput: -1}
	ca, cb := callsOf(a), callsOf(b)
	al.CallsA, al.CallsB = len(ca), len(cb)
	if len(a)*len(b) <= gapCells {
		al.Rows = pairUp(a, b, 0, len(a), 0, len(b))
		al.sum(a, b)
		return al
	}
	ids := map[Key]int32{}
	pairs, exact := lcs.Common(intern(ids, a, ca), intern(ids, b, cb), exactCells)
	al.Approximate = !exact
	i, j := 0, 0
	for _, p := range pairs {
		x, y := ca[p.A], cb[p.B]
		al.gap(a, b, i, x, j, y)
		al.Rows = append(al.Rows, Row{A: x, B: y, Kind: Same, OtherOutput: a[x].Out != b[y].Out})
		i, j = x+1, y+1
	}
	al.gap(a, b, i, len(a), j, len(b))
	al.sum(a, b)
	return al
}

// callsOf lists the indexes of the items that are calls.
func callsOf(items []Item) []int {
	var list []int
	for i := range items {
		if items[i].IsCall() {
			list = append(list, i)
		}
	}
	return list
}

// intern turns keys into small numbers, equal where the keys are.
func intern(ids map[Key]int32, items []Item, calls []int) []int32 {
	list := make([]int32, len(calls))
	for n, i := range calls {
		id, ok := ids[items[i].Key]
		if !ok {
			id = int32(len(ids))
			ids[items[i].Key] = id
		}
		list[n] = id
	}
	return list
}

// sum counts the shared calls and finds where the traces first part.
func (al *Alignment) sum(a, b []Item) {
	done := map[string]bool{}
	for i := range b {
		for _, w := range b[i].Works {
			done[w] = true
		}
	}
	for i := range a {
		if slices.ContainsFunc(a[i].Works, func(w string) bool { return done[w] }) {
			al.Shared++
		}
	}
	for n, r := range al.Rows {
		call := r.A >= 0 && a[r.A].IsCall() || r.B >= 0 && b[r.B].IsCall()
		switch {
		case call && r.Kind == Same:
			if r.OtherOutput && al.FirstOutput < 0 {
				al.FirstOutput = n
			}
		case call && al.First < 0:
			al.First = n
		case !call && r.Kind != Same && al.FirstText < 0:
			al.FirstText = n
		}
	}
}
