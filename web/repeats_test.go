package web

import (
	"context"
	"math"
	"net/http"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/stats"
)

// TestRepeatsPublished holds the sweeps of ClawMark's Appendix D, whose text prints
// ranges of 2.8 and 1.0 points; deviations were computed apart.
func TestRepeatsPublished(t *testing.T) {
	site := bareServer(t)
	var d boardreport.Repeats
	site.object(t, "/api/v1/benchmarks/clawmark/repeats", &d)
	want := []struct {
		Model     string
		width, sd float64
	}{{"kimi-k2.6", 0.028, 0.0151437555888}, {"gpt-5.4", 0.01, 0.005}}
	if len(d.Published) != len(want) || d.Total != 0 || d.Shown != nil {
		t.Fatalf("%+v", d)
	}
	for i, w := range want {
		if got := d.Published[i]; got.Model != w.Model || got.N != 3 || math.Abs(got.Max-got.Min-w.width) > 1e-9 || math.Abs(*got.SD-w.sd) > 1e-9 {
			t.Errorf("%+v, want %+v", got, w)
		}
	}
	doc := site.page(t, "/b/clawmark/repeats")
	if doc.Find(".tabs a[href='/b/clawmark/repeats']").Length() != 1 || site.page(t, "/b/stage-claw").Find(".tabs a[href='/b/stage-claw/repeats']").Length() != 0 {
		t.Error("the tab is not where there are repeats alone")
	}
	site.wantStatus(t, "/b/clawmark/repeats?run=none", http.StatusBadRequest)
	site.wantStatus(t, "/b/none/repeats", http.StatusNotFound)
}

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
	var d boardreport.Repeats
	site.object(t, "/api/v1/benchmarks/"+manyruns.Benchmark+"/repeats", &d)
	if d.Total != 2 || d.Metric != "crs" || len(d.Tasks) != 32 || d.Shown.Name != d.Systems[0].Name {
		t.Fatalf("%d systems, %s, %d tasks", d.Total, d.Metric, len(d.Tasks))
	}
	for _, s := range d.Systems {
		sum, squares, inside := 0.0, 0.0, 0
		for _, r := range s.Runs {
			var run runreport.Run
			site.object(t, "/api/v1/runs/"+r.Run, &run)
			if v := run.Metrics["crs"].Value; v == nil || *v != r.Value {
				t.Errorf("%s: %v, its page has %v", r.Run, r.Value, v)
			}
			sum, squares = sum+r.Value, squares+r.Value*r.Value
			if s.CI != nil && r.Value >= s.CI[0] && r.Value <= s.CI[1] {
				inside++
			}
		}
		sd := math.Sqrt((squares - sum*sum/3) / 2)
		if s.N != 3 || math.Abs(s.Mean-sum/3) > 1e-12 || math.Abs(*s.SD-sd) > 1e-9 || s.Standing == nil || *s.Standing != s.Runs[2].Run || s.Inside == nil || *s.Inside != inside {
			t.Errorf("%+v, want SD %v and %d inside", s, sd, inside)
		}
	}
	var b struct{ Rows []results.BoardRow }
	site.object(t, "/api/v1/benchmarks/"+manyruns.Benchmark+"/leaderboard", &b)
	for _, r := range b.Rows {
		if s := d.Find(*r.Run); math.Abs(*r.Metrics["crs"].Value-s.Mean) > 1e-12 || r.Sweeps == nil || r.Sweeps.N != 3 {
			t.Errorf("the board has %v of %s, want the mean %v of its runs", *r.Metrics["crs"].Value, s.Name, s.Mean)
		}
	}
	for _, task := range d.Tasks {
		var values []float64
		for _, x := range task.Values {
			values = append(values, *x)
		}
		if len(values) != 3 || math.Abs(task.Mean-stats.Mean(values)) > 1e-12 {
			t.Errorf("%+v", task)
		}
	}
	if n := site.page(t, "/b/"+manyruns.Benchmark).Find(".note:contains('mean of 3 sweeps, ')").Length(); n != 2 {
		t.Errorf("%d rows of the board say how far the runs lie apart, want 2", n)
	}
	if first := d.Systems[1].Runs[0].Run; site.page(t, "/runs/"+first).Find("a[href='/b/"+manyruns.Benchmark+"/repeats?run="+first+"']").Length() != 1 {
		t.Error("the page of a run does not lead to the other runs of its system")
	}
	if doc := site.page(t, "/b/"+manyruns.Benchmark+"/repeats?run="+d.Systems[1].Runs[0].Run); doc.Find("#tasks ~ section tbody tr").Length() != 32 {
		t.Error("the page lacks tasks")
	}
}
