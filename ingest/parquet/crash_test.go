package parquet_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestCrash holds that a row without a usable reward counts 0, that rows which
// are not there make the run incomplete, and that a table without any reward
// has judged nothing.
func TestCrash(t *testing.T) {
	row := func(name string, reward *float64) line {
		return line{Model: "m", Case: name, Trajectory: doc("a", "x"), Reward: reward}
	}
	for _, c := range []struct {
		name   string
		rows   []line
		avg    string
		whole  bool
		trials []string
	}{
		{"crashes", []line{row("a", num(1)), row("a", nil), row("a", num(math.NaN())), row("a", num(2))}, "0.25", true,
			[]string{"cases/a#1 passed 1 x", "cases/a#2 judge_error 0 x", "cases/a#3 judge_error 0 x", "cases/a#4 judge_error 0 x"}},
		{"a row left out", []line{row("a", num(1)), row("a", num(0)), row("b", num(1))}, "", false,
			[]string{"cases/a#1 passed 1 x", "cases/a#2 failed 0 x", "cases/b#1 passed 1 x", "cases/b#2 missing - -"}},
		{"no reward at all", []line{row("a", nil), row("a", num(math.NaN()))}, "", false,
			[]string{"cases/a#1 not_judged - x", "cases/a#2 not_judged - x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			r := load(t, db, fstest.MapFS{"x.parquet": file(table(t, 9, c.rows...))}, ingest.Identity{}).Runs[0]
			must.Same(t, c.trials, dump(t, db, r.Run), "trials")
			run, err := db.FindRun(t.Context(), r.Run)
			if err != nil || run.Complete != c.whole {
				t.Errorf("complete %v, want %v: %+v, %v", run.Complete, c.whole, run.Counts, err)
			}
			metrics := must.Get(db.RunMetrics(t.Context(), run.ID))(t)
			for _, m := range metrics {
				if m.Scope == "" && m.Convention == "" && m.Key == "avg" && m.Value != nil && c.whole && fmt.Sprint(*m.Value) != c.avg {
					t.Errorf("avg %v, want %s", *m.Value, c.avg)
				}
			}
			for _, tr := range []int{2, 3, 4} {
				full, err := db.FindTrial(t.Context(), r.Run, "cases", "a", tr)
				if err == nil && full.Status.IsError() && !strings.Contains(full.Details.ErrorText, "There is no verdict") {
					t.Errorf("attempt %d does not say why it counts 0: %q", tr, full.Details.ErrorText)
				}
			}
		})
	}
}
