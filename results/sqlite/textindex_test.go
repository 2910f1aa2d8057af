package sqlite

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// TestMatched holds that the parts of a search within one run are expressions of their
// own: of one with all parts FTS5 seeks the next match beyond the run.
func TestMatched(t *testing.T) {
	terms := []search.Term{{Text: "file"}, {Text: "old", Not: true}, {Text: "report"}}
	const joined, apart = `("file" AND "report" AND ("·a" OR "·b")) NOT ("old")`, `"file" NOT ("old")`
	const run = 1 << sqlstore.KeyBits
	for name, x := range map[string]struct {
		ask  search.Ask
		want []string
	}{
		"a trace":      {search.Ask{Terms: terms, From: run + 5, To: run + 9}, []string{apart, `"report"`, `("·a" OR "·b")`}},
		"a run":        {search.Ask{Terms: terms, From: run, To: 2*run - 1}, []string{apart, `"report"`, `("·a" OR "·b")`}},
		"two runs":     {search.Ask{Terms: terms, From: run, To: 3*run - 1}, []string{joined}},
		"all":          {search.Ask{Terms: terms}, []string{joined}},
		"by relevance": {search.Ask{Terms: terms, From: run, To: 2*run - 1, Order: search.ByRelevance}, []string{joined}},
	} {
		x.ask.Tags = [][]string{{"a", "b"}}
		if got := matched(&x.ask); !cmp.Equal(got, x.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
