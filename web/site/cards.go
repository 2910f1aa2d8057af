package site

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/views/card"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
)

// cardRoutes registers the pictures that stand for boards and comparisons where links to
// them are shared. All other pages have the site's.
func (s Pages) cardRoutes(page web.Route) {
	page("/cards/b/:benchmark", web.Light, s.boardCard,
		web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutImpossible)})
	page("/cards/compare.png", web.Heavy, s.compareCard, web.Query{web.TextField("a"), web.TextField("b"),
		web.TextField("convention")})
}

// cardFoot is the last line of the card of a page: its address, and when the benchmark
// has changed.
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
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	convention, err := web.OneOf(c, "convention", ids...)
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
	if err != nil {
		return err
	}
	return sendCard(c, boardviews.BoardCard(b, whole, foot))
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
	if err != nil {
		return err
	}
	return sendCard(c, compareviews.CompareCard(d, foot))
}

func sendCard(c echo.Context, x card.Card) error {
	data, err := x.PNG()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/png", data)
}
