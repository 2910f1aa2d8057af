package web

import (
	"context"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
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

// GPT-5.5 alone passes 17 tasks and GLM-5.2 alone 4, McNemar p 0.0072, while
// their means are not separable: the verdict names both and what follows.
func TestCompareBothEndpoints(t *testing.T) {
	site := bareServer(t)
	var out comparedJSON
	site.object(t, "/api/v1"+compareURL(gpt55, glm52), &out)
	if out.Outcome != "not_separable" || *out.Metrics["avg"].P < 0.4 {
		t.Errorf("headline: %s, p %v", out.Outcome, out.Metrics["avg"].P)
	}
	if p := out.Paired; p.OnlyA != 17 || p.OnlyB != 4 || p.P == nil || *p.P < 0.0071 || *p.P > 0.0073 {
		t.Errorf("tasks: %+v", p)
	}
	verdict := squash(site.page(t, compareURL(gpt55, glm52)).Find("p.verdict"))
	must.Equal(t, out.Verdict, verdict, "the verdict of the page is that of the API")
	for _, want := range []string{"GPT-5.5 scores 1.5 points higher than GLM-5.2 (Avg 74.46 and 72.91; 95 % CI −2.4 to +5.5; p = 0.44", "no significant difference.", "GPT-5.5 alone solved 17 tasks, GLM-5.2 alone 4 (exact McNemar test, p = 0.0072)."} {
		if !strings.Contains(verdict, want) {
			t.Errorf("verdict %q lacks %q", verdict, want)
		}
	}
	site.object(t, "/api/v1"+compareURL(kimi27, m27), &out)
	if out.Outcome != "a_ahead" || !strings.Contains(out.Verdict, ": significantly different.") || strings.Contains(out.Verdict, "McNemar") {
		t.Errorf("a difference in the mean alone: %s, %+v", out.Outcome, out)
	}
}

// A run that lacks tasks or that something speaks against is better or worse
// than nothing, and the page says so before any number.
func TestCompareMakesNoClaim(t *testing.T) {
	site := bareServer(t)
	for _, test := range []struct{ a, b, code, says string }{
		{gpt55, cut, "incomplete", "Kimi K2.6 is incomplete (133 of 134"},
		{cut, gpt55, "incomplete", "Kimi K2.6 is incomplete (133 of 134"},
		{snap55, m27, "superseded", "is not ranked (a later snapshot of its source stands for it)"},
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
