package published

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Identity is an equation that printed numbers should satisfy, applied to one
// place. Tolerance is what the rounding of the printed numbers can explain, so
// a broken identity is a fact about the source and not about rounding.
type Identity struct {
	Benchmark string
	Source    string // id of its FigureSource
	Rule      string
	Place     string // where the printed number stands
	Printed   float64
	Computed  float64
	Tolerance float64
	Note      string
	Readings  []Reading // other ways to understand the place, besides that of the rule
}

// Holds reports whether rounding explains the difference.
func (i *Identity) Holds() bool {
	return math.Abs(i.Printed-i.Computed) <= i.Tolerance+1e-9
}

// Identities applies every known identity to the sources that b holds. The
// rules belong to the sources by id, so other figures are not judged by them.
func Identities(b *Bundle) []Identity {
	a := &audit{b: b}
	a.clawArena()
	a.clawMark()
	a.liveClawBench()
	a.stageClaw()
	return a.out
}

// audit collects identities of one source at a time.
type audit struct {
	b                 *Bundle
	benchmark, source string
	out               []Identity
}

func (a *audit) begin(benchmark, source string) bool {
	a.benchmark, a.source = benchmark, source
	_, ok := a.b.source(source)
	return ok
}

func (a *audit) add(rule, place string, printed, computed, tolerance float64, note string) {
	a.out = append(a.out, Identity{
		Benchmark: a.benchmark, Source: a.source, Rule: rule, Place: place,
		Printed: printed, Computed: computed, Tolerance: tolerance, Note: note,
	})
}

// systemRow is one row of a printed table of systems, in printed units, by
// metric or "metric scope".
type systemRow struct {
	Model, Framework, Variant, Group string
	Place                            string
	Board                            bool
	V                                map[string]float64
}

func (r *systemRow) has(keys ...string) bool {
	for _, k := range keys {
		if _, ok := r.V[k]; !ok {
			return false
		}
	}
	return true
}

func (r *systemRow) name() string {
	s := r.Place + ", " + r.Model
	if r.Framework != "" {
		s += " in " + r.Framework
	}
	if r.Variant != "" {
		s += ", " + r.Variant
	}
	return s
}

// rowKey tells the rows of a source apart.
type rowKey struct{ group, model, framework, variant string }

// rows gathers the figures of a source into rows; groups limits them.
func (a *audit) rows(source string, groups ...string) []systemRow {
	var out []systemRow
	at := map[rowKey]int{}
	for i := range a.b.Figures {
		f := &a.b.Figures[i]
		if f.Source != source || !contains(groups, f.Group) {
			continue
		}
		key := rowKey{f.Group, f.Model, f.Framework, f.Variant}
		n, ok := at[key]
		if !ok {
			n = len(out)
			at[key] = n
			out = append(out, systemRow{
				Model: f.Model, Framework: f.Framework, Variant: f.Variant, Group: f.Group,
				Place: f.Table, Board: f.Board, V: map[string]float64{},
			})
		}
		if f.Value == nil {
			continue
		}
		v := *f.Value
		if f.Unit == ingest.UnitPercent {
			v *= 100
		}
		k := f.Metric
		if f.Scope != "" {
			k += " " + f.Scope
		}
		out[n].V[k] = v
	}
	return out
}

func contains(groups []string, group string) bool {
	return slices.Contains(groups, group) || len(groups) == 0
}

// grid is a table of statistics, addressed by row label and column key.
type grid struct {
	t    *results.StatTable
	rows map[string]int
	cols map[string]int
}

func (a *audit) grid(id string) *grid { return a.gridOf(a.benchmark, id) }

func (a *audit) gridOf(benchmark, id string) *grid {
	g := &grid{rows: map[string]int{}, cols: map[string]int{}}
	for i := range a.b.Tables {
		t := &a.b.Tables[i]
		if t.Benchmark != benchmark || t.ID != id {
			continue
		}
		g.t = t
		for r := range t.Rows {
			g.rows[t.Rows[r].Label] = r
		}
		for c := range t.Columns {
			g.cols[t.Columns[c].Key] = c
		}
		return g
	}
	g.t = &results.StatTable{}
	return g
}

// at returns a number of the grid; NaN if it was not published. An identity
// with NaN never holds, so a missing cell cannot pass unnoticed.
func (g *grid) at(row, col string) float64 {
	r, okRow := g.rows[row]
	c, okCol := g.cols[col]
	if !okRow || !okCol || g.t.Rows[r].Cells[c].Value == nil {
		return math.NaN()
	}
	return *g.t.Rows[r].Cells[c].Value
}

// printed reads a number from a column of texts; NaN if there is none.
func (g *grid) printed(row, col string) float64 {
	r, okRow := g.rows[row]
	c, okCol := g.cols[col]
	if !okRow || !okCol {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(g.t.Rows[r].Cells[c].Text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// sum adds up a column over all rows but those left out.
func (g *grid) sum(col string, except ...string) float64 {
	total := 0.0
	for _, r := range g.t.Rows {
		if len(except) > 0 && contains(except, r.Label) {
			continue
		}
		total += g.at(r.Label, col)
	}
	return total
}

// half is half a unit of the last printed digit.
func half(digits int) float64 { return 0.5 * math.Pow10(-digits) }

func place(table, row string) string { return fmt.Sprintf("%s, %s", table, row) }
