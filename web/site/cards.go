package site

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	boardviews "github.com/clawatlas/clawatlas/views/board"
	"github.com/clawatlas/clawatlas/views/card"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	homeviews "github.com/clawatlas/clawatlas/views/home"
	modelviews "github.com/clawatlas/clawatlas/views/model"
	runviews "github.com/clawatlas/clawatlas/views/run"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
	"github.com/clawatlas/clawatlas/web"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
	homeweb "github.com/clawatlas/clawatlas/web/home"
	taskweb "github.com/clawatlas/clawatlas/web/task"
	trialweb "github.com/clawatlas/clawatlas/web/trial"
)

// cardRoutes registers the pictures that stand for pages where links to them are
// shared. Their addresses are those of the pages, below /cards.
func (s Pages) cardRoutes(page web.Route) {
	page("/cards/home.png", web.Light, s.card("", s.homeCard), web.Nothing())
	page("/cards/b/:benchmark", web.Light, s.card("benchmark", s.boardCard),
		web.Query{web.TextField("convention"), web.WordField("without", "", results.WithoutDoubtful)})
	page("/cards/b/:benchmark/scenarios/:scenario", web.Heavy, s.card("scenario", s.scenarioCard), web.Nothing())
	page("/cards/b/:benchmark/scenarios/:scenario/:task", web.Heavy, s.card("task", s.taskCard), web.Nothing())
	page("/cards/runs/:run", web.Light, s.card("run", s.runCard), web.Query{web.TextField("convention")})
	page("/cards/runs/:run/:scenario/:task", web.Light, s.card("task", s.trialCard), trialweb.TrialFields())
	page("/cards/compare.png", web.Heavy, s.card("", s.compareCard), web.Query{web.TextField("a"), web.TextField("b"),
		web.TextField("convention")})
	page("/cards/cases/:case", web.Heavy, s.card("case", s.caseCard), web.Nothing())
	page("/cards/models/:model", web.Heavy, s.card("model", s.modelCard), web.Nothing())
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

// cardOf is the card of a page.
type cardOf struct {
	path      string // address of the page
	Benchmark string // that it is about; empty for several
	draw      func(views.CardPlace) card.Card
}

// card answers with the picture of what the address names, if it names something:
// the element is a slug with an ending, and read finds what belongs to it.
func (s Pages) card(element string, read func(c echo.Context, slug string) (cardOf, error)) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		var slug string
		if element != "" {
			if slug, err = fileParam(c, element, web.CardEnd); err != nil {
				return err
			}
		}
		x, err := read(c, slug)
		if err != nil {
			return err
		}
		p, err := s.cardPlace(c, x.path, x.Benchmark)
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
func (s Pages) cardPlace(c echo.Context, path, benchmark string) (views.CardPlace, error) {
	p := views.CardPlace{Address: "clawatlas" + strings.TrimSuffix(path, "/")}
	if _, host, ok := strings.Cut(s.Origin(c), "://"); ok {
		p.Address = host + strings.TrimSuffix(path, "/")
	}
	at, err := s.ChangedAt(c.Request().Context(), benchmark)
	if err != nil || at == 0 {
		return p, err
	}
	p.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	return p, nil
}

// homeCard is GET /cards/home.png.
func (s Pages) homeCard(c echo.Context, _ string) (cardOf, error) {
	d, err := homeweb.Of(s.Server).Home(c.Request().Context())
	return cardOf{"/", "", func(p views.CardPlace) card.Card { return homeviews.HomeCard(d, p) }}, err
}

// boardCard is GET /cards/b/{benchmark}.png.
func (s Pages) boardCard(c echo.Context, id string) (x cardOf, err error) {
	ctx := c.Request().Context()
	b, err := s.Store.FindBenchmark(ctx, id)
	if err != nil {
		return x, err
	}
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	convention, err := web.OneOf(c, "convention", ids...)
	if err != nil {
		return x, err
	}
	whole, err := s.Store.FindBoard(ctx, id, convention, web.Ask(c).Word("without"))
	if web.IsNotFound(err) {
		whole, err = results.Board{Benchmark: id, Headline: b.Headline}, nil
	}
	return cardOf{link.Benchmark(id), id, func(p views.CardPlace) card.Card { return boardviews.BoardCard(b, whole, p) }}, err
}

// scenarioCard is GET /cards/b/{benchmark}/scenarios/{scenario}.png.
func (s Pages) scenarioCard(c echo.Context, scenario string) (x cardOf, err error) {
	b, err := web.Param(c, "benchmark")
	if err != nil {
		return x, err
	}
	d, err := taskweb.Of(s.Server).WholeScenario(c.Request().Context(), b, scenario)
	return cardOf{link.Scenario(b, scenario), b, func(p views.CardPlace) card.Card { return taskviews.ScenarioCard(d, p) }}, err
}

// taskCard is GET /cards/b/{benchmark}/scenarios/{scenario}/{task}.png.
func (s Pages) taskCard(c echo.Context, task string) (x cardOf, err error) {
	ids, err := web.Params(c, "benchmark", "scenario")
	if err != nil {
		return x, err
	}
	d, err := taskweb.Of(s.Server).TaskOf(c.Request().Context(), ids[0], ids[1], task, taskreport.TaskQuery{})
	return cardOf{link.Task(ids[0], ids[1], task), ids[0], func(p views.CardPlace) card.Card { return taskviews.TaskCard(d, p) }}, err
}

// runCard is GET /cards/runs/{run}.png.
func (s Pages) runCard(c echo.Context, slug string) (x cardOf, err error) {
	r, err := s.standingRun(c, slug)
	if err != nil {
		return x, err
	}
	return cardOf{link.Run(slug), r.Benchmark, func(p views.CardPlace) card.Card { return runviews.RunCard(r, p) }}, nil
}

// trialCard is GET /cards/runs/{run}/{scenario}/{task}.png?attempt=.
func (s Pages) trialCard(c echo.Context, task string) (x cardOf, err error) {
	ids, err := web.Params(c, "run", "scenario")
	if err != nil {
		return x, err
	}
	q := report.TrialQuery{Run: ids[0], Scenario: ids[1], Task: task, Attempt: web.Ask(c).Number("attempt")}
	t, err := trialweb.Of(s.Server).LoadTrial(c.Request().Context(), q)
	if err != nil {
		return x, err
	}
	return cardOf{q.At(), t.Benchmark, func(p views.CardPlace) card.Card { return trialviews.TrialCard(t, p) }}, nil
}

// compareCard is GET /cards/compare.png?a=&b=.
func (s Pages) compareCard(c echo.Context, _ string) (x cardOf, err error) {
	a := web.Ask(c)
	q := comparereport.CompareQuery{Convention: a.Text("convention"), Show: comparereport.ShowDiffer, Runs: []string{a.Text("a"), a.Text("b")}}
	for _, slug := range q.Runs {
		if !results.ValidSlug(slug) {
			return x, fmt.Errorf("run %q: %w", slug, results.ErrNotFound)
		}
	}
	d, err := compareweb.Of(s.Server).PairOf(c.Request().Context(), q)
	if err != nil {
		return x, err
	}
	return cardOf{"/compare", d.Benchmark, func(p views.CardPlace) card.Card { return compareviews.CompareCard(d, p) }}, nil
}

// modelCard is GET /cards/models/{model}.png. It has the model's places without
// their tests, which take longer than a card may.
func (s Pages) modelCard(c echo.Context, id string) (x cardOf, err error) {
	ctx := c.Request().Context()
	m, err := s.Store.FindModel(ctx, id)
	if err != nil {
		return x, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Model: id})
	if err != nil {
		return x, err
	}
	figures, err := s.Store.ModelFigures(ctx, id)
	if err != nil {
		return x, err
	}
	list, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return x, err
	}
	d := modelreport.NewModel(m, runs, figures)
	for _, b := range list {
		if !d.On(b.ID) {
			continue
		}
		v := &report.Bench{Benchmark: b}
		if v.Board, err = s.DefaultBoard(ctx, b); err != nil {
			return x, err
		}
		d.AddBoard(v)
	}
	return cardOf{link.Model(id), "", func(p views.CardPlace) card.Card { return modelviews.ModelCard(d, p) }}, nil
}

// caseCard is GET /cards/cases/{case}.png.
func (s Pages) caseCard(c echo.Context, slug string) (x cardOf, err error) {
	ctx := c.Request().Context()
	w, m, err := taskweb.Of(s.Server).FindCase(ctx, slug)
	if err != nil {
		return x, err
	}
	if w == nil {
		if err := taskweb.Of(s.Server).LoadMined(ctx, m); err != nil {
			return x, err
		}
		return cardOf{link.Case(slug), m.Benchmark, func(p views.CardPlace) card.Card { return taskviews.MinedCard(m, p) }}, nil
	}
	d := taskreport.NewWrittenCase(*w)
	for _, b := range w.Blocks {
		d.Blocks = append(d.Blocks, taskreport.CaseBlock{Markdown: b.Markdown})
	}
	if b, err := s.Store.FindBenchmark(ctx, w.Benchmark); err == nil {
		d.About = &b
	} else if !web.IsNotFound(err) {
		return x, err
	}
	return cardOf{link.Case(slug), w.Benchmark, func(p views.CardPlace) card.Card { return taskviews.WrittenCard(d, p) }}, nil
}
