package board

import (
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
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
// and is separably better in the headline, in the family that the pair has on every
// page. Printed figures cannot be tested, so they neither beat nor are beaten.
func (d *Efficiency) Beat(g *report.JudgedGroup) {
	at := map[string]int{}
	drawn := d.Drawn()
	for i, r := range d.Rows {
		if r.Run != nil {
			at[*r.Run] = i
		}
	}
	for i := range g.Systems {
		for j := range i {
			a, b := *g.Systems[j].Row.Run, *g.Systems[i].Row.Run
			if !drawn[a] || !drawn[b] {
				continue
			}
			test := g.Families.Judge(j, i)
			if test.P == test.P { // NaN: no test was made
				d.Family++
			}
			if test.Separable() {
				d.judge(&d.Rows[at[a]], &d.Rows[at[b]])
			}
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
