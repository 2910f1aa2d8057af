package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Every number on "Reading the numbers" is what the site answers for the example runs.
func TestReadingTheNumbers(t *testing.T) {
	page, ok := docs.Find("read")
	if !ok {
		t.Fatal("there is no page on reading the numbers")
	}
	site := testServer(t)
	var board struct {
		Statistics struct {
			Draws, Clusters, Comparisons int
			Alpha                        float64
		}
		Rows []struct {
			System       results.System
			RankInterval *[2]int  `json:"rank_interval"`
			PFirst       *float64 `json:"p_first"`
			TieClass     *int     `json:"tie_class"`
			Counts       struct{ Passed, Expected int }
			Metrics      map[string]struct {
				Value *float64
				CI    *[2]float64
			}
		}
	}
	site.object(t, "/api/v1/benchmarks/"+exampleBenchmark+"/leaderboard", &board)
	if len(board.Rows) != 4 || board.Statistics.Draws != stats.RankDraws || board.Statistics.Clusters != 3 || board.Statistics.Comparisons != 3 || board.Statistics.Alpha != 0.05 {
		t.Fatalf("the example's board is another: %d rows, %+v", len(board.Rows), board.Statistics)
	}
	first := board.Rows[0]
	for _, r := range board.Rows {
		if r.TieClass == nil || *r.TieClass != 1 || *r.RankInterval != [2]int{*r.TieClass, 1} && r.System.Model == first.System.Model {
			t.Errorf("%s: class %v, ranks %v", r.System.Model, r.TieClass, r.RankInterval)
		}
	}
	rate := func(x float64) string { return fmt.Sprintf("%.2f", 100*x) }
	wilson := stats.Wilson(first.Counts.Passed, first.Counts.Expected, stats.Level)
	crs := first.Metrics["crs"]
	var pair struct {
		Paired struct {
			Both, Neither int
			OnlyA         int     `json:"only_a"`
			OnlyB         int     `json:"only_b"`
			P             float64 `json:"mcnemar_p"`
		}
		Metrics map[string]struct{ A, B, P *float64 }
	}
	site.object(t, "/api/v1/compare?a="+neverRun+"&b=clawatlas-example-skimmer-clawatlas-runner-f95f4b07", &pair)
	p := pair.Paired
	for _, want := range []string{
		fmt.Sprintf("%s passed %d of %d rounds, which is %s %%", first.System.Model, first.Counts.Passed, first.Counts.Expected, rate(*first.Metrics["tcr"].Value)),
		fmt.Sprintf("would be %s to %s %%.", rate(wilson.Lo), rate(wilson.Hi)),
		fmt.Sprintf("CRS of %s %% is %s to %s %%", rate(*crs.Value), rate(crs.CI[0]), rate(crs.CI[1])),
		fmt.Sprintf("its interval is %d to %d and its P(first) is %.2f", first.RankInterval[0], first.RankInterval[1], *first.PFirst),
		fmt.Sprintf("both passed %d rounds and both failed %d; only never-revises passed %d, only skimmer %d", p.Both, p.Neither, p.OnlyA, p.OnlyB),
		fmt.Sprintf("if these %d differing rounds", p.OnlyA+p.OnlyB),
		fmt.Sprintf("The answer is p = %.2f", p.P),
		fmt.Sprintf("one has %s %% and the other %s %%", rate(*pair.Metrics["tcr"].A), rate(*pair.Metrics["tcr"].B)),
		fmt.Sprintf("the most extreme two give p = %.2f", *pair.Metrics["crs"].P),
	} {
		if !strings.Contains(page.Markdown, want) {
			t.Errorf("docs/read.md does not say %q", want)
		}
	}
	if least := func(n int) float64 { return 2 / float64(int(1)<<n) }; least(5) < board.Statistics.Alpha || least(6) >= board.Statistics.Alpha {
		t.Error("six is not the smallest number of scenarios that allows a significant difference")
	}
}
