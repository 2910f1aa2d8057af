package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestOutline lists the steps of a window of 2,600 steps, and stretches of the others.
func TestOutline(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": synthetic(2600, 100)})
	doc := site.page(t, "/runs/run/s/long?from=1051")
	must.Equal(t, 50, doc.Find(".outline ol a").Length(), "steps")
	must.Equal(t, "1 001–1 100", squash(doc.Find(".outline ul").Last().Find("a[aria-current]")), "this stretch")
	if got := squash(doc.Find(".outline ol a").Eq(1)); !strings.Contains(got, "grep -rn 1051 src | head") {
		t.Errorf("an entry says %q, not what was run", got)
	}
}

// TestStepsWithoutDay: a step that states no day is in none, and a trace that
// states none has no lines of days.
func TestStepsWithoutDay(t *testing.T) {
	some := func(days ...string) func(func(*results.Step) error) error {
		return func(yield func(*results.Step) error) error {
			for _, d := range days {
				if err := yield(&results.Step{Source: results.SourceAgent, Message: "x", Day: d}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"some": some("", "stage0", "", "stage1", ""), "none": some("", "")})
	var labels []string
	site.page(t, "/runs/run/s/some").Find(".outline a").Each(func(_ int, a *goquery.Selection) {
		if text := squash(a); strings.Contains(text, "stage") || strings.Contains(text, "days") {
			labels = append(labels, text)
		}
	})
	must.Same(t, []string{"stage0", "stage1"}, labels, "days")
	if got := squash(site.page(t, "/runs/run/s/none").Find(".outline")); strings.Contains(got, "days") {
		t.Errorf("the outline %q has days", got)
	}
}

// TestFailureBeside finds failures beyond the window, also where it was the
// call of the model that failed and no tool's.
func TestFailureBeside(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": func(yield func(*results.Step) error) error {
		for i := 1; i <= 500; i++ {
			s := &results.Step{Source: results.SourceAgent, Message: "x"}
			if i == 30 || i == 470 {
				s.Error = "overloaded"
			}
			if err := yield(s); err != nil {
				return err
			}
		}
		return nil
	}})
	doc := site.page(t, "/runs/run/s/long?from=201")
	for selector, want := range map[string]string{
		"a[data-failed-prev]": "/runs/run/s/long#step-30", "a[data-failed-next]": "/runs/run/s/long?from=451#step-470", `a:contains("first failure")`: "/runs/run/s/long#step-30",
	} {
		must.Equal(t, want, doc.Find(selector).AttrOr("href", ""), "%s leads to", selector)
	}
}

// TestPager leads on to the step after the window and, by key, back to the one
// before it, wherever the window begins.
func TestPager(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": synthetic(170, 50)})
	type links struct{ Prev, Before, Next, Last string }
	for from, want := range map[int]links{
		1:   {Prev: "", Before: "", Next: "?from=51#step-51", Last: "?from=151#step-151"},
		101: {Prev: "?from=51#step-51", Before: "step-100", Next: "?from=151#step-151", Last: "?from=151#step-151"},
		60:  {Prev: "?from=51#step-51", Before: "step-59", Next: "?from=110#step-110", Last: "?from=151#step-151"},
		30:  {Prev: "#step-1", Before: "step-29", Next: "?from=80#step-80", Last: "?from=151#step-151"},
		151: {Prev: "?from=101#step-101", Before: "step-150", Next: "", Last: ""},
	} {
		doc := site.page(t, fmt.Sprintf("/runs/run/s/long?from=%d", from))
		href := func(selector string) string {
			return strings.TrimPrefix(doc.Find(".pager a").Filter(selector).AttrOr("href", ""), "/runs/run/s/long")
		}
		got := links{Prev: href("[data-steps-prev]"), Before: doc.Find("a[data-steps-prev]").AttrOr("data-steps-prev", ""), Next: href("[data-steps-next]"), Last: href(`:contains("Last")`)}
		must.Equal(t, want, got, "from %d", from)
	}
}

// TestCompareLink leads from a trial to a comparison that answers: with another
// run, else with another attempt, else to where a run is chosen.
func TestCompareLink(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"one": synthetic(2, 10), "two": synthetic(2, 10), "three": synthetic(2, 10)})
	db, ctx := writable(t, site), t.Context()
	run := &results.Run{Slug: "other", Benchmark: "bench", System: results.System{Model: "m", Framework: "f"}, ModelName: "m", Evidence: results.Recomputed, Digest: "o"}
	tx := must.Get(db.BeginRun(ctx, run))(t)
	defer tx.Rollback()
	for _, x := range []results.Trial{{Task: "one", Attempt: 1}, {Task: "one", Attempt: 2}, {Task: "late", Attempt: 1}, {Task: "late", Attempt: 2}} {
		x.Scenario, x.Attempts, x.Status, x.Kind = "s", 2, results.Failed, results.KindReward
		must.Do(t, tx.SaveTrial(ctx, &x))
		must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: "x"}))
	}
	must.Do(t, tx.Finish(ctx, run, nil))
	for path, want := range map[string]string{
		"/runs/run/s/one": "/compare/s/one?a=run&b=other", "/runs/other/s/one?attempt=2": "/compare/s/one?a=other&attempt_a=2&b=run",
		"/runs/other/s/late": "/compare/s/late?a=other&attempt_b=2&b=other", "/runs/run/s/two": "/compare?a=run",
	} {
		got := site.page(t, path).Find(`a[data-key="c"]`).AttrOr("href", "")
		must.Equal(t, want, got, "%s leads to", path)
		site.wantStatus(t, got, 200)
	}
}
