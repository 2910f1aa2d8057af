package task

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// Verdict says in a sentence what stands out, as far as a test bears it: of several
// systems the rows on which more of them than chance allows lie below or above their own
// mean, of two which one is ahead on more rows. Empty where there is nothing to test.
func (d *Heatmap) Verdict() string {
	switch {
	case d.By == "task" || len(d.over) < 2 || len(d.rows) < 2:
		return ""
	case len(d.over) == 2:
		return d.verdictOfTwo()
	}
	return d.verdictOfRows()
}

// rowSigns counts the systems that lie below and above their own mean on a row.
type rowSigns struct {
	row          int
	below, above int
	holm         float64
}

// verdictOfRows names the row that most systems find hard, and the one that most find easy.
func (d *Heatmap) verdictOfRows() string {
	list := make([]rowSigns, len(d.rows))
	for i := range d.rows {
		list[i].row = i
	}
	for _, k := range d.over {
		mean := d.columnMean(k).Mean
		for i := range d.rows {
			switch v := d.rows[i].Cells[k].Value; {
			case mean == nil || v == nil:
			case *v < *mean:
				list[i].below++
			case *v > *mean:
				list[i].above++
			}
		}
	}
	p := make([]float64, len(list))
	for i, s := range list {
		p[i] = stats.McNemarExact(stats.TwoByTwo{OnlyA: s.below, OnlyB: s.above})
	}
	var low, high *rowSigns
	for i, holm := range stats.Holm(p) {
		s := &list[i]
		s.holm = holm
		switch {
		case holm >= board.Alpha:
		case s.below > s.above && (low == nil || s.below > low.below):
			low = s
		case s.above > s.below && (high == nil || s.above > high.above):
			high = s
		}
	}
	return d.rowsWords(low, high)
}

// rowsWords writes out what verdictOfRows found.
func (d *Heatmap) rowsWords(low, high *rowSigns) string {
	noun, of := d.Noun(), len(d.over)
	if low == nil && high == nil {
		return fmt.Sprintf("No %s stands out: on none do more of %s lie on one side of their own mean than chance allows.", noun,
			words.Plural(of, "system", "systems"))
	}
	var parts []string
	p := 0.0
	say := func(s *rowSigns, what string, n int, where string) {
		p = max(p, s.holm)
		parts = append(parts, fmt.Sprintf("%s is %s: %d of %d systems lie %s their own mean there", d.rowName(s.row), what, n, of, where))
	}
	if low != nil {
		say(low, "hard", low.below, "below")
	}
	if high != nil {
		say(high, "easy", high.above, "above")
	}
	return fmt.Sprintf("%s (sign tests, p %s by Holm).", strings.Join(parts, "; "), words.PValue(&p))
}

// verdictOfTwo says which of two systems has more on more rows.
func (d *Heatmap) verdictOfTwo() string {
	a, b := d.over[0], d.over[1]
	more, less := 0, 0
	for i := range d.rows {
		switch x, y := d.rows[i].Cells[a].Value, d.rows[i].Cells[b].Value; {
		case x == nil || y == nil:
		case *x > *y:
			more++
		case *x < *y:
			less++
		}
	}
	p, end := stats.McNemarExact(stats.TwoByTwo{OnlyA: more, OnlyB: less}), "not separable"
	if p < board.Alpha {
		end = "separable"
	}
	noun := d.Noun()
	return fmt.Sprintf("%s has the higher %s on %d of %s, %s on %d: %s by a sign test (p %s).", d.systemName(a), metric.Of(d.Metric).Label,
		more, words.Plural(len(d.rows), noun, words.Many(noun)), d.systemName(b), less, end, words.PValue(&p))
}

func (d *Heatmap) rowName(i int) string { return words.Scenario(d.Of, d.rows[i].ID) }

func (d *Heatmap) systemName(k int) string {
	x := d.systems[k]
	if !d.SeveralFrameworks() {
		x.System.Framework = ""
	}
	name := x.Name
	if name == "" {
		name = x.System.Model
	}
	return words.System(name, x.System)
}
