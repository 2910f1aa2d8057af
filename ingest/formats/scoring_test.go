package formats_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestScoresAfterTranscripts reads a benchmark's transcripts before its jobs or
// its table: once there are rewards the benchmark is scored, and what has none
// still is not.
func TestScoresAfterTranscripts(t *testing.T) {
	tests := map[string]func(testing.TB) fs.FS{
		"harbor":  func(t testing.TB) fs.FS { return harborJob(t, "current") },
		"parquet": parquetExport,
	}
	for name, scored := range tests {
		t.Run(name, func(t *testing.T) {
			db, id := ingesttest.Open(t), ingest.Identity{Benchmark: "mine"}
			ingesttest.Load(t, db, os.DirFS(filepath.Join("..", "trace", "testdata")), id)
			if got := scoring(t, db); got != results.ScoringNone {
				t.Fatalf("transcripts alone are scored by %q", got)
			}
			rep := ingesttest.Load(t, db, scored(t), id)
			if got := scoring(t, db); got != results.ScoringReward {
				t.Errorf("with rewards the benchmark is scored by %q", got)
			}
			n := 0
			for _, r := range rep.Runs {
				n += r.Counts.Scored
			}
			if n == 0 {
				t.Error("nothing is scored")
			}
		})
	}
}

func scoring(t *testing.T, db *ingesttest.DB) results.Scoring {
	t.Helper()
	d := must.Get(db.FindDataset(t.Context(), "mine"))(t)
	return d.Benchmark.Scoring
}
