package ingest_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// sameAsFromNothing compares the stored boards, tests, cases and metrics of a benchmark with those that its records and
// dataset give when all is computed anew, in a copy of the database.
func sameAsFromNothing(t *testing.T, db *ingesttest.DB, benchmark, after string) {
	t.Helper()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "copy.db")
	must.Do(t, db.Backup(ctx, path))
	anew := must.Get(sqlite.OpenWriter(ctx, path))(t)
	defer anew.Close()
	d := must.Get(db.FindDataset(ctx, benchmark))(t)
	runs := must.Get(db.ScoredRuns(ctx, benchmark))(t)
	for _, r := range runs {
		counts, complete, metrics := score.Run(d.Benchmark.Scoring, score.Expected(&d.Benchmark, d.Tasks, r.Facts, r.Trials), r.Trials)
		stored := must.Get(db.RunMetrics(ctx, r.ID))(t)
		byName := cmpopts.SortSlices(func(a, b results.Metric) bool {
			return a.Scope+"|"+a.Convention+"|"+a.Key < b.Scope+"|"+b.Convention+"|"+b.Key
		})
		if counts != r.Counts || complete != r.Complete || !cmp.Equal(stored, metrics, byName) {
			t.Errorf("%s: %s has %+v, want %+v, and its metrics:\n%s", after, r.Slug, r.Counts, counts, cmp.Diff(metrics, stored, byName))
		}
		for _, without := range []string{"", results.WithoutImpossible} {
			must.Do(t, anew.DeleteRunScore(ctx, r.ID, without))
		}
		must.Do(t, anew.SaveEvidence(ctx, r.ID, "none", nil))
	}
	must.Do(t, anew.MarkStale(ctx))
	must.Get(ingesttest.Loader(anew).Refresh(ctx))(t)
	if diff := cmp.Diff(computed(t, anew, benchmark), computed(t, db, benchmark), cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
		t.Fatalf("%s (-from nothing +stored):\n%.4000s", after, diff)
	}
}

// computed are the boards, tests and cases of a benchmark.
func computed(t *testing.T, db *ingesttest.DB, benchmark string) []any {
	t.Helper()
	tests := must.Get(db.LeaderTests(t.Context(), benchmark))(t)
	slices.SortFunc(tests, func(a, b results.LeaderTest) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	all := []any{tests, must.Get(db.Cases(t.Context(), benchmark))(t)}
	d := must.Get(db.FindBenchmark(t.Context(), benchmark))(t)
	for _, c := range score.Conventions(d.Scoring) {
		for _, without := range []string{"", results.WithoutImpossible} {
			all = append(all, must.Get(db.FindBoard(t.Context(), benchmark, c.ID, without))(t))
		}
	}
	return all
}

// agents are runs of the small benchmark that the tests below grow.
func agents(first, runs, again int) fs.FS {
	return ingesttest.Arena{Scenarios: 5, Rounds: 9, First: first, Runs: runs, Again: again}.Agents()
}

// Whatever comes in whatever order, the boards that grew run by run are those
// that are built from nothing.
func TestBoardsGrow(t *testing.T) {
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 1))
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, ingesttest.Arena{Scenarios: 5, Rounds: 9, Runs: 2}.FS(), ingest.Identity{})
		for step := range 8 {
			after := fmt.Sprintf("seed %d step %d", seed, step)
			list, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: ingesttest.ArenaBenchmark, Limit: 1000}))(t)
			one := &list[rng.IntN(len(list))]
			id := ingest.Identity{}
			switch what := rng.IntN(5); what {
			case 0: // something speaks against a run
				one.Exclusions = append(one.Exclusions, results.Exclusion{Kind: results.ExclusionLabel, Message: "a test says so"})
			case 1: // or not any longer
				one.Exclusions = nil
			case 2: // the next run corrects another
				id.Replaces = one.Slug
			}
			must.Do(t, db.SaveExclusions(t.Context(), one))
			if rng.IntN(4) == 0 {
				changeDataset(t, db, rng)
			}
			ingesttest.Load(t, db, agents(1+rng.IntN(12), 1+rng.IntN(2), rng.IntN(2)), id)
			ingesttest.Load(t, db, agents(20+step, 1, 0), ingest.Identity{}) // one that surely is new
			sameAsFromNothing(t, db, ingesttest.ArenaBenchmark, after)
		}
	}
}

