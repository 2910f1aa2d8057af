package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// landing follows the address of a hit as a browser does and gives the page and
// the element that the address points at.
func (s *testSite) landing(t *testing.T, address string) (page *goquery.Document, target *goquery.Selection, size int) {
	t.Helper()
	rec := s.get(strings.Split(address, "#")[0])
	if rec.Code != http.StatusFound {
		t.Fatalf("%s: %d, want 302", address, rec.Code)
	}
	path, anchor, _ := strings.Cut(rec.Header().Get("Location"), "#")
	rec = s.get(path)
	size = rec.Body.Len()
	page, err := goquery.NewDocumentFromReader(rec.Body)
	if err != nil || rec.Code != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, rec.Code, err)
	}
	return page, page.Find("#" + anchor), size
}

// lands wants that each hit's page shows a match of it in its step, without a click and
// without a script, and counts those whose match is cut away with the end of a line.
func lands(t *testing.T, site *testSite, line string, limit int) (hits, cut, largest int) {
	t.Helper()
	var found foundJSON
	site.object(t, searchURL("/api/v1/search", line, "limit", strconv.Itoa(limit)), &found)
	for _, h := range found.Hits {
		address := h["url"].(string)
		page, target, size := site.landing(t, address)
		largest = max(largest, size)
		marks := target.Find("mark")
		switch {
		case target.Length() != 1 || target.AttrOr("id", "") != fmt.Sprintf("step-%v", h["step_id"]):
			t.Errorf("%q: %s leads to no step", line, address)
		case marks.Length() == 0:
			cut++
		case marks.ParentsFiltered("details:not([open])").Length() == marks.Length():
			t.Errorf("%q: %s folds its matches away", line, address)
		}
		if bar := squash(page.Find(".mbar")); !strings.Contains(bar, " of ") {
			t.Errorf("%q: %s says %q of the matches", line, address, bar)
		}
		hits++
	}
	return hits, cut, largest
}

func TestSearchLands(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it opens many hits")
	}
	site := testServer(t)
	for _, line := range []string{"report", "deadline", "REPORT", "rep*", `"the report"`, "exec", "json", "path", "error", "python", "is", "read -write"} {
		if hits, cut, _ := lands(t, site, line, 60); cut > hits/10 {
			t.Errorf("%q: %d of %d hits show no mark", line, cut, hits)
		}
	}
}

// testSearchLandsReal lands on hits of words from the real records, on more of them by
// make sweep.
func testSearchLandsReal(t *testing.T) {
	site, each := realServer(t), 8
	if resultstest.Everything {
		each = 25
	}
	all, away, largest := 0, 0, 0
	for _, line := range []string{"预算", "check_q7.py", "json.load", `"import json"`, "deadline", "dead*", "command", "Traceback", "docs", "error -Traceback", "Missing", "session", "的", "utf"} {
		hits, cut, size := lands(t, site, line, each)
		all, away, largest = all+hits, away+cut, max(largest, size)
	}
	if all < 4*each || away > all/10 {
		t.Fatalf("%d hits, %d of them without a mark", all, away)
	}
	if largest > 300<<10 {
		t.Errorf("a page has %d bytes", largest)
	}
}

// TestMatchesOfTrace: the bar counts the matches and leads to the steps that have them, and
// the page of a step marks its own.
func TestMatchesOfTrace(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": func(yield func(*results.Step) error) error {
		for i := range 120 {
			if err := yield(matchStep(i)); err != nil {
				return err
			}
		}
		return nil
	}})
	doc := site.page(t, "/runs/run/s/long?find=needle")
	must.Equal(t, "100 matches in 20 of 120 steps", squash(doc.Find(".mbar .count")), "the bar")
	must.Equal(t, "/runs/run/s/long?find=needle&from=51#step-61", doc.Find(".mbar a:contains('61')").AttrOr("href", ""), "a step further on")
	var texts []string
	for _, m := range doc.Find("#step-1 mark").EachIter() {
		texts = append(texts, m.Text())
	}
	must.Equal(t, "Needle needle needle needle nèedle", strings.Join(texts, " "), "marked")
	if n := doc.Find("#step-2 mark, .mbar mark, .outline mark").Length(); n > 0 {
		t.Errorf("%d marks where no match is", n)
	}
	if doc = site.page(t, "/runs/run/s/long/steps/7?find=needle"); doc.Find("#step-7 mark").Length() == 0 || strings.Contains(doc.Find(`link[rel="canonical"]`).AttrOr("href", ""), "find") {
		t.Error("the page of a step marks nothing, or is known by what was searched")
	}
}

// matchStep has a match in each text that is searched.
func matchStep(i int) *results.Step {
	code := 0
	long := strings.Repeat("filler line\n", 25)
	s := &results.Step{
		Source: results.SourceAgent, Message: "a **needle** in Markdown", Reasoning: "thinking of the Needle",
		ToolCalls: []results.ToolCall{
			{ID: "a", Name: "exec", Arguments: []byte(`{"command":"grep needle_file.py x && ls"}`)},
			{ID: "b", Name: "ask", Arguments: []byte(`{"deep":{"list":[1,"nèedle"]}}`)},
		},
		Observation: &results.Observation{Results: []results.Result{
			{CallID: "a", Content: long + "needle at the middle\n" + long[:len(long)/2], ExitCode: &code},
			{CallID: "b", Content: "needleless and no more", Summary: "summed up"},
		}},
	}
	if i%6 != 0 {
		return &results.Step{Source: results.SourceAgent, Message: "nothing here"}
	}
	return s
}
