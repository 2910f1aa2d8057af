package claims

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// TestScenarios has the public runs of GPT-5.5, whose CRS lies between 51.2 and 81.6, and of
// Gemma, between 21.4 and 89.8. The first refutes both statements, the second neither.
func TestScenarios(t *testing.T) {
	table := results.StatTable{ID: results.ClaimsTable, Columns: []results.StatColumn{{Key: "test"}}}
	for _, test := range []string{"scenarios below 30", "scenarios wider 60", "scenarios wider 25", "no-such-test"} {
		table.Rows = append(table.Rows, results.StatRow{Cells: []results.StatCell{{Text: test}}})
	}
	gpt, gemma, low := [2]float64{.512, .816}, [2]float64{.214, .898}, [2]float64{.29, .816}
	for _, c := range []struct {
		runs    [][2]float64 // lowest and highest scenario
		printed int          // configurations without records
		want    string
	}{
		{[][2]float64{gpt}, 1, "does not hold, does not hold, open, open"},
		{[][2]float64{gemma}, 1, "open, open, open, open"},
		{[][2]float64{gpt, gemma}, 1, "does not hold, does not hold, open, open"},
		{[][2]float64{low, gemma}, 0, "holds, holds, holds, open"}, // 52.6 points are 181 % of the lowest
		{nil, 2, "open, open, open, open"},
	} {
		in := &Input{Bench: &views.Bench{Runs: map[string]results.Run{}}}
		for i := range len(c.runs) + c.printed {
			row := results.BoardRow{Complete: true, Published: []results.PublishedValue{{}}}
			if i < len(c.runs) {
				slug := string(rune('a' + i))
				row.Run, in.Bench.Runs[slug] = &slug, results.Run{ID: int64(i + 1), Slug: slug}
				for k, v := range c.runs[i] {
					in.Scoped = append(in.Scoped, results.ScopedMetric{Run: int64(i + 1), Scope: "scenario:" + "xy"[k:k+1], Value: &v})
				}
			}
			in.Bench.Board.Rows = append(in.Bench.Board.Rows, row)
		}
		var got []string
		for _, r := range Judge(table, in).Rows {
			got = append(got, strings.Replace(r.Cells[0].Text, results.ClaimOpen, "open", 1))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%v: %v, want %s", c.runs, got, c.want)
		}
	}
}
