package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

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
	verdict := squash(doc.Find("p.verdict")) + " " + squash(doc.Find("#method"))
	for _, want := range []string{"thorough-reader scores 58.34 points above skimmer: too few to tell.", "Too few to tell.", "p cannot fall below 0.25", "these 31 rounds would separate the two (exact McNemar test, p <0.0001)"} {
		if !strings.Contains(verdict, want) {
			t.Errorf("verdict %q lacks %q", verdict, want)
		}
	}
	if got := squash(doc.Find("#method ul")); !strings.Contains(got, "how much a system varies from run to run") || !strings.Contains(got, "from fewer than six it rejects nothing") {
		t.Errorf("method %q", got)
	}
	if n := doc.Find("main a, main summary").Length(); n > 150 {
		t.Errorf("%d tab stops", n)
	}
	doc = site.page(t, compareURL(thorough, skimmer, "part", "rounds"))
	var cells []string
	doc.Find("table.twobytwo td").Each(func(_ int, td *goquery.Selection) { cells = append(cells, squash(td)) })
	if got, want := strings.Join(cells, ", "), "11 both, 16 only A, 0 only B, 4 neither"; got != want {
		t.Errorf("table %q, want %q", got, want)
	}
	if n := doc.Find("table.flips a:contains('side by side')").Length(); n != 16 {
		t.Errorf("%d flips, want 16", n)
	}
	if got := doc.Find("table.flips a:contains('side by side')").First().AttrOr("href", ""); !strings.HasPrefix(got, "/compare/ex_office_move/q1?a="+thorough+"&b="+skimmer) {
		t.Errorf("first flip leads to %q", got)
	}
	if got, want := doc.Find("a:contains('swap A and B')").AttrOr("href", ""), compareURL(skimmer, thorough, "part", "rounds"); got != want {
		t.Errorf("swap leads to %q, want %q", got, want)
	}
}

func TestCompareFilters(t *testing.T) {
	site := testServer(t)
	for _, test := range []struct {
		query []string
		want  int
	}{
		{[]string{"part", "rounds"}, 16},
		{[]string{"show", "only_a"}, 16},
		{[]string{"show", "only_b"}, 0},
		{[]string{"show", "neither"}, 4},
		{[]string{"show", "both"}, 11},
		{[]string{"show", "all"}, 31},
		{[]string{"scenario", "ex_office_move"}, 7},
		{[]string{"kind", "multi_choice"}, 6},
		{[]string{"phase", "update"}, 4},
		{[]string{"kind", "exec_check", "scenario", "ex_office_move", "show", "all"}, 6},
		{[]string{"scenario", "no-such"}, 0},
	} {
		doc := site.page(t, compareURL(thorough, skimmer, test.query...))
		if got := doc.Find("table.flips a:contains('side by side')").Length(); got != test.want {
			t.Errorf("%v: %d rounds, want %d", test.query, got, test.want)
		}
		if test.want == 0 && doc.Find(".empty").Length() == 0 {
			t.Errorf("%v: no word about the empty list", test.query)
		}
		var out struct {
			Total int
			Flips []struct{ A, B string }
		}
		site.object(t, "/api/v1"+compareURL(thorough, skimmer, test.query...), &out)
		if out.Total != test.want || len(out.Flips) != test.want {
			t.Errorf("%v: API has %d of %d", test.query, len(out.Flips), out.Total)
		}
	}
}

func TestCompareAPI(t *testing.T) {
	site := testServer(t)
	var out map[string]json.RawMessage
	site.object(t, "/api/v1"+compareURL(thorough, skimmer), &out)
	for _, key := range []string{"a", "b", "paired", "metrics", "by_kind", "by_scenario", "by_phase", "verdict", "flips", "statistics", "comparable", "warnings", "total", "limit", "offset"} {
		if _, ok := out[key]; !ok {
			t.Errorf("no key %q", key)
		}
	}
	var paired map[string]float64
	must.Do(t, json.Unmarshal(out["paired"], &map[string]any{}))
	var loose map[string]any
	must.Do(t, json.Unmarshal(out["paired"], &loose))
	paired = map[string]float64{}
	for k, v := range loose {
		if x, ok := v.(float64); ok {
			paired[k] = x
		}
	}
	for key, want := range map[string]float64{"both": 11, "only_a": 16, "only_b": 0, "neither": 4, "n": 31, "mcnemar_p": 2.0 / 65536, "mcnemar_mid_p": 1.0 / 65536, "diff": 16.0 / 31} {
		if got, ok := paired[key]; !ok || got < want-1e-12 || got > want+1e-12 {
			t.Errorf("paired.%s = %v, want %v", key, got, want)
		}
	}
	var swapped struct {
		Paired struct {
			OnlyA int `json:"only_a"`
			OnlyB int `json:"only_b"`
			Diff  float64
		}
	}
	site.object(t, "/api/v1"+compareURL(skimmer, thorough), &swapped)
	if swapped.Paired.OnlyB != 16 || swapped.Paired.OnlyA != 0 || swapped.Paired.Diff > 0 {
		t.Errorf("swapped: %+v", swapped.Paired)
	}
}

