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
}

// Traces aligns the messages and calls of two traces.
func Traces(a, b []Item) Alignment {
	var al Alignment
	i, j := 0, 0
	if len(a)*len(b) > gapCells {
		ids := map[Key]int32{}
		keysA, callsA := intern(ids, a)
		keysB, callsB := intern(ids, b)
		pairs, _ := lcs.Common(keysA, keysB, exactCells)
		for _, p := range pairs {
			x, y := callsA[p.A], callsB[p.B]
			al.gap(a, b, i, x, j, y)
			al.Rows = append(al.Rows, pairRow(a, b, x, y))
			i, j = x+1, y+1
		}
	}
	al.gap(a, b, i, len(a), j, len(b))
	al.First = slices.IndexFunc(al.Rows, func(r Row) bool {
		return r.Kind != Same && (r.A >= 0 && a[r.A].IsCall() || r.B >= 0 && b[r.B].IsCall())
	})
	return al
}

// intern returns the calls among the items, and numbers for their keys: equal keys have the same
// number.
func intern(ids map[Key]int32, items []Item) (keys []int32, calls []int) {
	for i := range items {
		if !items[i].IsCall() {
			continue
		}
		id, ok := ids[items[i].Key]
		if !ok {
			id = int32(len(ids))
			ids[items[i].Key] = id
		}
		keys, calls = append(keys, id), append(calls, i)
	}
	return keys, calls
}
