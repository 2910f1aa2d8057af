package board

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/views"
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

func TestBoardVerdict(t *testing.T) {
	alone := drawnBoard(1, 1)
	alone.Rows = alone.Rows[:1]
	few := drawnBoard(4, 4)
	few.Statistics.Clusters, few.Statistics.Unit = 3, "scenario"
	printed := drawnBoard(0, 0)
	tests := []struct {
		Name  string
		board results.Board
		want  string // with the fact between stars
	}{
		{"many tied", drawnBoard(130, 100), "*100 systems share the lead:* System 1 (90.00), System 2 (89.50), System 3 (89.00) and 97 " +
			"more. 40 rounds separate none of them from the first."},
		{"four tied", drawnBoard(9, 4), "*Four systems share the lead:* System 1 (90.00), System 2 (89.50), System 3 (89.00) and System 4 " +
			"(88.50). 40 rounds separate none of them from the first."},
		{"two tied", drawnBoard(9, 2), "*System 1 (90.00) and System 2 (89.50) cannot be told apart* on 40 rounds."},
		{"one leads", drawnBoard(9, 1), "*System 1 (90.00) leads*: the paired test separates it from System 2 (89.50), the next with records, " +
			"and from all 7 below."},
		{"one of two leads", drawnBoard(2, 1), "*System 1 (90.00) leads*: the paired test separates it from System 2 (89.50), the only other " +
			"with complete records."},
		{"alone", alone, "*System 1 (90.00) is the only system with complete records*, so no test can say whether any lead is real."},
		{"too few units", few, "*3 scenarios are too few to separate any of 4 systems* from the first, System 1 (90.00), at the 5 % level: " +
			"all share the lead by the paired test, however far apart they stand."},
		{"printed alone", printed, "*Printed (95.00) leads the printed figures*; without records nothing says whether that lead is real."},
	}
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			if tt.Name != "printed alone" { // which stands higher than all of them
				tt.want += map[bool]string{true: " Printed (95.00) is printed higher, without an interval."}[len(tt.board.Rows) > 1]
			}
			var b strings.Builder
			must.Do(t, boardVerdict(tt.board, "round").Render(context.Background(), &b))
			got := regexp.MustCompile(`</?span[^>]*>`).ReplaceAllString(b.String(), "")
			must.Same(t, tt.want, regexp.MustCompile(`</?b>`).ReplaceAllString(got, "*"), "verdict")
		})
	}
}

// Of 130 systems a page shows 100, in the plot as in the table, and the second
// page the others, with the ranks and intervals of the whole board.
func TestBoardOfManySystems(t *testing.T) {
	whole := drawnBoard(130, 100)
	page := func(n int, sort string) string {
		d, err := boardreport.NewBoard(results.Benchmark{ID: "many", Name: "Many", Scoring: results.ScoringReward}, whole,
			boardreport.BoardQuery{Sort: sort})
		if err != nil {
			t.Fatal(err)
		}
		d.Window = report.Window{Key: "page", Number: n, Size: 100}
		var b strings.Builder
		must.Do(t, BoardPage(views.Frame{}, d).Render(context.Background(), &b))
		return b.String()
	}
	first, second := page(1, ""), page(2, "")
	// the legend has one of each mark
	for name, counts := range map[string][2]int{`class="p"`: {101, 31}, `<td class="num rk">`: {100, 31}, `class="h"`: {0, 2}} {
		if a, b := strings.Count(first, name), strings.Count(second, name); a != counts[0] || b != counts[1] {
			t.Errorf("%s: %d and %d, want %v", name, a, b, counts)
		}
	}
	for _, want := range []string{"101–131 of 131 systems", ">System 130</a>", ">127–133</td>", "1 not ranked",
		">25.50</a>", "20.50–30.50"} {
		if !strings.Contains(second, want) {
			t.Errorf("the second page has no %q", want)
		}
	}
	if strings.Contains(second, ">System 100</a>") || strings.Contains(first, ">System 101</a>") {
		t.Error("a system stands on the wrong page")
	}
	if turned := page(1, "-avg"); !strings.Contains(turned, `System 1</a> <span class="sr">, shares the lead</span></th>`) {
		t.Error("another order of the table moves the plot")
	}
	axis := regexp.MustCompile(`<svg class="fo-axis".*?</svg>`)
	if a, b := axis.FindString(first), axis.FindString(second); a != b || a == "" {
		t.Errorf("the scales of the pages differ: %s and %s", a, b)
	}
}

func TestFirstShare(t *testing.T) {
	for want, v := range map[string]float64{"< 0.01": 0, "0.01": 0.005, "0.64": 0.6421, "0.99": 0.994, "> 0.99": 1} {
		must.Equal(t, want, firstShare(&v), "P(first) %v", v)
	}
	if got := firstShare(nil); got != "–" {
		t.Errorf("no P(first): %q", got)
	}
}
