package model

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Relation is how a rival stands to the system of the page.
type Relation string

// The relations.
const (
	Better       Relation = "better" // the system of the page is separably better than it
	NotSeparable Relation = "not_separable"
	Worse        Relation = "worse"
)

// SystemPairs sets one system against each other of its population: complete
// systems of its group that nothing speaks against. The pairs are one family.
type SystemPairs struct {
	Metric string `json:"metric"` // key of the metric that is tested
	Family int    `json:"family"` // pairs that were tested, for whose number p_holm is adjusted
	// Least is the smallest adjusted p that so few units can give in this family;
	// from 0.05 on no difference, however large, could be separated.
	Least float64 `json:"least_p_holm"`
	// Total is the number of others; Rows are those of one page of them, and the
	// family is of these.
	Total  int           `json:"total"`
	Rows   []Rival       `json:"rows"` // in the board's order
	Window report.Window `json:"-"`    // of the others
}

// Rival is one of the others.
type Rival struct {
	Run          string         `json:"run"`           // its slug
	System       results.System `json:"system"`        // what ran
	Name         string         `json:"name"`          // of the system, for people
	Value        *float64       `json:"value"`         // headline metric of the other system; null if it has none
	RankInterval *[2]int        `json:"rank_interval"` // of the other system on the board, 95 %; null without one
	Difference   *float64       `json:"difference"`    // headline metric of the page's system minus that of this one
	CI           *[2]float64    `json:"ci"`            // of the difference, 95 %, the units of the test resampled; null where they cannot tell
	P            *float64       `json:"p"`             // of the paired test, two-sided; null if it could not be tested
	PHolm        *float64       `json:"p_holm"`        // p adjusted by Holm's method for the pairs of the list
	Relation     Relation       `json:"relation"`      // better, not_separable or worse: the page's system against this one
	URL          string         `json:"url"`           // both runs compared
}

// pairsOfSystem tests the system of a run against the others of its population,
// or a page of them; nil if it is not part of it or alone in it.
func pairsOfSystem(v *report.Bench, g *report.ScoredGroup, run string, page *report.Window, drawn *compare.Drawn) *SystemPairs {
	own, others := g.Split(run)
	if own == nil || len(others) == 0 {
		return nil
	}
	total := len(others)
	shown := *page
	others = report.Rows(&shown, others)
	if total > page.Total { // of several lists the longest says how many pages there are
		page.Total = total
	}
	units := make([][]score.Unit, len(others))
	for i := range others {
		units[i] = others[i].Units()
	}
	headline, mine := v.Board.Headline, own.Units()
	out := &SystemPairs{Metric: headline, Least: board.LeastHolm(len(mine), len(others)), Total: total, Window: shown}
	for i, x := range compare.Against(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), headline, mine, units, drawn) {
		row := others[i].Row
		r := Rival{Run: *row.Run, System: row.System, Name: v.Label(row), Value: row.Metrics[headline].Value, RankInterval: row.RankInterval,
			Difference: x.Diff, Relation: relationOf(x.Verdict), URL: link.Compare(run, *row.Run)}
		if x.CI != nil {
			ci := stats.Widen(*x.Diff, *x.CI, math.Hypot(report.SweepExtra(&own.Row), report.SweepExtra(&row)), -1, 1)
			r.CI = &[2]float64{ci.Lo, ci.Hi}
		}
		if !math.IsNaN(x.Test.P) {
			out.Family++
			r.P, r.PHolm = &x.Test.P, &x.Test.Holm
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

func relationOf(v compare.Verdict) Relation {
	switch v {
	case compare.AheadA:
		return Better
	case compare.AheadB:
		return Worse
	}
	return NotSeparable
}

// Count is the number of rivals that stand in a relation.
func (p *SystemPairs) Count(relation Relation) int {
	n := 0
	for _, r := range p.Rows {
		if r.Relation == relation {
			n++
		}
	}
	return n
}
