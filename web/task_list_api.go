package web

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

func (s *Server) tasksMeta(d *tasksData, q tasksQuery) ui.Meta {
	b := d.benchmark
	path := link.Benchmark(b.ID, "tasks")
	m := s.frame.Meta(words.Capital(b.Words.Task)+"s of "+b.Name, "All "+b.Words.Task+"s with their pass rates, how well they tell systems apart, and reasons to doubt them.",
		path, link.API(q.values(), "benchmarks", b.ID, "tasks"), views.Crumbs(b, words.Capital(b.Words.Task)+"s")...)
	m.CSVPath = q.href(d, "format", "csv")
	m.MethodPath = link.Benchmark(b.ID, "method")
	m.Scripted = b.Scripted
	return m
}

type taskRowJSON struct {
	Scenario string        `json:"scenario"`
	ID       string        `json:"id"`
	Title    string        `json:"title,omitempty"`
	Ordinal  int           `json:"ordinal"`
	Kind     string        `json:"kind"`
	Day      int           `json:"day"`
	Scored   int           `json:"scored"`
	Passed   int           `json:"passed"`
	PassCI   *[2]float64   `json:"pass_ci"`
	Mean     *float64      `json:"mean"`
	ItemRest *float64      `json:"item_rest"`
	RestRuns int           `json:"item_rest_runs"`
	Doubts   []item.Reason `json:"doubts"`
	Doubtful *string       `json:"doubtful"` // why no answer can pass it
	URL      string        `json:"url"`
}

// tasksAPI is GET /api/v1/benchmarks/{b}/tasks. It takes the page's filters and
// order; limit and offset instead of page.
func (s *Server) tasksAPI(c echo.Context) error {
	q := readTasksQuery(c)
	limit, offset := listWindow(c)
	slug, err := param(c, "benchmark")
	if err != nil {
		return err
	}
	d, err := s.loadTasks(c.Request().Context(), slug, q.all)
	if err != nil {
		return err
	}
	if err := q.fits(d); err != nil {
		return err
	}
	_, rows := buildTasks(d, q)
	list := []taskRowJSON{}
	for i := offset; i < len(rows) && len(list) < limit; i++ {
		r := rows[i]
		x := taskRowJSON{Scenario: r.Task.Scenario, ID: r.Task.Slug, Title: r.Task.Title, Ordinal: r.Task.Ordinal, Kind: r.Task.Kind, Day: r.Task.Day,
			Scored: r.Scored, Passed: r.Passed, PassCI: r.Pass.Interval(), Mean: r.Mean, ItemRest: r.Rest, RestRuns: r.RestN, Doubts: append([]item.Reason{}, r.Doubts...), Doubtful: textOrNil(r.Impossible), URL: r.Href}
		list = append(list, x)
	}
	return object(c, map[string]any{"benchmark": d.benchmark.ID, "runs": d.runCount(), "counted": d.runs.Counted(d.all), "tasks": list, "total": len(rows), "limit": limit, "offset": offset})
}

// tasksCSV is one row for each task that fits the filters, on all pages.
func tasksCSV(c echo.Context, d *tasksData, rows []views.TaskListRow) error {
	header := []string{"benchmark", "scenario", "task", "title", "ordinal", "kind", "day", "scored", "passed", "rate_lo", "rate_hi", "mean_score", "item_rest", "item_rest_runs", "doubts"}
	out := make([][]string, len(rows))
	for i, r := range rows {
		var codes []string
		for _, x := range r.Doubts {
			codes = append(codes, x.Code)
		}
		out[i] = []string{d.benchmark.ID, r.Task.Scenario, r.Task.Slug, r.Task.Title, fmt.Sprint(r.Task.Ordinal), r.Task.Kind, fmt.Sprint(r.Task.Day),
			fmt.Sprint(r.Scored), fmt.Sprint(r.Passed), num(r.Pass.Lo), num(r.Pass.Hi), num(r.Mean), num(r.Rest), fmt.Sprint(r.RestN), strings.Join(codes, " ")}
	}
	return table(c, d.benchmark.ID+"-tasks", header, out)
}
