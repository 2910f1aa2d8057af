package web

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestGoldenPages walks the answers of the golden list once and holds what all of
// them promise: a title that is shown whole, a path that says where the page is and
// that no other page has, tabs in one order at one place, the benchmark's own word
// for a task, tables that can be taken away, and answers that are as described.
func TestGoldenPages(t *testing.T) {
	site := newGoldenSite(t)
	n := namesTest{T: t, site: site, words: wordsOf(t, site), trails: map[string]string{}, order: map[[2]string]string{}, seen: map[string]bool{}}
	api := describedAnswers(t, site)
	for _, a := range goldenAddresses(t) {
		if a.head || a.static {
			continue
		}
		at := a.at(site)
		rec := site.get(at)
		api.answer(at, rec)
		if rec.Code != http.StatusOK || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			continue
		}
		page := must.Get(goquery.NewDocumentFromReader(rec.Body))(t)
		n.title(at, page)
		n.crumbs(at, page)
		n.tabs(at, page)
		n.nouns(at, page)
		n.ids(at, page)
		n.tables(a.line, at, page)
	}
	if len(n.trails) < 40 || len(n.order) < 20 || n.taken < 40 || n.filled < 30 {
		t.Errorf("%d paths, %d pairs of tabs, %d pages with a table and %d tables with a row: too few", len(n.trails), len(n.order), n.taken, n.filled)
	}
	api.complete()
}

type namesTest struct {
	*testing.T
	site   *goldenSite
	words  map[string]results.Words
	trails map[string]string    // paths of crumbs to the page that has them
	order  map[[2]string]string // two tabs, in order, to a page that has them so

	seen          map[string]bool // tables, by their addresses
	taken, filled int
}

// wordsOf are the words of the benchmarks, by id and by slugs of runs.
func wordsOf(t *testing.T, site *goldenSite) map[string]results.Words {
	t.Helper()
	of := map[string]results.Words{}
	for _, b := range site.benchmarks(t) {
		of[b.ID] = b.Words
	}
	for _, r := range site.runs(t, results.RunFilter{Limit: 1000}) {
		of[r.Slug] = of[r.Benchmark]
	}
	return of
}

// title holds that the title is shown whole in a list of tabs or hits.
func (n *namesTest) title(at string, page *goquery.Document) {
	title := squash(page.Find("head title"))
	if size := utf8.RuneCountInString(title); size >= 70 || title == "" {
		n.Errorf("%s: the title %q has %d characters, want fewer than 70", at, title, size)
	}
}

func textsOf(s *goquery.Selection) []string {
	return s.Map(func(_ int, x *goquery.Selection) string { return squash(x) })
}

// crumbs holds that the path names each place once, and no two pages alike.
func (n *namesTest) crumbs(at string, page *goquery.Document) {
	nav := page.Find("nav.crumbs")
	if nav.Length() == 0 {
		return
	}
	labels := textsOf(nav.Find("li"))
	for i, label := range labels {
		if slices.Contains(labels[:i], label) && label != "scripted-chores" { // a dataset of one scenario
			n.Errorf("%s: the path %q names %q twice", at, labels, label)
		}
	}
	path, _, _ := strings.Cut(page.Find("link[rel=canonical]").AttrOr("href", ""), "?")
	trail := strings.Join(labels, " / ")
	if other, ok := n.trails[trail]; ok && other != path {
		n.Errorf("%s: %s has the same path %q", at, other, trail)
	}
	n.trails[trail] = path
}

// tabs holds that tabs stand right under the heading, in the same order.
func (n *namesTest) tabs(at string, page *goquery.Document) {
	for _, nav := range page.Find(`nav[aria-label^="Views of "]`).EachIter() {
		before := nav.Prev()
		if !nav.Parent().Is("main") || !before.Is("h1") && before.Find("h1").Length() == 0 {
			n.Errorf("%s: the tabs do not follow the heading", at)
		}
		labels := textsOf(nav.Find("a"))
		for i, b := range labels {
			for _, a := range labels[:i] {
				n.order[[2]string{a, b}] = at
				if other, ok := n.order[[2]string{b, a}]; ok {
					n.Errorf("%s: the tab %s stands before %s, and after it at %s", at, a, b, other)
				}
			}
		}
	}
}

