package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// HeatmapMean is a mean of cells. Without all the cells that it needs there is
// none, and Why says what is missing.
type HeatmapMean struct {
	Mean   *float64 `json:"mean"`    // plain mean of the cells; null unless all that it needs have a value
	MeanN  int      `json:"mean_n"`  // cells with a value; mean is null unless it equals mean_of
	MeanOf int      `json:"mean_of"` // cells that the mean needs; 0 for a system that enters none
	Why    string   `json:"-"`       // there is no mean
}

// population settles over which columns the means of the grid are. They are the
// board's ranked systems; where the grid has none, the figures that one source
// prints. Printed and recomputed numbers never meet in a mean, nor do two
// sources.
func (d *Heatmap) population() {
	ranked := map[string]bool{}
	for _, r := range board.Population(d.Board) {
		ranked[*r.Run] = true
	}
	sources := map[string]bool{}
	var printed []int
	d.over, d.Means = nil, HeatmapMeans{}
	for k, x := range d.systems {
		if x.Run != nil && ranked[*x.Run] {
			d.over = append(d.over, k)
		}
		for i := range d.rows {
			if s := d.rows[i].Cells[k].Source; s != "" && x.Run == nil {
				sources[s] = true
				if len(printed) == 0 || printed[len(printed)-1] != k {
					printed = append(printed, k)
				}
			}
		}
	}
	recomputed, published := results.Recomputed, results.Published
	switch {
	case len(d.over) > 0: // a ranked system that has no column here has no cell either
		d.Means = HeatmapMeans{Basis: &recomputed, Systems: len(ranked)}
	case len(sources) == 1:
		d.over, d.Means = printed, HeatmapMeans{Basis: &published, Systems: max(len(printed), d.printedBy(sources))}
	}
	d.in = make(map[int]bool, len(d.over))
	for _, k := range d.over {
		d.in[k] = true
	}
}

// printedBy counts the systems without a run that a source prints on the board:
// those that a mean of its figures needs, whether or not it prints them here.
func (d *Heatmap) printedBy(sources map[string]bool) int {
	n := 0
	for _, r := range d.Board.Rows {
		if r.Run == nil && slices.ContainsFunc(r.Published, func(p results.PublishedValue) bool { return sources[p.Source] }) {
			n++
		}
	}
	return n
}

// rowMean is the mean of a row over the population, with its standard deviation.
func (d *Heatmap) rowMean(i int) (m HeatmapMean, sd *float64) {
	of := d.Means.Systems
	cells := make([]*float64, 0, of)
	for _, k := range d.over {
		cells = append(cells, d.rows[i].Cells[k].Value)
	}
	cells = append(cells, make([]*float64, of-len(d.over))...)
	m.MeanOf = of
	m.Mean, m.MeanN = board.MeanOver(cells)
	switch {
	case m.Mean != nil:
		sd = deviation(cells)
	case of == 0:
		m.Why = "no system here is complete and ranked"
	default:
		m.Why = fmt.Sprintf("a value of %d of %s", m.MeanN, words.Plural(of, "system", "systems"))
	}
	return m, sd
}

// columnMean is the mean of a system of the population over the rows that any
// system of the population has a cell in: where none has one, as with red lines
// in a scenario without any, there is nothing to count.
func (d *Heatmap) columnMean(k int) HeatmapMean {
	if !d.in[k] {
		why := "its run is not complete and ranked"
		if d.systems[k].Run == nil {
			why = "printed figures do not enter means with recomputed ones"
			if d.Means.Basis == nil {
				why = "the figures come from several sources"
			}
		}
		return HeatmapMean{Why: why}
	}
	var cells []*float64
	for i := range d.rows {
		row := d.rows[i].Cells
		if slices.ContainsFunc(d.over, func(o int) bool { return row[o].Value != nil }) {
			cells = append(cells, row[k].Value)
		}
	}
	m := HeatmapMean{MeanOf: len(cells)}
	m.Mean, m.MeanN = board.MeanOver(cells)
	if m.Mean == nil {
		m.Why = fmt.Sprintf("a value on %d of %d %s", m.MeanN, m.MeanOf, words.Many(d.Noun()))
	}
	return m
}

// deviation is the standard deviation of cells that all have a value; nil below two.
func deviation(cells []*float64) *float64 {
	if len(cells) < 2 {
		return nil
	}
	values := make([]float64, len(cells))
	for i, x := range cells {
		values[i] = *x
	}
	sd := stats.Deviation(values)
	return &sd
}

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
			slices.SortStableFunc(places, func(a, b int) int { return views.CompareValues(means[a], means[b], false) })
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
	slices.SortStableFunc(places, func(a, b int) int { return views.CompareValues(values[a], values[b], d.Query.Sort == "mean") })
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
