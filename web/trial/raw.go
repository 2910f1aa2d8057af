package trial

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
)

// RawRoutes registers what is sent as it was kept. It is streamed: a record
// may be larger than the cache of pages, or than memory.
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

// trialRaws answers with the trial's record or, where it has several, with the
// list of them.
func (s Pages) trialRaws(c echo.Context) error {
	if name := web.Ask(c).Text("name"); name != "" {
		return s.namedRaw(c, name)
	}
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.LoadTrial(ctx, q)
	if err != nil {
		return err
	}
	raws, err := s.Store.Raws(ctx, t.Stored.Run.ID, t.Stored.Trial.ID)
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
