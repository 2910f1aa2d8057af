package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/words"
)

// foundJSON is the API's answer under the names that docs/design.md#json-api promises.
type foundJSON struct {
	Total  *int                             `json:"total"`
	Capped bool                             `json:"capped"`
	Names  []struct{ Kind, ID, URL string } `json:"names"`
	Note   *string                          `json:"note"`
	Notes  []string                         `json:"notes"`
	Hits   []map[string]any                 `json:"hits"`
	Facets []struct{ Values []facetOfTest } `json:"facets"`
}

type facetOfTest struct {
	Value string
	Count int
}

func searchURL(path, line string, pairs ...string) string {
	q := url.Values{"q": {line}}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return path + "?" + q.Encode()
}

func TestSearchPage(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, searchURL("/search", "report"))
	lead := squash(doc.Find(".lead"))
	m := regexp.MustCompile(`^(\d+) steps in all traces hold “report”\.$`).FindStringSubmatch(lead)
	if m == nil {
		t.Fatalf("lead: got %q", lead)
	}
	var api foundJSON
	site.object(t, searchURL("/api/v1/search", "report"), &api)
	if fmt.Sprint(*api.Total) != m[1] {
		t.Errorf("the page says %s hits, the API %d", m[1], *api.Total)
	}
	if got := doc.Find(".find input").AttrOr("value", ""); got != "report" {
		t.Errorf("search box of the header: got %q", got)
	}
	hits := doc.Find(".hits > li")
	if hits.Length() != min(*api.Total, 15) {
		t.Errorf("%d hits on the page", hits.Length())
	}
	address := regexp.MustCompile(`^/runs/[a-z0-9._-]+/[a-z0-9._-]+/[a-z0-9._-]+\?find=report&step=(\d+)#step-(\d+)$`)
	hits.Each(func(_ int, hit *goquery.Selection) {
		href := hit.Find(".where a").First().AttrOr("href", "")
		if m := address.FindStringSubmatch(href); m == nil || m[1] != m[2] {
			t.Errorf("address of a hit: %q", href)
		}
		if !strings.EqualFold(squash(hit.Find("mark").First()), "report") {
			t.Errorf("marked: %q in %q", squash(hit.Find("mark").First()), squash(hit.Find(".txt")))
		}
		if squash(hit.Find(".tag")) != "scripted agent" {
			t.Errorf("the hit of a scripted agent is not marked as one: %q", squash(hit))
		}
		if hit.Find(".mark .sr").Length() != 1 {
			t.Errorf("the outcome has no word: %q", squash(hit.Find(".where")))
		}
	})
	if got := doc.Find("title").Text(); !strings.HasPrefix(got, "Search: report") {
		t.Errorf("title: %q", got)
	}
}

// TestSearchFacetsLead follows every facet and compares its count with what
// its page finds.
func TestSearchFacetsLead(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, searchURL("/search", "the"))
	links := doc.Find("#narrow li:has(a)")
	if links.Length() < 8 {
		t.Fatalf("only %d facet values", links.Length())
	}
	links.Each(func(_ int, li *goquery.Selection) {
		href := li.Find("a").AttrOr("href", "")
		lead := squash(site.page(t, href).Find(".lead"))
		if n := squash(li.Find(".n")); !strings.HasPrefix(lead, n+" step") {
			t.Errorf("%s: the facet says %s, the page %q", href, n, lead)
		}
	})
	narrow := site.page(t, searchURL("/search", `the -"no such" tool:read`, "tool", "exec", "failed", "1"))
	var chips []string
	for _, li := range narrow.Find(".chips li").EachIter() {
		chips = append(chips, squash(li))
	}
	if diff := cmp.Diff([]string{"tool exec remove tool exec", "failed steps only remove failed steps only 1", "only the line"}, chips); diff != "" {
		t.Errorf("chips: (-want +got)\n%s", diff)
	}
	for i, want := range map[int]string{0: `/search?failed=1&q=the -"no such" tool:read`, 1: `/search?q=the -"no such" tool:read&tool=exec`, 2: `/search?q=the -"no such" tool:read`} {
		href, err := url.QueryUnescape(narrow.Find(".chips li").Eq(i).Find("a").AttrOr("href", ""))
		if err != nil || href != want {
			t.Errorf("the page without %s: %q, want %q", chips[i], href, want)
		}
	}
	if narrow.Find(`.ask input[type=hidden][name=tool][value=exec]`).Length() != 1 || narrow.Find(`.ask input[name=failed][value="1"]`).Length() != 1 {
		t.Error("the form has lost its filters")
	}
}