// changeDataset stores the benchmark with another kind or gold of one task.
func changeDataset(t *testing.T, db *ingesttest.DB, rng *rand.Rand) {
	t.Helper()
	d := must.Get(db.FindDataset(t.Context(), ingesttest.ArenaBenchmark))(t)
	task := &d.Tasks[rng.IntN(len(d.Tasks))]
	if len(task.Options) > 0 {
		o := &task.Options[rng.IntN(len(task.Options))]
		o.Gold = !o.Gold
	} else {
		task.Kind = results.KindMultiChoice
	}
	must.Do(t, db.SaveDataset(t.Context(), d))
}

// A benchmark that nobody has described has the tasks that its runs bring: each
// new one is missing in the runs before.
func TestBoardsGrowWithTasks(t *testing.T) {
	db := ingesttest.Open(t)
	for number, trials := range []int{12, 12, 20, 6, 20} {
		ingesttest.Load(t, db, ingesttest.Job(number, trials, 2), ingest.Identity{})
		list, err := db.StaleBenchmarks(t.Context())
		if err != nil || len(list) > 0 {
			t.Fatalf("stale %v, %v", list, err)
		}
		runs, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 1000})
		if err != nil || len(runs) != number+1 {
			t.Fatalf("%d runs, %v", len(runs), err)
		}
		sameAsFromNothing(t, db, runs[0].Benchmark, fmt.Sprintf("job %d", number))
	}
}

// counting counts the scores that are made and the units that are read.
type counting struct {
	ingest.Store
	scores, units, rescored int
}

func (c *counting) SaveRunScore(ctx context.Context, s *results.RunScore) error {
	c.scores++
	return c.Store.SaveRunScore(ctx, s)
}

func (c *counting) RunUnits(ctx context.Context, run int64, without string) ([][]float64, error) {
	c.units++
	return c.Store.RunUnits(ctx, run, without)
}

func (c *counting) MarkScored(ctx context.Context, r *results.Run) error {
	c.rescored++ // and found as it was
	return c.Store.MarkScored(ctx, r)
}

func (c *counting) Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	c.rescored++
	return c.Store.Rescore(ctx, r, metrics)
}

// One more run is scored and tested alone, and an unchanged one not at all.
func TestOneMoreRunCostsOne(t *testing.T) {
	db := ingesttest.Open(t)
	l := ingesttest.Loader(db)
	c := &counting{Store: l.Store}
	l.Store = c
	load := func(fsys fs.FS) counting {
		t.Helper()
		*c = counting{Store: c.Store}
		must.Get(l.Load(t.Context(), []ingest.Source{{FS: fsys, Name: "test"}}))(t)
		return *c
	}
	load(ingesttest.Arena{Scenarios: 5, Rounds: 9, Runs: 7}.FS())
	boards := len(score.Conventions(results.ScoringClawArena))
	leaders := func() string {
		b := must.Get(db.FindBoard(t.Context(), ingesttest.ArenaBenchmark, "paper", ""))(t)
		return *b.Rows[0].Run
	}
	before := leaders()
	if n := load(agents(9, 1, 0)); leaders() != before || n.rescored != 0 || n.scores < 1 || n.scores > 2 || n.units > 2*2*boards {
		t.Errorf("one more run made %d scores, rescored %d and read units %d times; want one of each variant, no run scored by its trials twice, and two units read for each board", n.scores, n.rescored, n.units)
	}
	if n := load(agents(9, 1, 0)); n.scores+n.units+n.rescored != 0 {
		t.Errorf("an unchanged run cost %+v", n)
	}
}
