package web

import (
	"math"
	"slices"
	"strings"
)

// order sorts rows and columns as the URL asks; equal ones keep their order.
func (d *heatData) order() {
	g := &d.grid
	if d.query.columns != "" {
		perm := heatIndices(len(g.Cols))
		switch d.query.columns {
		case "name":
			slices.SortStableFunc(perm, func(a, b int) int { return strings.Compare(heatColName(g.Cols[a]), heatColName(g.Cols[b])) })
		case "mean":
			slices.SortStableFunc(perm, func(a, b int) int {
				return compareValues(heatMean(g.column(a)), heatMean(g.column(b)), false)
			})
		}
		g.Cols = heatPermuted(g.Cols, perm)
		for i := range g.Cells {
			g.Cells[i] = heatPermuted(g.Cells[i], perm)
		}
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
		return compareValues(heatDeviation(g.row(a)), heatDeviation(g.row(b)), false)
	}
	return compareValues(heatMean(g.row(a)), heatMean(g.row(b)), d.query.sort == "mean")
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

// row is the values of a row that were recorded or printed.
func (g *heatGrid) row(i int) []float64 {
	var list []float64
	for _, c := range g.Cells[i] {
		if c.Value != nil {
			list = append(list, *c.Value)
		}
	}
	return list
}

// column is the values of a column that were recorded or printed.
func (g *heatGrid) column(k int) []float64 {
	var list []float64
	for i := range g.Cells {
		if v := g.Cells[i][k].Value; v != nil {
			list = append(list, *v)
		}
	}
	return list
}

// heatMean is nil without values.
func heatMean(list []float64) *float64 {
	if len(list) == 0 {
		return nil
	}
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	m := sum / float64(len(list))
	return &m
}

// heatDeviation is the standard deviation with n-1 in its denominator, nil below
// two values.
func heatDeviation(list []float64) *float64 {
	if len(list) < 2 {
		return nil
	}
	m := *heatMean(list)
	sum := 0.0
	for _, x := range list {
		sum += (x - m) * (x - m)
	}
	sd := math.Sqrt(sum / float64(len(list)-1))
	return &sd
}