// nouns holds that the page of a benchmark that says "round" does not say "task",
// and the other way round.
func (n *namesTest) nouns(at string, page *goquery.Document) {
	path, _, _ := strings.Cut(at, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) < 2 || parts[0] != "b" && parts[0] != "runs" {
		return
	}
	other := map[string]*regexp.Regexp{"round": saysTask, "task": saysRound}[n.words[parts[1]].Task]
	if other == nil {
		return
	}
	for _, x := range page.Find("main *").Not("pre, pre *, code, code *, option").Contents().EachIter() {
		text := squash(x)
		if x.Nodes[0].Data != text && goquery.NodeName(x) != "#text" {
			continue
		}
		if found := other.FindString(text); found != "" && !slices.ContainsFunc(bothNouns, func(s string) bool { return strings.Contains(text, s) }) {
			n.Errorf("%s: the page of a benchmark of %ss says %q: %.200s", at, n.words[parts[1]].Task, found, text)
		}
	}
}

// ids holds that a link is not called by the ids of a scenario and a task where the
// scenario has a title, and that what pictures say begins with no scenario's id.
func (n *namesTest) ids(at string, page *goquery.Document) {
	for _, x := range page.Find("main [aria-label], main title").EachIter() {
		if said := x.AttrOr("aria-label", squash(x)); beginsWithID.MatchString(said) {
			n.Errorf("%s: a picture says %q, and the scenario has a title", at, said)
		}
	}
	for _, text := range textsOf(page.Find("main a")) {
		if bareIDs.MatchString(text) {
			n.Errorf("%s: a link is called %q, and its scenario has a title", at, text)
		}
	}
}

var (
	// bareIDs are a scenario of the example and a task, as ids; not within the name of a file.
	bareIDs      = regexp.MustCompile(`(^|[^/\w])ex_[a-z_]+( / |/| )q[0-9]+($|[^/\w])`)
	beginsWithID = regexp.MustCompile(`^ex_[a-z_]+\b`)

	saysTask  = regexp.MustCompile(`(?i)\btasks?\b`)
	saysRound = regexp.MustCompile(`(?i)\brounds?\b`)
	// bothNouns are parts of texts that may have the other noun.
	bothNouns = []string{
		"Task Completion Rate",           // what the paper calls the metric TCR
		"Table 1 counts 44 tasks over 5", // of another benchmark
		"continue with the next task",    // what the dataset tells the agent
	}

	// proseTables are pages whose tables are no data of ours: text about the site, or
	// what a record holds. A written case shows exhibits, each linked to its page.
	proseTables = regexp.MustCompile(`^/docs|^/submit$|^/search$|/steps/\d+|^/cases/`)
	// otherRows are pages whose CSV has other rows than their tables: all pages of a
	// list, one row for each trial, point or change where the page sums them up, one
	// for each column, or the list of tables.
	otherRows = regexp.MustCompile(`^/$|^/(changes|runs|compare)|^/b/[^/]+(\?|$|/(heatmap|scenarios/[^/]+|days|days/[^/]+|ablations|about|failures)(\?|$))|`)
)

// tables holds that whoever sees a table can take it away: the page links it as CSV,
// and its twin in JSON if it has one, and both are what they are called.
func (n *namesTest) tables(line, at string, page *goquery.Document) {
	if proseTables.MatchString(at) || page.Find("main table").Length() == 0 {
		return
	}
	n.taken++
	if page.Find(`link[rel=alternate][type="text/csv"]`).Length() == 0 {
		n.Errorf("%s has a table and no CSV", line)
	}
	var shown []int // rows of data: none that name a group, say that there is nothing, or add up the others
	for _, t := range page.Find("main table").EachIter() {
		shown = append(shown, t.Find("tbody tr").Not(":has([colspan])").Length())
	}
	for _, link := range page.Find(`link[rel=alternate][type="text/csv"], link[rel=alternate][type="application/json"]`).EachIter() {
		href, kind := link.AttrOr("href", ""), link.AttrOr("type", "")
		if n.seen[href] {
			continue
		}
		n.seen[href] = true
		rec := n.site.get(href)
		if got := rec.Header().Get("Content-Type"); rec.Code != http.StatusOK || !strings.HasPrefix(got, kind) {
			n.Errorf("%s: %s answers %d %s", line, href, rec.Code, got)
		} else if kind == "text/csv" {
			n.rows(line, href, shown, rec)
		} else if !json.Valid(rec.Body.Bytes()) {
			n.Errorf("%s: %s is no JSON", line, href)
		}
	}
}

func (n *namesTest) rows(line, href string, shown []int, rec *httptest.ResponseRecorder) {
	list, err := csv.NewReader(rec.Body).ReadAll()
	if err != nil || len(list) == 0 {
		n.Errorf("%s: %s has %d lines: %v", line, href, len(list), err)
		return
	}
	rows := len(list) - 1
	if !slices.Contains(shown, rows) && (rows == 0 && slices.Max(shown) > 0 || !otherRows.MatchString(line)) {
		n.Errorf("%s has tables of %d rows, and %s %d", line, shown, href, rows)
	}
	n.filled += min(1, rows)
}
