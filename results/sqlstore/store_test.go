package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/postgres"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/sqlstore"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// Store is a store that is empty when a test begins.
type Store struct {
	*sqlstore.DB
	at string // its file, or its address on the server
}

// TestStore runs the whole suite on a file.
func TestStore(t *testing.T) { eachTest(t, files(t)) }

// TestStoreOnServer runs it on PostgreSQL.
func TestStoreOnServer(t *testing.T) {
	storetest.Wanted(t)
	open := databases(t)
	eachTest(t, open)
	t.Run("same as in a file", func(t *testing.T) {
		want, got := contentOf(t, files(t)(t)), contentOf(t, open(t))
		same(t, "content (-file +server)", want, got)
		if len(want) < 20 {
			t.Errorf("only %d rows were compared", len(want))
		}
	})
}

func eachTest(t *testing.T, open func(t *testing.T) Store) {
	for _, test := range suite {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
	for name, test := range searchers {
		t.Run(name, func(t *testing.T) { test(t, open(t).Texts()) })
	}
}

// files opens copies of an empty database in a file: to make the schema takes longest.
func files(t *testing.T) func(t *testing.T) Store {
	t.Helper()
	empty := filepath.Join(t.TempDir(), "empty.db")
	must.Do(t, must.Get(sqlite.OpenWriter(t.Context(), empty))(t).Close())
	data := must.Get(os.ReadFile(empty))(t)
	return func(t *testing.T) Store {
		path := filepath.Join(t.TempDir(), "t.db")
		must.Do(t, os.WriteFile(path, data, 0o600))
		db := must.Get(sqlite.OpenWriter(t.Context(), path))(t)
		t.Cleanup(func() { db.Close() })
		return Store{db.DB, path}
	}
}

// databases opens copies of an empty database on a server that ends with t.
func databases(t *testing.T) func(t *testing.T) Store {
	server, empty := storetest.StartServer(t), ""
	return func(t *testing.T) Store {
		name := server.Create(t, empty)
		bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
		db := must.Get(postgres.Open(context.Background(), server.Address(name), bodies, t.TempDir()))(t)
		if empty == "" {
			must.Do(t, db.Close())
			empty, name = name, server.Create(t, name)
			db = must.Get(postgres.Open(context.Background(), server.Address(name), bodies, t.TempDir()))(t)
		}
		t.Cleanup(func() { must.Do(t, errors.Join(db.Close(), bodies.Close())) })
		return Store{db.DB, server.Address(name)}
	}
}

var suite = []struct {
	name string
	run  func(*testing.T, Store)
}{
	{"nothing", nothing},
	{"dataset", datasets},
	{"worlds", worlds},
	{"agents", agents},
	{"worlds that no longer fit", worldsUnfit},
	{"scenes", scenes},
	{"looks", looks},
	{"whys", whys},
	{"failures", failures},
	{"models", models},
	{"figures", figures},
	{"run", runRoundTrip},
	{"runs in order and pages", runsInPages},
	{"unchanged and rolled back", unchanged},
	{"read again", readAgain},
	{"read again as another run", readAgainElsewhere},
	{"rescored", rescored},
	{"the log of scores", rescoredLog},
	{"trial", trialRoundTrip},
	{"outcomes", outcomes},
	{"trace", traceWindows},
	{"trace groups", traceGroups},
	{"places in a trace", tracePlaces},
	{"matches in a trace", matchesInTrace},
	{"neighbours", neighbours},
	{"records", records},
	{"many records", manyRecords},
	{"search", searches},
	{"search of signs", searchSigns},
	{"counts by filter", searchFacets},
	{"names", searchNames},
	{"scores", runScores},
	{"boards", boards},
	{"states of boards", states},
	{"states of boards without a run", stateTakedowns},
	{"cases", cases},
	{"hidden", hidden},
	{"withdrawn", withdrawn},
	{"removed", removed},
	{"revisions", revisions},
	{"readers during a load", readersDuringLoad},
}

// bench is the slug of the benchmark that most tests fill.
const bench = "bench"

// same wants what was got to be what is wanted.
func same(t *testing.T, what string, want, got any, by ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, by...); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

func notFound(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, results.ErrNotFound) {
		t.Errorf("%s gives %v, want ErrNotFound", what, err)
	}
}

func dumped(t *testing.T, db Store) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, storetest.Dump(t.Context(), db.at, &b))
	return b.String()
}

