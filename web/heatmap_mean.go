package web

import (
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

// heatMean is a mean of cells: N of the Of cells that it needs have a value.
// Without all of them there is no mean, and Why says what is missing.
type heatMean struct {
	Value, SD *float64
	N, Of     int
	Why       string
}

// note says over what a mean is, or why there is none.
func (m heatMean) note(one, many string) string {
	if m.Value == nil {
		return "no mean: " + m.Why
	}
	return "over " + words.Plural(m.N, one, many)
}

// cell shows a mean at the edge of the map.
func (m heatMean) cell(one, many string) chart.HeatCell {
	if m.Value == nil {
		return chart.HeatCell{Absent: m.note(one, many)}
	}
	return chart.HeatCell{Value: m.Value, Note: m.note(one, many)}
}

// hollow reports whether a column stands beside the means without being in them.
func (g *heatGrid) hollow(k int) bool { return g.basis != "" && !g.in[k] }

// population settles over which columns the means of the grid are. They are the
// board's ranked systems; where the grid has none, the figures that one source
// prints. Printed and recomputed numbers never meet in a mean, nor do two
// sources.
func (d *heatData) population() {
	g := &d.grid
	ranked := map[string]bool{}
	for _, r := range board.Population(d.board) {
		ranked[*r.Run] = true
	}
	sources := map[string]bool{}
	var printed []int
	g.over, g.basis, g.of = nil, "", 0
	for k, c := range g.Cols {
		if c.Run != nil && ranked[*c.Run] {
			g.over = append(g.over, k)
		}
		for i := range g.Cells {
			if s := g.Cells[i][k].Source; s != "" && c.Run == nil {
				sources[s] = true
				if len(printed) == 0 || printed[len(printed)-1] != k {
					printed = append(printed, k)
				}
			}
		}
	}
	switch {
	case len(g.over) > 0: // a ranked system that has no column here has no cell either
		g.basis, g.of = results.Recomputed, len(ranked)
	case len(sources) == 1:
		g.over, g.basis, g.of = printed, results.Published, max(len(printed), d.printedBy(sources))
	}
	g.in = make(map[int]bool, len(g.over))
	for _, k := range g.over {
		g.in[k] = true
	}
}

// printedBy counts the systems without a run that a source prints on the board:
// those that a mean of its figures needs, whether or not it prints them here.
func (d *heatData) printedBy(sources map[string]bool) int {
	n := 0
	for _, r := range d.board.Rows {
		if r.Run == nil && slices.ContainsFunc(r.Published, func(p results.PublishedValue) bool { return sources[p.Source] }) {
			n++
		}
	}
	return n
}

// rowMean is the mean of a row over the population, with its standard deviation.
func (g *heatGrid) rowMean(i int) heatMean {
	cells := make([]*float64, 0, g.of)
	for _, k := range g.over {
		cells = append(cells, g.Cells[i][k].Value)
	}
	cells = append(cells, make([]*float64, g.of-len(g.over))...)
	m := heatMean{Of: g.of}
	m.Value, m.N = board.MeanOver(cells)
	switch {
	case m.Value != nil:
		m.SD = heatDeviation(cells, *m.Value)
	case g.of == 0:
		m.Why = "no system here is complete and ranked"
	default:
		m.Why = fmt.Sprintf("a value of %d of %s", m.N, words.Plural(g.of, "system", "systems"))
	}
	return m
}

// columnMean is the mean of a system of the population over the rows that any
// system of the population has a cell in: where none has one, as with red lines
// in a scenario without any, there is nothing to count.
func (g *heatGrid) columnMean(k int, words string) heatMean {
	if !g.in[k] {
		why := "its run is not complete and ranked"
		if g.Cols[k].Run == nil {
			why = "printed figures do not enter means with recomputed ones"
			if g.basis == "" {
				why = "the figures come from several sources"
			}
		}
		return heatMean{Why: why}
	}
	var cells []*float64
	for i := range g.Cells {
		for _, o := range g.over {
			if g.Cells[i][o].Value != nil {
				cells = append(cells, g.Cells[i][k].Value)
				break
			}
		}
	}
	m := heatMean{Of: len(cells)}
	m.Value, m.N = board.MeanOver(cells)
	if m.Value == nil {
		m.Why = fmt.Sprintf("a value on %d of %d %s", m.N, m.Of, words)
	}
	return m
}

// meansOver says in a sentence what the means of the grid are over.
func (g *heatGrid) meansOver() string {
	switch g.basis {
	case results.Recomputed:
		return fmt.Sprintf("Means are over the %s and stand only where all of them have the cell; hollow cells are in no mean.", words.Plural(g.of, "ranked system", "ranked systems"))
	case results.Published:
		return fmt.Sprintf("Means are of the figures that one source prints of %s, and stand only where it prints all.", words.Plural(g.of, "system", "systems"))
	}
	return "There is no mean: no system here has a complete run, and the figures are not of one source."
}

// heatDeviation is the standard deviation around the mean with n-1 in its
// denominator, nil below two values. All cells have one.
func heatDeviation(cells []*float64, mean float64) *float64 {
	if len(cells) < 2 {
		return nil
	}
	sum := 0.0
	for _, x := range cells {
		sum += (*x - mean) * (*x - mean)
	}
	sd := math.Sqrt(sum / float64(len(cells)-1))
	return &sd
}
