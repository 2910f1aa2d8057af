package site

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	runviews "github.com/clawatlas/clawatlas/views/run"
	"github.com/clawatlas/clawatlas/web"
	runweb "github.com/clawatlas/clawatlas/web/run"
)

// badgeRoutes registers what other sites show: badges.
func (s Pages) badgeRoutes(page web.Route) {
	page(web.BadgeRoute, web.Light, s.badge, web.Query{web.TextField("convention"), web.WordField("show", views.BadgeScore, views.BadgeRank)})
	page(web.ModelBadgeRoute, web.Light, s.modelBadge, web.Query{web.WordField("show", views.BadgeScore, views.BadgeRank)})
}

// standingRun reads a run with its intervals and its place on the board.
func (s Pages) standingRun(c echo.Context, slug string) (*runviews.Run, error) {
	r, err := runweb.Of(s.Server).RunOf(c, slug)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	if b, err := s.Store.FindBoard(ctx, r.Benchmark, r.Convention, ""); err == nil {
		r.AddIntervals(r.Convention, b)
		r.AddStanding(b)
	} // else the run's numbers stand without their intervals
	return r, nil
}

// badgeOf is what a badge is about: a benchmark, and the run or model that another
// element of the address names.
func badgeOf(c echo.Context, element string) (benchmark, slug string, err error) {
	if slug, err = fileParam(c, element, ".svg"); err == nil {
		benchmark, err = web.Param(c, "benchmark")
	}
	return benchmark, slug, err
}

// fileParam is the part of an address that is a slug with an ending.
func fileParam(c echo.Context, name, end string) (string, error) {
	v, err := web.PathParam(c, name)
	slug, ok := strings.CutSuffix(v, end)
	if err != nil || !ok || !results.ValidSlug(slug) {
		return "", fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return slug, nil
}

func (s Pages) badge(c echo.Context) error {
	show := web.Ask(c).Word("show")
	benchmark, slug, err := badgeOf(c, "run")
	if err != nil {
		return err
	}
	run, err := s.Store.FindRun(c.Request().Context(), slug)
	if err != nil {
		return err
	}
	if benchmark != run.Benchmark {
		return fmt.Errorf("run %s of %q: %w", slug, benchmark, results.ErrNotFound)
	}
	r, err := s.standingRun(c, slug)
	if err != nil {
		return err
	}
	picture, err := views.DrawBadge(r.BadgeWords(show))
	if err != nil {
		return err
	}
	return sendBadge(c, picture)
}

func (s Pages) modelBadge(c echo.Context) error {
	show := web.Ask(c).Word("show")
	id, model, err := badgeOf(c, "model")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	b, err := s.Store.FindBenchmark(ctx, id)
	if err != nil {
		return err
	}
	board, err := s.DefaultBoard(ctx, b)
	if err != nil {
		return err
	}
	place := views.ModelStanding(board, model)
	if place == nil {
		return fmt.Errorf("model %s on %s: %w", model, id, results.ErrNotFound)
	}
	picture, err := views.ModelBadge(b, place, show)
	if err != nil {
		return err
	}
	return sendBadge(c, picture)
}

func sendBadge(c echo.Context, picture string) error {
	web.MayEmbed(c)
	c.Response().Header().Set(echo.HeaderContentType, "image/svg+xml")
	c.Response().WriteHeader(http.StatusOK)
	_, err := io.WriteString(c.Response(), picture)
	return err
}
