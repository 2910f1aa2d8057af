package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/link"
)

// cardEnd is how the address of a card ends.
const cardEnd = ".png"

// cardRoutes registers the pictures that stand for pages where links to them are
// shared. Their addresses are those of the pages, below /cards.
func (s *Server) cardRoutes(page route) {
	page("/cards/home.png", light, s.homeCard, nothing())
	page("/cards/b/:benchmark", light, s.boardCard, query{textField("convention"), wordField("without", "", results.WithoutDoubtful)})
	page("/cards/runs/:run", light, s.runCard, query{textField("convention")})
	page("/cards/compare.png", heavy, s.compareCard, query{textField("a"), textField("b"), textField("convention")})
	page("/cards/cases/:case", heavy, s.caseCard, nothing())
	page("/cards/findings/:finding", heavy, s.findingCard, nothing())
	page("/cards/models/:model", heavy, s.modelCard, nothing())
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

// sendCard draws a card.
func sendCard(c echo.Context, x card.Card) error {
	data, err := x.PNG()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/png", data)
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
	list, _, err := s.store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Limit: 1})
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].At, nil
}

// homeCard is GET /cards/home.png.
func (s *Server) homeCard(c echo.Context) error {
	d, err := s.home(c.Request().Context())
	if err != nil {
		return err
	}
	p, err := s.cardPlace(c, "/", "")
	if err != nil {
		return err
	}
	return sendCard(c, views.HomeCard(d, p))
}

// boardCard is GET /cards/b/{benchmark}.png.
func (s *Server) boardCard(c echo.Context) error {
	id, err := fileParam(c, "benchmark", cardEnd)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	b, err := s.store.FindBenchmark(ctx, id)
	if err != nil {
		return err
	}
	var ids []string
	for _, v := range score.Conventions(b.Scoring) {
		ids = append(ids, v.ID)
	}
	convention, err := oneOf(c, "convention", ids...)
	if err != nil {
		return err
	}
	whole, err := s.store.FindBoard(ctx, id, convention, ask(c).word("without"))
	if isNotFound(err) {
		whole, err = results.Board{Benchmark: id, Headline: b.Headline}, nil
	}
	if err != nil {
		return err
	}
	p, err := s.cardPlace(c, link.Benchmark(id), id)
	if err != nil {
		return err
	}
	return sendCard(c, views.BoardCard(b, whole, p))
}

// runCard is GET /cards/runs/{run}.png.
func (s *Server) runCard(c echo.Context) error {
	slug, err := fileParam(c, "run", cardEnd)
	if err != nil {
		return err
	}
	r, err := s.standingRun(c, slug)
	if err != nil {
		return err
	}
	p, err := s.cardPlace(c, link.Run(slug), r.Benchmark)
	if err != nil {
		return err
	}
	return sendCard(c, views.RunCard(r, p))
}

// compareCard is GET /cards/compare.png?a=&b=.
func (s *Server) compareCard(c echo.Context) error {
	a := ask(c)
	q := report.CompareQuery{Convention: a.text("convention"), Show: report.ShowDiffer, Runs: []string{a.text("a"), a.text("b")}}
	for _, slug := range q.Runs {
		if !results.ValidSlug(slug) {
			return fmt.Errorf("run %q: %w", slug, results.ErrNotFound)
		}
	}
	d, err := s.pairOf(c.Request().Context(), q)
	if err != nil {
		return err
	}
	p, err := s.cardPlace(c, "/compare", d.Benchmark)
	if err != nil {
		return err
	}
	return sendCard(c, views.CompareCard(d, p))
}

// findingCard is GET /cards/findings/{finding}.png.
func (s *Server) findingCard(c echo.Context) error {
	slug, err := fileParam(c, "finding", cardEnd)
	if err != nil {
		return err
	}
	list, err := s.keptFindings(c.Request().Context())
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].Slug == slug {
			p, err := s.cardPlace(c, link.Finding(slug), list[i].Benchmark)
			if err != nil {
				return err
			}
			return sendCard(c, views.FindingCard(&list[i], p))
		}
	}
	return fmt.Errorf("finding %s: %w", slug, results.ErrNotFound)
}

// modelCard is GET /cards/models/{model}.png. It has the model's places without
// their tests, which take longer than a card may.
func (s *Server) modelCard(c echo.Context) error {
	id, err := fileParam(c, "model", cardEnd)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	m, err := s.store.FindModel(ctx, id)
	if err != nil {
		return err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Model: id})
	if err != nil {
		return err
	}
	figures, err := s.store.ModelFigures(ctx, id)
	if err != nil {
		return err
	}
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	d := report.NewModel(m, runs, figures, report.ModelQuery{})
	for _, b := range list {
		if !d.On(b.ID) {
			continue
		}
		v := &report.Bench{Benchmark: b}
		if v.Board, err = s.defaultBoard(ctx, b); err != nil {
			return err
		}
		d.AddBoard(v)
	}
	p, err := s.cardPlace(c, link.Model(id), "")
	if err != nil {
		return err
	}
	return sendCard(c, views.ModelCard(d, p))
}

// caseCard is GET /cards/cases/{case}.png.
func (s *Server) caseCard(c echo.Context) error {
	slug, err := fileParam(c, "case", cardEnd)
	if err != nil {
		return err
	}
	w, m, err := s.findCase(c.Request().Context(), slug)
	if err != nil {
		return err
	}
	if w == nil {
		if err := s.loadMined(c.Request().Context(), m); err != nil {
			return err
		}
		p, err := s.cardPlace(c, link.Case(slug), m.Benchmark)
		if err != nil {
			return err
		}
		return sendCard(c, views.MinedCard(m, p))
	}
	x := report.NewWrittenCase(*w)
	for _, b := range w.Blocks {
		x.Blocks = append(x.Blocks, report.CaseBlock{Markdown: b.Markdown})
	}
	if b, err := s.store.FindBenchmark(c.Request().Context(), w.Benchmark); err == nil {
		x.About = &b
	} else if !isNotFound(err) {
		return err
	}
	p, err := s.cardPlace(c, link.Case(slug), w.Benchmark)
	if err != nil {
		return err
	}
	return sendCard(c, views.WrittenCard(x, p))
}
