package site

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/views/card"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
	runweb "github.com/clawatlas/clawatlas/web/run"
)

// cardRoutes registers the preview images of boards and comparisons.
func (s Pages) cardRoutes(page web.Route) {
	page("/cards/b/:benchmark", web.Light, s.boardCard,
		web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutImpossible)})
	page("/cards/compare.png", web.Heavy, s.compareCard, web.Query{web.TextField("a"), web.TextField("b"),
		web.TextField("convention")})
}

// cardFoot returns the bottom line of a preview image, with the page's URL and the date of the last
// change.
func (s Pages) cardFoot(c echo.Context, path, benchmark string) (card.Foot, error) {
	f := card.Foot{Address: "clawatlas" + path}
	if _, host, ok := strings.Cut(s.Origin(c), "://"); ok {
		f.Address = host + path
	}
	at, err := s.ChangedAt(c.Request().Context(), benchmark)
	if at > 0 {
		f.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	}
	return f, err
}

func (s Pages) boardCard(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := fileParam(c, "benchmark", ".png")
	if err != nil {
		return err
	}
	b, err := s.Store.FindBenchmark(ctx, id)
	if err != nil {
		return err
	}
	convention, err := web.Convention(c, b)
	if err != nil {
		return err
	}
	whole, err := s.Store.FindBoard(ctx, id, convention, web.Ask(c).Word("without"))
	if web.IsNotFound(err) {
		whole, err = results.Board{Benchmark: id, Headline: b.Headline}, nil
	}
	if err != nil {
		return err
	}
	foot, err := s.cardFoot(c, link.Benchmark(id), id)
	return sendCard(c, boardviews.BoardCard(b, whole, foot), err)
}

func (s Pages) compareCard(c echo.Context) error {
	a := web.Ask(c)
	q := compareviews.Query{Convention: a.Text("convention"), Runs: []string{a.Text("a"), a.Text("b")}}
	for _, slug := range q.Runs {
		if !results.ValidSlug(slug) {
			return fmt.Errorf("run %q: %w", slug, results.ErrNotFound)
		}
	}
	d, err := compareweb.Of(s.Server).PairOf(c.Request().Context(), q)
	if err != nil {
		return err
	}
	foot, err := s.cardFoot(c, "/compare", d.Benchmark)
	return sendCard(c, compareviews.CompareCard(d, foot), err)
}

func sendCard(c echo.Context, x card.Card, failed error) error {
	data, err := x.PNG()
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/png", data)
}

func (s Pages) badgeRoutes(page web.Route) {
	page(web.BadgeRoute, web.Light, s.badge, web.Query{web.TextField("convention"), web.WordField("show", views.BadgeScore, views.BadgeRank)})
	page(web.ModelBadgeRoute, web.Light, s.modelBadge, web.Query{web.WordField("show", views.BadgeScore, views.BadgeRank)})
}

// badgeOf returns the benchmark of a badge and the slug in its file name, which may be a run's or a
// model's.
func badgeOf(c echo.Context, element string) (benchmark, slug string, err error) {
	if slug, err = fileParam(c, element, ".svg"); err == nil {
		benchmark, err = web.Param(c, "benchmark")
	}
	return benchmark, slug, err
}

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
	runs := runweb.Of(s.Server)
	r, err := runs.RunOf(c, slug)
	if err != nil {
		return err
	}
	if benchmark != r.Benchmark {
		return fmt.Errorf("run %s of %q: %w", slug, benchmark, results.ErrNotFound)
	}
	runs.AddStanding(c.Request().Context(), r)
	return sendBadge(c)(views.DrawBadge(r.BadgeWords(show)))
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
	standing := views.ModelStanding(board, model)
	if standing == nil {
		return fmt.Errorf("model %s on %s: %w", model, id, results.ErrNotFound)
	}
	return sendBadge(c)(views.DrawBadge(views.ModelBadgeWords(b, standing, show)))
}

// sendBadge returns a function that sends a badge and permits other sites to embed it.
func sendBadge(c echo.Context) func(picture string, err error) error {
	return func(picture string, err error) error {
		if err != nil {
			return err
		}
		web.MayEmbed(c)
		return c.Blob(http.StatusOK, "image/svg+xml", []byte(picture))
	}
}
