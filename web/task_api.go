package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

type optionJSON struct {
	Label      string      `json:"label"`
	Text       string      `json:"text"`
	Gold       bool        `json:"gold"`
	Feedback   string      `json:"feedback"`
	SelectedBy []string    `json:"selected_by"`
	OmittedBy  []string    `json:"omitted_by"`
	Errors     int         `json:"errors"`
	Answers    int         `json:"answers"`
	ErrorCI    *[2]float64 `json:"error_ci"`
}

type taskTrialJSON struct {
	report.TrialOutcome
	Selected []string `json:"selected"`
	Omitted  []string `json:"omitted"`
	Added    []string `json:"added"`
	Exact    *bool    `json:"exact"`
	IoU      *float64 `json:"iou"`
	F1       *float64 `json:"f1"`
}

type toldJSON struct {
	Run      string `json:"run"`
	Verdict  string `json:"verdict"`
	Text     string `json:"text"`
	Contrary bool   `json:"contrary"`
	URL      string `json:"url"`
}

type causeJSON struct {
	Cause string           `json:"cause"`
	Runs  int              `json:"runs"`
	Words []causeWordsJSON `json:"words"`
}

type causeWordsJSON struct {
	Text  string `json:"text"`
	Times int    `json:"times"`
}

type checkRowJSON struct {
	results.CheckSpec
	Passed    int `json:"passed"`
	Evaluated int `json:"evaluated"`
}

// taskAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}/{task}.
func (s *Server) taskAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	d, err := s.taskOf(c)
	if err != nil {
		return err
	}
	p := buildTask(d)
	out := map[string]any{
		"benchmark": d.benchmark.ID, "scenario": d.task.Scenario, "task": d.task.Slug, "title": d.task.Title, "ordinal": d.task.Ordinal, "day": d.task.Day,
		"kind": d.task.Kind, "prompt": nil, "prompt_from": "dataset", "facts": d.task.Facts, "updates": orEmpty(d.task.Updates),
		"options": optionsJSON(p), "trials": report.Span(trialsJSON(p), limit, offset), "told": report.Span(toldsJSON(d, p), limit, offset),
		"total": len(p.Columns), "limit": limit, "offset": offset, "causes": causesJSON(p), "checks": checksJSON(p),
		"scored": p.Scored, "passed": p.Passed, "pass_ci": p.Pass.Interval(), "mean": p.Mean, "counted": d.runs.Counted(d.all), "doubtful": textOrNil(p.Impossible.Reason),
		"discrimination": map[string]any{"item_rest": p.Rest, "runs": p.RestN},
	}
	if p.Prompt != "" {
		out["prompt"] = p.Prompt
	}
	if p.PromptNote != "" {
		out["prompt_from"] = p.PromptHref
	}
	out["doubts"] = append([]item.Reason{}, p.Doubts...)
	return object(c, out)
}

// orEmpty makes a list of none an empty list in JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func optionsJSON(p views.Task) []optionJSON {
	list := []optionJSON{}
	for _, o := range p.Options {
		x := optionJSON{Label: o.Option.Label, Text: o.Option.Text, Gold: o.Option.Gold, Feedback: o.Option.Feedback,
			SelectedBy: []string{}, OmittedBy: []string{}, Errors: o.Error.Num, Answers: o.Error.Den, ErrorCI: o.Error.Interval()}
		for i, cell := range o.Picks {
			run := p.Columns[i].Run.Slug
			switch {
			case cell.Picked:
				x.SelectedBy = report.AppendNew(x.SelectedBy, run)
			case cell.Known && o.Option.Gold:
				x.OmittedBy = report.AppendNew(x.OmittedBy, run)
			}
		}
		list = append(list, x)
	}
	return list
}

func trialsJSON(p views.Task) []taskTrialJSON {
	list := []taskTrialJSON{}
	for i := range p.Columns {
		c := &p.Columns[i]
		if c.Exact != nil { // an answer was read: what it lacks or adds is known, if only to be nothing
			c.Omitted, c.Added = orEmpty(c.Omitted), orEmpty(c.Added)
		}
		list = append(list, taskTrialJSON{TrialOutcome: report.NewTrialOutcome(&c.Trial), Selected: c.Trial.Selected, Omitted: c.Omitted, Added: c.Added, Exact: c.Exact, IoU: c.IoU, F1: c.F1})
	}
	return list
}

func toldsJSON(d *taskData, p views.Task) []toldJSON {
	list := []toldJSON{}
	run := map[string]string{}
	for _, c := range d.columns() {
		run[c.Label] = c.Run.Slug
	}
	for _, t := range p.Told {
		list = append(list, toldJSON{Run: run[t.Label], Verdict: t.Verdict, Text: t.Text, Contrary: t.Contrary, URL: t.Href})
	}
	return list
}

func causesJSON(p views.Task) []causeJSON {
	list := []causeJSON{}
	for _, c := range p.Causes {
		x := causeJSON{Cause: c.Cause, Runs: c.Systems, Words: []causeWordsJSON{}}
		for _, w := range c.Words {
			x.Words = append(x.Words, causeWordsJSON{Text: w.Text, Times: w.Times})
		}
		list = append(list, x)
	}
	return list
}

func checksJSON(p views.Task) []checkRowJSON {
	list := []checkRowJSON{}
	for _, c := range p.Checks {
		list = append(list, checkRowJSON{CheckSpec: c.Spec, Passed: c.Passed.Num, Evaluated: c.Passed.Den})
	}
	return list
}

// taskCSV is one row for each trial of the task.
func taskCSV(c echo.Context, d *taskData) error {
	p := buildTask(d)
	header := []string{"benchmark", "scenario", "task", "kind", "run", "model", "framework", "variant", "attempt", "of_attempts", "status", "score", "selected", "gold", "omitted", "added", "iou", "f1", "steps", "tool_calls", "failed_calls", "duration_ms", "tokens_output"}
	gold := strings.Join(report.Solution(d.options()), "")
	var rows [][]string
	for _, x := range p.Columns {
		sys, t := x.Run.System, x.Trial
		rows = append(rows, slices.Concat([]string{d.benchmark.ID, d.task.Scenario, d.task.Slug, d.task.Kind, x.Run.Slug, sys.Model, sys.Framework, sys.Variant,
			fmt.Sprint(t.Attempt), fmt.Sprint(max(1, t.Attempts)), string(t.Status), num(t.Score)},
			[]string{strings.Join(t.Selected, ""), gold, strings.Join(x.Omitted, ""), strings.Join(x.Added, ""), num(x.IoU), num(x.F1)},
			[]string{fmt.Sprint(t.StepsTotal), fmt.Sprint(t.ToolCalls), fmt.Sprint(t.FailedCalls), whole(t.DurationMS), whole(t.Usage.Output)}))
	}
	return table(c, d.benchmark.ID+"-"+d.task.Scenario+"-"+d.task.Slug, header, rows)
}
