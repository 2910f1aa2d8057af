package web

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	dom "golang.org/x/net/html"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestNames walks the pages of the golden list and holds what all of them promise
// a reader: a title that is shown whole, a path that says where the page is and
// that no other page has, tabs in one order at one place, and the benchmark's own
// word for a task.
func TestNames(t *testing.T) {
	site := newGoldenSite(t)
	n := namesTest{T: t, site: site, words: wordsOf(t, site), trails: map[string]string{}, order: map[[2]string]string{}}
	for _, a := range goldenAddresses(t) {
		if a.head || a.static || strings.HasPrefix(a.line, "/api/") {
			continue
		}
		at := a.at(site)
		rec := site.get(at)
		if rec.Code != http.StatusOK || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			continue
		}
		page := must.Get(dom.Parse(rec.Body))(t)
		n.title(at, page)
		n.crumbs(at, page)
		n.tabs(at, page)
		n.nouns(at, page)
		n.ids(at, page)
	}
	if len(n.trails) < 80 || len(n.order) < 60 {
		t.Errorf("%d paths and %d pairs of tabs were looked at: too few for the pages there are", len(n.trails), len(n.order))
	}
}

type namesTest struct {
	*testing.T
	site   *goldenSite
	words  map[string]results.Words
	trails map[string]string    // paths of crumbs to the page that has them
	order  map[[2]string]string // two tabs, in order, to a page that has them so
}

// wordsOf are the words of the benchmarks, by id and by slugs of runs.
func wordsOf(t *testing.T, site *goldenSite) map[string]results.Words {
	t.Helper()
	list := site.benchmarks(t)
	of := map[string]results.Words{}
	for _, b := range list {
		of[b.ID] = b.Words
	}
	runs := site.runs(t, results.RunFilter{Limit: 1000})
	for _, r := range runs {
		of[r.Slug] = of[r.Benchmark]
	}
	return of
}

// title holds that the title is shown whole in a list of tabs or hits.
func (n *namesTest) title(at string, page *dom.Node) {
	title := textOf(first(page, "title", ""))
	if size := utf8.RuneCountInString(title); size >= 70 || title == "" {
		n.Errorf("%s: the title %q has %d characters, want fewer than 70", at, title, size)
	}
}

// crumbs holds that the path names each place once, and no two pages alike.
func (n *namesTest) crumbs(at string, page *dom.Node) {
	nav := first(page, "nav", "crumbs")
	if nav == nil {
		return
	}
	var labels []string
	for c := range nav.Descendants() {
		if c.Data == "li" {
			labels = append(labels, textOf(c))
		}
	}
	for i, label := range labels {
		if slices.Contains(labels[:i], label) && !onlyScenario(label) {
			n.Errorf("%s: the path %q names %q twice", at, labels, label)
		}
	}
	path, _, _ := strings.Cut(attr(first(page, "link", "canonical"), "href"), "?")
	trail := strings.Join(labels, " / ")
	if other, ok := n.trails[trail]; ok && other != path {
		n.Errorf("%s: %s has the same path %q", at, other, trail)
	}
	n.trails[trail] = path
}

// tabs holds that tabs stand right under the heading, in the same order.
func (n *namesTest) tabs(at string, page *dom.Node) {
	for nav := range page.Descendants() {
		if nav.Data != "nav" || !strings.HasPrefix(attr(nav, "aria-label"), "Views of ") {
			continue
		}
		before := nav.PrevSibling
		for before != nil && before.Type == dom.TextNode {
			before = before.PrevSibling
		}
		if nav.Parent.Data != "main" || before == nil || !hasHeading(before) {
			n.Errorf("%s: the tabs do not follow the heading", at)
		}
		var labels []string
		for c := range nav.Descendants() {
			if c.Data == "a" {
				labels = append(labels, textOf(c))
			}
		}
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
func (n *namesTest) nouns(at string, page *dom.Node) {
	path, _, _ := strings.Cut(at, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) < 2 || parts[0] != "b" && parts[0] != "runs" {
		return
	}
	other := map[string]*regexp.Regexp{"round": saysTask, "task": saysRound}[n.words[parts[1]].Task]
	if other == nil {
		return
	}
	for _, text := range ownTexts(first(page, "main", ""), nil) {
		if found := other.FindString(text); found != "" && !slices.ContainsFunc(bothNouns, func(x string) bool { return strings.Contains(text, x) }) {
			n.Errorf("%s: the page of a benchmark of %ss says %q: %.200s", at, n.words[parts[1]].Task, found, text)
		}
	}
}

// ids holds that a link is not called by the ids of a scenario and a task where the
// scenario has a title, and that what pictures say begins with no scenario's id.
func (n *namesTest) ids(at string, page *dom.Node) {
	if main := first(page, "main", ""); main != nil {
		for a := range main.Descendants() {
			said := attr(a, "aria-label")
			if a.Data == "title" {
				said = textOf(a)
			}
			if beginsWithID.MatchString(said) {
				n.Errorf("%s: %s says %q, and the scenario has a title", at, a.Data, said)
			}
			if a.Data != "a" {
				continue
			}
			if text := textOf(a); bareIDs.MatchString(text) {
				n.Errorf("%s: a link is called %q, and its scenario has a title", at, text)
			}
		}
	}
}

// bareIDs are a scenario of the example and a task, as ids; not within the name of a file.
var bareIDs = regexp.MustCompile(`(^|[^/\w])ex_[a-z_]+( / |/| )q[0-9]+($|[^/\w])`)

// beginsWithID is a scenario of the example as an id.
var beginsWithID = regexp.MustCompile(`^ex_[a-z_]+\b`)

var (
	saysTask  = regexp.MustCompile(`(?i)\btasks?\b`)
	saysRound = regexp.MustCompile(`(?i)\brounds?\b`)
)

// bothNouns are parts of texts that may have the other noun.
var bothNouns = []string{
	"Task Completion Rate",           // what the paper calls the metric TCR
	"Table 1 counts 44 tasks over 5", // of another benchmark
	"continue with the next task",    // what the dataset tells the agent
}

// onlyScenario reports whether a dataset of one scenario calls it by its own name.
func onlyScenario(label string) bool { return label == "scripted-chores" }

// ownTexts are the texts of an element that the site wrote.
func ownTexts(x *dom.Node, list []string) []string {
	if x == nil {
		return list
	}
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == dom.TextNode:
			if text := strings.Join(strings.Fields(c.Data), " "); text != "" {
				list = append(list, text)
			}
		case c.Data == "pre" || c.Data == "code" || c.Data == "option":
		default:
			list = ownTexts(c, list)
		}
	}
	return list
}

// first is the first element of a name that has a class or, where a link, a relation.
func first(page *dom.Node, name, class string) *dom.Node {
	for x := range page.Descendants() {
		if x.Type == dom.ElementNode && x.Data == name && (class == "" || slices.Contains(strings.Fields(attr(x, "class")), class) || attr(x, "rel") == class) {
			return x
		}
	}
	return nil
}

func attr(x *dom.Node, key string) string {
	if x != nil {
		for _, a := range x.Attr {
			if a.Key == key {
				return a.Val
			}
		}
	}
	return ""
}

func textOf(x *dom.Node) string {
	var b strings.Builder
	if x != nil {
		for c := range x.Descendants() {
			if c.Type == dom.TextNode {
				b.WriteString(c.Data)
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func hasHeading(x *dom.Node) bool {
	if x.Data == "h1" {
		return true
	}
	for c := range x.Descendants() {
		if c.Data == "h1" {
			return true
		}
	}
	return false
}
