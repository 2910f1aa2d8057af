package task

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/results"
)

// verdictMap is a map of rows by systems, all of them in the means.
func verdictMap(values [][]float64) *Heatmap {
	d := &Heatmap{By: "scenario", Metric: "crs", Of: results.Benchmark{Words: results.Words{Scenario: "domain"}}, in: map[int]bool{}}
	for k := range values[0] {
		d.systems = append(d.systems, HeatmapSystem{Name: string(rune('A' + k))})
		d.over, d.in[k] = append(d.over, k), true
	}
	for i, row := range values {
		r := HeatmapRow{ID: string(rune('p' + i))}
		for _, v := range row {
			r.Cells = append(r.Cells, HeatmapCell{Value: &v})
		}
		d.rows = append(d.rows, r)
	}
	return d
}

// TestHeatmapVerdict: what stands out is said only where a test bears it.
func TestHeatmapVerdict(t *testing.T) {
	same := func(v float64) []float64 { return []float64{v, v, v, v, v, v, v, v} }
	mixed := []float64{.1, .9, .1, .9, .1, .9, .1, .9}
	other := []float64{.9, .1, .9, .1, .9, .1, .9, .1}
	for want, rows := range map[string][][]float64{
		// 8 of 8: 2/2^8 = 0.0078, three times by Holm.
		"p is hard: 8 of 8 systems lie below their own mean there; r is easy: 8 of 8 systems lie above their own mean there (sign tests, p 0.023 by Holm).": {same(.1), same(.5), same(.9)},
		"No domain stands out: on none do more of 8 systems lie on one side of their own mean than chance allows.":                                          {mixed, other},
		"A has the higher CRS on 2 of 3 domains, B on 1: not separable by a sign test (p 1.0).":                                                             {{.5, .4}, {.5, .4}, {.1, .2}},
		"": {{.5}, {.4}},
	} {
		must.Equal(t, want, verdictMap(rows).Verdict(), "what was got")
	}
}
