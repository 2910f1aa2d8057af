package web

import (
	"slices"
	"strings"
	"testing"

	homereport "github.com/clawatlas/clawatlas/results/report/home"
)

// findingOf reads a finding; nil if it does not hold.
func findingOf(t *testing.T, site *testSite, slug string) *homereport.Finding {
	t.Helper()
	var list homereport.Findings
	site.object(t, "/api/v1/findings", &list)
	for i := range list.Findings {
		if list.Findings[i].Slug == slug {
			return &list.Findings[i]
		}
	}
	return nil
}

// testFindingsReal holds what the released run of ClawArena adds: the rounds that
// nobody can pass, and an interval beside which one model's range over harnesses
// is more than chance.
func testFindingsReal(t *testing.T) {
	site := realServer(t)
	d := findingOf(t, site, "clawarena-cannot-pass")
	var rows, marked []string
	for _, r := range d.Rows {
		rows = append(rows, r.Label)
	}
	for _, s := range d.Strips {
		for _, c := range s.Tasks {
			if c.Impossible {
				marked = append(marked, s.Scenario+" "+c.Task)
			}
		}
	}
	want := []string{"hil_g3 q4", "hil_g3 q7", "hil_g3 q11", "hil_g3 q16", "hil_g3 q25"}
	named := make([]string, len(want))
	for i, at := range want {
		named[i] = strings.Replace(at, "hil_g3 ", "Salary data leak investigation, ", 1)
	}
	if !slices.Equal(rows, named) || !slices.Equal(marked, want) || d.N != 337 || d.Title != "Five rounds of ClawArena cannot be passed" {
		t.Errorf("%s over %d: rows %v, marked %v", d.Title, d.N, rows, marked)
	}
	// 44.50 to 68.28 by harness lies within what the board's widest interval, 51.00 to 74.85, leaves open.
	for _, slug := range []string{"clawarena-harness-swing", "clawarena-lead-is-tied"} { // one run alone is ranked
		if findingOf(t, site, slug) != nil {
			t.Errorf("%s holds", slug)
		}
	}
}
