package home

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestNewest(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	replaced := results.Run{Slug: "replaced", StartedAt: at(9), Objections: []results.Objection{{Kind: results.ObjectionSnapshot}}}
	runs := []results.Run{{Slug: "came-first", IngestedAt: 1}, {Slug: "older", StartedAt: at(1)}, {Slug: "came-last", IngestedAt: 2}, {Slug: "ended", FinishedAt: at(5)}, replaced, {Slug: "script", Scripted: true, StartedAt: at(8)}}
	slugs := func(list []results.Run) (s []string) {
		for _, r := range list {
			s = append(s, r.Slug)
		}
		return s
	}
	if d := cmp.Diff([]string{"ended", "older", "came-last", "came-first"}, slugs(Newest(runs))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"script"}, slugs(Newest(runs[4:]))); d != "" {
		t.Error(d)
	}
}

// TestHeadRun prefers a run with its traces to a newer one without, and any of a
// model to one of a script.
func TestHeadRun(t *testing.T) {
	incomplete := results.Run{Slug: "incomplete", Evidence: results.Recomputed}
	script := results.Run{Slug: "script", Complete: true, Scripted: true, Evidence: results.Recomputed}
	verdicts := results.Run{Slug: "verdicts", Complete: true, Evidence: results.Records}
	traces := results.Run{Slug: "traces", Complete: true, Evidence: results.Recomputed}
	for want, list := range map[string][]results.Run{
		"traces": {incomplete, script, verdicts, traces}, "verdicts": {incomplete, script, verdicts}, "script": {incomplete, script}, "": {incomplete},
	} {
		got := ""
		if r := HeadRun(list); r != nil {
			got = r.Slug
		}
		must.Equal(t, want, got, "the head")
	}
}
