package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/must"
)

// The newest complete run stands for its system; a superseded one never does,
// and Build agrees.
func TestStanding(t *testing.T) {
	run := func(slug, model string, started int64, complete bool, exclusions ...results.Exclusion) results.ScoredRun {
		r := results.ScoredRun{Run: results.Run{Slug: slug, System: results.System{Model: model},
			Evidence: results.Recomputed, StartedAt: &started, Exclusions: exclusions}}
		r.Complete = complete
		return r
	}
	runs := []results.ScoredRun{
		run("old", "a", 1, true), run("new", "a", 2, true), run("cut", "a", 3, false),
		run("gone", "b", 9, true, results.Exclusion{Kind: results.ExclusionSnapshot}), run("only", "b", 1, false),
	}
	must.Same(t, []bool{false, true, false, false, true}, board.Standing(runs), "standing")
	in := board.Input{Benchmark: results.Benchmark{ID: "x", Scoring: results.ScoringClawArena, Headline: "crs"}, Runs: runs}
	rows := map[string]bool{}
	for _, r := range makeBoards(in)[0].Rows {
		if r.Run != nil {
			rows[*r.Run] = true
		}
	}
	must.Same(t, map[string]bool{"new": true, "only": true}, rows, "rows of the board")
}

// Of two runs of a system that began together the later ingested one stands,
// whichever has the larger digest in its slug.
func TestStandingEqualStart(t *testing.T) {
	run := func(slug string, id, ingested int64) results.ScoredRun {
		started := int64(7)
		return results.ScoredRun{Run: results.Run{
			ID: id, Slug: slug, System: results.System{Model: "a"}, Evidence: results.Recomputed,
			StartedAt: &started, IngestedAt: ingested, Complete: true,
		}}
	}
	for _, c := range []struct {
		name string
		runs []results.ScoredRun
	}{
		{"another load", []results.ScoredRun{run("x-ffff", 1, 10), run("x-0000", 2, 20)}},
		{"the same load", []results.ScoredRun{run("x-ffff", 1, 10), run("x-0000", 2, 10)}},
	} {
		must.Same(t, []bool{false, true}, board.Standing(c.runs), "%s: standing", c.name)
	}
}
