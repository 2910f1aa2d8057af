package task

import (
	"strconv"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func TestDeviation(t *testing.T) {
	of := func(list ...float64) (cells []*float64) {
		for i := range list {
			cells = append(cells, &list[i])
		}
		return cells
	}
	if sd := deviation(of(1, 2, 3, 4)); sd == nil || !resultstest.Near(*sd, 1.2909944, 1e-6) {
		t.Errorf("deviation of 1 2 3 4: %v, want 1.2909944", sd)
	}
	if deviation(of(1)) != nil {
		t.Error("a single value has a deviation")
	}
}

// heatmapOf is a map of one row for each list of cells; the letters of kinds say
// what the systems are: r a ranked run, i an incomplete one, p a printed figure.
func heatmapOf(kinds string, rows ...[]float64) *Heatmap {
	d := &Heatmap{}
	for k, kind := range kinds {
		x := HeatmapSystem{}
		slug := string(kind) + strconv.Itoa(k)
		if kind != 'p' {
			x.Run = &slug
			d.Board.Rows = append(d.Board.Rows, results.BoardRow{Run: &slug, Complete: kind == 'r'})
		}
		d.systems = append(d.systems, x)
	}
	for _, row := range rows {
		var cells []HeatmapCell
		for k, x := range row {
			var c HeatmapCell
			if x >= 0 {
				c.Value = &x
			}
			if kinds[k] == 'p' && x >= 0 {
				c.Source = "paper"
			}
			cells = append(cells, c)
		}
		d.rows = append(d.rows, HeatmapRow{Cells: cells})
	}
	d.population()
	return d
}

// A mean over systems is over the ranked ones, and over cells that all have.
func TestHeatmapMeans(t *testing.T) {
	for _, tt := range []struct {
		Name    string `json:"-"`
		d       *Heatmap
		rows    []float64 // -1: no mean
		columns []float64
	}{
		{"all ranked", heatmapOf("rr", []float64{0.5, 1}, []float64{0, 0.5}), []float64{0.75, 0.25}, []float64{0.25, 0.75}},
		{"a smoke run of one task", heatmapOf("rri", []float64{0.5, 1, 0}, []float64{0, 0.5, -1}), []float64{0.75, 0.25},
			[]float64{0.25, 0.75, -1}},
		{"a printed cell among runs", heatmapOf("rrp", []float64{0.5, 1, 0}, []float64{0, 0.5, 1}), []float64{0.75, 0.25},
			[]float64{0.25, 0.75, -1}},
		{"a ranked system without the cell", heatmapOf("rr", []float64{0.5, 1}, []float64{-1, 0.5}), []float64{0.75, -1}, []float64{-1, 0.75}},
		{"nothing to count in a row", heatmapOf("rr", []float64{0.5, 1}, []float64{-1, -1}), []float64{0.75, -1}, []float64{0.5, 1}},
		{"printed alone, with a gap", heatmapOf("pp", []float64{1, 1}, []float64{-1, 0.5}), []float64{1, -1}, []float64{-1, 0.75}},
		{"printed beside an incomplete run", heatmapOf("pi", []float64{1, 0}), []float64{1}, []float64{1, -1}},
		{"an incomplete run alone", heatmapOf("i", []float64{1}), []float64{-1}, []float64{-1}},
	} {
		near := func(got HeatmapMean, want float64) bool {
			return want < 0 && got.Mean == nil && got.Why != "" || want >= 0 && got.Mean != nil && resultstest.Near(*got.Mean, want, 1e-12)
		}
		for i, want := range tt.rows {
			if got, _ := tt.d.rowMean(i); !near(got, want) {
				t.Errorf("%s: row %d has the mean %+v, want %v", tt.Name, i, got, want)
			}
		}
		for k, want := range tt.columns {
			if got := tt.d.columnMean(k); !near(got, want) {
				t.Errorf("%s: column %d has the mean %+v, want %v", tt.Name, k, got, want)
			}
		}
	}
}

// Figures of two sources have no mean, and a ranked system that the grid does
// not show is missing in it.
func TestHeatmapMeansOfManySources(t *testing.T) {
	d := heatmapOf("pp", []float64{1, 0})
	d.rows[0].Cells[1].Source = "another"
	d.population()
	if m, _ := d.rowMean(0); m.Mean != nil {
		t.Errorf("two sources have the mean %v", *m.Mean)
	}
	d = heatmapOf("rr", []float64{1, 0})
	other := "elsewhere"
	d.Board.Rows = append(d.Board.Rows, results.BoardRow{Run: &other, Complete: true})
	d.population()
	if m, _ := d.rowMean(0); m.Mean != nil || m.MeanN != 2 || m.MeanOf != 3 {
		t.Errorf("two of three ranked systems: %+v", m)
	}
}
