package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// cardEnd is how the address of a card ends.
const cardEnd = ".png"

// cardRoutes registers the pictures that stand for pages where links to them are
// shared. Their addresses are those of the pages, below /cards.
func (s *Server) cardRoutes(page route) {
	page("/cards/home.png", light, s.card("", s.homeCard), nothing())
	page("/cards/b/:benchmark", light, s.card("benchmark", s.boardCard), query{textField("convention"), wordField("without", "", results.WithoutDoubtful)})
	page("/cards/runs/:run", light, s.card("run", s.runCard), query{textField("convention")})
	page("/cards/compare.png", heavy, s.card("", s.compareCard), query{textField("a"), textField("b"), textField("convention")})
	page("/cards/cases/:case", heavy, s.card("case", s.caseCard), nothing())
	page("/cards/findings/:finding", heavy, s.card("finding", s.findingCard), nothing())
	page("/cards/models/:model", heavy, s.card("model", s.modelCard), nothing())
}

// fileParam is the part of an address that is a slug with an ending.
func fileParam(c echo.Context, name, end string) (string, error) {
	v, err := pathParam(c, name)
	slug, ok := strings.CutSuffix(v, end)
	if err != nil || !ok || !results.ValidSlug(slug) {
		return "", fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return slug, nil
}

// cardOf is the card of a page.
type cardOf struct {
	path      string // address of the page
	benchmark string // that it is about; empty for several
	draw      func(views.CardPlace) card.Card
}

// card answers with the picture of what the address names, if it names something:
// the element is a slug with an ending, and read finds what belongs to it.
func (s *Server) card(element string, read func(c echo.Context, slug string) (cardOf, error)) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		var slug string
		if element != "" {
			if slug, err = fileParam(c, element, cardEnd); err != nil {
				return err
			}
		}
		x, err := read(c, slug)
		if err != nil {
			return err
		}
		p, err := s.cardPlace(c, x.path, x.benchmark)
		if err != nil {
			return err
		}
		data, err := x.draw(p).PNG()
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, "image/png", data)
	}
}

// cardPlace is the foot of a card of a page: its address, and when the benchmark
// has changed; without one, any of them.
func (s *Server) cardPlace(c echo.Context, path, benchmark string) (views.CardPlace, error) {
	p := views.CardPlace{Address: "clawatlas" + strings.TrimSuffix(path, "/")}
	if _, host, ok := strings.Cut(s.origin(c), "://"); ok {
		p.Address = host + strings.TrimSuffix(path, "/")
	}
	at, err := s.changedAt(c.Request().Context(), benchmark)
	if err != nil || at == 0 {
		return p, err
	}
	p.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	return p, nil
}

// changedAt is when a benchmark has changed last, or any without a name; in Unix
// milliseconds, 0 if the log knows of no change.
func (s *Server) changedAt(ctx context.Context, benchmark string) (int64, error) {
	return remember(ctx, s.store, memoKey{what: "changed", benchmark: benchmark}, func() (int64, error) {
		list, _, err := s.store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Limit: 1})
		if err != nil || len(list) == 0 {
			return 0, err
		}
		return list[0].At, nil
	})
}

// homeCard is GET /cards/home.png.
func (s *Server) homeCard(c echo.Context, _ string) (cardOf, error) {
	d, err := s.home(c.Request().Context())
	return cardOf{"/", "", func(p views.CardPlace) card.Card { return views.HomeCard(d, p) }}, err
}

// boardCard is GET /cards/b/{benchmark}.png.
func (s *Server) boardCard(c echo.Context, id string) (x cardOf, err error) {
	ctx := c.Request().Context()
	b, err := s.store.FindBenchmark(ctx, id)
	if err != nil {
		return x, err
	}
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	convention, err := oneOf(c, "convention", ids...)
	if err != nil {
		return x, err
	}
	whole, err := s.store.FindBoard(ctx, id, convention, ask(c).word("without"))
	if isNotFound(err) {
		whole, err = results.Board{Benchmark: id, Headline: b.Headline}, nil
	}
	return cardOf{link.Benchmark(id), id, func(p views.CardPlace) card.Card { return views.BoardCard(b, whole, p) }}, err
}

