package ingest_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// does is a format that does something with each source.
type does func(ctx context.Context, in *ingest.Input, w ingest.Writer) error

func (does) Name() string { return "some" }

func (does) Detect(_ fs.FS, dir string, _ []fs.DirEntry) []ingest.Item {
	return []ingest.Item{{Kind: ingest.KindRuns, Dir: dir}}
}

func (d does) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	return d(ctx, in, w)
}

// other finds a dataset as a format does, and hands it over.
func other(t *testing.T, db *ingesttest.DB, id ingest.Identity, o ingest.Other, use func(*ingest.OtherRecords, func())) {
	t.Helper()
	l := ingesttest.Loader(db)
	l.Formats = []ingest.Format{does(func(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
		r, err := ingest.FindOther(ctx, in, w, o)
		if err != nil {
			return err
		}
		use(r, func() {
			if err := r.Save(ctx, w); err != nil {
				t.Error(err)
			}
		})
		return nil
	})}
	rep, err := l.Load(t.Context(), []ingest.Source{{FS: fstest.MapFS{"a": {}}, Name: "s", Identity: id}})
	if err != nil || len(rep.Refused) > 0 {
		t.Fatal(err, rep)
	}
}

// TestFindOther holds that a benchmark which nobody has described is filed under its
// format and name, grows by the tasks that records name, and is scored only by a rule.
func TestFindOther(t *testing.T) {
	db := ingesttest.Open(t)
	o := ingest.Other{Format: "some", Name: "My set", Version: "2"}
	other(t, db, ingest.Identity{}, o, func(r *ingest.OtherRecords, save func()) {
		if b := r.Benchmark; b.ID != "some-my-set" || b.Name != "My set" || b.Version != "2" || b.Scoring != results.ScoringNone ||
			b.Words.Task != "task" {
			t.Errorf("it is begun as %+v", b)
		}
		one, listed := r.Place("", "a/b")
		same, _ := r.Place(".", "a/b")
		clash, _ := r.Place("", "a-b")
		if !listed || one != same || clash == one || clash.Slug == one.Slug || clash.Slug != "a-b" || one.Scenario != "tasks" ||
			one.Title != "a/b" || clash.Ordinal != 2 {
			t.Errorf("tasks are %+v, %+v", one, clash)
		}
		one.Facts.Prompt = "what it asks"
		save()
	})
	o.Rule = "A task counts as passed if its score is 1."
	other(t, db, ingest.Identity{}, o, func(r *ingest.OtherRecords, save func()) {
		if b := r.Benchmark; b.Scoring != results.ScoringReward || b.FailureRule != o.Rule {
			t.Errorf("a rule that came later makes it %+v", b)
		}
		if known, listed := r.Place("", "a/b"); !listed || known.Facts.Prompt != "what it asks" || len(r.Tasks) != 2 {
			t.Errorf("what was saved is %+v of %d", known, len(r.Tasks))
		}
		third, _ := r.Place("", "c")
		first, _ := r.Place("more", "c")
		if third.Ordinal != 3 || first.Ordinal != 1 {
			t.Errorf("new tasks are the %d. and the %d. of their groups", third.Ordinal, first.Ordinal)
		}
		save()
	})
	d, err := db.FindDataset(t.Context(), "some-my-set")
	if err != nil || len(d.Tasks) != 4 || len(d.Scenarios) != 2 || d.Pinned() {
		t.Errorf("the store has %d tasks in %d groups, %v", len(d.Tasks), len(d.Scenarios), err)
	}
}

// TestFindOtherDescribed holds that records of a benchmark that is described change
// nothing of it.
func TestFindOtherDescribed(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	before, err := db.FindDataset(t.Context(), "liveclawbench")
	if err != nil || !before.Pinned() {
		t.Fatal(err, "it is not described")
	}
	other(t, db, ingest.Identity{Benchmark: "liveclawbench"}, ingest.Other{Format: "some", Name: "x", Rule: "Never."},
		func(r *ingest.OtherRecords, save func()) {
			if r.Benchmark.FailureRule != before.Benchmark.FailureRule || r.Benchmark.Name != before.Benchmark.Name {
				t.Errorf("it became %+v", r.Benchmark)
			}
			if known, listed := r.Place("another group", before.Tasks[0].Slug); !listed || known.Name() != before.Tasks[0].Name() {
				t.Errorf("its task is %+v, listed %v", known, listed)
			}
			if _, listed := r.Place("", "no such task"); listed {
				t.Error("a task that it lacks is listed")
			}
			save()
		})
	after, err := db.FindDataset(t.Context(), "liveclawbench")
	if err != nil || len(after.Tasks) != len(before.Tasks) || after.Benchmark.Digest != before.Benchmark.Digest ||
		strings.Contains(after.Benchmark.FailureRule, "Never") {
		t.Errorf("it has %d tasks, had %d: %v", len(after.Tasks), len(before.Tasks), err)
	}
}
