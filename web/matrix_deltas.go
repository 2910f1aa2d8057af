package web

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// testAblations tests every metric of the systems that have records with and
// without their addition. All these differences are one family.
func (s *Server) testAblations(ctx context.Context, v *report.Bench, list []ablation) error {
	wanted := map[string]bool{}
	for _, a := range list {
		if a.runs[0] != "" {
			wanted[a.runs[0]], wanted[a.runs[1]] = true, true
		}
	}
	rows := slices.DeleteFunc(v.Ranked(), func(r results.BoardRow) bool { return !wanted[*r.Run] })
	if len(rows) == 0 {
		return nil
	}
	g, err := s.loadSystems(ctx, v, rows)
	if err != nil {
		return err
	}
	units := make(map[string][]score.Unit, len(g.Systems)) // by run
	for _, x := range g.Systems {
		units[*x.Row.Run] = x.Units()
	}
	testDeltas(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), list, units)
	return nil
}

// testDeltas fills the p-values from the units of the runs.
func testDeltas(spec score.Spec, list []ablation, units map[string][]score.Unit) {
	var p []float64
	var of []*delta
	for i := range list {
		a := &list[i]
		x, y := units[a.runs[0]], units[a.runs[1]]
		if x == nil || y == nil {
			continue
		}
		for k := range a.Metrics {
			m := &a.Metrics[k]
			if value := board.Significance(spec, m.Key, x, y); m.Delta != nil && !math.IsNaN(value) {
				p, of = append(p, value), append(of, m)
			}
		}
	}
	for i, holm := range stats.Holm(p) {
		of[i].P, of[i].PHolm = &p[i], &holm
	}
}

// separable reports whether the addition makes a difference beyond chance.
func (m delta) separable() bool {
	return m.PHolm != nil && board.Comparison{Holm: *m.PHolm}.Separable()
}

// deltasGrid has the difference of every metric, coloured where it separates.
func (d *matrixData) deltasGrid() views.Grid {
	g := views.Grid{Fit: true, Caption: "Difference that the addition makes, every metric, in points", Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "addition", Label: "Addition"}}}
	most, tested := 0.0, 0
	for i, a := range d.Ablations {
		for _, m := range a.Metrics {
			if i == 0 {
				g.Cols = append(g.Cols, views.Col{Key: m.Key, Label: metric.Of(m.Key).Label, Num: true})
			}
			if m.separable() {
				most = max(most, math.Abs(*m.Delta))
			}
			if m.PHolm != nil {
				tested++
			}
		}
	}
	g.Ramp = views.RampOfDiff(most)
	for _, a := range d.Ablations {
		row := views.GridRow{Cells: []views.Cell{views.Words(words.System(a.Name, results.System{Framework: a.Framework})), views.Words(a.Variant)}}
		for _, m := range a.Metrics {
			cell := views.Points(m.Delta)
			if m.separable() {
				cell = cell.Coloured(ui.HeatDiff(m.Delta, most))
			}
			row.Cells = append(row.Cells, cell)
		}
		g.Rows = append(g.Rows, row)
	}
	g.Note = "Printed figures can be put to no test, so none of these differences is coloured."
	if tested > 0 {
		g.Note = fmt.Sprintf("A difference is coloured where both systems have records and the p of the paired test, adjusted by Holm's method for the %s of this table, lies below %s.", words.Plural(tested, "test", "tests"), words.Fixed(alpha(), 2))
		if d.Total > len(d.Ablations) {
			g.Note += " The table is one page of " + words.Counted(d.Total, "addition") + ", and the tests are those of this page."
		}
	}
	return g
}
