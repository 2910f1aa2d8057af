package board

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// drawnBoard has n ranked systems in falling order, of which the first are tied,
// one printed figure and one incomplete run.
func drawnBoard(n, tied int) results.Board {
	b := results.Board{Benchmark: "many", Headline: "avg", Keys: []string{"avg"},
		Statistics: results.Statistics{Clusters: 40, Tasks: 40, Unit: "task", Draws: 10000, Systems: n, Comparisons: n - 1,
			Family: "each against the leader", Alpha: 0.05, Level: 0.95}}
	for i := range n {
		run, rank, class, first := fmt.Sprintf("run-%03d", i+1), i+1, results.BehindClass, 1/float64(i+1)
		if i < tied {
			class = results.LeadersClass
		}
		v := 0.9 - 0.005*float64(i)
		b.Rows = append(b.Rows, results.BoardRow{Rank: &rank, RankInterval: &[2]int{max(1, i-2), i + 4}, PFirst: &first, TieClass: &class,
			Run: &run, Complete: true,
			Name: fmt.Sprintf("System %d", i+1), Evidence: results.Recomputed,
			Counts:  &results.Counts{Expected: 40, Scored: 40, Passed: 20, Failed: 20},
			Metrics: map[string]results.MetricValue{"avg": {Value: &v, CI: &[2]float64{v - 0.05, v + 0.05}}}})
	}
	v, run := 0.95, "run-part"
	b.Rows = append(b.Rows,
		results.BoardRow{Name: "Printed", System: results.System{Model: "printed"}, Evidence: results.Published,
			Metrics: map[string]results.MetricValue{"avg": {Value: &v}}},
		results.BoardRow{Name: "Part", Run: &run, Evidence: results.Recomputed, Counts: &results.Counts{Expected: 40, Scored: 39},
			Metrics: map[string]results.MetricValue{"avg": {Bounds: &[2]float64{0.5, 0.6}}}})
	return b
}

func TestVerdict(t *testing.T) {
	alone, two, pair := drawnBoard(1, 1), drawnBoard(2, 2), drawnBoard(2, 1)
	few := drawnBoard(4, 4)
	few.Statistics.Clusters, few.Statistics.Unit = 3, "scenario"
	near := drawnBoard(9, 5)
	for i := range pair.Rows[:2] {
		pair.Rows[i].Name, pair.Rows[i].System = "M", results.System{Model: "m", Framework: fmt.Sprintf("agent-%d", i+1)}
	}
	tied := func(n int) results.Board { // of nine, with rank intervals that include 1
		b := drawnBoard(9, n)
		for i := range n {
			b.Rows[i].RankInterval[0] = 1
		}
		return b
	}
	for _, tt := range []struct {
		board results.Board
		gap   *Gap
		want  string
	}{
		{tied(4), nil, "System 1, System 2, System 3 and System 4 are tied for first on Many. The other five systems are significantly behind (paired test, 40 rounds)."},
		{tied(9), nil, "System 1, System 2, System 3 and 6 more are tied for first on Many. None differs significantly from the leader (paired test, 40 rounds)."},
		{near, nil, "System 1, System 2, System 3 and System 4 are tied for first on Many. Four of the other five are significantly behind the leader (paired test, 40 rounds)."},
		{drawnBoard(9, 1), nil, "System 1 leads on Many. The other eight systems are significantly behind (paired test, 40 rounds)."},
		{two, &Gap{Diff: .045, P: .33, CI: &[2]float64{-.048, .137}}, "System 1 and System 2 are tied on Many. System 1 scores 4.5 points of Avg higher " +
			"(95 % CI −4.8 to +13.7, p 0.33): no significant difference."},
		{pair, &Gap{Diff: .005, P: .01}, "agent-1 (90.0) beats agent-2 (89.5) on Many, both on M. The difference is 0.5 points of Avg (p 0.010)."},
		{alone, nil, "System 1 is the only ranked system on Many."},
		{few, nil, "System 1 is highest on Many, but with 3 scenarios no difference can be significant."},
		{drawnBoard(0, 0), nil, "No system is ranked on Many. The highest reported result is Printed (95.00); there are no run records to test it."},
		{results.Board{Headline: "avg"}, nil, "No system is ranked on Many."},
	} {
		fact, rest := Verdict("Many", tt.board, "round", tt.gap)
		must.Equal(t, tt.want, strings.ReplaceAll(strings.TrimSpace(fact+" "+rest), "\u00a0", " "), "verdict")
	}
}

