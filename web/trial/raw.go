package trial

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

// RawRoutes registers the routes of raw records. They are streamed, because a record can be very
// large.
func (s Pages) RawRoutes(stream web.Route) {
	stream("/raw/:id", web.Light, s.rawByID, web.Nothing())
	stream("/runs/:run/records/:id", web.Light, s.RunRecord, web.Nothing())
	for _, base := range trialBases() {
		stream(base+"/raw", web.Light, s.trialRaws, TrialFields().And(web.LineField("name"), web.CSVField()))
		stream(base+"/raw/*", web.Light, s.trialRaw, TrialFields())
		stream(base+"/atif", web.Heavy, s.trialATIF, TrialFields())
	}
}

func (s Pages) rawByID(c echo.Context) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return fmt.Errorf("raw record %q: %w", c.Param("id"), results.ErrNotFound)
	}
	raw, err := s.Store.FindRaw(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return s.SendRaw(c, raw)
}

// trialRaws sends the trial's raw record, or a list if there is not exactly one.
func (s Pages) trialRaws(c echo.Context) error {
	if name := web.Ask(c).Text("name"); name != "" {
		return s.namedRaw(c, name)
	}
	t, err := s.askedTrial(c, 0)
	if err != nil {
		return err
	}
	raws, err := s.Store.Raws(c.Request().Context(), t.Stored.Run.ID, t.Stored.Trial.ID)
	if err != nil {
		return err
	}
	if len(raws) == 1 {
		return s.SendRaw(c, raws[0])
	}
	return s.Cached(web.Light, func(c echo.Context) error {
		if web.WantsCSV(c) {
			header, rows := t.RawsCSV(raws)
			return web.Table(c, t.Run+"-"+t.Scenario+"-"+t.Task+"-records", header, rows)
		}
		return web.HTML(c, trialviews.RawListPage(s.Frame, t, raws))
	})(c)
}

func (s Pages) trialRaw(c echo.Context) error {
	name, err := web.PathParam(c, "*")
	if err != nil {
		return fmt.Errorf("raw record %q: %w", c.Param("*"), results.ErrNotFound)
	}
	return s.namedRaw(c, name)
}

func (s Pages) namedRaw(c echo.Context, name string) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.Store.FindTrial(ctx, q.Run, q.Scenario, q.Task, q.Attempt)
	if err != nil {
		return err
	}
	raw, err := s.Store.FindTrialRaw(ctx, t.ID, name)
	if err != nil {
		return err
	}
	return s.SendRaw(c, raw)
}

// atifMost is the maximum size in bytes of a trace for conversion to ATIF, because all its steps
// are held in memory.
const atifMost = 64 << 20

func (s Pages) trialATIF(c echo.Context) error {
	ctx := c.Request().Context()
	t, err := s.askedTrial(c, 0)
	if err != nil {
		return err
	}
	if s.ATIF == nil || t.StepsTotal == 0 {
		return fmt.Errorf("trace of %s/%s/%s as ATIF: %w", t.Run, t.Scenario, t.Task, results.ErrNotFound)
	}
	return s.SendMade(c, "application/json; charset=utf-8", t.Task+".atif.json", func() (func(io.Writer) error, error) {
		steps, err := s.stepsOf(ctx, &t.Stored.Trial)
		if err != nil {
			return nil, err
		}
		trial := t.Stored.Trial
		trial.TraceIDs, err = s.Store.FindTraceIDs(ctx, trial.ID)
		return func(w io.Writer) error { return s.ATIF(w, &t.Stored.Run, &trial, steps) }, err
	})
}

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