func TestCompareFaults(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]int{
		compareURL(thorough, "no-such-run"):                                           http.StatusBadRequest,
		"/api/v1" + compareURL(thorough, "no-such-run"):                               http.StatusBadRequest,
		compareURL(thorough, "No Slug"):                                               http.StatusBadRequest,
		compareURL(thorough, skimmer, "show", "x"):                                    http.StatusBadRequest,
		compareURL(thorough, skimmer, "convention", "x"):                              http.StatusBadRequest,
		compareURL(thorough, skimmer, "offset", "-1"):                                 http.StatusBadRequest,
		compareURL(thorough, skimmer, "format", "xml"):                                http.StatusBadRequest,
		compareURL(thorough, skimmer, "unknown", "x"):                                 http.StatusOK,
		"/api/v1/compare?a=" + thorough:                                               http.StatusBadRequest,
		"/api/v1" + compareURL(thorough, thorough):                                    http.StatusOK,
		"/compare/ex_office_move/q1":                                                  http.StatusBadRequest,
		"/compare/ex_office_move/q99?a=" + thorough + "&b=" + skimmer:                 http.StatusNotFound,
		"/compare/ex_office_move/q1?a=" + thorough + "&b=" + skimmer + "&attempt_a=7": http.StatusNotFound,
		"/compare/ex_office_move/q1?a=" + thorough + "&b=" + skimmer + "&from=9999":   http.StatusBadRequest,
		"/compare/ex_office_move/q1?a=" + thorough + "&b=" + skimmer + "&fold=2":      http.StatusBadRequest,
	} {
		site.wantStatus(t, path, want)
	}
}

func TestComparePicks(t *testing.T) {
	site := testServer(t)
	rec := site.get("/compare?run=" + thorough + "&run=" + skimmer)
	if rec.Code != http.StatusFound || rec.Header().Get("Location") != compareURL(thorough, skimmer) {
		t.Errorf("two ticked runs: %d to %q", rec.Code, rec.Header().Get("Location"))
	}
	doc := site.page(t, "/compare?benchmark=clawatlas-example")
	if n := doc.Find("select[name=a] option").Length(); n != 4 {
		t.Errorf("%d choices for A, want 4", n)
	}
	if n := site.page(t, "/compare").Find("form.picker").Length(); n != 1 {
		t.Errorf("%d pickers, want one for all benchmarks", n)
	}
	labels := map[string]bool{}
	site.page(t, "/compare").Find("select[name=a] option").Each(func(_ int, o *goquery.Selection) {
		if labels[o.Text()] {
			t.Errorf("two runs are offered as %q", o.Text())
		}
		labels[o.Text()] = true
	})
	rec = site.get("/compare?a=clawatlas-example-skim")
	if body := rec.Body.String(); rec.Code != http.StatusBadRequest || !strings.Contains(body, "a=clawatlas-example-skim names no run.") || !strings.Contains(body, `href="/compare?a=`+skimmer+`"`) {
		t.Errorf("a run that there is not: %d", rec.Code)
	}
	doc = site.page(t, "/compare?a="+thorough)
	if got := doc.Find("select[name=a] option[selected]").AttrOr("value", ""); got != thorough {
		t.Errorf("A is %q", got)
	}
	if n := doc.Find("select[name=b] option[value='" + thorough + "']").Length(); n != 0 {
		t.Error("B offers the run that is A")
	}
	if got := squash(site.page(t, compareURL(thorough, thorough)).Find(".notice")); !strings.Contains(got, "same run") {
		t.Errorf("one run twice: %q", got)
	}
}

func TestCompareMatrix(t *testing.T) {
	site := testServer(t)
	path := "/compare?run=" + thorough + "&run=" + skimmer + "&run=" + never
	doc := site.page(t, path)
	var cells []string
	doc.Find("table.pairs td.hc a").Each(func(_ int, a *goquery.Selection) { cells = append(cells, squash(a)) })
	if len(cells) != 6 || cells[0] != "+58.34" || cells[2] != "−58.34" {
		t.Errorf("cells %v", cells)
	}
	if got := doc.Find("table.pairs td.hc a").First().AttrOr("href", ""); got != compareURL(thorough, skimmer) {
		t.Errorf("the first pair leads to %q", got)
	}
	var out struct {
		Pairs []struct {
			A, B    string
			P       float64
			PHolm   float64 `json:"p_holm"`
			Outcome string
		}
	}
	site.object(t, "/api/v1"+path, &out)
	if len(out.Pairs) != 3 || out.Pairs[0].P != 0.25 || out.Pairs[0].PHolm != 0.75 || out.Pairs[0].Outcome != "too_few_scenarios" {
		t.Errorf("pairs %+v", out.Pairs)
	}
	if rec := site.get(path + "&format=csv"); rec.Code != http.StatusOK || strings.Count(rec.Body.String(), "\n") != 4 {
		t.Errorf("CSV: %d %q", rec.Code, rec.Body)
	}
}

