package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestMarkdownRunsHostile: whatever a submission calls its model, tasks and runs, the
// comment has no link, picture, mention or HTML but its own.
func TestMarkdownRunsHostile(t *testing.T) {
	evil := "`](https://evil.example) <img src=x onerror=alert(1)> ![x](https://evil.example/p) @team #1 |\n\n# head\u202e"
	rank, value := 1, 0.5
	slug := "bench-a-b-01234567"
	row := results.BoardRow{Rank: &rank, TieClass: &rank, Run: &slug, Group: evil, Metrics: map[string]results.MetricValue{"crs": {Value: &value}}}
	one := 1.0
	s := standing{
		Line:      ingest.RunLine{Run: slug, Benchmark: "bench", System: results.System{Model: evil, Framework: evil, Variant: evil}, Headline: "crs", Convention: evil, Value: &value, Complete: true},
		Benchmark: results.Benchmark{ID: "bench", Name: evil, Words: results.Words{Task: "round"}},
		Board:     results.Board{Headline: "crs"}, Row: &row, Leader: &row, Ranked: 2, Best: &row,
		Flips: &compare.Comparison{Common: 1, Tasks: []compare.Task{{Task: &results.Task{Scenario: evil, Slug: evil}, A: compare.Outcome{Score: &one, Passed: true}, B: compare.Outcome{Score: new(float64)}}}},
	}
	held := s
	held.Line.Exclusions = []results.Exclusion{{Message: evil}}
	path := filepath.Join(t.TempDir(), "out")
	f := must.Get(os.Create(path))(t)
	markdownRuns(newPrinter(f), []standing{s, held}, "https://atlas.example")
	must.Do(t, f.Close())
	text := must.Get(os.ReadFile(path))(t)
	var page strings.Builder
	must.Do(t, goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(text, &page))
	html := page.String()
	for _, bad := range []string{`href="https://evil`, "<img", "<h1", "\u202e", "onerror=alert(1)>"} {
		if strings.Contains(html, bad) {
			t.Errorf("the comment has %s", bad)
		}
	}
	if strings.Count(html, "<a href=") != strings.Count(html, `<a href="https://atlas.example/`) || strings.Count(html, "<a href=") != 4 || strings.Count(html, "<table>") != 2 || strings.Count(html, "<h4>") != 2 {
		t.Errorf("links, tables or headings are others:\n%s", html)
	}
	if outside := codeSpans.ReplaceAllString(string(text), ""); strings.Contains(outside, "@team") || strings.Contains(outside, "evil") {
		t.Errorf("outside of code:\n%s", outside)
	}
}

// codeSpans are what nothing acts in.
var codeSpans = regexp.MustCompile("`[^`\n]*`")
