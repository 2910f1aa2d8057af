package web

import (
	"strings"
	"testing"
)

// TestNothingIsRankedWhereNothingIsScored looks through the pages of transcripts that
// came without scores: what there is, and no rank, score or zero in place of one.
func TestNothingIsRankedWhereNothingIsScored(t *testing.T) {
	site := newGoldenSite(t)
	page := site.page(t, "/b/transcripts")
	text := squash(page.Find("main"))
	if !strings.Contains(text, "1 transcript in 1 session of 1 system. Nothing here is scored, so nothing is ranked.") {
		t.Errorf("the board does not say what there is: %s", text)
	}
	if got := squash(page.Find("table thead").First()); !strings.Contains(got, "Tool calls") || strings.Contains(got, "Scored") {
		t.Errorf("the columns are %q", got)
	}
	if tabs := squash(page.Find("nav.tabs")); strings.Contains(tabs, "Leaderboard") || strings.Contains(tabs, "Efficiency") {
		t.Errorf("tabs lead to rankings: %s", tabs)
	}
	for _, path := range []string{"", "/heatmap", "/about", "/failures"} {
		text := squash(site.page(t, "/b/transcripts"+path).Find("main"))
		for _, word := range []string{"Avg", "0 of 1", "P(first)", "Passed by", "Interval", "In doubt"} {
			if strings.Contains(text, word) {
				t.Errorf("%s says %q", path, word)
			}
		}
	}
}
