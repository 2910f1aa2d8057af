package board

import (
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// PairsTested bounds the pairs of systems that one page tests.
const PairsTested = 1000

// Drawn are the runs of the group that are points of the chart.
func (d *Efficiency) Drawn() map[string]bool {
	runs := map[string]bool{}
	for _, r := range d.Rows {
		if r.Run != nil && r.Group == d.Group && r.Plotted(d.X) {
			runs[*r.Run] = true
		}
	}
	return runs
}

// Testable reports whether there are drawn systems to be tested against each
// other, and no more than one page tests.
func (d *Efficiency) Testable() bool {
	n := len(d.Drawn())
	if pairs := n * (n - 1) / 2; pairs > PairsTested {
		d.Untested = pairs
		return false
	}
	return n > 1
}

// Beat finds which drawn systems are beaten: another one takes no more per task
// and is separably better in the headline. All pairs of drawn systems with
// records are one family. Printed figures can be put to no test, so they neither
// beat nor are beaten.
func (d *Efficiency) Beat(v *report.Bench, g *report.ScoredGroup) {
	at := map[string]int{}
	drawn := d.Drawn()
	for i, r := range d.Rows {
		if r.Run != nil {
			at[*r.Run] = i
		}
	}
	var places []int
	var units [][]score.Unit
	for _, x := range g.Systems { // in the board's order
		if drawn[*x.Row.Run] {
			places, units = append(places, at[*x.Row.Run]), append(units, x.Units())
		}
	}
	spec := score.SpecOf(v.Benchmark.Scoring, v.Board.Convention)
	for _, test := range board.Separable(spec, d.Headline, units, board.AllPairs(len(units))) {
		if test.P == test.P { // NaN: no test was made
			d.Family++
		}
		if test.Separable() {
			d.judge(&d.Rows[places[test.A]], &d.Rows[places[test.B]])
		}
	}
}

// judge sets one of two separable systems against the other.
func (d *Efficiency) judge(a, b *report.EfficiencyRow) {
	if (*a.Score < *b.Score) != metric.LowerIsBetter(d.Headline) {
		a, b = b, a
	}
	if *a.Expense[d.X].PerTask <= *b.Expense[d.X].PerTask {
		b.BeatenBy = append(b.BeatenBy, *a.Run)
	}
}
