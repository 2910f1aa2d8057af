package board

import (
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Plot shows the headline metric against an expense per task. It shows one group of ranked systems,
// or reported results if too few of these systems record the expense.
type Plot struct {
	X      Axis
	Axes   []Axis // available axes
	Rows   []results.BoardRow
	Tested bool // true if all pairs of systems were tested for significance
	// Dominated is the set of systems for which a significantly better system has the same or a
	// lower expense. For reported results, a better value is sufficient.
	Dominated map[string]bool
}

// Minimum number of systems in a plot, maximum number of pairs to test, and maximum number of
// labelled points.
const (
	plotLeast   = 4
	pairsTested = 1000
	plotNamed   = 8
)

// NewPlot selects the systems and the expense to plot. It prefers the expense with key against if
// enough systems record it. It returns nil if no expense can be plotted.
func (d *Board) NewPlot(against string) *Plot {
	top := board.TopOf(d.Whole)
	for _, keep := range []func(*results.BoardRow) bool{
		func(r *results.BoardRow) bool {
			return r.TieClass != nil && len(top.Tied) > 0 && r.Group == top.Tied[0].Group
		},
		func(r *results.BoardRow) bool { return r.Run == nil },
	} {
		p := &Plot{Dominated: map[string]bool{}}
		for _, a := range Axes() {
			rows := pick(d.Whole.Rows, func(r *results.BoardRow) bool {
				return keep(r) && r.Metrics[d.Whole.Headline].Value != nil && d.spent(r)[a.Key] != nil
			})
			if len(rows) < plotLeast {
				continue
			}
			if p.Axes = append(p.Axes, a); len(p.Axes) == 1 || a.Key == against {
				p.X, p.Rows = a, rows
			}
		}
		if len(p.Axes) == 0 {
			continue
		}
		if p.Rows[0].Run == nil {
			d.dominate(p, d.better)
		}
		return p
	}
	return nil
}

func (d *Board) Test(p *Plot, g *views.JudgedGroup) {
	p.Tested = true
	d.dominate(p, func(a, b *results.BoardRow) bool {
		x, y := g.Index(*a.Run), g.Index(*b.Run)
		return x >= 0 && y >= 0 && d.better(a, b) && g.Families.Judge(x, y).Separable()
	})
}

func (p *Plot) Testable() bool {
	n := len(p.Rows)
	return p.Rows[0].Run != nil && n*(n-1)/2 <= pairsTested
}

func (d *Board) dominate(p *Plot, beats func(a, b *results.BoardRow) bool) {
	for i := range p.Rows {
		p.Dominated[views.RowAddress(p.Rows[i])+rowLabel(&p.Rows[i])] = slices.ContainsFunc(p.Rows, func(a results.BoardRow) bool {
			return !d.costlier(p, &a, &p.Rows[i]) && beats(&a, &p.Rows[i])
		})
	}
}

func (p *Plot) dominated(r *results.BoardRow) bool {
	return p.Dominated[views.RowAddress(*r)+rowLabel(r)]
}

func (d *Board) value(r *results.BoardRow) float64 {
	v := *r.Metrics[d.Whole.Headline].Value
	if d.headline().Low {
		return -v
	}
	return v
}

func (d *Board) better(a, b *results.BoardRow) bool { return d.value(a) > d.value(b) }

func (d *Board) expense(p *Plot, r *results.BoardRow) float64 { return *d.spent(r)[p.X.Key] }

func (d *Board) costlier(p *Plot, a, b *results.BoardRow) bool {
	return d.expense(p, a) > d.expense(p, b)
}

func rowLabel(r *results.BoardRow) string {
	if r.System.Framework == "" {
		return RowName(r)
	}
	return RowName(r) + " " + ui.Plain(r.System.Framework)
}

// front reports whether a system is on the Pareto front of headline value and expense.
func (d *Board) front(p *Plot, r *results.BoardRow) bool {
	return !slices.ContainsFunc(p.Rows, func(a results.BoardRow) bool {
		return !d.costlier(p, &a, r) && !d.better(r, &a) && (d.better(&a, r) || (d.expense(p, &a) < d.expense(p, r)))
	})
}

func (d *Board) sentence(p *Plot) string {
	n := 0
	for i := range p.Rows {
		if p.dominated(&p.Rows[i]) {
			n++
		}
	}
	of := words.Capital(words.Numeral(n)) + " of " + words.Numeral(len(p.Rows)) + " systems"
	more := " " + p.thrifty() + "."
	are := map[bool]string{true: " is", false: " are"}[n == 1]
	switch {
	case p.Rows[0].Run == nil:
		return of + are + " dominated: another has a higher reported score and" + more
	case !p.Tested:
		return words.Counted(len(p.Rows), "system") + ", too many to test every pair on one page."
	case n == 0:
		return "No system is dominated: none is significantly better and" + more
	}
	return of + are + " dominated: another is significantly better and" + more
}

// thrifty completes a sentence about a system whose expense is the same or lower.
func (p *Plot) thrifty() string {
	return map[string]string{"cost": "costs no more", "time": "takes no longer", "tokens": "uses no more tokens", "tool_calls": "makes no more tool calls"}[p.X.Key]
}

func (d *Board) noun(p *Plot) string {
	if p.X.Key == "tool_calls" {
		return "tool calls"
	}
	return strings.ToLower(p.X.Label)
}

// scatter returns the chart for a plot. Its expense axis is logarithmic if the expenses differ by
// more than a factor of 20.
func (d *Board) scatter(p *Plot) chart.Scatter {
	m := d.headline()
	c := chart.Scatter{Title: d.Of.Name + ": " + m.Label + " against " + d.noun(p), Desc: "The table above has the same numbers.",
		X: chart.Axis{Label: p.X.Label + " per " + views.NounOr(d.Of.Words.Task, "task")}, Y: chart.Axis{Label: m.Label}}
	if p.X.Unit != "" {
		c.X.Label += ", " + p.X.Unit
	}
	if m.Percent() {
		c.Y = chart.Axis{Label: m.Label + ", %", Unit: chart.Percent}
	}
	lo, hi, label := math.Inf(1), 0.0, rowLabel
	if len(distinct(p.Rows, frameworkOf)) < 2 {
		label = RowName
	}
	named := 0
	for i := range p.Rows {
		r := &p.Rows[i]
		x := d.expense(p, r)
		lo, hi = min(lo, x), max(hi, x)
		point := chart.Point{Title: label(r), X: &x, Y: r.Metrics[d.Whole.Headline].Value, Hollow: p.dominated(r), Front: d.front(p, r)}
		if point.Front && named < plotNamed {
			point.Label, named = point.Title, named+1
		}
		c.Points = append(c.Points, point)
	}
	if lo > 0 && hi > 20*lo {
		c.X.Log = true
		c.X.Label += " (logarithmic)"
	}
	return c
}
