package trial

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/web"
)

// Refiled sends readers who ask for a trial where an earlier version had filed it
// to where it is now. It knows a run that has no such task, but just one whose name
// makes the same slug.
func (s Pages) Refiled(register web.Route) web.Route {
	return func(at string, cost web.Cost, h echo.HandlerFunc, q web.Query) {
		register(at, cost, func(c echo.Context) error {
			err := h(c)
			if !web.IsNotFound(err) {
				return err
			}
			ids, odd := web.Params(c, "run", "scenario", "task")
			if odd != nil {
				return err
			}
			now, failed := s.taskNow(c.Request().Context(), ids[0], results.TaskName{Scenario: ids[1], Task: ids[2]})
			if failed != nil || now == (results.TaskName{}) {
				return err
			}
			to := strings.Replace(c.Request().URL.EscapedPath(), link.Trial(ids[0], ids[1], ids[2]), link.Trial(ids[0], now.Scenario, now.Task), 1)
			if q := c.Request().URL.RawQuery; q != "" {
				to += "?" + q
			}
			return c.Redirect(http.StatusFound, to)
		}, q)
	}
}

// numberedSlug is a slug that earlier versions kept apart from an equal one.
var numberedSlug = regexp.MustCompile(`-[0-9]+$`)

// taskNow is the only task of a run that an earlier version can have filed under
// another name; none if the name is that of a task of the benchmark's, or if its list
// of tasks is complete, because then none was ever filed by a record.
func (s Pages) taskNow(ctx context.Context, slug string, was results.TaskName) (none results.TaskName, err error) {
	run, err := s.Store.FindRun(ctx, slug)
	if err != nil {
		return none, err
	}
	b, err := s.Store.FindBenchmark(ctx, run.Benchmark)
	if err != nil || b.Described() {
		return none, err
	}
	if _, err := s.Store.FindTask(ctx, run.Benchmark, was.Scenario, was.Task); !web.IsNotFound(err) {
		return none, err
	}
	list, err := s.Store.RunTrials(ctx, run.ID, "")
	if err != nil {
		return none, err
	}
	plain := func(slug string) string {
		slug, _, _ = strings.Cut(slug, "--")
		return slug
	}
	for _, task := range []string{plain(was.Task), numberedSlug.ReplaceAllString(was.Task, "")} {
		var found []results.TaskName
		for _, t := range list {
			if n := (results.TaskName{Scenario: t.Scenario, Task: t.Task}); plain(n.Task) == task && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			if len(found) == 1 {
				return found[0], nil
			}
			return none, nil
		}
	}
	return none, nil
}
