package task

import (
	"strconv"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/views"
)

// TestHeatmapMeans: a mean over systems is over the ranked ones, or over what one source
// reports, and over cells that all have. The letters of kinds say what the systems are: r
// a ranked run, i an incomplete one, p one that is only reported.
func TestHeatmapMeans(t *testing.T) {
	for _, tt := range []struct {
		name, kinds, sources string
		cells                []float64 // of one row; -1: no number
		want                 float64   // -1: no mean
	}{
		{"all ranked", "rr", "", []float64{0.5, 1}, 0.75},
		{"a smoke run", "rri", "", []float64{0.5, 1, 0}, 0.75},
		{"a reported cell among runs", "rrp", "  a", []float64{0, 0.5, 1}, 0.25},
		{"a ranked system without the cell", "rr", "", []float64{-1, 0.5}, -1},
		{"reported alone", "pp", "aa", []float64{1, 0.5}, 0.75},
		{"reported by two sources", "pp", "ab", []float64{1, 0.5}, -1},
		{"reported beside an incomplete run", "pi", "a", []float64{1, 0}, 1},
		{"an incomplete run alone", "i", "", []float64{1}, -1},
	} {
		d, row := &Heatmap{bench: &views.Bench{}}, HeatmapRow{}
		for k, kind := range tt.kinds {
			slug, x, c := strconv.Itoa(k), HeatmapSystem{}, HeatmapCell{}
			if kind != 'p' {
				x.Run = &slug
				d.bench.Board.Rows = append(d.bench.Board.Rows, results.BoardRow{Run: &slug, Complete: kind == 'r'})
			}
			if v := tt.cells[k]; v >= 0 {
				c.Value = &v
			}
			if kind == 'p' {
				c.source = tt.sources[k : k+1]
			}
			d.systems, row.Cells = append(d.systems, x), append(row.Cells, c)
		}
		d.rows = []HeatmapRow{row}
		d.settle()
		if got := d.rows[0].Mean; tt.want < 0 && got != nil || tt.want >= 0 && (got == nil || !resultstest.Near(*got, tt.want, 1e-12)) {
			t.Errorf("%s: mean %v, want %v", tt.name, views.Exact(got), tt.want)
		}
	}
}

// TestHeatmapPool: the cell of a system is the mean over its sweeps.
func TestHeatmapPool(t *testing.T) {
	one, half, ten := 1.0, 0.5, 10.0
	var c HeatmapCell
	for _, m := range []struct {
		results.ScopedMetric
		sweeps int
	}{{results.ScopedMetric{Value: &one, Den: &ten}, 1}, {results.ScopedMetric{Value: &half, Den: &ten}, 3}, {results.ScopedMetric{Den: &ten}, 1}} {
		c.pool(&m.ScopedMetric, m.sweeps)
	}
	if *c.Value != 0.625 || *c.Den != 30 || c.Num != nil {
		t.Errorf("%v of %v, %v", *c.Value, *c.Den, c.Num)
	}
}

// TestHeatmapLeader: a highest value that two systems share is counted apart.
func TestHeatmapLeader(t *testing.T) {
	d := &Heatmap{over: []int{0, 1, 2}}
	for _, row := range [][]float64{{0.5, 0.5, 0.1}, {0.9, 0.2, 0.1}, {0.3, 0.4, 0.1}, {0.8, 0.2, 0.1}} {
		r := HeatmapRow{}
		for _, v := range row {
			r.Cells = append(r.Cells, HeatmapCell{Value: &v})
		}
		d.rows = append(d.rows, r)
	}
	if leader, alone, shared, filled := d.leader(); leader != 0 || alone != 2 || shared != 1 || filled != 12 {
		t.Errorf("system %d leads %d rows alone and shares %d of %d cells", leader, alone, shared, filled)
	}
}
