package web

import (
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestRunDaysByKind: the phases of a run state each kind of round for itself,
// with the counts of the days page.
func TestRunDaysByKind(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/runs/"+exampleRun(t, site, "never-revises"))
	table := doc.Find("table:has(caption:contains('all scenarios together'))")
	got := table.Find("tr").Map(func(_ int, row *goquery.Selection) string {
		text := ""
		row.Children().Each(func(_ int, c *goquery.Selection) { text += "|" + squash(c) })
		return text
	})
	want := []string{
		"|Update phase|Multi-choice: passed trials|of|Rate %|Exec check: passed trials|of|Rate %",
		"|before the first update|6|6|100.00|5|5|100.00",
		"|after update 1|0|4|0.00|0|3|0.00",
		"|after update 2|0|5|0.00|2|8|25.00",
	}
	must.Same(t, want, got, "phases")
}
