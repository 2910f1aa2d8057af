// Package storetest is the test suite of every store.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/store"
)

// Filled is a store that is written and read.
type Filled interface {
	store.Reader
	store.Writer
	store.Takedown
}

// Store is one that is empty when a test begins.
type Store interface {
	Filled
	// Dump writes all content as text: equal dumps are equal stores.
	Dump(ctx context.Context, w io.Writer) error
}

// Run runs the whole suite. open makes an empty store that is closed after t.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, test := range suite {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
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
	{"dropped", dropped},
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
	must.Do(t, db.Dump(t.Context(), &b))
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

func write(ctx context.Context, db Filled, r *results.Run, trials ...trialOf) error {
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
func filled(t *testing.T, db Filled, runs int) {
	t.Helper()
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	for i := range runs {
		r := named(fmt.Sprintf("run%d", i+1))
		r.IngestedAt += int64(i)
		must.Do(t, write(t.Context(), db, r, trialOf{"q1", results.Passed, says(fmt.Sprintf("common word%d", i+1))}))
	}
}

// Fill writes a dataset with a number of runs.
func Fill(t *testing.T, db Filled, runs int) {
	t.Helper()
	filled(t, db, runs)
}
