package browsergym_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
)

func TestEpisodes(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, os.DirFS("testdata"), ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("%d runs, refused %v", len(rep.Runs), rep.Refused)
	}
	run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
	if err != nil {
		t.Fatal(err)
	}
	if run.Benchmark != "browsergym-shop" || run.System.Framework != "agent-m1" || run.System.Model != ingest.Unrecorded {
		t.Errorf("%s by %v", run.Benchmark, run.System)
	}
	trials, err := db.RunTrials(t.Context(), run.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for i := range trials {
		tr := &trials[i]
		name, _, _ := strings.Cut(tr.Task, "--")
		got[name+" "+string('0'+rune(tr.Attempt))] = string(tr.Status)
		if tr.Status == "passed" && (*tr.Usage.Total != 970 || *tr.Usage.CostUSD != 0.02 || *tr.DurationMS != 8500) {
			t.Errorf("usage %+v", tr.Usage)
		}
		if tr.Status == "failed" && tr.Usage.Total != nil {
			t.Errorf("tokens %v where none are recorded", *tr.Usage.Total)
		}
	}
	want := map[string]string{"shop.order 1": "passed", "shop.order 2": "failed", "shop.refund 1": "agent_error"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSimilar holds that another program's summary is not taken.
func TestSimilar(t *testing.T) {
	rep := ingesttest.Load(t, ingesttest.Open(t), fstest.MapFS{"a/summary_info.json": {Data: []byte(`{"n_steps": 1, "reward": 1}`)}}, ingest.Identity{})
	if len(rep.Runs) > 0 {
		t.Errorf("read as %v", rep.Runs)
	}
}

// FuzzSummary holds that no summary panics.
func FuzzSummary(f *testing.F) {
	f.Add([]byte(`{"n_steps": 1, "cum_reward": 1e300, "err_msg": null, "stats.cum_openai_prompt_tokens": -1}`))
	db := ingesttest.Open(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		ingesttest.Load(t, db, fstest.MapFS{"a_on_b.c_1/summary_info.json": {Data: data}}, ingest.Identity{})
	})
}

// TestNewerSums holds that tokens and costs are read by the names that they have since
// 2025, without the provider's.
func TestNewerSums(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"a_on_shop.order_1/summary_info.json": {Data: []byte(
		`{"n_steps": 3, "cum_reward": 1.0, "err_msg": null, "stats.cum_input_tokens": 4339, "stats.max_input_tokens": 1464, "stats.cum_output_tokens": 225, "stats.cum_cost": 0.00078585}`)}}, ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("runs %v, refused %v", rep.Runs, rep.Refused)
	}
	run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
	if err != nil {
		t.Fatal(err)
	}
	trials, err := db.RunTrials(t.Context(), run.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if u := trials[0].Usage; u.Input == nil || *u.Input != 4339 || u.Output == nil || *u.Output != 225 || u.CostUSD == nil || *u.CostUSD != 0.00078585 {
		t.Errorf("usage %+v", u)
	}
}
