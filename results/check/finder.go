package check

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// Finder finds the run whose records should reproduce a reported result.
type Finder struct {
	released  map[string]bool // sources that released records
	byRecords map[released]*results.Run
	onBoard   map[string]bool // sources whose results are on the leaderboard
	bySystem  map[results.System]*results.Run
}

// released identifies a run by the source that published it.
type released struct{ source, model string }

// NewFinder builds a Finder from a benchmark's runs and leaderboard. A source that published
// records is compared only with them. Other sources are compared with ranked runs, but only if they
// are on the leaderboard, because an older README covers different tasks.
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

// anyProvider removes the provider, because reported results do not name it.
func anyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

// Find returns the run to compare with a reported result, or the reason why there is none.
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
