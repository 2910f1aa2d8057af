package ingest

import (
	"io/fs"

	"github.com/clawatlas/clawatlas/results"
)

// NewCleanNames lets tests see a tree as formats do.
func NewCleanNames(fsys fs.FS, red Redact) fs.FS { return newCleanNames(fsys, red) }

// Heads is the file system of detection.
type Heads = heads

// HeadsMax is headsMax.
const HeadsMax = headsMax

// NewHeads is newHeads.
func NewHeads(fsys fs.FS) *Heads { return newHeads(fsys) }

// Size is how much is kept.
func (h *Heads) Size() int { return h.size }

// Leave is leave.
func (h *Heads) Leave(dir string) { h.leave(dir) }

// Related is related.
func Related(b *results.Benchmark, runs []results.Run) { related(b, runs, nil) }

// UntilThere does again what a store has not answered to.
var UntilThere = untilThere
