package web

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// rawRoutes registers what is sent as it was kept. It is streamed: a record
// may be larger than the cache of pages, or than memory.
func (s *Server) rawRoutes(stream route) {
	stream("/raw/:id", light, s.rawByID, nothing())
	stream("/runs/:run/records/:id", light, s.runRecord, nothing())
	for _, base := range trialBases() {
		stream(base+"/raw", light, s.trialRaws, trialFields().and(lineField("name"), csvField()))
		stream(base+"/raw/*", light, s.trialRaw, trialFields())
	}
}

func (s *Server) rawByID(c echo.Context) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return fmt.Errorf("raw record %q: %w", c.Param("id"), results.ErrNotFound)
	}
	raw, err := s.store.FindRaw(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return s.sendRaw(c, raw)
}

// trialRaws answers with the trial's record or, where it has several, with the
// list of them.
func (s *Server) trialRaws(c echo.Context) error {
	if name := ask(c).text("name"); name != "" {
		return s.namedRaw(c, name)
	}
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.loadTrial(ctx, q)
	if err != nil {
		return err
	}
	raws, err := s.store.Raws(ctx, t.Stored.Run.ID, t.Stored.Trial.ID)
	if err != nil {
		return err
	}
	if len(raws) == 1 {
		return s.sendRaw(c, raws[0])
	}
	return s.cached(light, func(c echo.Context) error {
		if wantsCSV(c) {
			header, rows := t.RawsCSV(raws)
			return table(c, t.Run+"-"+t.Scenario+"-"+t.Task+"-records", header, rows)
		}
		return html(c, views.RawListPage(s.frame, t, raws))
	})(c)
}

func (s *Server) trialRaw(c echo.Context) error {
	name, err := pathParam(c, "*")
	if err != nil {
		return fmt.Errorf("raw record %q: %w", c.Param("*"), results.ErrNotFound)
	}
	return s.namedRaw(c, name)
}

func (s *Server) namedRaw(c echo.Context, name string) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.store.FindTrial(ctx, q.Run, q.Scenario, q.Task, q.Attempt)
	if err != nil {
		return err
	}
	raw, err := s.store.FindTrialRaw(ctx, t.ID, name)
	if err != nil {
		return err
	}
	return s.sendRaw(c, raw)
}
