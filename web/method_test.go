package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/must"
)

// checked is how many of a benchmark's figures have which verdict.
func checked(t *testing.T, site *testSite, benchmark string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, verdict := range []string{"matches", "differs", "open", "empty"} {
		n[verdict] = len(site.csv(t, "/b/"+benchmark+"/about?verdict="+verdict+"&format=csv"))
	}
	return n
}

// testReconciliation holds how many figures the records confirm.
func testReconciliation(t *testing.T) {
	tests := []struct {
		Benchmark string
		want      map[string]int
	}{
		{"clawarena", map[string]int{"matches": 5, "differs": 2, "open": 251, "empty": 8}},
		{"clawmark", map[string]int{"matches": 0, "differs": 0, "open": 178, "empty": 87}},
		{"stage-claw", map[string]int{"matches": 0, "differs": 0, "open": 70, "empty": 0}},
	}
	site := realServer(t)
	for _, test := range tests {
		must.Same(t, test.want, checked(t, site, test.Benchmark), "%s", test.Benchmark)
	}
	var got []string
	for _, r := range site.csv(t, "/b/clawarena/about?verdict=differs&format=csv") {
		got = append(got, fmt.Sprintf("%s %.4s %.5s %s %.5s", r["metric"], r["reported"], r["recomputed"], r["convention"], r["difference"]))
	}
	want := []string{"Robustness 52.2 52.16 paper -0.05", "CRS 63.8 63.76 paper -0.03"}
	must.Same(t, want, got, "differences")
}

// TestMetricOnce holds that a run's table has each metric once under every
// convention, with the value of that convention.
func TestMetricOnce(t *testing.T) {
	site := bareServer(t)
	var runs struct{ Runs []struct{ Run string } }
	site.object(t, "/api/v1/runs?benchmark=liveclawbench&limit=1000", &runs)
	if len(runs.Runs) != 26 {
		t.Fatalf("%d runs, want 26", len(runs.Runs))
	}
	for _, r := range []string{runs.Runs[0].Run, runs.Runs[25].Run} {
		easy := map[string]bool{}
		for _, convention := range []string{"", "board"} {
			doc := site.page(t, "/runs/"+r+"?convention="+convention)
			seen := map[string]int{}
			doc.Find("table").FilterFunction(func(_ int, s *goquery.Selection) bool {
				return strings.Contains(s.Find("caption").Text(), "metrics, convention")
			}).Find("tbody tr").Each(func(_ int, s *goquery.Selection) {
				name := squash(s.Find("th"))
				if seen[name]++; name == "Easy %" {
					easy[squash(s)] = true
				}
			})
			for name, n := range seen {
				if n != 1 {
					t.Errorf("%s, convention %q: %s stands %d times", r, convention, name, n)
				}
			}
			if len(seen) < 10 {
				t.Errorf("%s, convention %q: %d metrics", r, convention, len(seen))
			}
		}
		if len(easy) != 2 {
			t.Errorf("%s: easy under the two conventions %v", r, easy)
		}
	}
}
