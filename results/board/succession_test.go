package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/must"
)

// Runs of one system that began together follow each other as they were
// ingested; another system, another start and no start at all are apart.
func TestSuccession(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	run := func(slug, model string, id int64, started *int64) results.Run {
		return results.Run{ID: id, Slug: slug, System: results.System{Model: model}, StartedAt: started, IngestedAt: id * 1000}
	}
	runs := []results.Run{
		run("third", "a", 3, at(5)), run("first", "a", 1, at(5)), run("second", "a", 2, at(5)),
		run("other", "b", 2, at(5)), run("later", "a", 4, at(6)), run("undated", "a", 5, nil), run("undated-too", "a", 6, nil),
	}
	stated := run("stated", "a", 2, at(5))
	stated.Exclusions = []results.Exclusion{{Kind: results.ExclusionReplaced, Run: "third"}}
	runs = append(runs, stated)
	slug := func(r *results.Run) string {
		if r == nil {
			return "-"
		}
		return r.Slug
	}
	want := map[string]string{
		"first": "- second", "second": "first third", "third": "second -",
		"stated": "- -", "other": "- -", "later": "- -", "undated": "- -", "undated-too": "- -",
	}
	for i := range runs {
		before, after := board.Succession(runs, &runs[i])
		must.Equal(t, want[runs[i].Slug], slug(before)+" "+slug(after), "%s stands between", runs[i].Slug)
	}
}