func TestCompareCSV(t *testing.T) {
	rec := testServer(t).get(compareURL(thorough, skimmer, "format", "csv"))
	lines := strings.Split(strings.TrimSpace(rec.Body.String()), "\n")
	if len(lines) != 32 || !strings.HasPrefix(lines[1], "ex_office_move,q1,multi_choice,before,only_a,passed,1,A B C F,failed,0,A B C") {
		t.Errorf("%d lines, the second %q", len(lines), lines[1])
	}
}

// One row of figures aside, runs of two benchmarks are refused in plain words.
func TestCompareOfTwoBenchmarks(t *testing.T) {
	site := testServer(t)
	runs := site.runs(t, results.RunFilter{Benchmark: "liveclawbench", Limit: 1})
	other := runs[0].Slug
	doc := site.page(t, compareURL(thorough, other))
	if got := squash(doc.Find(".notice.warning")); !strings.Contains(got, "no number of one can be set against the other") {
		t.Errorf("notice %q", got)
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

func TestComparePublishedRuns(t *testing.T) {
	site := testServer(t)
	runs, _, err := site.Store.Runs(t.Context(), results.RunFilter{Benchmark: "liveclawbench", Limit: 50})
	if err != nil || len(runs) < 2 {
		t.Fatalf("%d runs: %v", len(runs), err)
	}
	doc := site.page(t, compareURL(runs[0].Slug, runs[1].Slug))
	if got := squash(doc.Find(".notice.warning")); !strings.Contains(got, "verdicts alone") {
		t.Errorf("warnings %q", got)
	}
	doc = site.page(t, compareURL(runs[0].Slug, runs[1].Slug, "part", "rounds"))
	if got := squash(doc.Find("#by-difficulty")); got != "By difficulty" {
		t.Errorf("no table by difficulty: %q", got)
	}
}

func TestCompareTrialPage(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, "/compare/ex_office_move/q5?a="+thorough+"&b="+skimmer)
	if got := squash(doc.Find("p.verdict")); got != "Both passed." {
		t.Errorf("verdict %q", got)
	}
	first := doc.Find("a:contains('First call that differs')").AttrOr("href", "")
	if first == "" || doc.Find(".aligned "+first+".first").Length() != 1 {
		t.Errorf("first difference %q is not marked on the page", first)
	}
	step := doc.Find(`.aligned a[href*="#step-"]`).First().AttrOr("href", "")
	if want := "/runs/" + thorough + "/ex_office_move/q5?step=1#step-1"; step != want {
		t.Errorf("step link %q, want %q", step, want)
	}
	if doc.Find(`a[data-key="]"]`).AttrOr("href", "") != "/compare/ex_office_move/q6?a="+thorough+"&b="+skimmer {
		t.Error("no link to the next round")
	}
	doc = site.page(t, "/compare/ex_office_move/q1?a="+thorough+"&b="+skimmer)
	if n := doc.Find("table.options tbody tr").Length(); n < 4 {
		t.Errorf("%d options", n)
	}
	if got := squash(doc.Find("p.verdict")); !strings.HasPrefix(got, "A ") && !strings.HasPrefix(got, "B ") && !strings.HasPrefix(got, "Both ") || strings.Contains(got, "not told") {
		t.Errorf("verdict %q", got)
	}
}

func TestCompareTrialAPI(t *testing.T) {
	var out struct {
		CallsA int  `json:"calls_a"`
		CallsB int  `json:"calls_b"`
		First  *int `json:"first_divergence"`
		Rows   []struct {
			Relation string
			A, B     *struct {
				StepID int `json:"step_id"`
			}
		}
		Total int
	}
	testServer(t).object(t, "/api/v1/compare/ex_office_move/q5?a="+thorough+"&b="+skimmer, &out)
	if out.CallsA != 3 || out.CallsB != 2 || out.First == nil || len(out.Rows) != out.Total || out.Rows[0].A.StepID != 1 {
		t.Errorf("%+v", out)
	}
}

// A comparison of two runs stays the same one when another benchmark changes, and is
// another when theirs does; what offers other runs changes with all.
func TestCompareStamps(t *testing.T) {
	site := testServer(t)
	a, b, c := exampleRun(t, site, "skimmer"), exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "never-revises")
	etag := func(store Store, path string) string {
		rec := request(New(Config{Store: store, Version: "v1", Build: "a"}), http.MethodGet, path)
		if rec.Code != http.StatusOK {
			t.Fatalf("GET %s: %d", path, rec.Code)
		}
		return rec.Header().Get("ETag")
	}
	of := "/ex_office_move/q1?a=" + a + "&b=" + b
	for path, wants := range map[string]bool{"/compare" + of: true, "/api/v1/compare" + of: true, "/compare?a=" + a + "&b=" + b: true,
		"/compare?a=" + a: false, "/compare": false, "/compare?a=" + a + "&b=" + b + "&run=" + c: false} {
		before := etag(site.Store, path)
		if same := before == etag(restamped{site.Store, "clawmark"}, path); same != wants {
			t.Errorf("GET %s while another benchmark changes: the same validator is %v", path, same)
		}
		if before == etag(restamped{site.Store, "clawatlas-example"}, path) {
			t.Errorf("GET %s while its benchmark changes: the same validator", path)
		}
	}
}
