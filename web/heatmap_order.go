package web

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/report"
)

// order sorts rows and columns as the URL asks; equal ones keep their order.
func (d *heatData) order() {
	g := &d.grid
	d.population()
	if d.query.columns != "" {
		perm := heatIndices(len(g.Cols))
		switch d.query.columns {
		case "name":
			slices.SortStableFunc(perm, func(a, b int) int { return strings.Compare(heatColName(g.Cols[a]), heatColName(g.Cols[b])) })
		case "mean":
			means := heatValues(len(g.Cols), func(k int) *float64 { return g.columnMean(k, "").Value })
			slices.SortStableFunc(perm, func(a, b int) int { return report.CompareValues(means[a], means[b], false) })
		}
		g.Cols = heatPermuted(g.Cols, perm)
		for i := range g.Cells {
			g.Cells[i] = heatPermuted(g.Cells[i], perm)
		}
		d.population() // it names columns by their place
	}
	if d.query.sort != "" {
		perm := d.rowOrder()
		g.Rows, g.Cells = heatPermuted(g.Rows, perm), heatPermuted(g.Cells, perm)
	}
}

// rowOrder is the places of the rows as the URL asks.
func (d *heatData) rowOrder() []int {
	g := &d.grid
	perm := heatIndices(len(g.Rows))
	if d.query.sort == "name" {
		slices.SortStableFunc(perm, func(a, b int) int {
			return strings.Compare(strings.ToLower(g.Rows[a].ID), strings.ToLower(g.Rows[b].ID))
		})
		return perm
	}
	values := heatValues(len(g.Rows), func(i int) *float64 {
		m := g.rowMean(i)
		if d.query.sort == "sd" {
			return m.SD
		}
		return m.Value
	})
	slices.SortStableFunc(perm, func(a, b int) int { return report.CompareValues(values[a], values[b], d.query.sort == "mean") })
	return perm
}

// heatValues are computed once for a sort, which compares each many times.
func heatValues(n int, of func(int) *float64) []*float64 {
	list := make([]*float64, n)
	for i := range list {
		list[i] = of(i)
	}
	return list
}

func heatColName(c heatColumn) string { return strings.ToLower(c.Name + " " + c.System.Model) }

func heatIndices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func heatPermuted[T any](list []T, perm []int) []T {
	out := make([]T, len(perm))
	for i, k := range perm {
		out[i] = list[k]
	}
	return out
}
