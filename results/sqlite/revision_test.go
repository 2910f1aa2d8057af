package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// stamps are the revisions of a database with two benchmarks, bench and other.
func stamps(t *testing.T, db *DB) results.Revision {
	t.Helper()
	rev := must.Get(db.Revisions(t.Context()))(t)
	if rev.ID == "" || rev.All == "" || rev.Of("unknown") != rev.All {
		t.Errorf("revision %+v: want an id, a stamp, and that stamp for an unknown benchmark", rev)
	}
	return rev
}

func twoBenchmarks(t *testing.T) *DB {
	t.Helper()
	db := open(t)
	other := dataset()
	other.Benchmark.ID = "other"
	for _, d := range []*results.Dataset{dataset(), other} {
		must.Do(t, db.SaveDataset(t.Context(), d))
	}
	must.Do(t, writeRun(t, db, "r1", "d", 3, "x"))
	return db
}

// A write moves the stamp of everything and of what it concerns; one that finds
// its content stored already moves none.
func TestStampsMoveWithContent(t *testing.T) {
	db := twoBenchmarks(t)
	value, score := 0.5, "score"
	changed := dataset()
	changed.Tasks[0].Title = "another title"
	figures := []results.Figure{{Model: "m", Metric: score, Value: &value}}
	run := func() *results.Run {
		r := must.Get(db.FindRun(t.Context(), "r1"))(t)
		return &r
	}
	objected := run()
	objected.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame, Message: "m"}}
	for _, tt := range []struct {
		what   string
		shared bool // concerns every benchmark
		write  func(context.Context) error
	}{
		{"dataset", false, func(ctx context.Context) error { return db.SaveDataset(ctx, changed) }},
		{"run", false, func(context.Context) error { return ignoreUnchanged(writeRun(t, db, "r2", "d2", 3, "y")) }},
		{"figures", false, func(ctx context.Context) error {
			return db.SaveFigures(ctx, results.FigureSource{ID: "s", Benchmark: "bench", Title: "S"}, figures)
		}},
		{"tables", false, func(ctx context.Context) error {
			return db.SaveTables(ctx, []results.StatTable{{Benchmark: "bench", ID: "t"}})
		}},
		{"boards", false, func(ctx context.Context) error {
			return db.SaveBoards(ctx, "bench", []results.Board{{Convention: "paper"}}, 0)
		}},
		{"cases", false, func(ctx context.Context) error {
			return db.SaveCases(ctx, "bench", []results.MinedCase{{Slug: "c"}})
		}},
		{"mark", false, func(ctx context.Context) error {
			_, err := db.StaleBenchmarks(ctx)
			return errors.Join(err, db.MarkCurrent(ctx, "bench"))
		}},
		{"objections", false, func(ctx context.Context) error { return db.SaveExclusions(ctx, objected) }},
		{"reading", false, func(ctx context.Context) error {
			r := run()
			r.Facts = map[string]string{"snapshot": "2026-01-01"}
			return db.SaveReading(ctx, r)
		}},
		{"replaces", false, func(ctx context.Context) error { return db.SaveReplaces(ctx, "r1", "r0") }},
		{"name of a model", true, func(ctx context.Context) error {
			return db.SaveModels(ctx, []results.Model{{ID: run().System.Model, Name: "Another Name", Vendor: "v"}})
		}},
		{"alias of a model", true, func(ctx context.Context) error {
			return db.SaveModels(ctx, []results.Model{{ID: run().System.Model, Name: "Another Name", Vendor: "v", Aliases: []string{"again"}}})
		}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			before := stamps(t, db)
			must.Do(t, tt.write(t.Context()))
			after := stamps(t, db)
			if after.ID != before.ID || after.All == before.All || after.Of("bench") == before.Of("bench") && !tt.shared {
				t.Errorf("before %+v, after %+v: want the same id, and another stamp of everything and of bench", before, after)
			}
			if moved := after.Of("other") != before.Of("other"); moved != tt.shared {
				t.Errorf("the stamp of the other benchmark has moved: %v, want %v", moved, tt.shared)
			}
			must.Do(t, tt.write(t.Context()))
			if again := stamps(t, db); again.All != after.All || again.Of("bench") != after.Of("bench") || again.Of("other") != after.Of("other") {
				t.Errorf("the same again: before %+v, after %+v", after, again)
			}
		})
	}
}

func ignoreUnchanged(err error) error {
	if errors.Is(err, results.ErrUnchanged) {
		return nil
	}
	return err
}

// A model that only one benchmark's run brings is nothing to the others.
func TestNewModelConcernsItsBenchmark(t *testing.T) {
	db := twoBenchmarks(t)
	before := stamps(t, db)
	err := db.SaveFigures(t.Context(), results.FigureSource{ID: "s", Benchmark: "bench", Title: "S"},
		[]results.Figure{{Model: "Never Seen", Metric: "score"}})
	if err != nil {
		t.Fatal(err)
	}
	if after := stamps(t, db); after.Of("other") != before.Of("other") || after.Of("bench") == before.Of("bench") {
		t.Errorf("before %+v, after %+v: want only bench to move", before, after)
	}
}

// Two databases of equal content never meet, two copies are equal until one is
// changed, and two that are changed alike never meet again.
func TestStampsOfCopies(t *testing.T) {
	if a, b := stamps(t, twoBenchmarks(t)), stamps(t, twoBenchmarks(t)); a.ID == b.ID || a.All == b.All || a.Of("bench") == b.Of("bench") {
		t.Errorf("two databases: %+v and %+v", a, b)
	}
	db := twoBenchmarks(t)
	dir := t.TempDir()
	var copies [2]results.Revision
	for i, name := range []string{"a.db", "b.db"} {
		must.Do(t, db.Publish(t.Context(), filepath.Join(dir, name)))
		c := must.Get(OpenWriter(t.Context(), filepath.Join(dir, name)))(t)
		defer c.Close()
		if got, want := stamps(t, c), stamps(t, db); got.ID != want.ID || got.All != want.All || got.Of("bench") != want.Of("bench") {
			t.Errorf("copy %+v of %+v", got, want)
		}
		must.Do(t, c.SaveBoards(t.Context(), "bench", []results.Board{{Convention: "paper"}}, 0))
		copies[i] = stamps(t, c)
	}
	if copies[0].ID != copies[1].ID || copies[0].All == copies[1].All || copies[0].Of("bench") == copies[1].Of("bench") {
		t.Errorf("copies after equal changes: %+v and %+v", copies[0], copies[1])
	}
}
