package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// syntheticStep is one step of a made-up trace: a command with its output, now
// and then failed, a message or a file.
func syntheticStep(i, size int, rnd *rand.Rand) *results.Step {
	at := int64(1_700_000_000_000) + int64(i)*4000
	in, out := int64(20_000+rnd.IntN(9000)), int64(rnd.IntN(900))
	s := &results.Step{Timestamp: &at, Source: results.SourceAgent, ModelName: "m", Day: "day" + fmt.Sprint(i/40_000), Metrics: &results.Metrics{PromptTokens: &in, CompletionTokens: &out}}
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "%08x line of output number %d of step %d 行\n", rnd.Uint32(), b.Len(), i)
	}
	switch {
	case i%500 == 0:
		s.Source, s.Message, s.Metrics = results.SourceUser, "Please go on.\n\n"+b.String(), nil
	case i%97 == 0:
		s.Message = "# A note\n\n" + b.String()
	default:
		args, err := json.Marshal(map[string]string{"command": fmt.Sprintf("grep -rn %d src | head", i)})
		if err != nil {
			panic(err) // a map of strings is always JSON
		}
		code := 0
		r := results.Result{CallID: "c", Content: b.String(), ExitCode: &code}
		if i%11 == 0 {
			code = 1
			r.Failed, r.Failure = true, "exit_code"
		}
		s.ToolCalls = []results.ToolCall{{ID: "c", Name: "exec", Arguments: args}}
		s.Observation = &results.Observation{Results: []results.Result{r}}
	}
	return s
}

func synthetic(steps, size int) func(yield func(*results.Step) error) error {
	return func(yield func(*results.Step) error) error {
		rnd := rand.New(rand.NewPCG(1, 2))
		for i := range steps {
			if err := yield(syntheticStep(i, size, rnd)); err != nil {
				return err
			}
		}
		return nil
	}
}

// traceSite serves a run "run" with a trial for each trace, streamed into a
// database of its own. The trials are of the tasks of scenario "s".
func traceSite(t testing.TB, traces map[string]func(yield func(*results.Step) error) error) *testSite {
	t.Helper()
	dir := must.Get(os.MkdirTemp("", "clawatlas-trace"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "t.db")
	must.Do(t, writeTraces(t.Context(), path, traces))
	return readSite(t, path)
}

// writable opens the site's database for writing beside its reader.
func writable(t testing.TB, site *testSite) *sqlite.DB {
	t.Helper()
	db := must.Get(sqlite.OpenWriter(t.Context(), site.Store.Path()))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func writeTraces(ctx context.Context, path string, traces map[string]func(yield func(*results.Step) error) error) error {
	db, err := sqlite.OpenWriter(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	d := &results.Dataset{
		Benchmark: results.Benchmark{ID: "bench", Name: "Bench", Scoring: results.ScoringReward, Words: results.Words{Scenario: "group", Task: "task", Day: "day"}, Headline: "avg"},
		Scenarios: []results.Scenario{{Slug: "s", Title: "S", Ordinal: 1}},
	}
	for name := range traces {
		d.Tasks = append(d.Tasks, results.Task{Scenario: "s", Slug: name, Ordinal: 1, Kind: results.KindReward})
	}
	if err := db.SaveDataset(ctx, d); err != nil {
		return err
	}
	run := &results.Run{Slug: "run", Benchmark: "bench", System: results.System{Model: "m", Framework: "f"}, ModelName: "m", Evidence: results.Recomputed, Digest: "d"}
	tx, err := db.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for name, steps := range traces {
		if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s", Task: name, Attempt: 1, Attempts: 1, Status: results.Failed, Kind: results.KindReward}); err != nil {
			return err
		}
		if err := steps(func(s *results.Step) error { return tx.SaveStep(ctx, s) }); err != nil {
			return err
		}
	}
	return tx.Finish(ctx, run, nil)
}
