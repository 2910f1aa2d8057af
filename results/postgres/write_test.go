package postgres

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
)

const hour = time.Hour

// same wants what was got to be what is wanted.
func same(t testing.TB, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

func putText(t *testing.T, in objects.Store, name, text string) {
	t.Helper()
	must.Do(t, in.Put(t.Context(), name, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))))
}

// slowStore lets something happen once after an object was put.
type slowStore struct {
	objects.Store
	after func()
	puts  int
}

func (s *slowStore) Put(ctx context.Context, name string, body *io.SectionReader) error {
	s.puts++
	if err := s.Store.Put(ctx, name, body); err != nil {
		return err
	}
	if f := s.after; f != nil {
		s.after = nil
		f()
	}
	return nil
}

func storeSteps(t *testing.T, db *DB, run *results.Run, texts ...string) {
	t.Helper()
	must.Do(t, storeRun(t.Context(), db, run, texts...))
}

// storeRun stores a run of one trial with steps that say the texts.
func storeRun(ctx context.Context, db *DB, run *results.Run, texts ...string) error {
	tx, err := db.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Passed, Kind: results.KindMultiChoice}); err != nil {
		return err
	}
	for _, text := range texts {
		if err := tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: text}); err != nil {
			return err
		}
	}
	return tx.Finish(ctx, run, []results.Metric{{Key: "crs", Value: new(float64)}})
}

// readText is what the first step of a run says.
func readText(t *testing.T, db *DB, run string) string {
	t.Helper()
	trial := must.Get(db.FindTrial(t.Context(), run, "s1", "q1", 1))(t)
	rows := must.Get(db.StepRows(t.Context(), &trial, 1, 1))(t)
	steps := must.Get(db.Steps(t.Context(), &trial, rows))(t)
	return steps[0].Message
}
