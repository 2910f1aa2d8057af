package openhands_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestEvaluation reads rows with a report of their own, with one beside them, with
// none, a retry and half a line.
func TestEvaluation(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, os.DirFS("testdata/evaluation"), ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("%d runs, refused %v", len(rep.Runs), rep.Refused)
	}
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	want := results.System{Model: "m-1", Framework: "openhands", Variant: "CodeActAgent", Provider: "acme"}
	if diff := cmp.Diff(want, run.System); diff != "" || run.Benchmark != "openhands-small-set-test" {
		t.Errorf("%s: system (-want +got):\n%s", run.Benchmark, diff)
	}
	status := map[string]results.Status{}
	for _, id := range []string{"shop__1", "shop__2", "shop__3", "shop__4"} {
		tr := must.Get(db.FindTrial(t.Context(), run.Slug, "tasks", id, 1))(t)
		status[id] = tr.Status
		if u := tr.Usage; *u.Total != 192 || *u.Input != 140 || u.CostUSD != nil {
			t.Errorf("%s: usage %+v: the sums are cumulative, and no price was known", id, u)
		}
		if p := tr.Details.Patch; p == nil || p.Files != 1 || p.Record != "output.jsonl" {
			t.Errorf("%s: patch %+v", id, p)
		}
		if id == "shop__2" && !strings.Contains(tr.Details.TraceNote, "maximum iteration") {
			t.Errorf("%s notes %q", id, tr.Details.TraceNote)
		}
	}
	statuses := map[string]results.Status{"shop__1": results.Passed, "shop__2": results.NotJudged, "shop__3": results.Failed,
		"shop__4": results.Passed}
	must.Same(t, statuses, status, "statuses")
	var warned []string
	for _, w := range rep.Runs[0].Warnings {
		warned = append(warned, w.Message)
	}
	all := strings.Join(warned, "\n")
	for _, part := range []string{"stands once more on line 4, which counts", "the line is left out"} {
		if !strings.Contains(all, part) {
			t.Errorf("no warning says %q:\n%s", part, all)
		}
	}
}

// TestDatasetIsNamed takes no directory of whoever ran it into the name of a benchmark.
func TestDatasetIsNamed(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/evaluation/output.jsonl"))(t)
	for name, want := range map[string]string{
		"acme/small-set-test":                          "openhands-small-set-test",
		"__home__somebody__Sets__small_set.jsonl-test": "openhands-small_set.jsonl-test",
		"acme__small-set":                              "openhands-acme__small-set--595ef610d40b10",
		"__":                                           "openhands-instances",
		"":                                             "openhands-instances",
	} {
		db := ingesttest.Open(t)
		file := strings.ReplaceAll(string(data), `"acme/small-set-test"`, strconv.Quote(name))
		rep := ingesttest.Load(t, db, fstest.MapFS{"output.jsonl": {Data: []byte(file)}}, ingest.Identity{})
		if len(rep.Runs) != 1 || rep.Runs[0].Benchmark != want {
			t.Errorf("%s: %+v, want %s", name, rep.Runs, want)
		}
	}
}

// TestConversation reads a folder of events with what the program keeps beside it.
func TestConversation(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, os.DirFS("testdata/conversation"), ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("%d runs, refused %v", len(rep.Runs), rep.Refused)
	}
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	trials := must.Get(db.RunTrials(t.Context(), run.ID, ""))(t)
	if len(trials) != 1 || run.System.Model != "m-2" || trials[0].Status != results.NotJudged || trials[0].ToolCalls != 2 ||
		trials[0].FailedCalls != 2 {
		t.Fatalf("%v, %d trials: %+v", run.System, len(trials), trials)
	}
	u := trials[0].Usage
	if *u.Total != 1065 || *u.Input != 310 || *u.CostUSD != 0.5 {
		t.Errorf("usage %+v", u)
	}
}

// TestSimilar holds that folders of numbered files and lines with instances are not
// taken for those of OpenHands.
func TestSimilar(t *testing.T) {
	for name, fsys := range map[string]fstest.MapFS{
		"numbered files":   {"events/0.json": {Data: []byte(`{"id": 0, "kind": "tick"}`)}},
		"other instances":  {"output.jsonl": {Data: []byte(`{"instance_id": "a", "model_patch": "x", "model_name_or_path": "m"}` + "\n")}},
		"another output":   {"output.jsonl": {Data: []byte(`{"text": "hello"}` + "\n")}},
		"events of others": {"events/event-00001-a.json": {Data: []byte(`{"type": "tick"}`)}},
	} {
		rep := ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
		for _, r := range rep.Runs {
			if strings.HasPrefix(r.Run, "openhands") {
				t.Errorf("%s: read as %s", name, r.Run)
			}
		}
	}
}
