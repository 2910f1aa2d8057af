package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Changes is the page of what was added, replaced, rescored and withdrawn.
type Changes struct {
	Meta   ui.Meta
	Groups []ChangeGroup
	Pager  ui.Pager
	Of     string // name of the benchmark that it is narrowed to; empty: all
	All    string // address of the page of all benchmarks
}

// ChangeGroup is one line of the page: a day, a benchmark and a kind.
type ChangeGroup struct {
	results.ChangeGroup
	Benchmark string // its name
	Path      string // of the benchmark; empty if it is gone
	More      string // address of all of its changes, if they are not all here
}

// ChangeWords says what a group of n changes is.
func ChangeWords(kind results.ChangeKind, n int) string {
	switch kind {
	case results.ChangeAdded:
		return ofN(n, "run") + " added"
	case results.ChangeReplaced:
		return ofN(n, "run") + " replaced by a correction"
	case results.ChangeRescored:
		return ofN(n, "run") + " scored anew"
	case results.ChangeWithdrawn:
		return ofN(n, "run") + " withdrawn"
	case results.ChangeRemoved:
		return ofN(n, "run") + " removed"
	case results.ChangeDataset:
		return "Dataset replaced"
	}
	return string(kind)
}
