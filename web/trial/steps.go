package trial

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

func stepFields() web.Query {
	return TrialFields().And(web.FlagField("plain"), web.NumberField("call", 1, 1, stepsMost), web.TextField("text"),
		web.NumberField("line", 0, 1, stepsMost), web.NumberField("to", 0, 1, stepsMost), web.LineField("find"))
}

func parseStep(c echo.Context) (q trialviews.StepQuery, err error) {
	if q.Step, err = strconv.Atoi(c.Param("step")); err != nil || q.Step < 1 {
		return q, fmt.Errorf("step %q: %w", c.Param("step"), results.ErrNotFound)
	}
	a := web.Ask(c)
	q.Plain, q.Call, q.Text, q.Line = a.Flag("plain"), a.Number("call"), a.Text("text"), a.Number("line")
	if q.To = a.Number("to"); q.To > 0 && q.To < q.Line {
		q.Line, q.To = q.To, q.Line
	}
	return q, nil
}

// stepPage shows one step as HTML or plain text, or one of its texts.
func (s Pages) stepPage(c echo.Context) error {
	trial, e1 := s.parseTrial(c)
	q, err := parseStep(c)
	if err = cmp.Or(e1, err); err != nil {
		return err
	}
	parseFind(c, &trial)
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, trial)
	if err != nil {
		return err
	}
	if q.Step > t.StepsTotal {
		return fmt.Errorf("step %d of %d: %w", q.Step, t.StepsTotal, results.ErrNotFound)
	}
	first := max(q.Step-1, 1)
	rows, err := s.Store.StepRows(ctx, &t.Stored.Trial, first, q.Step-first+1)
	if err != nil {
		return err
	}
	steps, err := s.Store.Steps(ctx, &t.Stored.Trial, rows)
	if err != nil {
		return err
	}
	p := &trialviews.TrialStep{Trial: t, Query: q, Step: &steps[len(steps)-1]}
	if q.Plain {
		return sendText(c, stepviews.StepAsText(p.Step))
	}
	if len(steps) == 2 {
		p.Before = &steps[0]
	}
	if q.Text == "" {
		err = s.loadAgents(ctx, t)
		if err == nil {
			p.Start, p.Agents, err = s.stepContext(ctx, &t.Stored.Trial, steps[len(steps)-1:])
		}
	}
	web.Into(&p.Matches, &err)(s.loadMatches(ctx, t))
	if err != nil {
		return err
	}
	page, err := trialviews.StepPage(s.Frame, p)
	if err != nil {
		return err
	}
	return web.HTML(c, page)
}

func (s Pages) trialText(c echo.Context) error {
	t, err := s.askedTrial(c, web.Ask(c).Number("from"))
	if err == nil {
		err = beyond(t)
	}
	if err == nil && t.StepsTotal > 0 {
		err = s.loadTrace(c.Request().Context(), t)
	}
	if err != nil {
		return err
	}
	return sendText(c, t.AsText())
}

func sendText(c echo.Context, text string) error {
	c.Response().Header().Set("Content-Security-Policy", web.RawPolicy)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(text))
}