func dataset(slug string) *results.Dataset {
	return &results.Dataset{
		Benchmark: results.Benchmark{ID: slug, Name: "Bench " + slug, Scoring: results.ScoringClawArena, Digest: "d1", Headline: "crs",
			Titles: results.Titles{"s1": "First"}},
		Scenarios: []results.Scenario{{Slug: "s1", Title: "First", Ordinal: 1}, {Slug: "s2", Ordinal: 2}},
		Tasks: []results.Task{
			{Scenario: "s1", Slug: "q1", Ordinal: 1, Kind: results.KindMultiChoice, Facts: results.TaskFacts{Prompt: "What?"},
				Options: []results.Option{{Label: "A", Gold: true}}},
			{Scenario: "s1", Slug: "q2", Ordinal: 2, Kind: results.KindExecCheck, Updates: []results.Update{{ID: "u1", Announced: true}}},
			{Scenario: "s2", Slug: "q1", Ordinal: 1, Kind: results.KindExecCheck},
		},
	}
}

// trialOf is a trial at the first task with steps that say the texts.
type trialOf struct {
	task   string // of scenario s1
	status results.Status
	steps  []results.Step
}

func says(texts ...string) []results.Step {
	list := make([]results.Step, len(texts))
	for i, text := range texts {
		list[i] = results.Step{Source: results.SourceAgent, Message: text}
	}
	return list
}

// named is a run of the benchmark that is not stored yet. Its records are its slug's.
func named(slug string) *results.Run {
	return &results.Run{
		Slug: slug, Digest: "digest of " + slug, Benchmark: bench, ModelName: "Model One", System: results.System{Framework: "f"},
		Evidence: results.Recomputed, Counts: results.Counts{Expected: 3, Scored: 1, Passed: 1, Missing: 2}, IngestedAt: 1000,
	}
}

func write(ctx context.Context, db Store, r *results.Run, trials ...trialOf) error {
	tx, err := db.BeginRun(ctx, r)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, x := range trials {
		score := 1.0
		trial := &results.Trial{Scenario: "s1", Task: x.task, Attempt: 1, Status: x.status, Score: &score, Kind: results.KindMultiChoice}
		if err := tx.SaveTrial(ctx, trial); err != nil {
			return err
		}
		for i := range x.steps {
			s := x.steps[i] // the store numbers it
			if err := tx.SaveStep(ctx, &s); err != nil {
				return err
			}
		}
	}
	return tx.Finish(ctx, r, []results.Metric{{Key: "crs", Value: new(float64)}})
}

// filled stores the benchmark and that many runs of one trial with one step.
func filled(t *testing.T, db Store, runs int) {
	t.Helper()
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	for i := range runs {
		r := named(fmt.Sprintf("run%d", i+1))
		r.IngestedAt += int64(i)
		must.Do(t, write(t.Context(), db, r, trialOf{"q1", results.Passed, says(fmt.Sprintf("common word%d", i+1))}))
	}
}

// contentOf fills a store with texts that only one of them would take as they are, and gives the rows that both have.
func contentOf(t *testing.T, db Store) []string {
	t.Helper()
	ctx := t.Context()
	filled(t, db, 2)
	const odd = "zero \x00, no text \xff, half a pair \xed\xa0\x80, 文本"
	run := named("odd")
	run.Label, run.Facts = odd, map[string]string{"k": odd}
	tx := must.Get(db.BeginRun(ctx, run))(t)
	defer tx.Rollback()
	no := false
	trial := &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Failed, Checks: []results.Check{{ID: "exec", Passed: &no, Detail: odd}}}
	step := &results.Step{Source: results.SourceAgent, Message: odd, ToolCalls: []results.ToolCall{{ID: "1", Name: odd, Arguments: []byte(`{"a":"\u0000\ud800"}`)}}}
	must.Do(t, tx.SaveTrial(ctx, trial))
	must.Do(t, tx.SaveStep(ctx, step))
	must.Do(t, tx.SaveWarning(ctx, results.Warning{File: odd, Message: odd}))
	must.Do(t, tx.Finish(ctx, run, nil))
	return slices.DeleteFunc(lines(dumped(t, db)), func(line string) bool {
		table, _, _ := strings.Cut(line, "\t")
		return slices.Contains([]string{"raw_chunks", "trace_frames", "step_text", "body_pieces", "run_objects"}, table)
	})
}
