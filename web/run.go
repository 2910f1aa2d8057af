package web

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
)

// RunRecord is /runs/{run}/records/{id}: a raw record of the run itself, such
// as its report, after redaction.
func (s *Server) RunRecord(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := Param(c, "run")
	if err != nil {
		return err
	}
	run, err := s.Store.FindRun(ctx, slug)
	if err != nil {
		return err
	}
	list, err := s.Store.Raws(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	for _, r := range list {
		if fmt.Sprint(r.ID) == c.Param("id") {
			return s.SendRaw(c, r)
		}
	}
	return fmt.Errorf("record %s of %s: %w", c.Param("id"), slug, results.ErrNotFound)
}
