package web

import (
	"context"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestHome holds what the first page says of each benchmark, and where it puts
// those that are of no paper.
func TestHome(t *testing.T) {
	doc := testServer(t).page(t, "/")
	card := func(name string) string {
		return squash(doc.Find(".cards article").FilterFunction(func(_ int, s *goquery.Selection) bool { return squash(s.Find("h2")) == name }))
	}
	for name, want := range map[string][]string{
		"LiveClawBench": {"134 tasks, 15 complete systems", "= shares the lead Kimi K2.7 Code 75.99", "of 15 ranked share the lead"},
		"STAGE-Claw":    {"40 tasks, no complete system", "printed: Claude Opus 4.7 77.10, Claude Sonnet 4.6 69.43", "Add the first run"},
		"ClawArena":     {"337 rounds", "printed: GPT-5.5 (metaclaw-skills) 68.89"},
	} {
		for _, w := range want {
			if got := card(name); !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %q", name, got, w)
			}
		}
	}
	if n := doc.Find(".leaders li").Length(); n != doc.Find(".leaders a[href^='/runs/']").Length() || n == 0 {
		t.Error("a figure that is only printed stands among the leaders")
	}
	if first := squash(doc.Find("main h2").First()); first != "LiveClawBench" {
		t.Errorf("the page begins with %q, not with the board that ranks the most systems", first)
	}
	if doc.Find(".findings.home").PrevAllFiltered(".cards").Length() != 1 {
		t.Error("findings stand before the boards")
	}
	table := doc.Find("table:has(tbody a[href^='/runs/'])")
	if got := squash(table.Find("th").FilterFunction(func(_ int, s *goquery.Selection) bool { return squash(s) == "Added" })); got == "" ||
		table.Find("tbody tr td:last-child").First().Text() == "–" {
		t.Errorf("the newest runs do not say when they came: %q", squash(table))
	}
	also := squash(doc.Find(".home-more"))
	for _, w := range []string{"MetaClaw-Bench no run yet", "ClawAtlas-example-v1"} {
		if card(w) != "" || !strings.Contains(also, w) {
			t.Errorf("%q is not among the further benchmarks: %q", w, also)
		}
	}
	if got := squash(doc.Find(".hero figcaption")); !strings.Contains(got, "on LiveClawBench") || doc.Find(".hero svg.fp path").Length() == 0 {
		t.Errorf("the head shows %q, not a run of a model", got)
	}
	if n := doc.Find(".findings.home article").Length(); n < 1 {
		t.Errorf("%d findings", n)
	}
	if doc.Find("tbody tr:has(a[href^='/runs/']) .tag").Length() != 0 {
		t.Error("runs of scripted agents are among the newest, though there are some of models")
	}
}

// readsStore counts what a page reads.
type readsStore struct {
	Store
	boards, runs, means, outcomes int
}

func (s *readsStore) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	s.boards++
	return s.Store.FindBoard(ctx, benchmark, convention, without)
}

func (s *readsStore) Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error) {
	s.runs++
	return s.Store.Runs(ctx, f)
}

func (s *readsStore) TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error) {
	s.means++
	return s.Store.TaskMeans(ctx, runs)
}

func (s *readsStore) Outcomes(ctx context.Context, run int64) ([]results.Trial, error) {
	s.outcomes++
	return s.Store.Outcomes(ctx, run)
}

// TestHomeReads bounds the page: each board is read once, of each benchmark that
// is shown one window of runs and the outcomes of the runs that are drawn; once
// the findings are known, a change of the address costs no trial.
func TestHomeReads(t *testing.T) {
	store := &readsStore{Store: testServer(t).Store}
	site := &testSite{Handler: New(unhurried(store))}
	rec := site.get("/")
	if n := len(rec.Body.Bytes()); n > 60_000 {
		t.Errorf("the page has %d bytes", n)
	}
	list := must.Get(store.Benchmarks(t.Context()))(t)
	if store.boards > len(list)+1 || store.runs > len(list) || store.means > 3 || store.outcomes > 4 {
		t.Errorf("read %d boards, %d windows of runs, %d sets of outcomes and the trials of %d runs, of %d benchmarks", store.boards, store.runs, store.means, store.outcomes, len(list))
	}
	trials := store.outcomes
	site.get("/findings")
	if store.outcomes != trials {
		t.Error("the findings are computed again for their own page")
	}
}
