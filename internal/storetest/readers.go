package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// revisions move with what they are of, and with nothing else.
func revisions(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	must.Do(t, db.SaveDataset(ctx, dataset("other")))
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	run.Objections = []results.Objection{{Kind: results.ObjectionSame, Message: "m"}}
	for _, c := range []struct {
		what  string
		write func() error
	}{
		{"a run", func() error {
			err := write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("x")})
			if errors.Is(err, results.ErrUnchanged) {
				return nil
			}
			return err
		}},
		{"objections", func() error { return db.SaveObjections(ctx, &run) }},
		{"boards", func() error { return db.SaveBoards(ctx, bench, []results.Board{{Convention: "paper"}}, 0) }},
		{"cases", func() error { return db.SaveCases(ctx, bench, []results.MinedCase{{Slug: "c"}}) }},
		{"hiding", func() error { return db.HideRun(ctx, "run2", true) }},
	} {
		before := must.Get(db.Revisions(ctx))(t)
		must.Do(t, c.write())
		after := must.Get(db.Revisions(ctx))(t)
		if after.ID != before.ID || after.ID == "" || after.All == before.All || after.Of(bench) == before.Of(bench) ||
			after.Of("unknown") != after.All {
			t.Errorf("%s: before %+v, after %+v; want the same id and other stamps", c.what, before, after)
		}
		if c.what != "hiding" && after.Of("other") != before.Of("other") { // any page may name a run that is taken down
			t.Errorf("%s: the stamp of the other benchmark has moved", c.what)
		}
		must.Do(t, c.write())
		if again := must.Get(db.Revisions(ctx))(t); again.All != after.All {
			t.Errorf("%s: the same again moves the stamp", c.what)
		}
	}
}

// readersDuringLoad reads while runs are written: each appears atomically with its text.
func readersDuringLoad(t *testing.T, db Store) {
	filled(t, db, 1)
	ctx, done := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := wholeOrAbsent(t.Context(), db); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 6 {
		r := named(fmt.Sprintf("loaded%d", i))
		texts := make([]string, 200)
		for k := range texts {
			texts[k] = fmt.Sprintf("loaded text %d", k)
		}
		if err := write(t.Context(), db, r, trialOf{"q1", results.Passed, says(texts...)}); err != nil {
			t.Error(err)
		}
	}
	done()
	wg.Wait()
}

// wholeOrAbsent looks whether the newest run has all of its 200 steps.
func wholeOrAbsent(ctx context.Context, db Store) error {
	list, _, err := db.Runs(ctx, results.RunFilter{Benchmark: bench, Limit: 1})
	if err != nil || len(list) == 0 || list[0].Slug == "run1" {
		return err
	}
	slug := list[0].Slug
	trial, err := db.FindTrial(ctx, slug, "s1", "q1", 1)
	if err != nil {
		return fmt.Errorf("run %s is there without its trial: %w", slug, err)
	}
	rows, err := db.StepRows(ctx, &trial, 1, 1000)
	if err != nil || len(rows) != 200 {
		return fmt.Errorf("run %s has %d of 200 steps: %w", slug, len(rows), err)
	}
	if _, err := db.Steps(ctx, &trial, rows[190:]); err != nil {
		return fmt.Errorf("run %s: %w", slug, err)
	}
	res, err := db.Search(ctx, search.Query{Terms: search.Parse("loaded").Terms, Filters: []search.Filter{{Name: "run", Value: slug}},
		Limit: 1})
	if err != nil || res.Total != 200 {
		return fmt.Errorf("run %s: %d of 200 steps are found: %w", slug, res.Total, err)
	}
	return nil
}
