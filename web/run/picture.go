package run

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/web"
)

// runPicture is /runs/{run}.svg: the fingerprint of the run, to be embedded.
func (s Pages) runPicture(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := web.Param(c, "run")
	if err != nil {
		return err
	}
	d, err := s.outcomes(ctx, strings.TrimSuffix(slug, web.PictureEnd))
	if err != nil {
		return err
	}
	names, err := s.ModelNames(ctx)
	if err != nil {
		return err
	}
	picture, err := views.RunPicture(&d, names)
	if err != nil {
		return err
	}
	web.MayEmbed(c)
	c.Response().Header().Set(echo.HeaderContentType, "image/svg+xml")
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.WriteString(c.Response(), picture)
	return err
}

// outcomes reads what the fingerprint of a run is made of.
func (s Pages) outcomes(ctx context.Context, slug string) (d runreport.StoredRun, err error) {
	if d.Run, err = s.Store.FindRun(ctx, slug); err != nil {
		return d, err
	}
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Scenarios, err = s.Store.Scenarios(ctx, d.Run.Benchmark); err != nil {
		return d, err
	}
	if d.Tasks, err = s.Store.Tasks(ctx, d.Run.Benchmark, ""); err != nil {
		return d, err
	}
	d.Trials, err = s.Store.RunTrials(ctx, d.Run.ID, "")
	return d, err
}
