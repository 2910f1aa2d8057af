package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestRefiled: where an earlier version had filed a trial in another group or under
// a number leads to where it is, and nothing else does.
func TestRefiled(t *testing.T) {
	files := fstest.MapFS{}
	for i, task := range []string{"org/x", "org/Foo Bar", "org/y", "other/y", "org/z-2", "org/x"} {
		files[fmt.Sprintf("job/t__000000%d/result.json", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"task_name": %q, "trial_name": "t__000000%d", "source": "refiled",
"config": {"trial_name": "t__000000%[2]d", "agent": {"name": "a", "model_name": "m"}}, "agent_info": {"name": "a", "version": "1", "model_info": {"name": "m"}},
"verifier_result": {"rewards": {"reward": 1}}, "started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}`, task, i)}
	}
	site := openSite(t, "refiled", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: files, Name: "job"})
	})
	runs, _, err := site.Store.Runs(t.Context(), results.RunFilter{Benchmark: "refiled", Limit: 1})
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs: %v", len(runs), err)
	}
	at := "/runs/" + runs[0].Slug + "/"
	foo := results.Slug("foo bar") + "--"
	trials := must.Get(site.Store.RunTrials(t.Context(), runs[0].ID, ""))(t)
	for _, x := range trials {
		if strings.HasPrefix(x.Task, foo) {
			foo = x.Task
		}
	}
	listed, _, err := site.Store.Runs(t.Context(), results.RunFilter{Benchmark: "liveclawbench", Limit: 1})
	if err != nil || len(listed) != 1 {
		t.Fatalf("%d runs of a described benchmark: %v", len(listed), err)
	}
	known, err := site.Store.RunTrials(t.Context(), listed[0].ID, "")
	if err != nil || len(known) == 0 {
		t.Fatalf("%d trials of a described benchmark: %v", len(known), err)
	}
	site.wantStatus(t, "/runs/"+listed[0].Slug+"/never/"+known[0].Task, http.StatusNotFound)
	for from, want := range map[string]string{
		at + "org/x":                 "",
		at + "refiled/x":             at + "org/x",
		at + "refiled/x-2":           at + "org/x",
		at + "refiled/x?attempt=1":   at + "org/x?attempt=1",
		"/api/v1" + at + "refiled/x": "/api/v1" + at + "org/x",
		at + "refiled/x/raw":         at + "org/x/raw",
		at + "org/foo-bar":           at + "org/" + foo,
		at + "org/foo-bar-2":         at + "org/" + foo,
		at + "refiled/z-2":           at + "org/z-2",
		at + "refiled/y":             "404",
		at + "refiled/never":         "404",
		at + "org/x/steps/7":         "404",
		"/runs/never-was/refiled/x":  "404",
	} {
		rec := site.get(from)
		switch got := rec.Header().Get("Location"); {
		case want == "404" && rec.Code == http.StatusNotFound && got == "":
		case want == "" && rec.Code == http.StatusOK:
		case want == "" || want == "404" || got != want || rec.Code != http.StatusFound:
			t.Errorf("%s answers %d and leads to %q, want %q", from, rec.Code, got, want)
		}
	}
}
