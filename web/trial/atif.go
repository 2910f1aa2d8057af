package trial

import (
	"context"
	"fmt"
	"io"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/web"
)

// atifMost bounds a trace that is converted here, in bytes of its steps: they are held
// while the document is sent step by step.
const atifMost = 64 << 20

// trialATIF is the trace in the interchange format, as the command convert writes it.
func (s Pages) trialATIF(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, q)
	if err != nil {
		return err
	}
	if s.ATIF == nil || t.StepsTotal == 0 {
		return fmt.Errorf("trace of %s/%s/%s as ATIF: %w", q.Run, q.Scenario, q.Task, results.ErrNotFound)
	}
	return s.SendMade(c, "application/json; charset=utf-8", q.Task+".atif.json", func() (func(io.Writer) error, error) {
		steps, err := s.stepsOf(ctx, &t.Stored.Trial)
		if err != nil {
			return nil, err
		}
		trial := t.Stored.Trial
		trial.TraceIDs, err = s.Store.FindTraceIDs(ctx, trial.ID)
		return func(w io.Writer) error { return s.ATIF(w, &t.Stored.Run, &trial, steps) }, err
	})
}

// stepsOf reads all steps of a trace that is not too large to be held.
func (s Pages) stepsOf(ctx context.Context, t *results.StoredTrial) ([]results.Step, error) {
	rows, err := s.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range rows {
		size += rows[i].Bytes
	}
	if size > atifMost {
		return nil, web.Bad("This trace has %s; clawatlas convert --to atif writes it from its record.", words.Bytes(size))
	}
	return s.Store.Steps(ctx, t, rows)
}
