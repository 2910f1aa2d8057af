package web

import (
	"context"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// readsStore counts what a page reads.
type readsStore struct {
	Store
	boards, runs, means, outcomes int
}

func (s *readsStore) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	s.boards++
	return s.Store.FindBoard(ctx, benchmark, convention, without)
}

func (s *readsStore) Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error) {
	s.runs++
	return s.Store.Runs(ctx, f)
}

func (s *readsStore) TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error) {
	s.means++
	return s.Store.TaskMeans(ctx, runs)
}

func (s *readsStore) Outcomes(ctx context.Context, run int64) ([]results.Trial, error) {
	s.outcomes++
	return s.Store.Outcomes(ctx, run)
}

// TestHomeReads bounds the page: each board is read once, of each benchmark that
// is shown one window of runs and the outcomes of the runs that are drawn; once
// the findings are known, a change of the address costs no trial. Four papers have statements
// to test, each with one set of outcomes.
func TestHomeReads(t *testing.T) {
	store := &readsStore{Store: testServer(t).Store}
	site := &testSite{Handler: New(unhurried(store))}
	rec := site.get("/")
	if n := len(rec.Body.Bytes()); n > 60_000 {
		t.Errorf("the page has %d bytes", n)
	}
	list := must.Get(store.Benchmarks(t.Context()))(t)
	if store.boards > len(list)+1 || store.runs > len(list) || store.means > 3+6 || store.outcomes > 4 {
		t.Errorf("read %d boards, %d windows of runs, %d sets of outcomes and the trials of %d runs, of %d benchmarks", store.boards, store.runs, store.means, store.outcomes, len(list))
	}
	trials := store.outcomes
	site.get("/findings")
	if store.outcomes != trials {
		t.Error("the findings are computed again for their own page")
	}
}
