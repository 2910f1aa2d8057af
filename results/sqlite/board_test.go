package sqlite

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// A board is read whole, or with the rows alone that have a run; its head is the
// same, and a board without some tasks is another one.
func TestFindBoard(t *testing.T) {
	db := open(t)
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	must.Do(t, writeRun(t, db, "r1", "d", 1, "text"))
	run := must.Get(db.FindRun(ctx, "r1"))(t)
	slug := run.Slug
	b := results.Board{Benchmark: run.Benchmark, Convention: "c", Doubtful: []results.DoubtfulTask{{Scenario: "s1", Task: "q1", Reason: "why"}},
		Rows: []results.BoardRow{{System: run.System, Evidence: results.Published}, {System: run.System, Run: &slug}}}
	less := b
	less.Without, less.Rows = results.WithoutDoubtful, nil
	must.Do(t, db.SaveBoards(ctx, run.Benchmark, []results.Board{b, less}, 0))
	whole, err := db.FindBoard(ctx, run.Benchmark, "c", "")
	if err != nil || len(whole.Rows) != 2 || len(whole.Doubtful) != 1 {
		t.Errorf("board %+v, %v; want two rows and a task in doubt", whole, err)
	}
	runs, err := db.FindBoardRuns(ctx, run.Benchmark, "c", "")
	if err != nil || len(runs.Rows) != 1 || runs.Rows[0].Run == nil || *runs.Rows[0].Run != slug || len(runs.Doubtful) != 1 {
		t.Errorf("rows with runs %+v, %v; want the one of r1 and the task in doubt", runs, err)
	}
	if other, err := db.FindBoard(ctx, run.Benchmark, "c", results.WithoutDoubtful); err != nil || len(other.Rows) != 0 ||
		other.Without != results.WithoutDoubtful {
		t.Errorf("board without doubtful tasks %+v, %v; want it without rows", other, err)
	}
}
