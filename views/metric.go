package views

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/table"
)

type MetricInfo struct{ metric.Metric }

func MetricOf(key string) MetricInfo { return MetricInfo{metric.Of(key)} }

func (m MetricInfo) Show(v *float64) string {
	if m.Percent() {
		return words.Pct(v)
	}
	return words.Fixed(v, m.Digits)
}

func NounOr(word, preset string) string {
	return cmp.Or(word, preset)
}

func NounCount(n int, word, preset string) string {
	return words.Counted(n, cmp.Or(word, preset))
}

func EstimateOf(r *results.BoardRow, key string) chart.Estimate {
	m := r.Metrics[key]
	e := chart.Estimate{Value: m.Value, Hollow: r.Run == nil}
	if m.CI != nil {
		e.Lo, e.Hi = &m.CI[0], &m.CI[1]
	}
	return e
}

// PValue formats a p-value; empty if nothing was tested.
func PValue(p *float64) string {
	if p == nil {
		return ""
	}
	return words.PValue(p)
}

func Exact[T float64 | int64 | int](x *T) string {
	if x == nil {
		return ""
	}
	return fmt.Sprint(*x)
}

func CountColumns() []string {
	return []string{"expected", "scored", "passed", "failed", "no_answer", "timeout", "error", "not_judged", "missing"}
}

func CountCells(c *results.Counts) (list []string) {
	for _, n := range []int{c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing} {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

func ConventionLabel(title string) string {
	if strings.Contains(title, " ") {
		return words.Capital(title)
	}
	return words.Capital(title) + " convention"
}

// PointsRange formats an interval of a difference in points; it is empty if there is none.
func PointsRange(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Points(&ci[0]) + " to " + words.Points(&ci[1])
}

func PointsBetween(ci *stats.Interval) string {
	if ci == nil {
		return words.NotRecorded
	}
	return PointsRange(&[2]float64{ci.Lo, ci.Hi})
}

// SpendingWords returns the label of a usage metric and a function that formats its values.
func SpendingWords(m *compare.Metric) (label string, show func(v *float64, signed bool) string) {
	plain := func(scale float64, digits int) func(*float64, bool) string {
		return func(v *float64, signed bool) string {
			if v == nil {
				return words.NotRecorded
			}
			x := *v * scale
			text := words.Fixed(&x, digits)
			if signed && x > 0 {
				text = "+" + text
			}
			return text
		}
	}
	digits := 1
	if m.A != nil && m.B != nil && max(*m.A, *m.B) < 1000 {
		digits = 4
	}
	switch m.Key {
	case compare.Duration:
		return "Wall time, s", plain(1e-3, digits)
	case compare.AgentTime:
		return "Agent time, s", plain(1e-3, digits)
	case compare.Steps:
		return "Steps", plain(1, 1)
	case compare.ToolCalls:
		return "Tool calls", plain(1, 1)
	case compare.TokensIn:
		return "Input tokens, thousand", plain(1e-3, 1)
	case compare.TokensOut:
		return "Output tokens, thousand", plain(1e-3, 2)
	}
	return "Cost, US$", plain(1, 4)
}

// PairedCell returns a table cell with the difference. The cell is grey if the difference is not
// significant.
func PairedCell(p days.Paired) table.Cell {
	if p.P == nil || !p.Separated(*p.P) {
		return table.Points(p.Diff).Coloured("faint")
	}
	return table.Points(p.Diff)
}

// LeastRate is the minimum number of checks for which a rate is shown next to the count.
const LeastRate = 10

func RangeWords(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Pct(&ci[0]) + "–" + words.Pct(&ci[1])
}

// pointsKey is the key of the points metric, which exists if verdicts are derived from points.
const pointsKey = "points"

// Reversal describes how two rows are ordered differently by points than by the headline metric;
// empty if the orders agree.
func Reversal(headline string, a, b *results.BoardRow) string {
	x, y, p, q := a.Metrics[headline].Value, b.Metrics[headline].Value, a.Metrics[pointsKey].Value, b.Metrics[pointsKey].Value
	if x == nil || y == nil || p == nil || q == nil || (*x-*y)*(*p-*q) >= 0 {
		return ""
	}
	of := metric.Of(pointsKey).Label
	return fmt.Sprintf("by %s the order is reversed (%s against %s)", of, words.Pct(p), words.Pct(q))
}

// OtherRank returns a row's rank by points in its group; 0 if the rank is unknown or within the
// row's rank interval.
func OtherRank(b *results.Board, row *results.BoardRow) int {
	p, rank := row.Metrics[pointsKey].Value, 1
	if p == nil || row.RankInterval == nil {
		return 0
	}
	for i := range b.Rows {
		r := &b.Rows[i]
		if q := r.Metrics[pointsKey].Value; r.Rank != nil && r.Group == row.Group && q != nil && *q > *p {
			rank++
		}
	}
	if rank >= row.RankInterval[0] && rank <= row.RankInterval[1] {
		return 0
	}
	return rank
}
