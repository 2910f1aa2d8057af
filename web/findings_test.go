package web

import (
	"slices"
	"strings"
	"testing"

	findingviews "github.com/clawatlas/clawatlas/views/findings"
)

// findingOf reads a finding; nil if it does not hold.
func findingOf(t *testing.T, site *testSite, slug string) *findingviews.Finding {
	t.Helper()
	var list findingviews.Findings
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
	var tasks []string
	for _, l := range d.Evidence {
		if at, ok := strings.CutPrefix(l.URL, "/b/clawarena/scenarios/hil_g3/"); ok {
			tasks = append(tasks, at)
		}
	}
	if want := []string{"q4", "q7", "q11", "q16", "q25"}; !slices.Equal(tasks, want) || d.N != 337 || d.Title != "Five of the 337 rounds of ClawArena cannot be passed" {
		t.Errorf("%s over %d: %v", d.Title, d.N, tasks)
	}
	// 44.50 to 68.28 by harness lies within what the board's widest interval, 51.00 to 74.85, leaves open.
	for _, slug := range []string{"clawarena-harness-swing", "clawarena-lead-is-tied"} { // one run alone is ranked
		if findingOf(t, site, slug) != nil {
			t.Errorf("%s holds", slug)
		}
	}
}
