package harbor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// testSharedMeans holds the site's mean of every real eval against the mean
// that the job's own result states, decoded by another library. Where they can
// not be compared the table says why.
func testSharedMeans(t *testing.T) {
	dir := resultstest.Shared(t, "data", "harbor", "jobs")
	jobs, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(jobs) != 47 {
		t.Fatalf("got %d jobs (%v), want 47", len(jobs), err)
	}
	m := newMemory(liveclaw())
	read(t, os.DirFS(dir), m, ingest.Identity{})
	equal := 0
	apart := map[string]string{}
	for _, name := range jobs {
		var result struct {
			Stats struct {
				Evals map[string]struct{ Metrics []map[string]float64 }
			}
		}
		data, err := os.ReadFile(filepath.Join(name, "result.json"))
		if err != nil {
			apart[filepath.Base(name)] = "the job has no result"
			continue
		}
		must.Do(t, json.Unmarshal(data, &result))
		if len(result.Stats.Evals) == 0 {
			apart[filepath.Base(name)] = "the result states no mean"
			continue
		}
		var runs []*memoryRun
		for _, r := range m.runs {
			if r.run.Label == filepath.Base(name) {
				runs = append(runs, r)
			}
		}
		for key, eval := range result.Stats.Evals {
			want, ok := eval.Metrics[0]["reward"]
			if !ok {
				want, ok = eval.Metrics[0]["mean"]
			}
			if len(runs) != 1 || !ok || len(eval.Metrics) != 1 {
				t.Errorf("%s, %s: %d runs, metrics %v", filepath.Base(name), key, len(runs), eval.Metrics)
				continue
			}
			_, _, got := scoreRun(m, runs[0])
			if avg, ok := got["avg"]; !ok || !resultstest.Near(avg, want, 1e-12) {
				apart[filepath.Base(name)] = key
			}
			if slices.ContainsFunc(runs[0].warnings, func(w results.Warning) bool {
				return strings.Contains(w.Message,
					"the job's result says")
			}) {
				t.Errorf("%s: warnings %v", filepath.Base(name), runs[0].warnings)
			}
			equal++
		}
	}
	want := map[string]string{
		"2026-03-20__00-07-31":           "the job has no result",
		"2026-03-20__00-18-38":           "the job has no result",
		"2026-03-20__00-55-32":           "the job has no result",
		"2026-05-15__02-40-18":           "the job has no result",
		"appSim-recommender-agent-local": "the result states no mean",
	}
	must.Same(t, want, apart, "jobs whose mean is not the harness's")
	if equal != 42 {
		t.Errorf("%d evals were compared, want 42", equal)
	}
}
