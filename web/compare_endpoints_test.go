package web

import (
	"context"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

const (
	live   = "liveclawbench-"
	gpt55  = live + "gpt-5.5-c3cd982f"
	glm52  = live + "glm-5.2-94f4aee4"
	kimi27 = live + "kimi-k2.7-code-f48a9672"
	m27    = live + "minimax-m2.7-ee03459e"
	cut    = live + "kimi-k2.6-0bce7180" // lacks tasks
	snap55 = live + "gpt-5.5-snapshot-2026-06-10-c3c9e560"
)

// comparedJSON is what these tests read of a comparison.
type comparedJSON struct {
	Verdict, Outcome string
	Comparable       bool
	Paired           struct {
		OnlyA int      `json:"only_a"`
		OnlyB int      `json:"only_b"`
		P     *float64 `json:"mcnemar_p"`
	}
	Metrics  map[string]struct{ P *float64 }
	Warnings []struct{ Code string }
}

// A run that lacks tasks or that something speaks against is better or worse
// than nothing, and the page says so before any number.
func TestCompareMakesNoClaim(t *testing.T) {
	site := bareServer(t)
	for _, test := range []struct{ a, b, code, says string }{
		{gpt55, cut, "incomplete", "Kimi K2.6 is incomplete (133 of 134"},
		{cut, gpt55, "incomplete", "Kimi K2.6 is incomplete (133 of 134"},
		{snap55, m27, "superseded", "is not ranked (a later snapshot of the same source replaces it)"},
	} {
		var out comparedJSON
		site.object(t, "/api/v1"+compareURL(test.a, test.b), &out)
		if out.Outcome != "no_claim" || out.Comparable || out.Warnings[0].Code != test.code {
			t.Errorf("%s against %s: %+v", test.a, test.b, out)
		}
		verdict := squash(site.page(t, compareURL(test.a, test.b)).Find("p.verdict"))
		if !strings.Contains(verdict, "no ranking, because") || !strings.Contains(verdict, test.says) || strings.Contains(verdict, "significant") {
			t.Errorf("verdict %q", verdict)
		}
	}
}

// impossibleStore says of some tasks that no answer can pass them.
type impossibleStore struct {
	Store
	List []results.ImpossibleTask
}

func (s impossibleStore) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	b, err := s.Store.FindBoard(ctx, benchmark, convention, without)
	b.Impossible = s.List
	return b, err
}

func (s impossibleStore) FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	b, err := s.Store.FindBoardRuns(ctx, benchmark, convention, without)
	b.Impossible = s.List
	return b, err
}

func impossibleSite(t *testing.T, scenario, task string) *testSite {
	t.Helper()
	site := testServer(t)
	store := impossibleStore{site.Store, []results.ImpossibleTask{{Scenario: scenario, Task: task, Reason: "the checker ends in a SyntaxError"}}}
	return &testSite{Store: site.Store, Handler: New(unhurried(store))}
}
