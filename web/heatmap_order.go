package web

import (
	"slices"
	"strings"
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
			slices.SortStableFunc(perm, func(a, b int) int {
				return compareValues(g.columnMean(a, "").Value, g.columnMean(b, "").Value, false)
			})
		}
		g.Cols = heatPermuted(g.Cols, perm)
		for i := range g.Cells {
			g.Cells[i] = heatPermuted(g.Cells[i], perm)
		}
		d.population() // it names columns by their place
	}
	if d.query.sort != "" {
		perm := heatIndices(len(g.Rows))
		slices.SortStableFunc(perm, func(a, b int) int { return d.compareRows(a, b) })
		g.Rows, g.Cells = heatPermuted(g.Rows, perm), heatPermuted(g.Cells, perm)
	}
}

func (d *heatData) compareRows(a, b int) int {
	g := &d.grid
	switch d.query.sort {
	case "name":
		return strings.Compare(strings.ToLower(g.Rows[a].ID), strings.ToLower(g.Rows[b].ID))
	case "sd":
		return compareValues(g.rowMean(a).SD, g.rowMean(b).SD, false)
	}
	return compareValues(g.rowMean(a).Value, g.rowMean(b).Value, d.query.sort == "mean")
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
