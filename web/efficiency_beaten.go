package web

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
)

// pairsTested bounds the pairs of systems that one page tests.
const pairsTested = 1000

// beat finds which drawn systems are beaten: another one takes no more per task
// and is separably better in the headline. All pairs of drawn systems with
// records are one family. Printed figures can be put to no test, so they neither
// beat nor are beaten.
func (s *Server) beat(ctx context.Context, v *report.Bench, d *effData) error {
	at := map[string]int{} // places of the drawn rows, by run
	for i := range d.Rows {
		r := &d.Rows[i]
		r.BeatenBy = []string{}
		if r.Run != nil && r.Group == d.Group && r.plotted(d.X) {
			at[*r.Run] = i
		}
	}
	if len(at) < 2 {
		return nil
	}
	if n := len(at) * (len(at) - 1) / 2; n > pairsTested {
		d.Untested = n
		return nil
	}
	g, err := s.loadGroup(ctx, v, d.Group)
	if err != nil {
		return err
	}
	var places []int
	var units [][]score.Unit
	for _, x := range g.systems { // in the board's order
		if i, drawn := at[*x.row.Run]; drawn {
			places, units = append(places, i), append(units, x.units())
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
	return nil
}

// judge sets one of two separable systems against the other.
func (d *effData) judge(a, b *effRow) {
	if (*a.Score < *b.Score) != metric.LowerIsBetter(d.Headline) {
		a, b = b, a
	}
	if *a.Expense[d.X].PerTask <= *b.Expense[d.X].PerTask {
		b.BeatenBy = append(b.BeatenBy, *a.Run)
	}
}

// beatenNote says what "beaten" means under the table.
func (d *effData) beatenNote(word string) string {
	text := fmt.Sprintf("On the frontier no other system drawn takes less per %s with at least the same %s, by the values as they stand. A system below it is called beaten only by one that takes no more and is separably better in %s", word, metricLabel(d.Headline), metricLabel(d.Headline))
	if d.Untested > 0 {
		return text + fmt.Sprintf("; here %s make %s, which are more than one page tests (%s), so none is called beaten. Two systems are tested on the page that compares their runs.", words.Plural(d.drawnRuns(), "drawn system with records", "drawn systems with records"), words.Plural(d.Untested, "pair", "pairs"), words.Count(pairsTested))
	}
	if d.Family == 0 {
		return text + "; here no two systems drawn have records, so that none can be tested."
	}
	return text + fmt.Sprintf(": the p of the paired test, adjusted by Holm's method for the %s of drawn systems with records, lies below %s. The expense is taken as recorded. Printed figures cannot be tested.", words.Plural(d.Family, "pair", "pairs"), words.Fixed(alpha(), 2))
}

// drawnRuns counts the drawn systems with records.
func (d *effData) drawnRuns() int {
	n := 0
	for _, r := range d.Rows {
		if r.Run != nil && r.Group == d.Group && r.plotted(d.X) {
			n++
		}
	}
	return n
}
