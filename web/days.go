package web

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// daysRoutes registers the pages of this file.
func (s *Server) daysRoutes(page, api route) {
	page("/b/:benchmark/days", s.daysPage)
	api("/benchmarks/:benchmark/days", s.daysAPI)
}

// daysQuery is the state of the page.
type daysQuery struct {
	scenario string // empty: all
	run      string // of the point whose rounds are listed
	day      string // its id
}

func (q daysQuery) values() url.Values {
	return url.Values{"scenario": {q.scenario}}
}

// days reads the address and everything that the page shows.
func (s *Server) days(c echo.Context) (*benchView, *daysData, daysQuery, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, daysQuery{}, err
	}
	q := daysQuery{scenario: c.QueryParam("scenario"), run: c.QueryParam("run"), day: c.QueryParam("day")}
	d, err := s.loadDays(c.Request().Context(), v, q.scenario)
	if err != nil {
		return nil, nil, q, err
	}
	if (q.run == "") != (q.day == "") {
		return nil, nil, q, bad("run and day name one point together; only one of them is given.")
	}
	if q.run != "" && d.point(q.run, q.day) == nil {
		return nil, nil, q, bad("run=%s has no point day=%s on this page.", q.run, q.day)
	}
	return v, d, q, nil
}

// loadDays reads the dataset, the outcomes and the published figures.
func (s *Server) loadDays(ctx context.Context, v *benchView, scenario string) (*daysData, error) {
	scenarios, err := s.store.Scenarios(ctx, v.benchmark.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, v.benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	d := &daysData{Benchmark: v.benchmark.ID, Kind: daysKind(v.benchmark, tasks), Scenario: scenario, scenarios: scenarios, tasks: tasks}
	if scenario != "" && !d.hasScenario(scenario) {
		return nil, bad("scenario=%s is not in this benchmark.", scenario)
	}
	if scenario != "" && d.Kind != kindPhases {
		return nil, bad("The days of %s are the same for all scenarios; leave out scenario=%s.", v.benchmark.Name, scenario)
	}
	rows := v.standing()
	if d.Kind == kindStages {
		figures, err := s.store.Figures(ctx, v.benchmark.ID)
		if err != nil {
			return nil, err
		}
		outcomes := make([][]results.Trial, len(rows))
		for i, r := range rows {
			if outcomes[i], err = s.store.Outcomes(ctx, v.runs[*r.Run].ID); err != nil {
				return nil, err
			}
		}
		d.fillStages(v, rows, outcomes, figures)
		return d, nil
	}
	if d.Kind == kindNone {
		return d, nil
	}
	means, err := s.store.TaskMeans(ctx, v.runIDs(rows))
	if err != nil {
		return nil, err
	}
	d.fillRounds(v, rows, means)
	return d, nil
}

// daysAPI is GET /api/v1/benchmarks/{benchmark}/days.
func (s *Server) daysAPI(c echo.Context) error {
	_, d, _, err := s.days(c)
	if err != nil {
		return err
	}
	return object(c, d)
}

// daysPage is /b/{benchmark}/days.
func (s *Server) daysPage(c echo.Context) error {
	v, d, q, err := s.days(c)
	if err != nil {
		return err
	}
	if csv, err := wantsCSV(c); err != nil {
		return err
	} else if csv {
		return gridCSV(c, v.benchmark.ID+"-days", d.longGrid())
	}
	return html(c, views.DaysPage(s.buildDays(v, d, q)))
}

// buildDays makes the page struct.
func (s *Server) buildDays(v *benchView, d *daysData, q daysQuery) views.Days {
	b := v.benchmark
	p := views.Days{Benchmark: b, Kind: d.Kind, Series: len(d.Series), UpdatesNote: d.updatesNote()}
	where := ""
	if q.scenario != "" {
		where = " in " + q.scenario
	}
	p.Lead = d.lead(b) + where + "."
	p.Meta = s.viewMeta(b, "days", "Day by day"+where, p.Lead, with(q.values(), "run", q.run, "day", q.day))
	if d.Kind == kindPhases && !s.static {
		p.Filter = d.filter(q)
	}
	p.Chart = d.chart(b)
	p.Table = d.grid(s, q)
	for _, sr := range d.Series {
		p.Words = append(p.Words, views.DayWords{Name: sr.Name, Href: sr.URL, Text: sr.Words})
	}
	if len(d.Around) > 0 {
		p.AroundChart, p.Around = d.aroundChart(b), d.aroundGrid()
	}
	if d.Kind == kindPhases {
		p.Updates = d.updatesGrid()
	}
	if q.scenario != "" {
		p.Strips = d.strips()
	}
	if pt := d.point(q.run, q.day); pt != nil && q.run != "" {
		p.Rounds = d.roundsGrid(q, pt)
	}
	return p
}

// filter chooses one scenario.
func (d *daysData) filter(q daysQuery) ui.Filter {
	choices := []ui.Choice{{Label: "all scenarios"}}
	for _, sc := range d.scenarios {
		choices = append(choices, ui.Choice{Value: sc.Slug, Label: sc.Slug, Selected: sc.Slug == q.scenario})
	}
	f := ui.Filter{Action: link(nil, "b", d.Benchmark, "days"), Fields: []ui.Field{{Name: "scenario", Label: "Scenario", Kind: ui.Select, Choices: choices}}}
	if q.scenario != "" {
		f.Clear = f.Action
	}
	return f
}

// chart draws the lines with the updates as verticals.
func (d *daysData) chart(b results.Benchmark) chart.Lines {
	c := chart.Lines{Title: d.chartTitle(b), Desc: "The same numbers stand in the table below.", XLabel: d.xLabel(b),
		Y: chart.Axis{Label: d.measure() + ", %", Unit: chart.Percent}}
	for i, day := range d.Days {
		c.X = append(c.X, day.Label)
		if day.Updates != "" {
			c.Updates = append(c.Updates, chart.Vertical{At: i, Label: day.Updates})
		}
	}
	for _, sr := range d.Series {
		line := chart.Series{Name: sr.Name}
		for _, pt := range sr.Points {
			line.Values = append(line.Values, pt.Value)
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// aroundChart draws the rounds around all updates together.
func (d *daysData) aroundChart(b results.Benchmark) chart.Lines {
	c := chart.Lines{Title: "Pass rate around an update", Desc: "The same numbers stand in the table below.", XLabel: "rounds before and after the first round that follows an update",
		Y: chart.Axis{Label: "Pass rate, %", Unit: chart.Percent}, Updates: []chart.Vertical{{At: aroundReach, Label: "update"}}}
	for o := -aroundReach; o <= aroundReach; o++ {
		c.X = append(c.X, offsetLabel(o))
	}
	for _, a := range d.Around {
		line := chart.Series{Name: a.Name}
		for i := range a.Points {
			line.Values = append(line.Values, a.Points[i].Value)
		}
		c.Series = append(c.Series, line)
	}
	return c
}

func offsetLabel(o int) string {
	switch {
	case o == 0:
		return "the round itself"
	case o < 0:
		return fmt.Sprintf("%d before", -o)
	}
	return strconv.Itoa(o) + " after"
}
