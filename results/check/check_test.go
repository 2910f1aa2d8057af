package check

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		printed, recomputed float64
		digits              int
		want                bool
	}{
		{0.7537, 0.753709, 2, true},
		{0.5222, 0.521680, 2, false},
		{0.6380, 0.637694, 2, false},
		{0.760, 0.7604, 1, true},
	} {
		if got := Matches(tt.printed, tt.recomputed, tt.digits, "percent"); got != tt.want {
			t.Errorf("Matches(%v, %v, %d) = %v", tt.printed, tt.recomputed, tt.digits, got)
		}
	}
}

// TestAgainst: the first value that matches decides, or else the nearest, and
// without a value on one side nothing is claimed.
func TestAgainst(t *testing.T) {
	printed := func(v float64) results.Figure { return results.Figure{Value: &v, Digits: 2, Unit: "percent"} }
	values := []Value{{Convention: "paper", Value: 0.60}, {Convention: "report", Value: 0.7538}, {Convention: "scenario", Value: 0.7537}}
	for _, tt := range []struct {
		name                string
		figure              results.Figure
		values              []Value
		verdict, convention string
	}{
		{"the first that matches", printed(0.7537), []Value{values[0], values[2], values[1]}, results.VerdictMatches, "scenario"},
		{"a match beside a nearer one that does not round", printed(0.7538), values, results.VerdictMatches, "report"},
		{"the nearest", printed(0.70), values, results.VerdictDiffers, "scenario"},
		{"nothing recomputed", printed(0.70), nil, results.VerdictUnrecomputed, ""},
		{"nothing printed", results.Figure{}, values, results.VerdictUnrecomputed, ""},
	} {
		r := Against(tt.figure, tt.values)
		if r.Verdict != tt.verdict || r.Convention != tt.convention {
			t.Errorf("%s: %+v, want %s by %q", tt.name, r, tt.verdict, tt.convention)
		}
		if (r.Difference == nil) != (tt.convention == "") || r.Difference != nil && *r.Difference != *tt.figure.Value-*r.Recomputed {
			t.Errorf("%s: the difference does not follow from the value that decides", tt.name)
		}
	}
}

// TestFinder holds which records a figure is compared with.
func TestFinder(t *testing.T) {
	name, part := "r1", "r4"
	board := results.Board{Rows: []results.BoardRow{
		{Run: &name, System: results.System{Model: "m", Framework: "f"}, Published: []results.PublishedValue{{Source: "paper"}}},
		{Run: &part, System: results.System{Model: "o"}},
	}}
	runs := []results.Run{
		{Slug: "r1", System: results.System{Model: "m", Framework: "f"}, Complete: true},
		{Slug: "r2", System: results.System{Model: "m", Variant: "old"}, Complete: true, Facts: map[string]string{"source": "site"}},
		{Slug: "r3", System: results.System{Model: "n"}, Facts: map[string]string{"source": "site"},
			Counts: results.Counts{Expected: 4, Scored: 3}},
		{Slug: "r4", System: results.System{Model: "o"}, Counts: results.Counts{Expected: 4, Scored: 3}},
	}
	finder := NewFinder(board, runs)
	tests := []struct {
		figure results.Figure
		run    string
		reason string
	}{
		{results.Figure{Source: "paper", Model: "m", Framework: "f"}, "r1", ""},
		{results.Figure{Source: "paper", Model: "m", Framework: "g"}, "", "no records of this system"},
		{results.Figure{Source: "site", Model: "m"}, "r2", ""},
		{results.Figure{Source: "site", Model: "n"}, "r3", ""}, // the figure is made from just these
		{results.Figure{Source: "paper", Model: "o"}, "", "the run is incomplete: 3 of 4 scored"},
		{results.Figure{Source: "readme", Model: "m", Framework: "f"}, "", "its source speaks of other runs or tasks"},
	}
	for _, test := range tests {
		run, reason := finder.Find(&test.figure)
		got := ""
		if run != nil {
			got = run.Slug
		}
		if got != test.run || reason != test.reason {
			t.Errorf("%+v: run %q, reason %q, want %q, %q", test.figure, got, reason, test.run, test.reason)
		}
	}
}
