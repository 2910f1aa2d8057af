package web

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// pictureEnd is how the address of a run's picture ends.
const pictureEnd = ".svg"

// isPicture reports whether a request is for the picture of a run.
func isPicture(c echo.Context) bool {
	return c.Path() == "/runs/:run" && strings.HasSuffix(pathValue(c.Param("run")), pictureEnd)
}

// runPicture is /runs/{run}.svg: the fingerprint of the run, to be embedded.
func (s *Server) runPicture(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := param(c, "run")
	if err != nil {
		return err
	}
	d, err := s.outcomes(ctx, strings.TrimSuffix(slug, pictureEnd))
	if err != nil {
		return err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	picture, err := views.RunPicture(&d, names)
	if err != nil {
		return err
	}
	mayEmbed(c)
	c.Response().Header().Set(echo.HeaderContentType, "image/svg+xml")
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.WriteString(c.Response(), picture)
	return err
}

// outcomes reads what the fingerprint of a run is made of.
func (s *Server) outcomes(ctx context.Context, slug string) (d report.StoredRun, err error) {
	if d.Run, err = s.store.FindRun(ctx, slug); err != nil {
		return d, err
	}
	if d.Benchmark, err = s.store.FindBenchmark(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Scenarios, err = s.store.Scenarios(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Tasks, err = s.store.Tasks(ctx, d.Run.Benchmark, ""); err != nil {
		return d, err
	}
	d.Trials, err = s.store.RunTrials(ctx, d.Run.ID, "")
	return d, err
}

// fingerprints reads those of runs of a benchmark, by their keys.
func (s *Server) fingerprints(ctx context.Context, b results.Benchmark, runs []int64) (map[int64]report.Fingerprint, error) {
	scenarios, err := s.store.Scenarios(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.store.TaskMeans(ctx, runs)
	if err != nil {
		return nil, err
	}
	return report.Fingerprints(b, scenarios, tasks, means, runs), nil
}
