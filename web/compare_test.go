package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const (
	thorough = "clawatlas-example-thorough-reader-clawatlas-runner-a1d7c33e"
	skimmer  = "clawatlas-example-skimmer-clawatlas-runner-f95f4b07"
	never    = "clawatlas-example-never-revises-clawatlas-runner-8e40a947"
	every    = "clawatlas-example-selects-everything-clawatlas-runner-d57245c8"
)

func compareURL(a, b string, more ...string) string {
	q := url.Values{"a": {a}, "b": {b}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "/compare?" + q.Encode()
}

// thorough passes 27 of 31 rounds and skimmer 11, all of which thorough passes too.
func TestComparePage(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, compareURL(thorough, skimmer))
	must.Equal(t, "thorough-reader and skimmer on ClawAtlas-example-v1", squash(doc.Find("h1")), "heading")
	verdict := squash(doc.Find("p.verdict"))
	for _, want := range []string{"thorough-reader scores 58.3 points higher than skimmer (CRS ", "too few scenarios for a significant difference."} {
		if !strings.Contains(verdict, want) {
			t.Errorf("verdict %q lacks %q", verdict, want)
		}
	}
	must.Equal(t, "Rounds: 11 both passed, 16 only thorough-reader, 0 only skimmer, 4 neither", squash(doc.Find("#rounds")), "counts")
	if n := doc.Find("table.diff tbody tr").Length(); n < 7 {
		t.Errorf("%d metrics", n)
	}
	if n := doc.Find(".strips svg a").Length(); n != 16 {
		t.Errorf("%d disagreements in the strips, want 16", n)
	}
	kinds := doc.Find("details.kd")
	if _, open := kinds.First().Attr("open"); !open || kinds.Filter("[open]").Length() != 1 {
		t.Error("not the first kind alone is open")
	}
	must.Equal(t, 16, doc.Find(".kd .flips a[href^='/compare/']").Length(), "rounds in all kinds")
	if text := squash(doc.Find("main")); regexp.MustCompile(`\b[AB]\b(?: passed|’s| has| is)`).MatchString(text) {
		t.Errorf("a system is called by a letter: %s", text)
	}
	if got, want := doc.Find("main a:contains('swap')").AttrOr("href", ""), compareURL(skimmer, thorough); got != want {
		t.Errorf("swap leads to %q, want %q", got, want)
	}
	for at, want := range map[string]string{"&part=world": "", "&part=rounds&show=only_a&kind=exec_check": "", "&table=world&format=csv": "&format=csv"} {
		rec := site.get(compareURL(thorough, skimmer) + at)
		if rec.Code != http.StatusMovedPermanently || rec.Header().Get("Location") != compareURL(thorough, skimmer)+want {
			t.Errorf("%s: %d to %q", at, rec.Code, rec.Header().Get("Location"))
		}
	}
	rec := site.get("/compare?run=" + thorough + "&run=" + skimmer + "&run=" + never)
	if rec.Code != http.StatusMovedPermanently || rec.Header().Get("Location") != "/b/clawatlas-example/ablations" {
		t.Errorf("three runs: %d to %q", rec.Code, rec.Header().Get("Location"))
	}
}

// One row of figures aside, runs of two benchmarks are refused in plain words.
func TestCompareOfTwoBenchmarks(t *testing.T) {
	site := testServer(t)
	runs := site.runs(t, results.RunFilter{Benchmark: "liveclawbench", Limit: 1})
	other := runs[0].Slug
	doc := site.page(t, compareURL(thorough, other))
	if got := squash(doc.Find("p.verdict")); !strings.Contains(got, "Their tasks and scores differ") {
		t.Errorf("verdict %q", got)
	}
	if doc.Find("table").Length() != 0 {
		t.Error("a table is shown all the same")
	}
	var out struct {
		Comparable bool
		Verdict    string
		Outcome    string
	}
	site.object(t, "/api/v1"+compareURL(thorough, other), &out)
	if out.Comparable || out.Outcome != "no_common_tasks" || out.Verdict == "" {
		t.Errorf("API: %+v", out)
	}
}

func TestCompareTrialPage(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/compare/ex_office_move/q5?a="+thorough+"&b="+skimmer)
	if got := squash(doc.Find("p.verdict")); got != "Both passed." {
		t.Errorf("verdict %q", got)
	}
	if rows := doc.Find(".two.al details").Length(); rows < 4 {
		t.Errorf("%d sides of rows", rows)
	}
	step := doc.Find(`.two.al a[href*="#step-"]`).First().AttrOr("href", "")
	if want := "/runs/" + thorough + "/ex_office_move/q5?step=1#step-1"; step != want {
		t.Errorf("step link %q, want %q", step, want)
	}
	doc = site.page(t, "/compare/ex_office_move/q1?a="+thorough+"&b="+skimmer)
	if got := squash(doc.Find("h1")); !strings.HasSuffix(got, "q1: thorough-reader passed, skimmer failed") {
		t.Errorf("heading %q", got)
	}
	if got := squash(doc.Find("p.verdict")); !strings.HasPrefix(got, "skimmer: ") || !strings.Contains(got, "thorough-reader: Chose ") {
		t.Errorf("verdict %q", got)
	}
	if n := doc.Find("#first .k:contains('Option')").Length(); n == 0 {
		t.Error("no option that only one chose")
	}
	if doc.Find(`a[data-key="]"]`).Length() != 1 {
		t.Error("no link to the next disagreement")
	}
}

// A comparison of two runs stays the same one when another benchmark changes, and is
// another when theirs does; what offers other runs changes with all.
func TestCompareStamps(t *testing.T) {
	site := testServer(t)
	a, b := exampleRun(t, site, "skimmer"), exampleRun(t, site, "thorough-reader")
	etag := func(store Store, path string) string {
		rec := request(New(Config{Store: store, Version: "v1", Build: "a"}), http.MethodGet, path)
		if rec.Code != http.StatusOK {
			t.Fatalf("GET %s: %d", path, rec.Code)
		}
		return rec.Header().Get("ETag")
	}
	of := "/ex_office_move/q1?a=" + a + "&b=" + b
	for path, wants := range map[string]bool{"/compare" + of: true, "/api/v1/compare" + of: true, "/compare?a=" + a + "&b=" + b: true,
		"/compare?a=" + a: false, "/compare": false} {
		before := etag(site.Store, path)
		if same := before == etag(restamped{site.Store, "clawmark"}, path); same != wants {
			t.Errorf("GET %s while another benchmark changes: the same validator is %v", path, same)
		}
		if before == etag(restamped{site.Store, "clawatlas-example"}, path) {
			t.Errorf("GET %s while its benchmark changes: the same validator", path)
		}
	}
}
