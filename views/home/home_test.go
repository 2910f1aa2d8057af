package home

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// homeBoardOf ranks n systems with traces, of which the first two are tied.
func homeBoardOf(id string, n, tasks int) HomeBoard {
	b := HomeBoard{Of: results.Benchmark{ID: id, Scoring: results.ScoringReward, Headline: "avg"}, Size: results.BenchmarkSize{Tasks: tasks, Runs: n},
		Board: results.Board{Headline: "avg"}}
	for i := range n {
		slug, rank, class, v := id+string(rune('a'+i)), i+1, results.BehindClass, 0.9
		if i < 2 {
			class, rank = results.LeadersClass, 1
		}
		b.Board.Rows = append(b.Board.Rows, results.BoardRow{Run: &slug, Rank: &rank, TieClass: &class, Complete: true, Evidence: results.Recomputed,
			Metrics: map[string]results.MetricValue{"avg": {Value: &v}}})
	}
	return b
}

// TestHome: boards stand by how many systems they rank, a benchmark of a paper without
// any in the table, and what is small with the single tasks; scripted agents have a
// section only where there is no other.
func TestHome(t *testing.T) {
	few, many, small, scripted := homeBoardOf("few", 2, 80), homeBoardOf("many", 7, 400), homeBoardOf("small", 3, 2), homeBoardOf("scripted", 4, 31)
	scripted.Of.Scripted = true
	bare := HomeBoard{Of: results.Benchmark{ID: "bare", Paper: "p"}, Board: results.Board{Rows: make([]results.BoardRow, 1)}}
	ids := func(list []HomeBoard) (s []string) {
		for _, b := range list {
			s = append(s, b.Of.ID)
		}
		return s
	}
	d := NewHome([]HomeBoard{few, bare, scripted, small, many, {Of: results.Benchmark{ID: "empty", Paper: "p"}}})
	must.Same(t, []string{"many", "few"}, ids(d.Boards), "boards")
	must.Same(t, []string{"bare"}, ids(d.Bare), "without ranked systems")
	must.Same(t, []string{"empty"}, ids(d.Empty), "without anything")
	must.Same(t, []string{"small", "scripted"}, ids(d.Single), "single tasks")
	must.Same(t, []string{"scripted"}, ids(NewHome([]HomeBoard{scripted}).Boards), "boards of scripted agents alone")

	runs := []results.Run{{Slug: "manya", IngestedAt: 1}, {Slug: "manyg", IngestedAt: 3}, {Slug: "manyb", IngestedAt: 2}, {Slug: "incomplete", IngestedAt: 9}}
	leaders, newest := d.Shown(many, runs)
	must.Same(t, []string{"manya", "manyb", "manyg", "manyb"}, []string{leaders[0].Slug, leaders[1].Slug, newest[0].Slug, newest[1].Slug}, "runs")
	must.Equal(t, 5, len(many.rows()), "rows of a board")
}
