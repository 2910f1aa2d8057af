package web

import (
	"context"
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/stats"
)

// TestRepeatsOfRuns reads three passes of two systems in ClawArena's layout: all
// complete runs stay, each with the value that its own page gives.
func TestRepeatsOfRuns(t *testing.T) {
	site := openSite(t, "passes", func(ctx context.Context, l *ingest.Loader) error {
		arena := manyruns.Arena{Scenarios: 4, Rounds: 8, Runs: 2}
		sources := []ingest.Source{{FS: arena.FS(), Name: "pass 0"}}
		for arena.Again = 1; arena.Again < 3; arena.Again++ {
			sources = append(sources, ingest.Source{FS: arena.Agents(), Name: "another pass"})
		}
		for _, src := range sources {
			if err := loadInto(ctx, l, false, src); err != nil {
				return err
			}
		}
		return nil
	})
	values := map[string][]float64{}
	for _, r := range site.runs(t, results.RunFilter{Benchmark: manyruns.Benchmark, Limit: 10}) {
		var run runreport.Run
		site.object(t, "/api/v1/runs/"+r.Slug, &run)
		values[r.System.Model] = append(values[r.System.Model], *run.Metrics["crs"].Value)
	}
	var b struct{ Rows []results.BoardRow }
	site.object(t, "/api/v1/benchmarks/"+manyruns.Benchmark+"/leaderboard", &b)
	for _, r := range b.Rows {
		if mean := stats.Mean(values[r.System.Model]); math.Abs(*r.Metrics["crs"].Value-mean) > 1e-12 || r.Sweeps == nil || r.Sweeps.N != 3 {
			t.Errorf("the board has %v of %s, want the mean %v of its runs", *r.Metrics["crs"].Value, r.System.Model, mean)
		}
	}
	if n := site.page(t, "/b/"+manyruns.Benchmark).Find(".note:contains('mean of 3 sweeps, ')").Length(); n != 2 {
		t.Errorf("%d rows of the board say how far the runs lie apart, want 2", n)
	}
	if first := *b.Rows[1].Run; site.page(t, "/runs/"+first).Find("a[href='/b/"+manyruns.Benchmark+"/repeats?run="+first+"']").Length() != 1 {
		t.Error("the page of a run does not lead to the other runs of its system")
	}
	if doc := site.page(t, "/b/"+manyruns.Benchmark+"/repeats?run="+*b.Rows[1].Run); doc.Find("#tasks ~ section tbody tr").Length() != 32 {
		t.Error("the page lacks tasks")
	}
}
