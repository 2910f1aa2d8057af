package web

import (
	"strings"
	"testing"
)

// TestFingerprintOnBoard: every run on a board has its fingerprint there, with
// as many rounds as it passed.
func TestFingerprintOnBoard(t *testing.T) {
	rows := testServer(t).page(t, "/b/clawatlas-example").Find("table.board tbody tr:has(td.oc)")
	for i := range rows.Length() {
		row := rows.Eq(i)
		title := row.Find("td.oc a svg title").Text()
		if !strings.Contains(title, " of 31 rounds passed (") || row.Find("td.oc svg path").Length() == 0 {
			t.Errorf("row %d: %q", i, title)
		}
		if href, _ := row.Find("td.oc a").Attr("href"); !strings.HasPrefix(href, "/runs/") {
			t.Errorf("row %d leads to %q", i, href)
		}
	}
	if rows.Length() != 4 {
		t.Errorf("%d rows with records, want 4", rows.Length())
	}
	if n := testServer(t).page(t, "/b/stage-claw").Find("td.oc svg").Length(); n != 0 {
		t.Errorf("%d fingerprints of printed figures", n)
	}
}
