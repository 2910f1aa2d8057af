package days

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	daysviews "github.com/clawatlas/clawatlas/views/days"
	"github.com/clawatlas/clawatlas/web"
)

// systemsOnPage is the number of systems whose rounds are read for one response.
const systemsOnPage = 12

// loader loads the records of runs and caches them by run.
type loader struct {
	Pages
	*daysviews.WorldQuestions
	tasks []results.Task
	kept  map[int64]daysviews.WorldRecords
}

// records loads the records of how a run dealt with the environment changes.
func (l *loader) records(ctx context.Context, run int64) (daysviews.WorldRecords, error) {
	r, known := l.kept[run]
	if known {
		return r, nil
	}
	r, err := l.recordsIn(ctx, run, "")
	l.kept[run] = r
	return r, err
}

// recordsIn loads these records for one scenario, or for all scenarios if scenario is empty.
func (l *loader) recordsIn(ctx context.Context, run int64, scenario string) (r daysviews.WorldRecords, err error) {
	if r.Trials, err = l.Store.RunTrials(ctx, run, scenario); err != nil {
		return r, err
	}
	if r.Details, err = l.Store.ManyDetails(ctx, l.Exams(r.Trials)); err != nil {
		return r, err
	}
	r.Looked, err = l.Store.Looked(ctx, run, scenario)
	return r, err
}

func (s Pages) world(c echo.Context) (*daysviews.World, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	w, _, err := s.loadWorld(c, v)
	return w, err
}

// loadWorld loads the environment changes of a benchmark and how its systems dealt with them.
func (s Pages) loadWorld(c echo.Context, v *views.Bench) (*daysviews.World, *loader, error) {
	ctx, id := c.Request().Context(), v.Benchmark.ID
	worlds, err := s.Store.Worlds(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	w := daysviews.NewWorld(id, worlds)
	if len(worlds) == 0 {
		return w, nil, nil
	}
	tasks, err := s.Store.Tasks(ctx, id, "")
	if err != nil {
		return nil, nil, err
	}
	l := &loader{Pages: s, WorldQuestions: daysviews.NewWorldQuestions(id, worlds, tasks), tasks: tasks, kept: map[int64]daysviews.WorldRecords{}}
	rows := w.Choose(v, web.ReadLeaf(c, web.PageParam, systemsOnPage))
	means, err := s.Store.TaskMeans(ctx, v.RunIDs(rows))
	if err != nil {
		return nil, nil, err
	}
	byRun := days.MeansByRun(means)
	for _, row := range rows {
		run := v.Runs[*row.Run].ID
		r, err := l.records(ctx, run)
		if err != nil {
			return nil, nil, err
		}
		w.Systems = append(w.Systems, l.System(v, row, r, byRun[run]))
	}
	return w, l, nil
}

func scenarioFields() web.Query {
	return web.Query{web.ListField("run"), web.TextField("a"), web.TextField("b")}
}

func (s Pages) scenario(c echo.Context) (*daysviews.WorldScenario, error) {
	return s.loadScenario(c, 1)
}

// loadScenario loads a scenario with the requested runs, or with the first n runs on the board.
func (s Pages) loadScenario(c echo.Context, n int) (*daysviews.WorldScenario, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	slug, err := web.Param(c, "scenario")
	if err != nil {
		return nil, err
	}
	ctx, a, b := c.Request().Context(), web.Ask(c), v.Benchmark
	w, err := s.worldOf(ctx, b.ID, slug)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	x := daysviews.NewWorldScenario(b, &w, tasks)
	runs, _, err := chosen(v, n, slices.Concat([]string{a.Text("a"), a.Text("b")}, a.List("run")))
	if err != nil {
		return nil, err
	}
	l := &loader{Pages: s, WorldQuestions: daysviews.NewWorldQuestions(b.ID, []results.World{w}, tasks)}
	for _, slug := range runs {
		run, err := s.runOf(c, b, slug)
		if err != nil {
			return nil, err
		}
		r, err := l.recordsIn(ctx, run.ID, x.Scenario)
		if err != nil {
			return nil, err
		}
		x.AddRun(l.WorldQuestions, v.Names, run, r, s.Frame.Static)
	}
	return x, nil
}

func (s Pages) scenarioPage(c echo.Context) error {
	x, err := s.loadScenario(c, daysviews.ChosenMost)
	if err != nil {
		return err
	}
	p := x.Show(s.Frame)
	if web.WantsCSV(c) {
		return web.SendTable(c, x.Benchmark+"-days-"+x.Scenario, p.Table())
	}
	return web.HTML(c, daysviews.ScenarioPage(p))
}

func (s Pages) worldOf(ctx context.Context, benchmark, scenario string) (results.World, error) {
	list, err := s.Store.Worlds(ctx, benchmark)
	i := slices.IndexFunc(list, func(w results.World) bool { return w.Scenario == scenario })
	if err == nil && i < 0 {
		err = fmt.Errorf("environment of %s/%s: %w", benchmark, scenario, results.ErrNotFound)
	}
	if err != nil {
		return results.World{}, err
	}
	return list[i], nil
}

// text sends the text of a file or chat before or after a change, or the difference between both.
func (s Pages) text(c echo.Context) error {
	slugs, err := web.Params(c, "benchmark", "scenario", "change", "side")
	if err != nil {
		return err
	}
	ctx, side := c.Request().Context(), slugs[3]
	w, err := s.worldOf(ctx, slugs[0], slugs[1])
	if err != nil {
		return err
	}
	change, from, err := daysviews.ChangeOf(&w, slugs[2])
	if err != nil {
		return err
	}
	read := func(round string) (text []byte) {
		if err == nil {
			text, err = s.Store.WorldText(ctx, slugs[0], slugs[1], round, change.Kind, change.Path)
		}
		return text
	}
	name, text := web.FileOf(change.Path), []byte(nil)
	switch side {
	case "before":
		text = read(from)
	case "after":
		text = read(change.Round)
	case "diff":
		d := world.Change{Object: world.ObjectID{Kind: world.Kind(change.Kind), Path: change.Path}, After: read(change.Round)}
		if change.Was != nil {
			d.Before = read(from)
		}
		name, text = name+".diff", world.DiffOf(&d).Text()
	default:
		err = fmt.Errorf("text %s of change %s: %w", side, slugs[2], results.ErrNotFound)
	}
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", web.RawPolicy)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(name))
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, text)
}