// Of 130 systems a page shows 40 with the ranks and the scale of the whole board; what is
// reported and not ranked stands below them, and no order moves a block.
func TestBoardOfManySystems(t *testing.T) {
	page := func(n int, sort string) string {
		d, err := NewBoard(results.Benchmark{ID: "many", Name: "Many", Scoring: results.ScoringReward}, drawnBoard(130, 100), BoardQuery{Sort: sort},
			NewSpent(nil, nil, nil, 0))
		if err != nil {
			t.Fatal(err)
		}
		d.Window = table.Window{Key: "page", Number: n, Size: 40}
		var b strings.Builder
		must.Do(t, BoardPage(views.Frame{}, d).Render(context.Background(), &b))
		return b.String()
	}
	first, last := page(1, ""), page(4, "")
	for name, counts := range map[string][2]int{`<td class="rk">`: {41, 11}, `type="checkbox"`: {40, 10}, `class="h"`: {1, 1}} {
		if a, b := strings.Count(first, name), strings.Count(last, name); a != counts[0] || b != counts[1] {
			t.Errorf("%s: %d and %d, want %v", name, a, b, counts)
		}
	}
	for text, where := range map[string]string{"121–130 of 130 ranked systems": last, ">System 130</a>": last, ">127–133</td>": last, "25.50</a>": last,
		"Reported by the paper, not ranked (1)": last, "Not ranked: incomplete (1)": last, "50.00–60.00": last,
		"Tied for first": first, "Not significantly behind the leader": first, "Significantly behind the leader": last} {
		if !strings.Contains(where, text) {
			t.Errorf("the page has no %q", text)
		}
	}
	if turned := page(1, "-avg"); strings.Contains(turned, "<b>Tied for first") || !strings.Contains(turned, ">System 130</a>") {
		t.Error("another order keeps the blocks, or does not turn the table")
	}
}

// TestPlot: a system is dominated only by one that takes no more and is better.
func TestPlot(t *testing.T) {
	whole := drawnBoard(4, 1)
	cost := []float64{3, 1, 2, 2}
	var runs []results.Run
	var totals []results.RunTotal
	for i, c := range cost {
		runs = append(runs, results.Run{ID: int64(i + 1), Slug: *whole.Rows[i].Run})
		totals = append(totals, results.RunTotal{Run: int64(i + 1), Trials: 1, CostUSD: &c, CostOf: 1})
	}
	d, err := NewBoard(results.Benchmark{ID: "many", Name: "Many", Scoring: results.ScoringReward}, whole, BoardQuery{}, NewSpent(runs, totals, nil, 40))
	if err != nil {
		t.Fatal(err)
	}
	p := d.NewPlot("time")
	if p == nil || p.X.Key != "cost" || len(p.Axes) != 1 || !p.Testable() {
		t.Fatalf("plot = %+v", p)
	}
	var front []bool
	for i := range p.Rows {
		front = append(front, d.front(p, &p.Rows[i]))
	}
	must.Same(t, []bool{true, true, false, false}, front, "not beaten by value")
	d.dominate(p, d.better)
	must.Equal(t, "Two of four systems are dominated: another is significantly better and costs no more.",
		func() string { p.Tested = true; return d.sentence(p) }(), "sentence")
	cost[0], totals[0].CostUSD = 0, nil
	if d, _ = NewBoard(d.Of, whole, BoardQuery{}, NewSpent(runs, totals, nil, 40)); d.NewPlot("") != nil {
		t.Error("three systems are plotted")
	}
}

// TestExpenseOfRepeats: a row that stands for several runs has the expense of all of them.
func TestExpenseOfRepeats(t *testing.T) {
	runs, ms, n := make([]results.Run, 2), []int64{4000, 8000}, results.Counts{Expected: 1, Scored: 1}
	var totals []results.RunTotal
	for i := range runs {
		runs[i] = results.Run{ID: int64(i + 1), Slug: []string{"a", "b"}[i], System: results.System{Model: "m"}, Complete: true, Counts: n,
			Evidence: results.Recomputed, StartedAt: new(int64(i))}
		totals = append(totals, results.RunTotal{Run: int64(i + 1), DurationMS: &ms[i], DurationOf: 1})
	}
	totals[0].Trials, totals[1].Trials, totals[1].TokensOf, totals[1].Tokens = 1, 1, 1, &ms[1]
	slug := "b"
	if v := NewSpent(runs, totals, nil, 1)(&results.BoardRow{Run: &slug})["time"]; v == nil || *v != 6 {
		t.Errorf("time per task = %v, want 12 s over 2 trials", v)
	}
	spent := NewSpent(runs, totals, nil, 1)(&results.BoardRow{Run: &slug})
	if n := spent["tokens of"]; n == nil || *n != 0.5 || spent["time of"] != nil {
		t.Errorf("tokens are recorded by %v of the trials", n)
	}
}

func TestFirstShare(t *testing.T) {
	for want, v := range map[string]float64{"< 0.01": 0, "0.01": 0.005, "0.64": 0.6421, "0.99": 0.994, "> 0.99": 1} {
		must.Equal(t, want, firstShare(&v), "P(first) %v", v)
	}
}
