package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
)

// boardRow finds the row of a system by the start of its name.
func boardRow(t *testing.T, doc *goquery.Document, name string) *goquery.Selection {
	t.Helper()
	row := doc.Find("#board, #unranked, #reported-results").Find("tbody tr").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.HasPrefix(squash(s.Find("th a")), name)
	}).First()
	if row.Length() == 0 {
		t.Fatalf("no row of %s", name)
	}
	return row
}

// testGemmaOnTheBoard holds the golden values of the released run on the page,
// under each convention, and the verdicts on the paper's Table 3.
func testGemmaOnTheBoard(t *testing.T) {
	site := realServer(t)
	tests := []struct {
		query string
		want  []string // CRS TCR MC EC Robustness SC FD
	}{
		{"", []string{"63.77", "75.37", "81.05", "73.14", "52.17", "56.76", "91.90"}},
		{"?convention=paper", []string{"63.77", "75.37", "81.05", "73.14", "52.17", "56.76", "91.90"}},
		{"?convention=report", []string{"63.58", "74.99", "81.10", "72.58", "53.85", "56.76", "91.90"}},
		{"?convention=scenario", []string{"64.42", "74.99", "81.10", "72.58", "53.85", "56.76", "91.90"}},
	}
	for _, test := range tests {
		doc := site.page(t, "/b/clawarena"+test.query)
		row := boardRow(t, doc, "Gemma 4 31B")
		var got []string
		row.Find("td.num:not(.ci)").Slice(0, len(test.want)).Each(func(_ int, s *goquery.Selection) { got = append(got, squash(s)) })
		must.Same(t, test.want, got, "%q: numbers of Gemma", test.query)
		must.Equal(t, "1", squash(row.Find("td.rk")), "%q: rank", test.query)
		if n := doc.Find("#reported-results tbody tr:not(.grp)").Length(); (n == 30) != !strings.Contains(test.query, "report") && !strings.Contains(test.query, "scenario") {
			t.Errorf("%q: %d reported results", test.query, n)
		}
	}
	row := boardRow(t, site.page(t, "/b/clawarena"), "Gemma 4 31B")
	if href, _ := row.Find("td.hl a").Attr("href"); !strings.HasSuffix(href, "#m-crs") || !strings.HasPrefix(href, "/runs/clawarena-gemma-4-31b-openclaw-") {
		t.Errorf("CRS leads to %q, want the derivation on the run's page", href)
	}
	must.Equal(t, "51.00–74.85", squash(row.Find("td.ci")), "interval")
}

// testVerdictsOnFigures holds the verdict of each of the seven printed numbers.
func testVerdictsOnFigures(t *testing.T) {
	site := realServer(t)
	var board struct {
		Convention string
		Statistics struct {
			Estimator             string
			Seed, Draws, Clusters int
		}
		Rows []struct {
			Run       *string
			Rank      *int
			TieClass  *int            `json:"tie_class"`
			RankRange *[2]int         `json:"rank_interval"`
			Counts    *map[string]int `json:"counts"`
			System    map[string]string
			Metrics   map[string]struct {
				Value *float64
				CI    *[2]float64
			}
			Published []struct{ Source, Metric, Convention, Verdict string }
		}
		Total int
	}
	site.object(t, "/api/v1/benchmarks/clawarena/leaderboard", &board)
	if board.Convention != "paper" || board.Statistics.Seed != 1 || board.Statistics.Draws != 2000 || board.Statistics.Clusters != 12 || board.Statistics.Estimator == "" || board.Total != len(board.Rows) {
		t.Errorf("head: %+v, total %d of %d", board.Statistics, board.Total, len(board.Rows))
	}
	want := map[string]string{"tcr": "matches", "mc": "matches", "ec": "matches", "sc": "matches", "fd": "matches", "robustness": "differs", "crs": "differs"}
	for _, r := range board.Rows {
		if r.Run == nil {
			if r.TieClass != nil || r.Counts != nil || r.RankRange != nil {
				t.Errorf("%v: a row of figures has a tie class, counts or a rank interval", r.System)
			}
			for k, m := range r.Metrics {
				if m.CI != nil {
					t.Errorf("%v: %s of a row of figures has an interval", r.System, k)
				}
			}
			continue
		}
		got := map[string]string{}
		for _, p := range r.Published {
			got[p.Metric] = p.Verdict
		}
		must.Same(t, want, got, "verdicts")
		if diff := cmp.Diff(map[string]int{"expected": 337, "scored": 337, "passed": 254, "failed": 81, "no_answer": 0, "timeout": 2, "error": 0, "not_judged": 0, "missing": 0}, *r.Counts); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
	}
}
