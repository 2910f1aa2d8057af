package views

import (
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// CardForest draws the first rows of a plot on its scale.
func CardForest(scale chart.ForestScale, rows []chart.ForestRow) card.Forest {
	share := func(v float64) *float64 {
		x := scale.At(v) / 100
		return &x
	}
	var f card.Forest
	for _, v := range scale.Ticks {
		f.Ticks = append(f.Ticks, card.Tick{At: *share(v), Label: scale.Tick(v)})
	}
	for _, r := range rows[:min(len(rows), card.ForestMost)] {
		row := card.ForestRow{Name: r.Name, Value: r.Value, Hollow: r.Estimate.Hollow, Tied: r.Tied}
		if r.Estimate.Value != nil && scale.Off(r.Estimate) == 0 {
			row.At = share(*r.Estimate.Value)
		}
		if from, to, ok := scale.Bar(r.Estimate); ok {
			from, to = from/100, to/100
			row.Lo, row.Hi = &from, &to
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}
