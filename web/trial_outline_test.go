package web

import (
	"fmt"
	"strings"
	"testing"

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
