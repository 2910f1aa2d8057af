// Package days serves the pages that break a benchmark down by day and show the effects of its
// updates.
package days

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/views"
	daysviews "github.com/clawatlas/clawatlas/views/days"
	"github.com/clawatlas/clawatlas/web"
)

// Pages holds the handlers of this package.
type Pages struct{ *web.Server }

// Routes registers the pages and the texts of changes.
func Routes(server *web.Server, page, api web.Route) {
	s := Pages{server}
	page("/b/:benchmark/days", web.Heavy, s.page, web.Query{web.ListField("systems"), web.PageField(), web.CSVField()})
	api("/benchmarks/:benchmark/days", web.Heavy, web.JsonOf(s.days), web.Query{web.PageField()})
	api("/benchmarks/:benchmark/world", web.Heavy, web.JsonOf(s.world), web.Query{web.PageField()})
	page("/b/:benchmark/days/:scenario", web.Light, s.scenarioPage, scenarioFields().And(web.CSVField()))
	api("/benchmarks/:benchmark/world/scenarios/:scenario", web.Light, web.JsonOf(s.scenario), scenarioFields())
	page("/b/:benchmark/days/:scenario/:change/:side", web.Light, s.text, web.Nothing())
}

func (s Pages) days(c echo.Context) (*daysviews.Days, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	return s.load(c, v)
}

func (s Pages) load(c echo.Context, v *views.Bench) (*daysviews.Days, error) {
	ctx := c.Request().Context()
	scenarios, err := s.Store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	d := daysviews.NewDays(v.Benchmark, scenarios, tasks, web.ReadLeaf(c, web.PageParam, web.SystemsAbreast))
	if d.Kind == days.NoDays {
		return d, nil
	}
	rows := d.Choose(v)
	if d.Kind == days.WorkDays {
		figures, err := s.Store.Figures(ctx, v.Benchmark.ID)
		if err != nil {
			return nil, err
		}
		outcomes, err := s.outcomesOf(ctx, v, rows)
		if err != nil {
			return nil, err
		}
		d.AddStages(v, rows, outcomes, figures)
		return d, nil
	}
	means, err := s.Store.TaskMeans(ctx, v.RunIDs(rows))
	if err != nil {
		return nil, err
	}
	d.AddRounds(v, rows, means)
	return d, nil
}

func (s Pages) outcomesOf(ctx context.Context, v *views.Bench, rows []results.BoardRow) ([][]results.Trial, error) {
	list := make([][]results.Trial, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = s.Store.Outcomes(ctx, v.Runs[*r.Run].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s Pages) page(c echo.Context) error {
	v, err := s.BenchView(c)
	if err != nil {
		return err
	}
	d, err := s.load(c, v)
	if err != nil {
		return err
	}
	p := &daysviews.Page{Days: d}
	if p.Chosen, p.Asked, err = chosen(v, daysviews.ChosenMost, web.Ask(c).List("systems")); err != nil {
		return err
	}
	if d.Kind == days.Phases && v.Benchmark.HasWorld {
		if err := s.addWorld(c, v, p); err != nil {
			return err
		}
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, d.Benchmark+"-days", p.CSV())
	}
	return web.HTML(c, p.Show(s.Frame))
}

// addWorld adds the environment changes and how the chosen runs dealt with them.
func (s Pages) addWorld(c echo.Context, v *views.Bench, p *daysviews.Page) error {
	w, l, err := s.loadWorld(c, v)
	if err != nil || len(w.Worlds) == 0 {
		return err
	}
	p.World = w
	var records []daysviews.WorldRecords
	var runs []results.Run
	for _, slug := range p.Chosen {
		run, err := s.runOf(c, v.Benchmark, slug)
		if err != nil {
			return err
		}
		r, err := l.records(c.Request().Context(), run.ID)
		if err != nil {
			return err
		}
		records, runs = append(records, r), append(runs, run)
	}
	if len(records) == daysviews.ChosenMost {
		p.Tests = l.Pair(records[0], records[1])
	}
	for i := range w.Worlds {
		x := daysviews.NewWorldScenario(v.Benchmark, &w.Worlds[i], l.tasks)
		for k := range records {
			x.AddRun(l.WorldQuestions, v.Names, runs[k], records[k], s.Frame.Static)
		}
		p.Tracks = append(p.Tracks, x)
	}
	return nil
}

func (s Pages) runOf(c echo.Context, b results.Benchmark, slug string) (results.Run, error) {
	run, err := s.Store.FindRun(c.Request().Context(), slug)
	if err == nil && run.Benchmark != b.ID {
		return run, views.Refuse("%s is not a run of %s.", slug, b.Name)
	}
	return run, err
}

// chosen returns the slugs of the requested runs, or of the first n runs on the board if none is
// requested. asked reports whether any is requested.
func chosen(v *views.Bench, n int, list []string) (slugs []string, asked bool, err error) {
	for _, slug := range list {
		if slug == "" || slices.Contains(slugs, slug) {
			continue
		}
		if !results.ValidSlug(slug) {
			return nil, false, web.Bad("%q is not the id of a run.", slug)
		}
		slugs = append(slugs, slug)
	}
	if len(slugs) > daysviews.ChosenMost {
		return nil, false, web.Bad("%d runs are too many for one page; choose one or two.", len(slugs))
	}
	if len(slugs) > 0 {
		return slugs, true, nil
	}
	return daysviews.Leaders(v, n), false, nil
}
