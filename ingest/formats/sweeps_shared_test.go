package formats_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// The board of Terminal-Bench shows each system's share of all trials of its five
// sweeps, counted here without the reader: one system has them as five folders, the
// other as five attempts in one.
func TestSweepsAsCountedByHand(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	want := map[string][2]int{} // passed and trials, by agent
	for file, agent := range map[string]string{
		"20250902_orchestrator_claude-4-sonnet.tar.xz": "LeadArchitectAgent", "20250923_droid_claude-4-sonnet.tar.xz": "Factory Droid",
	} {
		src := must.Get(source.Open(resultstest.Shared(t, "public-runs/terminal-bench-1/"+file), source.Limits{}))(t)
		t.Cleanup(func() { src.Close() })
		want[agent] = resolvedIn(t, src.FS)
		ingesttest.Load(t, db, src.FS, ingest.Identity{})
	}
	b, err := db.FindBoard(t.Context(), "terminal-bench-core-0.1.1", "", "")
	if err != nil || len(b.Rows) != 2 {
		t.Fatalf("%d rows, %v", len(b.Rows), err)
	}
	for _, r := range b.Rows {
		w := want[r.System.Framework]
		if got := *r.Metrics["avg"].Value; w[1] != 400 || !resultstest.Near(got, float64(w[0])/float64(w[1]), 1e-12) {
			t.Errorf("%s shows %v, counted %d of %d", r.System.Framework, got, w[0], w[1])
		}
		if r.Sweeps == nil || r.Sweeps.N != 5 || r.Counts.Passed != w[0] || r.Counts.Expected != w[1] {
			t.Errorf("%s: %+v %+v, want five sweeps", r.System.Framework, r.Sweeps, r.Counts)
		}
	}
}

// resolvedIn counts the rows of all runs' results.json.
func resolvedIn(t *testing.T, fsys fs.FS) (n [2]int) {
	err := fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "results.json" || strings.Contains(name, "-of-") {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		var run struct {
			Results []struct {
				Resolved *bool `json:"is_resolved"`
			}
		}
		if err := json.Unmarshal(data, &run); err != nil {
			return err
		}
		for _, r := range run.Results {
			n[1]++
			if r.Resolved != nil && *r.Resolved {
				n[0]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
