package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
)

// pointsKey is the second official metric of a benchmark whose verdicts are drawn from points.
const pointsKey = "points"

// Reversal says that two rows stand the other way round by that metric than by the headline;
// empty if they do not, or have no points.
func Reversal(headline string, a, b *results.BoardRow) string {
	x, y, p, q := a.Metrics[headline].Value, b.Metrics[headline].Value, a.Metrics[pointsKey].Value, b.Metrics[pointsKey].Value
	if x == nil || y == nil || p == nil || q == nil || (*x-*y)*(*p-*q) >= 0 {
		return ""
	}
	of := metric.Of(pointsKey).Label
	return fmt.Sprintf("by %s the order is reversed (%s against %s)", of, words.Pct(p), words.Pct(q))
}

// OtherRank is the place of a ranked row in its group by points; 0 if it has none, or lies
// within its rank interval.
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