// Names come first, also where no step is found, and their addresses have pages.
func TestSearchNames(t *testing.T) {
	site := testServer(t)
	for line, want := range map[string]string{"ClawArena": "benchmark clawarena", "hil_c7": "scenario hil_c7"} {
		var api foundJSON
		site.object(t, searchURL("/api/v1/search", line), &api)
		if len(api.Names) == 0 || api.Names[0].Kind+" "+api.Names[0].ID != want {
			t.Errorf("%s: names %+v, want %s first", line, api.Names, want)
			continue
		}
		doc := site.page(t, searchURL("/search", line, "names", "all"))
		if doc.Find("main").Children().Index() < 0 || doc.Find(".names a").First().AttrOr("href", "") != api.Names[0].URL || doc.Find(".hits li .names").Length() > 0 {
			t.Errorf("%s: the page begins with %q", line, squash(doc.Find(".names")))
		}
		for _, a := range doc.Find(".names a").EachIter() {
			site.page(t, a.AttrOr("href", ""))
		}
	}
	var none foundJSON
	site.object(t, searchURL("/api/v1/search", "ClawArena tool:exec"), &none)
	if len(none.Names) > 0 {
		t.Errorf("a search with filters has names: %+v", none.Names)
	}
}

func TestSearchPages(t *testing.T) {
	site := testServer(t)
	var whole, second foundJSON
	site.object(t, searchURL("/api/v1/search", "the", "limit", "1000"), &whole)
	site.object(t, searchURL("/api/v1/search", "the", "limit", "10", "offset", "10"), &second)
	if diff := cmp.Diff(whole.Hits[10:20], second.Hits); diff != "" {
		t.Errorf("second ten: (-whole +page)\n%s", diff)
	}
	doc := site.page(t, searchURL("/search", "the", "offset", "15"))
	want := fmt.Sprintf("16–30 of %d steps", *whole.Total)
	must.Equal(t, want, squash(doc.Find(".pager > span").First()), "pager")
	if got := doc.Find(".hits").AttrOr("start", ""); got != "16" {
		t.Errorf("the list begins at %s", got)
	}
	if got := doc.Find(`.pager a[rel=prev]`).AttrOr("href", ""); got != "/search?q=the" {
		t.Errorf("previous page: %q", got)
	}
	behind := site.page(t, searchURL("/search", "the", "offset", "9000"))
	if got := squash(behind.Find(".empty")); !strings.Contains(got, "behind the last") {
		t.Errorf("behind the last hit: %q", got)
	}
}

// TestSearchInTrace searches one trace, as its page does.
func TestSearchInTrace(t *testing.T) {
	site := testServer(t)
	var api foundJSON
	site.object(t, searchURL("/api/v1/search", "the", "limit", "1000"), &api)
	first := api.Hits[0]
	run, scenario, task := first["run"].(string), first["scenario"].(string), first["task"].(string)
	var want []float64
	for _, h := range api.Hits {
		if h["run"] == run && h["scenario"] == scenario && h["task"] == task {
			want = append(want, h["step_id"].(float64))
		}
	}
	slices.Sort(want)
	var trace foundJSON
	site.object(t, searchURL("/api/v1/search", "the", "run", run, "scenario", scenario, "task", task), &trace)
	var got []float64
	for _, h := range trace.Hits {
		got = append(got, h["step_id"].(float64))
	}
	must.Same(t, want, got, "steps of the trace, in its order")
	doc := site.page(t, searchURL("/search", "the", "run", run, "scenario", scenario, "task", task, "attempt", "1"))
	bench, err := site.Store.FindBenchmark(t.Context(), first["benchmark"].(string))
	if got := squash(doc.Find("h1")); err != nil || got != "Search in "+words.Task(bench, scenario, task) {
		t.Errorf("heading: %q", got)
	}
	if doc.Find(fmt.Sprintf(`.crumbs a[href^="/runs/%s/%s/%s"]`, run, scenario, task)).Length() != 1 {
		t.Error("no way back to the trace")
	}
	form := doc.Find(".ask")
	if form.Find(`input[type=hidden][name=task]`).AttrOr("value", "") != task || form.Find("select").Length() != 0 {
		t.Error("the form leaves the trace, or asks for its benchmark")
	}
}