// runCard is GET /cards/runs/{run}.png.
func (s *Server) runCard(c echo.Context, slug string) (x cardOf, err error) {
	r, err := s.standingRun(c, slug)
	if err != nil {
		return x, err
	}
	return cardOf{link.Run(slug), r.Benchmark, func(p views.CardPlace) card.Card { return views.RunCard(r, p) }}, nil
}

// compareCard is GET /cards/compare.png?a=&b=.
func (s *Server) compareCard(c echo.Context, _ string) (x cardOf, err error) {
	a := ask(c)
	q := report.CompareQuery{Convention: a.text("convention"), Show: report.ShowDiffer, Runs: []string{a.text("a"), a.text("b")}}
	for _, slug := range q.Runs {
		if !results.ValidSlug(slug) {
			return x, fmt.Errorf("run %q: %w", slug, results.ErrNotFound)
		}
	}
	d, err := s.pairOf(c.Request().Context(), q)
	if err != nil {
		return x, err
	}
	return cardOf{"/compare", d.Benchmark, func(p views.CardPlace) card.Card { return views.CompareCard(d, p) }}, nil
}

// findingCard is GET /cards/findings/{finding}.png.
func (s *Server) findingCard(c echo.Context, slug string) (x cardOf, err error) {
	list, err := s.keptFindings(c.Request().Context())
	if err != nil {
		return x, err
	}
	i := slices.IndexFunc(list, func(f report.Finding) bool { return f.Slug == slug })
	if i < 0 {
		return x, fmt.Errorf("finding %s: %w", slug, results.ErrNotFound)
	}
	return cardOf{link.Finding(slug), list[i].Benchmark, func(p views.CardPlace) card.Card { return views.FindingCard(&list[i], p) }}, nil
}

// modelCard is GET /cards/models/{model}.png. It has the model's places without
// their tests, which take longer than a card may.
func (s *Server) modelCard(c echo.Context, id string) (x cardOf, err error) {
	ctx := c.Request().Context()
	m, err := s.store.FindModel(ctx, id)
	if err != nil {
		return x, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Model: id})
	if err != nil {
		return x, err
	}
	figures, err := s.store.ModelFigures(ctx, id)
	if err != nil {
		return x, err
	}
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return x, err
	}
	d := report.NewModel(m, runs, figures, report.ModelQuery{})
	for _, b := range list {
		if !d.On(b.ID) {
			continue
		}
		v := &report.Bench{Benchmark: b}
		if v.Board, err = s.defaultBoard(ctx, b); err != nil {
			return x, err
		}
		d.AddBoard(v)
	}
	return cardOf{link.Model(id), "", func(p views.CardPlace) card.Card { return views.ModelCard(d, p) }}, nil
}

// caseCard is GET /cards/cases/{case}.png.
func (s *Server) caseCard(c echo.Context, slug string) (x cardOf, err error) {
	ctx := c.Request().Context()
	w, m, err := s.findCase(ctx, slug)
	if err != nil {
		return x, err
	}
	if w == nil {
		if err := s.loadMined(ctx, m); err != nil {
			return x, err
		}
		return cardOf{link.Case(slug), m.Benchmark, func(p views.CardPlace) card.Card { return views.MinedCard(m, p) }}, nil
	}
	d := report.NewWrittenCase(*w)
	for _, b := range w.Blocks {
		d.Blocks = append(d.Blocks, report.CaseBlock{Markdown: b.Markdown})
	}
	if b, err := s.store.FindBenchmark(ctx, w.Benchmark); err == nil {
		d.About = &b
	} else if !isNotFound(err) {
		return x, err
	}
	return cardOf{link.Case(slug), w.Benchmark, func(p views.CardPlace) card.Card { return views.WrittenCard(d, p) }}, nil
}
