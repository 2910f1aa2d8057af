package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/views/fingerprint"
)

// testMark: the site's mark is what the run has in that place.
func testMark(t *testing.T) {
	doc := realServer(t).page(t, "/runs/"+fingerprint.WindowRun)
	rows := doc.Find("table.fp-run tbody tr")
	for i := range rows.Length() {
		cells := rows.Eq(i).Find("svg a")
		if href, _ := cells.First().Attr("href"); !strings.HasSuffix(href, "/"+fingerprint.WindowScenario+"/q1") {
			continue
		}
		for y, want := range fingerprint.Window {
			got, from := "", 0
			cells := rows.Eq(i + y).Find("svg a")
			for k := range cells.Length() {
				if strings.HasPrefix(cells.Eq(k).Find("title").Text(), fingerprint.WindowTask+" ") {
					from = k
				}
			}
			for k := from; k < from+5; k++ {
				title := cells.Eq(k).Find("title").Text()
				got += map[bool]string{true: "#", false: "o"}[strings.Contains(title, " passed")]
			}
			if got != want {
				t.Errorf("row %d of the mark is %s in the run, %s in the mark", y, got, want)
			}
		}
		return
	}
	t.Error("the run has no such scenario")
}

// testFingerprintReal: the head of the run's page has every round.
func testFingerprintReal(t *testing.T) {
	site := realServer(t)
	doc := site.page(t, "/runs/"+gemmaRun)
	cells := doc.Find("table.fp-run svg a")
	count := func(word string) int { return cells.Find("title:contains('" + word + "')").Length() }
	if cells.Length() != 337 || count(" passed") != 254 || count(" timeout") != 2 || count("after an update") != 45 {
		t.Errorf("%d rounds, %d passed, %d timeouts, %d updates; want 337, 254, 2, 45", cells.Length(), count(" passed"), count(" timeout"), count("after an update"))
	}
	if got := squash(doc.Find(".heading .verdict b")); got != "254 of 337 rounds passed (75.37 %), CRS 63.77" {
		t.Errorf("first sentence %q", got)
	}
}

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

// TestCompareFingerprint: the head of a comparison has each round of both runs,
// and a flip for each that one of them passed alone; in colour only where the
// scenario's test separates.
func TestCompareFingerprint(t *testing.T) {
	site := testServer(t)
	a, b := exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "skimmer")
	doc := site.page(t, "/compare?a="+a+"&b="+b)
	rows := doc.Find("table.fp-pair tbody tr")
	cells, flips := 0, 0
	for i := range rows.Length() {
		row := rows.Eq(i)
		trials, both := row.Find(`svg a[href^="/runs/"]`), row.Find(`svg a[href^="/compare/"]`)
		cells, flips = cells+trials.Length(), flips+both.Length()
		separates := row.Find("td.num").Last().Text() < "0.05"
		if coloured := row.Find(".fp-a, .fp-b").Length(); (coloured == both.Length()) != separates || coloured > 0 && !separates {
			t.Errorf("row %d: %d of %d flips are coloured, p %s", i, coloured, both.Length(), row.Find("td.num").Last().Text())
		}
	}
	if cells != 0 || flips != 16 { // a cell is no stop of its own: there are hundreds
		t.Errorf("%d linked cells and %d flips, want 0 and 16", cells, flips)
	}
	if got := squash(doc.Find("#parts")); got != "Where they part: 16 rounds only thorough-reader passed, 0 only skimmer" {
		t.Errorf("heading %q", got)
	}
	same := site.page(t, "/compare?a="+a+"&b="+a)
	if same.Find("table.fp-pair a[href^='/compare/']").Length() != 0 {
		t.Error("a run differs from itself")
	}
}
