package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// terminalSweeps are runs of one agent and model over 80 tasks of Terminal-Bench, each
// in its folder; passed[i] tasks of run i pass.
func terminalSweeps(t testing.TB, agent, model string, passed ...int) fstest.MapFS {
	files := fstest.MapFS{}
	put := func(name string, x any) {
		data := must.Get(json.Marshal(x))(t)
		files[name] = &fstest.MapFile{Data: data}
	}
	for i, k := range passed {
		run := fmt.Sprintf("%s_%d", model, i+1)
		dir := fmt.Sprintf("terminal-bench-core@0.1.1/20250924_%s_%s/%s/", agent, model, run)
		var rows []map[string]any
		var tasks []string
		for n := range 80 {
			task := fmt.Sprintf("task-%02d", n)
			ok := (n*7+i*3)%80 < k
			verdict := map[bool]string{true: "passed", false: "failed"}[ok]
			at := fmt.Sprintf("2025-09-2%dT10:00:%02d.000000+00:00", i+1, n%60)
			tasks = append(tasks, task)
			rows = append(rows, map[string]any{"id": run + task, "trial_name": fmt.Sprintf("%s.1-of-1.%s", task, run), "task_id": task,
				"instruction": "Do " + task, "is_resolved": ok, "failure_mode": "unset", "parser_results": map[string]string{"test": verdict},
				"trial_started_at": at, "trial_ended_at": at})
		}
		put(dir+"results.json", map[string]any{"id": run, "results": rows, "n_resolved": k, "n_unresolved": 80 - k, "accuracy": float64(k) / 80})
		put(dir+"run_metadata.json", map[string]any{"run_id": run, "dataset_name": "terminal-bench-core", "dataset_version": "0.1.1",
			"agent_name": agent, "model_name": model, "n_attempts": 1, "dataset_size": 80, "task_ids": tasks,
			"start_time": fmt.Sprintf("2025-09-2%dT09:00:00.123456+00:00", i+1)})
	}
	return files
}

// A system's value is the mean over its sweeps wherever it stands: 210 of 400 are 52.50
// though the newest sweep has 50.00. Comparing pairs the means and says whether another
// sweep would change the order; former addresses of the benchmark lead to the new.
func TestSweeps(t *testing.T) {
	site := openSite(t, "sweeps", func(ctx context.Context, l *ingest.Loader) error {
		for _, files := range []fstest.MapFS{terminalSweeps(t, "droid", "five-a", 42, 43, 44, 41, 40), terminalSweeps(t, "other", "four-b", 20, 22, 19, 24),
			terminalSweeps(t, "third", "one-c", 10)} {
			if _, err := l.Load(ctx, []ingest.Source{{FS: files, Name: "tb"}}); err != nil {
				return err
			}
		}
		return nil
	})
	const id = "terminal-bench-core-0.1.1"
	var b struct{ Rows []results.BoardRow }
	site.object(t, "/api/v1/benchmarks/"+id+"/leaderboard", &b)
	if len(b.Rows) != 3 || b.Rows[0].Sweeps == nil || b.Rows[0].Sweeps.N != 5 || b.Rows[1].Sweeps.N != 4 || b.Rows[2].Sweeps != nil {
		t.Fatalf("rows = %+v", b.Rows)
	}
	a := b.Rows[0]
	if v := *a.Metrics["avg"].Value; fmt.Sprintf("%.6f", v) != "0.525000" || *a.Rank != 1 {
		t.Errorf("the mean of five sweeps is %v at rank %d, want 0.525 at 1", v, *a.Rank)
	}
	page := squash(site.page(t, "/b/"+id).Find("main"))
	for _, want := range []string{"5 runs", "52.50"} {
		if !strings.Contains(page, want) {
			t.Errorf("the board lacks %q", want)
		}
	}
	for _, at := range []string{"/", "/models/" + a.System.Model, "/b/" + id + "/ablations"} {
		if text := squash(site.page(t, at).Find("main")); !strings.Contains(text, "52.5") {
			t.Errorf("%s lacks the mean over the sweeps", at)
		}
	}
	testMeans(t, site, a, b.Rows[1])
	was := results.FormerBenchmark("terminal-bench-core@0.1.1")
	for from, want := range map[string]string{
		"/b/" + was: "/b/" + id, "/api/v1/benchmarks/" + was + "/leaderboard": "/api/v1/benchmarks/" + id + "/leaderboard",
		"/runs/" + strings.Replace(*a.Run, id, was, 1): "/runs/" + *a.Run,
	} {
		rec := site.get(from)
		if got := rec.Header().Get("Location"); rec.Code != http.StatusFound || got != want || site.get(want).Code != http.StatusOK {
			t.Errorf("GET %s: %d to %q, want a redirect to %q", from, rec.Code, got, want)
		}
	}
}

// testMeans compares systems, of which the first has five sweeps and the second four.
func testMeans(t *testing.T, site *testSite, a, b results.BoardRow) {
	type answer struct {
		Metrics map[string]struct{ A, B *float64 }
		A       struct {
			Runs   []string
			Counts results.Counts
		}
	}
	var x answer
	old := a.Sweeps.Values[0].Run
	site.object(t, "/api/v1/compare?a="+old+"&b="+*b.Run, &x)
	if m := x.Metrics["avg"]; fmt.Sprintf("%.6f %.6f", *m.A, *m.B) != "0.525000 0.265625" || x.A.Counts.Passed != 210 || len(x.A.Runs) != 5 {
		t.Errorf("means %v and %v of %d runs, %+v; want 210 of 400 and 85 of 320", *m.A, *m.B, len(x.A.Runs), x.A.Counts)
	}
	x = answer{}
	site.object(t, "/api/v1/compare?sweeps=alone&a="+old+"&b="+*b.Run, &x)
	if m := x.Metrics["avg"]; fmt.Sprintf("%.6f", *m.A) != "0.525000" && fmt.Sprintf("%.4f", *m.A) != fmt.Sprintf("%.4f", a.Sweeps.Values[0].Value) || len(x.A.Runs) != 1 {
		t.Errorf("alone: %v", *m.A)
	}
	x = answer{}
	site.object(t, "/api/v1/compare?a="+old+"&b="+*a.Run, &x)
	if fmt.Sprintf("%.4f", *x.Metrics["avg"].B) != "0.5000" {
		t.Errorf("two sweeps of one system are compared as %+v, want the runs alone", x)
	}
}
