package web

import (
	"fmt"
	"testing"

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
