package search

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/views"
)

// TestSearchShowsWhatTheTextHolds builds a page whose snippet attacks it.
func TestSearchShowsWhatTheTextHolds(t *testing.T) {
	text := "<b>x</b> \u202eneedle\x1b[31m"
	at := strings.Index(text, "needle")
	hit := search.Hit{Run: "r", Scenario: "s", Task: "q1", StepID: 3, Attempt: 2, Tools: "a a b", Name: "<i>",
		Snippet: search.Snippet{Text: text, Marks: [][2]int{{at, at + 6}}, Count: 4}}
	found := New("needle", nil)
	found.Limit = 20
	found.Found(search.Result{Total: 20000, Capped: true, Hits: []search.Hit{hit}, Facets: []search.Facet{}},
		[]search.Name{{Kind: "task", ID: "q1", Benchmark: "b", Scenario: "s"}}, false)
	var out strings.Builder
	must.Do(t, Page(views.Frame{}, found).Render(t.Context(), &out))
	doc := must.Get(goquery.NewDocumentFromReader(strings.NewReader(out.String())))(t)
	body := must.Get(doc.Find(".hits .txt").Html())(t)
	for _, want := range []string{"&lt;b&gt;x&lt;/b&gt; ", ">RLO</span><mark>needle</mark><span", ">ESC</span>[31m"} {
		if !strings.Contains(body, want) {
			t.Errorf("snippet: %q is not in %q", want, body)
		}
	}
	if got := Squash(doc.Find(".lead")); got != "More than 20 000 steps in all traces contain “needle”." {
		t.Errorf("lead: %q", got)
	}
	if got := doc.Find(".where a").First().AttrOr("href", ""); got != "/runs/r/s/q1?attempt=2&find=needle&step=3#step-3" {
		t.Errorf("address: %q", got)
	}
	if got := Squash(doc.Find(".fn")); got != "a ×2b" {
		t.Errorf("tools: %q", got)
	}
	if got := doc.Find(".names a").AttrOr("href", ""); got != "/b/b/scenarios/s/q1" {
		t.Errorf("address of a name: %q", got)
	}
	if got := Squash(doc.Find(".hits .note")); got != "4 matches in this step" {
		t.Errorf("note: %q", got)
	}
}

// Squash is a selection's text with each run of white space as one space.
func Squash(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// A facet over several benchmarks names a scenario where only one name can be meant.
func TestScenarioTitle(t *testing.T) {
	p := Search{Benchmarks: map[string]results.Benchmark{
		"a": {ID: "a", Titles: results.Titles{"s1": "Salary leak", "s2": "One"}},
		"b": {ID: "b", Titles: results.Titles{"s2": "Another"}},
		"c": {ID: "c"},
	}}
	for id, want := range map[string]string{"s1": "Salary leak", "s2": "s2", "s3": "s3"} {
		must.Equal(t, want, p.label("scenario", id), "%s is called", id)
	}
}
