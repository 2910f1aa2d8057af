package ingest_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// cutOff is a store whose server is gone each second time it is asked for something, and
// once after it has stored a run, before it could say so.
type cutOff struct {
	ingest.Store
	asked  map[string]int
	silent bool
}

var errCut = fmt.Errorf("connection reset by peer: %w", results.ErrUnavailable)

func (s *cutOff) gone(what string) error {
	if s.asked[what]++; s.asked[what]%2 == 1 {
		return errCut
	}
	return nil
}

func (s *cutOff) BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error) {
	if err := s.gone("run"); err != nil {
		return nil, err
	}
	tx, err := s.Store.BeginRun(ctx, r)
	return &cutOffTx{tx, s}, err
}

func (s *cutOff) SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error {
	if err := s.gone("boards"); err != nil {
		return err
	}
	return s.Store.SaveBoards(ctx, benchmark, boards, at)
}

func (s *cutOff) StaleBenchmarks(ctx context.Context) ([]string, error) {
	if err := s.gone("stale"); err != nil {
		return nil, err
	}
	return s.Store.StaleBenchmarks(ctx)
}

type cutOffTx struct {
	results.RunTx
	of *cutOff
}

func (t *cutOffTx) Finish(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	err := t.RunTx.Finish(ctx, r, metrics)
	if err == nil && !t.of.silent {
		t.of.silent = true
		return errCut
	}
	return err
}

// A load whose store goes away and comes back ends as one that was never disturbed, and
// says the same, but of the run that it was not told of it says that it is there.
func TestLoadOutlastsOutage(t *testing.T) {
	records := []ingest.Source{{FS: ingesttest.Example(t), Name: "test", Official: true}}
	calm, cut := ingesttest.Open(t), ingesttest.Open(t)
	want := must.Get(ingesttest.Loader(calm).Load(t.Context(), records))(t)
	l := ingesttest.Loader(cut)
	l.Store = &cutOff{Store: cut, asked: map[string]int{}}
	got := must.Get(l.Load(t.Context(), records))(t)
	if len(want.Runs) == 0 || !got.Runs[0].Unchanged {
		t.Errorf("of the first run it says %+v", got.Runs[0])
	}
	got.Runs[0].Unchanged = false
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	a := must.Get(calm.FindBoard(t.Context(), "clawatlas-example", "paper", ""))(t)
	b, err := cut.FindBoard(t.Context(), "clawatlas-example", "paper", "")
	if diff := cmp.Diff(a, b); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// What stays away is waited for, but not for long, and what is wrong otherwise is not.
func TestPatienceEnds(t *testing.T) {
	for _, tt := range []struct {
		err         error
		times       int
		least, most time.Duration
	}{
		{errCut, 8, 10 * time.Second, 15 * time.Second},
		{results.ErrReadOnly, 1, 0, 0},
		{nil, 1, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun, n := time.Now(), 0
			err := ingest.UntilThere(t.Context(), func() error { n++; return tt.err })
			if took := time.Since(begun); err != tt.err || n != tt.times || took < tt.least || took > tt.most {
				t.Errorf("%v was tried %d times in %v, %v", tt.err, n, took, err)
			}
		})
	}
}
