package check

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// Finder finds the run whose records a figure was made from.
type Finder struct {
	released  map[string]bool // sources that came with records
	byRecords map[released]*results.Run
	onBoard   map[string]bool // sources of figures on the board
	bySystem  map[results.System]*results.Run
}

// released names a run by the source that released it.
type released struct{ source, model string }

// NewFinder reads a benchmark's runs and its board. A source that came with
// records is compared with those alone, and only the sources of the board with
// its runs: an older README speaks of other tasks, so a difference would mean
// nothing.
func NewFinder(board results.Board, runs []results.Run) *Finder {
	f := &Finder{released: map[string]bool{}, byRecords: map[released]*results.Run{}, onBoard: map[string]bool{},
		bySystem: map[results.System]*results.Run{}}
	bySlug := map[string]*results.Run{}
	for i := range runs {
		r := &runs[i]
		bySlug[r.Slug] = r
		if src := r.Facts[results.FactSource]; src != "" {
			f.released[src] = true
			f.byRecords[released{src, r.System.Model}] = r
		}
	}
	for i := range board.Rows {
		r := &board.Rows[i]
		for _, p := range r.Published {
			f.onBoard[p.Source] = true
		}
		if r.Run != nil {
			f.bySystem[anyProvider(r.System)] = bySlug[*r.Run]
		}
	}
	return f
}

// anyProvider is a system without its provider, which no figure states.
func anyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

// Find is the run to hold a figure against, or the reason why there is none.
func (f *Finder) Find(x *results.Figure) (*results.Run, string) {
	var run *results.Run
	switch {
	case f.released[x.Source]:
		run = f.byRecords[released{x.Source, x.Model}]
	case f.onBoard[x.Source]:
		run = f.bySystem[results.System{Model: x.Model, Framework: x.Framework, Variant: x.Variant}]
	default:
		return nil, "its source speaks of other runs or tasks"
	}
	switch {
	case run == nil:
		return nil, "no records of this system"
	case !Covers(run, x):
		return nil, fmt.Sprintf("the run is incomplete: %d of %d scored", run.Counts.Scored, run.Counts.Expected)
	}
	return run, ""
}
