package web

import (
	"net/http"
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

// TestFindings holds the findings that the bundled figures bear, and that others
// are said not to hold.
func TestFindings(t *testing.T) {
	site := testServer(t)
	lead := findingOf(t, site, "liveclawbench-lead-is-tied")
	if lead == nil || lead.Interval == nil || lead.Interval.CI == nil || lead.N != 134 || len(lead.Rows) < 3 {
		t.Errorf("lead %+v", lead)
	}
	var list homereport.Findings
	site.object(t, "/api/v1/findings", &list)
	page := site.page(t, "/findings")
	for _, x := range list.Findings {
		if page.Find("h2 a[href='"+x.URL+"']").Length() != 1 {
			t.Errorf("%s is not on the page", x.Slug)
		}
		for _, l := range x.Evidence {
			at, _, _ := strings.Cut(l.URL, "#")
			site.wantStatus(t, at, http.StatusOK)
		}
		if text := squash(page.Find("#" + x.Slug)); !strings.Contains(text, strings.Join(strings.Fields(x.Sentence), " ")) {
			t.Errorf("%s says %q, its twin %q", x.URL, text, x.Sentence)
		}
		if len([]rune(x.Title)) > 69 {
			t.Errorf("title of %d characters: %s", len([]rune(x.Title)), x.Title)
		}
	}
	if r := site.get("/findings/liveclawbench-lead-is-tied"); r.Code != http.StatusMovedPermanently || r.Header().Get("Location") != lead.URL {
		t.Errorf("the former page: %d, %s", r.Code, r.Header().Get("Location"))
	}
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
