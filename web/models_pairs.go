package web

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views/link"
)

// How a rival stands to the system of the page.
const (
	relBetter = "better" // the system of the page is separably better than it
	relTied   = "not_separable"
	relWorse  = "worse"
)

// systemPairs sets one system against each other of its population: complete
// systems of its group that nothing speaks against. The pairs are one family.
type systemPairs struct {
	Metric string `json:"metric"`
	Family int    `json:"family"` // pairs that were tested
	// Least is the smallest adjusted p that so few units can give in this family;
	// from 0.05 on no difference, however large, could be separated.
	Least float64 `json:"least_p_holm"`
	// Total is the number of others; Rows are those of one page of them, and the
	// family is of these.
	Total int     `json:"total"`
	Rows  []rival `json:"rows"` // in the board's order
	leaf  report.Window
}

// rival is one of the others.
type rival struct {
	Run          string         `json:"run"`
	System       results.System `json:"system"`
	Name         string         `json:"name"`
	Value        *float64       `json:"value"`
	RankInterval *[2]int        `json:"rank_interval"`
	Difference   *float64       `json:"difference"` // the page's system minus this one
	P            *float64       `json:"p"`
	PHolm        *float64       `json:"p_holm"`
	Relation     string         `json:"relation"`
	URL          string         `json:"url"` // both runs compared
}

// pairsOfSystem tests the system of a run against the others of its population,
// or a page of them; nil if it is not part of it or alone in it.
func pairsOfSystem(v *report.Bench, g *report.ScoredGroup, run string, page *report.Window) *systemPairs {
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
	out := &systemPairs{Metric: headline, Least: board.LeastHolm(len(mine), len(others)), Total: total, leaf: shown}
	for i, x := range compare.Against(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), headline, mine, units) {
		row := others[i].Row
		r := rival{Run: *row.Run, System: row.System, Name: v.Label(row), Value: row.Metrics[headline].Value, RankInterval: row.RankInterval,
			Difference: x.Diff, Relation: relationOf(x.Verdict), URL: link.Compare(run, *row.Run)}
		if !math.IsNaN(x.Test.P) {
			out.Family++
			r.P, r.PHolm = &x.Test.P, &x.Test.Holm
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

func relationOf(v compare.Verdict) string {
	switch v {
	case compare.AheadA:
		return relBetter
	case compare.AheadB:
		return relWorse
	}
	return relTied
}

// count is the number of rivals that stand in a relation.
func (p *systemPairs) count(relation string) int {
	n := 0
	for _, r := range p.Rows {
		if r.Relation == relation {
			n++
		}
	}
	return n
}
