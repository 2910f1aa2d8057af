package task

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/report"
)

// Order sorts rows and systems as the query asks; equal ones keep their order.
func (d *Heatmap) Order() {
	d.population()
	if d.Query.Columns != "" {
		places := indices(len(d.systems))
		switch d.Query.Columns {
		case "name":
			slices.SortStableFunc(places, func(a, b int) int { return strings.Compare(d.systems[a].sortName(), d.systems[b].sortName()) })
		case "mean":
			means := sortValues(len(d.systems), func(k int) *float64 { return d.columnMean(k).Mean })
			slices.SortStableFunc(places, func(a, b int) int { return report.CompareValues(means[a], means[b], false) })
		}
		d.systems = permuted(d.systems, places)
		for i := range d.rows {
			d.rows[i].Cells = permuted(d.rows[i].Cells, places)
		}
		d.population() // it names systems by their place
	}
	if d.Query.Sort != "" {
		d.rows = permuted(d.rows, d.rowOrder())
	}
}

// rowOrder is the places of the rows as the query asks.
func (d *Heatmap) rowOrder() []int {
	places := indices(len(d.rows))
	if d.Query.Sort == "name" {
		slices.SortStableFunc(places, func(a, b int) int {
			return strings.Compare(strings.ToLower(d.rows[a].ID), strings.ToLower(d.rows[b].ID))
		})
		return places
	}
	values := sortValues(len(d.rows), func(i int) *float64 {
		m, sd := d.rowMean(i)
		if d.Query.Sort == "sd" {
			return sd
		}
		return m.Mean
	})
	slices.SortStableFunc(places, func(a, b int) int { return report.CompareValues(values[a], values[b], d.Query.Sort == "mean") })
	return places
}

// sortValues are computed once for a sort, which compares each many times.
func sortValues(n int, of func(int) *float64) []*float64 {
	list := make([]*float64, n)
	for i := range list {
		list[i] = of(i)
	}
	return list
}

func (x HeatmapSystem) sortName() string { return strings.ToLower(x.Name + " " + x.System.Model) }

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func permuted[T any](list []T, places []int) []T {
	out := make([]T, len(places))
	for i, k := range places {
		out[i] = list[k]
	}
	return out
}
