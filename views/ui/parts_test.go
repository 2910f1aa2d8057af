package ui

import (
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// contains fails unless html holds every want and none of the others.
func contains(t *testing.T, html string, want, not []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(html, w) {
			t.Errorf("lacks %q:\n%s", w, html)
		}
	}
	for _, n := range not {
		if strings.Contains(html, n) {
			t.Errorf("has %q:\n%s", n, html)
		}
	}
}

func TestPage(t *testing.T) {
	m := Meta{Title: "Runs <1>", Description: "d", Path: "/b/x?sort=crs", JSONPath: "/api/v1/x", CSVPath: "/b/x?format=csv",
		Crumbs: []Crumb{{"Home", "/"}, {"Here", ""}}, Nav: NavTraces, Query: `"q"`, Version: "v1", Noindex: true, Scripted: true, Wide: true}
	contains(t, within(t, Page(m), templ.Raw("<p>inside</p>")), []string{
		"<!doctype html>", "<title>Runs &lt;1&gt; · ClawAtlas</title>",
		`<link rel="alternate" type="application/json" href="/api/v1/x">`, `<link rel="canonical" href="/b/x?sort=crs">`,
		`content="noindex"`, `href="/search" aria-current="page"`, `<span aria-current="page">Here</span>`, `<a href="/">Home</a>`,
		"Scripted agents.", "<p>inside</p>", `value="&#34;q&#34;"`, "ClawAtlas v1", `class="wide"`,
		`<a class="skip" href="#main">`, `/static/app.`,
	}, []string{"style=", "<style"})
	contains(t, within(t, Page(Meta{}), templ.Raw("")), []string{"<title>ClawAtlas</title>", `href="/changes">Changes`},
		[]string{"noindex", "alternate", "canonical", "Breadcrumb", "Scripted"})
}

func TestStatusMarks(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range results.Statuses() {
		html := render(t, Status(s))
		contains(t, html, []string{StatusGlyph(s), StatusClass(s), `class="sr">` + words.StatusWord(s)}, nil)
		if !s.IsError() {
			if seen[StatusGlyph(s)] {
				t.Errorf("%s shares its mark", s)
			}
			seen[StatusGlyph(s)] = true
		}
	}
	html := render(t, StatusLegend())
	if got := strings.Count(html, `class="marked"`); got != 7 {
		t.Errorf("got %d entries in the legend, want 7", got)
	}
	contains(t, render(t, StatusLegend(results.Passed)), []string{"passed"}, []string{"failed"})
	for e, glyph := range map[results.Evidence]string{results.Recomputed: "●", results.Records: "◐", results.Published: "○"} {
		contains(t, render(t, Evidence(e)), []string{glyph, words.EvidenceWord(e)}, nil)
	}
}

func TestTable(t *testing.T) {
	html := within(t, Table(TableOf{Caption: "3 runs", ID: "runs", Tall: true}), HeaderRow([]Header{
		{Label: "System"}, {Label: "TCR", Unit: "%", Num: true, Href: "?sort=tcr", Dir: Descending}, {Title: "Evidence"}}))
	contains(t, html, []string{`aria-label="3 runs" tabindex="0"`, `<caption>3 runs</caption>`, `id="runs"`, `class="tw tall"`,
		`aria-sort="descending"`, `<a href="?sort=tcr">`, `<span class="unit">%</span>`, `<span class="sr">Evidence</span>`}, nil)
}

func TestForms(t *testing.T) {
	html := render(t, FilterForm(Filter{Action: "/b/x", Submit: "Filter", Keep: []Pair{{"sort", `"><script>`}}, Clear: "/b/x", Fields: []Field{
		{Name: "f", Label: "Framework", Choices: []Choice{{"a", "A", true}}}}}))
	contains(t, html, []string{`method="get" action="/b/x"`, `type="hidden" name="sort" value="&#34;&gt;`, `<option value="a" selected>A</option>`,
		`<button type="submit">Filter</button>`, `>Clear</a>`}, []string{"<script>"})
	contains(t, render(t, PageLinks(Pager{From: 1, To: 2, Total: 3000, Noun: "runs", Next: "?offset=2"})),
		[]string{"1–2 of 3\u202f000 runs", `<a href="?offset=2" rel="next">Next</a>`, `<span class="off" aria-hidden="true">First</span>`}, nil)
	contains(t, render(t, Tabs("Views", []Tab{{Label: "A", Href: "/a", Current: true}, {Label: "B", Href: "/b"}})),
		[]string{`href="/a" aria-current="page"`, `href="/b" aria-current="false"`}, nil)
}

func TestFolded(t *testing.T) {
	line := strings.Repeat("x", 9) + "\n"
	tests := []struct {
		name       string
		in         Fold
		head, rest int
		left       int
	}{
		{"short", Fold{Text: "a\nb"}, 3, 0, 0},
		{"empty", Fold{}, 0, 0, 0},
		{"exactly the limit", Fold{Text: strings.Repeat(line, 24)}, 240, 0, 0},
		{"one line more", Fold{Text: strings.Repeat(line, 25)}, 240, 10, 0},
		{"one endless line", Fold{Text: strings.Repeat("x", 8000)}, foldBytes, 8000 - foldBytes, 0},
		{"endless line of wide characters", Fold{Text: "a" + strings.Repeat("漢", 3000)}, foldBytes - 2, 9001 - foldBytes + 2, 0},
		{"short lines before an endless one", Fold{Text: line + strings.Repeat("x", 8000)}, foldBytes, 8010 - foldBytes, 0},
		{"huge with a link", Fold{Text: strings.Repeat(line, 20000), Href: "/raw"}, 240, foldMost / 10 * 10, 200000 - 240 - foldMost/10*10},
		{"huge without a link is shown whole", Fold{Text: strings.Repeat(line, 20000)}, 240, 200000 - 240, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.in.cut()
			if len(c.head) != tt.head || len(c.rest) != tt.rest || c.left != tt.left {
				t.Errorf("got %d, %d, %d; want %d, %d, %d", len(c.head), len(c.rest), c.left, tt.head, tt.rest, tt.left)
			}
		})
	}
	contains(t, render(t, Folded(Fold{Text: strings.Repeat(line, 25)})), []string{"All 25 lines, 250 B"}, nil)
}

func TestPick(t *testing.T) {
	for _, tt := range []struct {
		gold, picked bool
		want         string
	}{{true, true, "correct and chosen"}, {true, false, "correct, omitted"}, {false, true, "wrong, chosen"}, {false, false, "wrong, not chosen"}} {
		contains(t, render(t, Pick(tt.gold, tt.picked)), []string{tt.want, "<svg"}, nil)
	}
}

// The arrow of a sorted column hangs on its name by a blank that no line breaks at.
func TestSortArrowStaysWithItsName(t *testing.T) {
	contains(t, render(t, SortHeader(Header{Label: "Mean score", Href: "?sort=m", Dir: Descending})),
		[]string{"Mean score<span class=\"dir\" aria-hidden=\"true\">\u00a0▼</span>"}, nil)
	contains(t, render(t, SortHeader(Header{Label: "Cost", Unit: "USD", Dir: Ascending})),
		[]string{"Cost\u00a0<span class=\"unit\">USD</span><span class=\"dir\" aria-hidden=\"true\">\u00a0▲</span>"}, nil)
}
