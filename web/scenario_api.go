package web

import (
	"iter"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

type scenarioRunJSON struct {
	Run      string              `json:"run"`
	System   results.System      `json:"system"`
	Evidence results.Evidence    `json:"evidence"`
	Complete bool                `json:"complete"`
	Scripted bool                `json:"scripted"`
	Expected int                 `json:"expected"`
	Scored   int                 `json:"scored"`
	Passed   int                 `json:"passed"`
	Metrics  map[string]*float64 `json:"metrics"`
}

type scenarioTaskJSON struct {
	ID       string                `json:"id"`
	Title    string                `json:"title,omitempty"`
	Ordinal  int                   `json:"ordinal"`
	Kind     string                `json:"kind"`
	Day      int                   `json:"day"`
	Updates  []results.Update      `json:"updates"`
	Pref     bool                  `json:"pref"`
	Scored   int                   `json:"scored"`
	Passed   int                   `json:"passed"`
	Mean     *float64              `json:"mean"`
	Doubtful *string               `json:"doubtful"` // why no answer can pass it
	Trials   []report.TrialOutcome `json:"trials"`
	URL      string                `json:"url"`
}

// scenarioAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}. It takes the
// page's filters; limit and offset window the tasks.
func (s *Server) scenarioAPI(c echo.Context) error {
	slugs, err := params(c, "benchmark", "scenario")
	if err != nil {
		return err
	}
	q, err := readScenarioQuery(c)
	if err != nil {
		return err
	}
	limit, offset := listWindow(c)
	d, err := s.loadScenario(c.Request().Context(), slugs[0], slugs[1], &q)
	if err != nil {
		return err
	}
	p := buildScenario(d, q)
	tasks := []scenarioTaskJSON{}
	for i := offset; i < len(p.Tasks) && len(tasks) < limit; i++ {
		tasks = append(tasks, d.taskJSON(p.Tasks[i], p.Columns))
	}
	runs := []scenarioRunJSON{}
	for _, r := range p.Runs {
		m := map[string]*float64{}
		for i, k := range p.Keys {
			m[k] = r.Values[i]
		}
		runs = append(runs, scenarioRunJSON{Run: r.Run.Slug, System: r.Run.System, Evidence: r.Run.Evidence, Complete: r.Run.Complete, Scripted: r.Run.Scripted,
			Expected: r.Expected, Scored: r.Scored, Passed: r.Passed, Metrics: m})
	}
	figures := d.figures
	if figures == nil {
		figures = []results.Figure{}
	}
	sc := d.scenario()
	return object(c, map[string]any{"benchmark": d.benchmark.ID, "id": sc.Slug, "title": sc.Title, "domain": sc.Domain, "description": sc.Description, "ordinal": sc.Ordinal,
		"runs": runs, "counted": d.runs.Counted(q.all || q.run != ""), "tasks": tasks, "published": figures, "runs_total": len(d.columns), "block": q.block.Number, "total": len(p.Tasks), "limit": limit, "offset": offset})
}

func (d *scenarioData) taskJSON(t views.ScenarioTask, columns []report.RunColumn) scenarioTaskJSON {
	out := scenarioTaskJSON{ID: t.Task.Slug, Title: t.Task.Title, Ordinal: t.Task.Ordinal, Kind: t.Task.Kind, Day: t.Task.Day, Updates: t.Task.Updates,
		Pref: t.Task.Facts.Pref != nil || t.Task.Facts.SilentPref, Scored: t.Scored, Passed: t.Passed, Mean: t.Mean, Doubtful: textOrNil(t.Impossible), Trials: []report.TrialOutcome{}, URL: t.Href}
	if out.Updates == nil {
		out.Updates = []results.Update{}
	}
	for _, c := range columns {
		for _, tr := range d.trials[[2]string{c.Run.Slug, t.Task.Slug}] {
			out.Trials = append(out.Trials, report.NewTrialOutcome(tr))
		}
	}
	return out
}

// scenarioHeader names the columns of the table.
func scenarioHeader() []string {
	return []string{"benchmark", "scenario", "task", "ordinal", "kind", "day", "after_update", "preference", "run", "model", "framework", "variant", "attempt", "of_attempts", "status", "score"}
}

// csv is one row per verdict of the matrix, with its filters.
func (d *scenarioData) csv(q scenarioQuery) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		row := make([]string, 0, len(scenarioHeader()))
		for _, t := range d.tasks {
			if !d.keepsTask(q, t) {
				continue
			}
			row = append(row[:0], d.benchmark.ID, t.Scenario, t.Slug, strconv.Itoa(t.Ordinal), t.Kind, strconv.Itoa(t.Day),
				strconv.FormatBool(len(t.Updates) > 0), strconv.FormatBool(t.Facts.Pref != nil || t.Facts.SilentPref))
			for _, col := range d.shown {
				sys := col.Run.System
				of := append(row, col.Run.Slug, sys.Model, sys.Framework, sys.Variant)
				trials := d.trials[[2]string{col.Run.Slug, t.Slug}]
				if len(trials) == 0 && !yield(append(of, "", "", string(results.Missing), "")) {
					return
				}
				for _, tr := range trials {
					if !yield(append(of, strconv.Itoa(tr.Attempt), strconv.Itoa(max(1, tr.Attempts)), string(tr.Status), num(tr.Score))) {
						return
					}
				}
			}
		}
	}
}

// keepsTask is keeps for a task whose row is not made.
func (d *scenarioData) keepsTask(q scenarioQuery, t results.Task) bool {
	row := views.ScenarioTask{Task: t}
	if q.status != "" {
		for _, c := range d.shown {
			row.Verdicts = append(row.Verdicts, verdictOf(d.trials[[2]string{c.Run.Slug, t.Slug}]))
		}
	}
	return q.keeps(row)
}