func TestSearchWords(t *testing.T) {
	site := testServer(t)
	var words, params foundJSON
	site.object(t, searchURL("/api/v1/search", "the tool:exec role:agent"), &words)
	site.object(t, searchURL("/api/v1/search", "the", "tool", "exec", "role", "agent"), &params)
	if diff := cmp.Diff(params.Hits, words.Hits); diff != "" || *words.Total == 0 {
		t.Errorf("filters in the line find %d: (-params +words)\n%s", *words.Total, diff)
	}
	var failed, alone foundJSON
	site.object(t, searchURL("/api/v1/search", "is:failed", "limit", "1000"), &failed)
	site.object(t, searchURL("/api/v1/search", "", "failed", "1", "limit", "1000"), &alone)
	if diff := cmp.Diff(failed.Hits, alone.Hits); diff != "" || *failed.Total == 0 {
		t.Errorf("is:failed alone finds %d: (-field +parameter)\n%s", *failed.Total, diff)
	}
}

func TestSearchCSV(t *testing.T) {
	site := testServer(t)
	rec := site.get(searchURL("/search", "report", "format", "csv"))
	lines := strings.Split(rec.Body.String(), "\n")
	if rec.Code != http.StatusOK || !strings.HasPrefix(lines[0], "run,benchmark,scenario,task,attempt,status,step,") || len(lines) < 5 {
		t.Errorf("status %d, begins %q", rec.Code, lines[0])
	}
}

func TestSearchStatuses(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]int{
		"/search": 200, "/search?q=": 200, "/api/v1/search?q=": 200, "/api/v1/search": 400,
		"/search?q=a&status=nonsense": 400, "/search?q=a&role=boss": 400, "/search?q=a&failed=maybe": 400, "/search?q=a&sort=best": 400,
		"/search?q=a&run=../x": 400, "/search?q=a&attempt=x": 400, "/search?q=a&limit=0": 400, "/search?q=a&limit=5000": 400, "/search?q=a&offset=-1": 400,
		"/search?q=a&format=xml": 400, "/search?q=a&run=nobody": 200, "/search?q=a&tool=%22": 200, "/search?q=a&unknown=1": 200, "/search?q=%ff%fe%00": 200,
	} {
		site.wantStatus(t, path, want)
	}
}

// TestSearchTakesHostileLines asks for a page and a document for each line.
func TestSearchTakesHostileLines(t *testing.T) {
	site := testServer(t)
	for _, line := range []string{
		`"`, `""`, `a AND`, `NEAR(`, `body:x`, `*`, `-x`, `(`, `'`, "\x00", "\xff", `' OR 1=1 --`, "{tags} : failed", "^a", "the -", "a\u202eb",
		"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, strings.Repeat("a ", 300), strings.Repeat("预", 900), strings.Repeat(`"`, 500), "tool:", `tool:"`,
	} {
		for _, path := range []string{"/search", "/api/v1/search"} {
			rec := site.get(searchURL(path, line))
			if rec.Code != http.StatusOK {
				t.Errorf("%s for %.40q: status %d: %.200s", path, line, rec.Code, rec.Body)
			}
			if strings.Contains(rec.Body.String(), "<script>alert") || strings.Contains(rec.Body.String(), "<img src=x") {
				t.Errorf("%s for %q repeats the line as markup", path, line)
			}
		}
	}
	doc := site.page(t, searchURL("/search", `"* --`))
	if got := squash(doc.Find("main")); !strings.Contains(got, "holds no letter or digit") {
		t.Errorf("a line of punctuation: %q", got)
	}
	var api foundJSON
	site.object(t, searchURL("/api/v1/search", `"* --`), &api)
	if api.Note == nil || *api.Total != 0 || api.Hits == nil {
		t.Errorf("a line of punctuation: %+v", api)
	}
}

func TestSearchOfFiles(t *testing.T) {
	site := testServer(t)
	h := New(Config{Store: site.Store, Version: "test", Static: true})
	files := &testSite{Store: site.Store, Handler: h}
	page := files.page(t, "/search?q=the")
	if got := squash(page.Find("main #found")); !strings.Contains(got, "needs JavaScript") || !strings.Contains(got, "clawatlas serve") {
		t.Errorf("without a script a site of files says %q", got)
	}
	if page.Find(`script[src^="/static/search."]`).Length() != 1 {
		t.Error("the page has no script that searches")
	}
}

