// Package align aligns two traces by their agents' actions.
//
// Each trace becomes a list of items: its tool calls, and its messages without a call. Two calls
// are equal if they use the same kind of tool with the same normalised arguments (see KeyOf). They
// have the same intention if they perform the same kind of operation on the same target, such as a
// read tool and cat on one file. The alignment keeps the order of both traces. It prefers equal
// calls, then calls with the same intention, then calls of the same tool, so that a changed call is
// next to the one that it replaced. For long traces it computes a longest common subsequence of
// equal calls and aligns the gaps between them.
package align

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// exactCells is the maximum table size of an exact comparison, in bits (one per pair of calls): 32
// MiB, enough for two traces of 16,000 calls.
const exactCells = 1 << 28

// Kind is the relation between the two sides of a row.
type Kind string

// Kinds of rows.
const (
	Same  Kind = "same"   // same call, or messages with equal text
	Other Kind = "other"  // same kind of tool or same speaker, but different content
	OnlyA Kind = "only_a" // item of A without a matching item in B
	OnlyB Kind = "only_b"
)

// Row is a row of the alignment: an item of trace A, an item of trace B, or a pair of them.
type Row struct {
	A, B int // index of the item in each trace; -1 if the row has no item of that trace
	Kind Kind
	// OtherOutput is set if the calls are equal but their results differ.
	OtherOutput bool
}

// Alignment is the result of aligning two traces.
type Alignment struct {
	Rows []Row
	// First is the index of the first row with different calls; -1 if all calls are equal.
	First int
	// FirstText is the index of the first row with different messages; FirstOutput is the index of
	// the first row with equal calls but different results. Both are -1 if there is none.
	FirstText, FirstOutput int
	CallsA, CallsB         int
	// Shared is the number of calls in A that use the same tool on the same target as some call in
	// B.
	Shared int
	// Approximate is set if the traces were too long for an exact comparison, so that equal calls
	// may have been missed.
	Approximate bool
}

// Traces aligns the messages and calls of two traces.
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

func callsOf(items []Item) []int {
	var list []int
	for i := range items {
		if items[i].IsCall() {
			list = append(list, i)
		}
	}
	return list
}

// intern numbers the keys of the given calls: equal keys have the same number.
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

// sum counts the shared calls and finds the first rows that differ.
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
