package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
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

var farLines = regexp.MustCompile(`^\d+ lines (before|between|after)$`)

// lands wants that each hit's page shows a match of it, without a click and
// without a script, and counts those that lie in what the page leaves out, and
// the folds of lines far from a match.
func lands(t *testing.T, site *testSite, line string, limit int) (hits, beside, folds, largest int) {
	t.Helper()
	var found foundJSON
	site.object(t, searchURL("/api/v1/search", line, "limit", strconv.Itoa(limit)), &found)
	for _, h := range found.Hits {
		address := h["url"].(string)
		page, target, size := site.landing(t, address)
		largest = max(largest, size)
		step := page.Find(fmt.Sprintf("#step-%v", h["step_id"]))
		marks := step.Find("mark")
		switch {
		case target.Length() != 1 || target.Closest("mark.cur, .beyond").Length() != 1 || target.Closest(".step").AttrOr("id", "") != step.AttrOr("id", "?"):
			t.Errorf("%q: %s leads to no match of its step", line, address)
		case marks.Length() == 0:
			t.Errorf("%q: %s shows no match", line, address)
		case marks.ParentsFiltered("details:not([open])").Length() > 0:
			t.Errorf("%q: %s folds a match away", line, address)
		}
		if bar := squash(page.Find(".mbar")); !strings.Contains(bar, " of ") {
			t.Errorf("%q: %s says %q of the matches", line, address, bar)
		}
		hits++
		if step.Find(".beyond mark").Length() > 0 {
			beside++
		}
		folds += step.Find("summary").FilterFunction(func(_ int, s *goquery.Selection) bool { return farLines.MatchString(s.Text()) }).Length()
	}
	return hits, beside, folds, largest
}

func TestSearchLands(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it opens many hits")
	}
	site := testServer(t)
	for _, line := range []string{"report", "deadline", "REPORT", "rep*", `"the report"`, "exec", "json", "path", "error", "python", "is", "read -write"} {
		if hits, beside, _, _ := lands(t, site, line, 60); hits > 0 {
			t.Logf("%q: %d hits, %d beyond the texts", line, hits, beside)
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
	all, away, folds, largest := 0, 0, 0, 0
	for _, line := range []string{"预算", "check_q7.py", "json.load", `"import json"`, "deadline", "dead*", "command", "Traceback", "docs", "error -Traceback", "Missing", "session", "的", "utf"} {
		hits, beside, far, size := lands(t, site, line, each)
		all, away, folds, largest = all+hits, away+beside, folds+far, max(largest, size)
	}
	if all < 4*each {
		t.Fatalf("only %d hits", all)
	}
	if folds == 0 {
		t.Error("no long text is folded far from its matches")
	}
	if largest > 300<<10 {
		t.Errorf("a page has %d bytes", largest)
	}
	t.Logf("%d hits, %d of them with the match beyond the texts, %d folds far from a match; the largest page has %d bytes", all, away, folds, largest)
}

// TestMatchesOfTrace walks all matches of a trace by the links alone: each is
// framed once, in the order of the trace, across windows.
func TestMatchesOfTrace(t *testing.T) {
	const steps, each = 120, 5
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": func(yield func(*results.Step) error) error {
		for i := range steps {
			if err := yield(matchStep(i)); err != nil {
				return err
			}
		}
		return nil
	}})
	const total = steps / 6 * each
	address := "/runs/run/s/long?find=needle&match=1"
	for n := 1; n <= total; n++ {
		doc := site.page(t, strings.Split(address, "#")[0])
		if got, want := squash(doc.Find(".mbar .count")), fmt.Sprintf("%d of %d matches in 20 of 120 steps", n, total); got != want {
			t.Fatalf("%s: the bar says %q, want %q", address, got, want)
		}
		cur := doc.Find("mark.cur")
		if cur.Length() != 1 || cur.AttrOr("id", "") != fmt.Sprintf("m%d", n) || cur.ParentsFiltered("details:not([open])").Length() > 0 {
			t.Fatalf("%s: match %d is not framed: %d, id %q", address, n, cur.Length(), cur.AttrOr("id", ""))
		}
		next := doc.Find(`.mbar a[data-key="n"]`)
		if n == total {
			if next.Length() > 0 {
				t.Error("the last match has a next one")
			}
			break
		}
		address = next.AttrOr("href", "")
		if n > 1 && !strings.HasSuffix(doc.Find(`.mbar a[data-key="p"]`).AttrOr("href", ""), fmt.Sprintf("#m%d", n-1)) {
			t.Fatalf("match %d: the previous one is %q", n, doc.Find(`.mbar a[data-key="p"]`).AttrOr("href", ""))
		}
	}
	doc := site.page(t, "/runs/run/s/long?find="+url.QueryEscape("needle"))
	var texts []string
	for _, m := range doc.Find("#step-1 mark").EachIter() {
		texts = append(texts, m.Text())
	}
	if n := doc.Find("#step-2 mark, .mbar mark, .outline mark").Length(); n > 0 {
		t.Errorf("%d marks where no match is", n)
	}
	must.Equal(t, "Needle needle needle needle nèedle", strings.Join(texts, " "), "marked")
}

// TestMatchesOfStepPage follows "whole" from a step with matches: its page marks
// them too, by the numbers of the trace, and leads on to those of other steps.
func TestMatchesOfStepPage(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": func(yield func(*results.Step) error) error {
		for i := range 20 {
			if err := yield(matchStep(i)); err != nil {
				return err
			}
		}
		return nil
	}})
	doc := site.page(t, "/runs/run/s/long?find=needle&match=6")
	whole := doc.Find("#step-7 .gutter .all").AttrOr("href", "")
	if want := "/runs/run/s/long/steps/7?find=needle"; whole != want {
		t.Fatalf("the whole step is at %q, want %q", whole, want)
	}
	doc = site.page(t, whole+"&match=10")
	must.Equal(t, "10 of 20 matches in 4 of 20 steps", squash(doc.Find(".mbar .count")), "the bar")
	if doc.Find("#step-7 mark").Length() != 5 || doc.Find("mark.cur#m10").Length() != 1 || doc.Find("details:not([open]) mark").Length() > 0 {
		t.Errorf("%d marks, %d of them framed", doc.Find("#step-7 mark").Length(), doc.Find("mark.cur#m10").Length())
	}
	if got, want := doc.Find(`.mbar a[rel="next"]`).AttrOr("href", ""), "/runs/run/s/long/steps/13?find=needle&match=11#m11"; got != want {
		t.Errorf("the next match is at %q, want %q", got, want)
	}
	if got := squash(doc.Find(`link[rel="canonical"]`)) + doc.Find(`link[rel="canonical"]`).AttrOr("href", ""); strings.Contains(got, "find") {
		t.Errorf("the page is known as %q", got)
	}
	doc = site.page(t, whole+"&text=r1")
	if got := squash(doc.Find("main")); !strings.Contains(got, "1 match of “needle” here. The first") || doc.Find("mark#m1").Length() != 1 {
		t.Errorf("the page of one text says %q", got)
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