// recordTexts lists the text of every step of a run, read from its traces, by
// the step's address.
func recordTexts(t *testing.T, db *sqlite.DB) map[string]string {
	t.Helper()
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Limit: 100}))(t)
	texts := map[string]string{}
	for _, run := range runs {
		trials := must.Get(db.RunTrials(t.Context(), run.ID, ""))(t)
		for i := range trials {
			rows := must.Get(db.StepRows(t.Context(), &trials[i], 1, trials[i].StepsTotal))(t)
			steps := must.Get(db.Steps(t.Context(), &trials[i], rows))(t)
			for k := range steps {
				url := fmt.Sprintf("/runs/%s/%s/%s?step=%d#step-%d", run.Slug, trials[i].Scenario, trials[i].Task, k+1, k+1)
				texts[url] = stepTextOfTest(t, &steps[k])
			}
		}
	}
	return texts
}

func stepTextOfTest(t *testing.T, s *results.Step) string {
	t.Helper()
	parts := []string{s.Message, s.Reasoning, s.Error, s.Raw}
	for _, c := range s.ToolCalls {
		parts = append(parts, c.Name)
		var v any
		if json.Unmarshal(c.Arguments, &v) != nil {
			t.Fatalf("arguments of %s are no JSON", c.Name)
		}
		parts = append(parts, leaves(v)...)
	}
	if s.Observation != nil {
		for _, r := range s.Observation.Results {
			parts = append(parts, r.Content, r.ErrorText, r.Summary, r.Diff)
		}
	}
	return strings.Join(parts, "\n\n")
}

// leaves lists the keys and values of a JSON value.
func leaves(v any) []string {
	switch v := v.(type) {
	case map[string]any:
		var list []string
		for k, x := range v {
			list = append(append(list, k), leaves(x)...)
		}
		return list
	case []any:
		var list []string
		for _, x := range v {
			list = append(list, leaves(x)...)
		}
		return list
	}
	return []string{fmt.Sprint(v)}
}

// testSearchOfRecords takes words from the real records, two to five Chinese
// characters each, and fragments of code, and wants every step that holds one.
func testSearchOfRecords(t *testing.T) {
	site := realServer(t)
	texts := recordTexts(t, site.Store)
	var words []string
	for _, url := range slices.Sorted(maps.Keys(texts)) {
		runes := []rune(texts[url])
		for k := 0; k+5 < len(runes); k += 211 {
			w := string(runes[k : k+2+k%4])
			if !strings.ContainsFunc(w, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	if len(words) < 150 {
		t.Fatalf("only %d Chinese words in the records", len(words))
	}
	words = append(words[:min(len(words), 400)], "预算", "check_q7.py", "access_log_analysis.md", "json.load(", "--rules", "import json", "hil_c7", "sys.exit(1)", "deadline_dt", "docs/")
	line := regexp.MustCompile(`find=[^&]*&`)
	for _, w := range words {
		var found foundJSON
		site.object(t, searchURL("/api/v1/search", `"`+strings.ReplaceAll(w, `"`, "")+`"`, "limit", "1000"), &found)
		if *found.Total > 1000 {
			continue
		}
		have := map[string]bool{}
		for _, h := range found.Hits {
			have[line.ReplaceAllString(h["url"].(string), "")] = true
		}
		for url, text := range texts {
			if containsWord(text, w) && !have[url] {
				t.Errorf("%q is in the step %s but is not found there", w, url)
			}
		}
	}
	t.Logf("%d words, %d steps", len(words), len(texts))
}

// containsWord reports whether text holds w where the letters and digits at
// its ends begin and end words. Chinese words begin and end anywhere.
func containsWord(text, w string) bool {
	latin := func(r rune) bool { return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	for at := 0; ; {
		i := strings.Index(text[at:], w)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(w)
		before, after := lastRune(text[:start]), firstRune(text[end:])
		if !(latin(firstRune(w)) && latin(before)) && !(latin(lastRune(w)) && latin(after)) {
			return true
		}
		at = end
	}
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) rune {
	r := []rune(s[max(0, len(s)-4):])
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}
