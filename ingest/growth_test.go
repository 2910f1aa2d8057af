package ingest_test

import (
	"context"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
)

// outcomeCounter counts how often the trials of a run are read.
type outcomeCounter struct {
	ingest.Store
	outcomes int
}

func (c *outcomeCounter) Outcomes(ctx context.Context, run int64) ([]results.Trial, error) {
	c.outcomes++
	return c.Store.Outcomes(ctx, run)
}

// One more run reads its own trials, however many runs are there: for its score,
// also without the doubtful tasks, for its counts and for the cases.
func TestOneMoreRunReadsItself(t *testing.T) {
	db := ingesttest.Open(t)
	load := func(first, runs int, parts ...func(manyruns.Arena) ingest.Source) int {
		t.Helper()
		a := manyruns.Arena{Scenarios: 3, Rounds: 6, First: first, Runs: runs}
		l := ingesttest.Loader(db)
		c := &outcomeCounter{Store: l.Store}
		l.Store = c
		var sources []ingest.Source
		for _, p := range parts {
			sources = append(sources, p(a))
		}
		rep, err := l.Load(t.Context(), sources)
		if err != nil || len(rep.Refused) > 0 || len(rep.Runs) != runs {
			t.Fatalf("report %+v, %v", rep, err)
		}
		return c.outcomes
	}
	dataset := func(a manyruns.Arena) ingest.Source { return ingest.Source{FS: a.Dataset(), Name: "dataset"} }
	agents := func(a manyruns.Arena) ingest.Source { return ingest.Source{FS: a.Agents(), Name: "agents"} }
	load(1, 4, dataset, agents)
	few := load(5, 1, agents)
	load(6, 15, agents)
	many := load(21, 1, agents)
	if few != many || many > 4 {
		t.Errorf("one more run reads the trials of %d runs beside 4 others, of %d beside 20: want the same, at most 4", few, many)
	}
}
