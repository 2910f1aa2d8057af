package web

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/overview"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// The size of the trace that is made for measuring: for the trace of 300,000
// steps and a gigabyte that no viewer opens, run
//
//	go test ./web -run TraceWindows -v -trace-steps 300000 -trace-step-bytes 3500
var (
	traceSteps = flag.Int("trace-steps", 3000, "steps of the synthetic trace")
	traceBytes = flag.Int("trace-step-bytes", 3500, "bytes of text of each of its steps")
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

// syntheticSite serves one run with two trials: one of 10 steps, one long.
func syntheticSite(t testing.TB, steps, size int) *testSite {
	t.Helper()
	return traceSite(t, map[string]func(yield func(*results.Step) error) error{
		"short": synthetic(10, size), "long": synthetic(steps, size),
	})
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
	if err := tx.Finish(ctx, run, nil); err != nil {
		return err
	}
	return saveOverviews(ctx, db, traces)
}

// saveOverviews keeps of long traces what an ingest would.
func saveOverviews(ctx context.Context, db *sqlite.DB, traces map[string]func(yield func(*results.Step) error) error) error {
	var list []results.Overview
	for name, steps := range traces {
		t, err := db.FindTrial(ctx, "run", "s", name, 1)
		if err != nil {
			return err
		}
		if !overview.Needed(t.StepsTotal, 0) {
			continue
		}
		b, n := overview.NewBuilder(t.StepsTotal, files.Names{}), 0
		if err := steps(func(s *results.Step) error {
			n++
			s.StepID = n
			b.Add(s)
			return nil
		}); err != nil {
			return err
		}
		o, err := b.Pack(t.ID)
		if err != nil {
			return err
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return nil
	}
	run, err := db.FindRun(ctx, "run")
	if err != nil {
		return err
	}
	return db.SaveOverviews(ctx, "bench", run.ID, overview.Rules, list)
}

// fetch gets a page past the cache and gives the time and its size.
func (s *testSite) fetch(t testing.TB, path string) (time.Duration, int) {
	t.Helper()
	handler := New(unhurried(s.Store)) // an empty cache
	best, size := time.Hour, 0
	for range 5 {
		rec := (&testSite{Store: s.Store, Handler: handler})
		start := time.Now()
		answer := rec.get(path)
		if took := time.Since(start); took < best {
			best = took
		}
		if answer.Code != http.StatusOK {
			t.Fatalf("GET %s: status %d: %s", path, answer.Code, answer.Body)
		}
		size = answer.Body.Len()
		handler = New(unhurried(s.Store))
	}
	return best, size
}

// TestTraceWindows holds every window of a long trace against the first window
// of a short one: twice its time and 20 ms at most, and under 300 KB of HTML.
func TestTraceWindows(t *testing.T) {
	site := syntheticSite(t, *traceSteps, *traceBytes)
	base, _ := site.fetch(t, "/runs/run/s/short")
	const most = 300 << 10
	for _, share := range []float64{0, .1, .25, .5, .75, .9, .999} {
		from := int(share*float64(*traceSteps))/results.WindowSteps*results.WindowSteps + 1
		took, size := site.fetch(t, fmt.Sprintf("/runs/run/s/long?from=%d", from))
		t.Logf("from step %d of %d: %v, %d KB; a trace of 10 steps: %v", from, *traceSteps, took.Round(100*time.Microsecond), size>>10, base.Round(100*time.Microsecond))
		// The race detector and a busy machine stretch both times, not evenly:
		// five times the goal still tells a window that depends on its place.
		if limit := 5 * (2*base + 20*time.Millisecond); took > limit && !testing.Short() {
			t.Errorf("the window from step %d took %v, want at most %v", from, took, limit)
		}
		if size > most {
			t.Errorf("the window from step %d has %d bytes, want at most %d", from, size, most)
		}
	}
}

// BenchmarkTraceWindow opens windows in the middle of a long trace.
func BenchmarkTraceWindow(b *testing.B) {
	site := syntheticSite(b, *traceSteps, *traceBytes)
	path := fmt.Sprintf("/runs/run/s/long?from=%d", *traceSteps/2/results.WindowSteps*results.WindowSteps+1)
	for b.Loop() {
		handler := New(unhurried(site.Store))
		if rec := (&testSite{Handler: handler}).get(path); rec.Code != http.StatusOK {
			b.Fatalf("status %d", rec.Code)
		}
	}
}
