package published_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

type plain struct{}

func (plain) Bytes(b []byte) []byte  { return b }
func (plain) Counts() map[string]int { return nil }

// TestBundledDataInADatabase loads the bundled data twice into a real database
// and reads back what pages show first.
func TestBundledDataInADatabase(t *testing.T) {
	db := must.Get(sqlite.OpenWriter(t.Context(), filepath.Join(t.TempDir(), "test.db")))(t)
	defer db.Close()
	l := &ingest.Loader{
		Store: db, Formats: []ingest.Format{published.Format{}, published.SiteData{}},
		Redactor: func() ingest.CountingRedact { return plain{} },
		Now:      func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) },
	}
	for _, pass := range []string{"first", "second"} {
		rep, err := l.Load(t.Context(), []ingest.Source{{FS: bundled.FS, Name: "bundled", Official: true}})
		if err != nil {
			t.Fatalf("%s load: %v", pass, err)
		}
		if len(rep.Refused) > 0 || len(rep.Warnings) > 0 || len(rep.Runs) != 26 {
			t.Errorf("%s load: %d runs, refused %v, warnings %v", pass, len(rep.Runs), rep.Refused, rep.Warnings)
		}
		for _, r := range rep.Runs {
			if r.Unchanged != (pass == "second") {
				t.Errorf("%s load: %s: unchanged is %v", pass, r.Run, r.Unchanged)
			}
		}
	}
	scored := must.Get(db.ScoredRuns(t.Context(), "liveclawbench"))(t)
	incomplete := map[string]int{}
	for _, r := range scored {
		if !r.Complete {
			incomplete[r.System.Model] = r.Counts.Missing
		}
	}
	if diff := cmp.Diff(map[string]int{"kimi-k2.6": 1, "qwen3.5-flash": 4}, incomplete); len(scored) != 26 || diff != "" {
		t.Errorf("%d runs, want 26; missing tasks (-want +got):\n%s", len(scored), diff)
	}
}
