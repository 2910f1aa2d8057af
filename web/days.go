package web

import (
	"context"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// daysRoutes registers the pages of this file.
func (s *Server) daysRoutes(page, api route) {
	page("/b/:benchmark/days", heavy, s.daysPage, daysFields().and(csvField()))
	api("/benchmarks/:benchmark/days", heavy, s.daysAPI, daysFields())
}

// daysQuery is the state of the page.
type daysQuery struct {
	scenario string // empty: all
	kind     string // of tasks; empty: all, each with its own lines
	run      string // of the point whose rounds are listed
	day      string // its id
	rows     leaf   // of the systems
}

func (q daysQuery) values() url.Values {
	v := url.Values{}
	for key, value := range map[string]string{"scenario": q.scenario, "kind": q.kind, pageParam: q.rows.value()} {
		if value != "" {
			v.Set(key, value)
		}
	}
	return v
}

// daysFields are the parameters of the page.
func daysFields() query {
	return query{textField("scenario"), textField("kind"), textField("run"), textField("day"), pageField()}
}

// days reads the address and everything that the page shows.
func (s *Server) days(c echo.Context) (*benchView, *daysData, daysQuery, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, daysQuery{}, err
	}
	a := ask(c)
	q := daysQuery{scenario: a.text("scenario"), kind: a.text("kind"), run: a.text("run"), day: a.text("day"), rows: readLeaf(c, pageParam, systemsAbreast)}
	d, err := s.loadDays(c.Request().Context(), v, &q)
	if err != nil {
		return nil, nil, q, err
	}
	if (q.run == "") != (q.day == "") {
		return nil, nil, q, bad("run and day name one point together; only one of them is given.")
	}
	if q.run != "" && !d.hasPoint(q.run, q.day) {
		return nil, nil, q, bad("run=%s has no point day=%s on this page.", q.run, q.day)
	}
	return v, d, q, nil
}

// loadDays reads the dataset, the outcomes and the published figures.
// A line rests on its own system alone, so the lines of one page are all that is
// computed.
func (s *Server) loadDays(ctx context.Context, v *benchView, q *daysQuery) (*daysData, error) {
	d, err := s.daysOf(ctx, v, *q)
	if err != nil || d.Kind == kindNone {
		return d, err
	}
	rows := d.drawn(v, v.standing())
	if at := slices.IndexFunc(rows, func(r results.BoardRow) bool { return *r.Run == q.run }); at >= 0 {
		q.rows.number = at/q.rows.size + 1 // where the chosen point is
	}
	d.Total = len(rows)
	rows = leafOf(&q.rows, rows)
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
	means, err := s.store.TaskMeans(ctx, v.runIDs(rows))
	if err != nil {
		return nil, err
	}
	d.fillRounds(v, rows, means)
	return d, nil
}

// daysOf reads the tasks that the address chooses.
func (s *Server) daysOf(ctx context.Context, v *benchView, q daysQuery) (*daysData, error) {
	scenarios, err := s.store.Scenarios(ctx, v.benchmark.ID)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, v.benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	d := &daysData{Benchmark: v.benchmark.ID, Kind: daysKind(v.benchmark, tasks), Scenario: q.scenario, TaskKind: q.kind, TaskKinds: days.KindsOf(tasks),
		Days: []days.Head{}, Series: []daySeries{}, Systems: []daySystem{}, NotDrawn: []dayAbsent{}, Statistics: daysStatistics(),
		scenarios: scenarios, tasks: tasks, draws: days.NewDraws()}
	if q.scenario != "" && !d.hasScenario(q.scenario) {
		return nil, bad("scenario=%s is not in this benchmark.", q.scenario)
	}
	if q.scenario != "" && d.Kind != kindPhases {
		return nil, bad("The days of %s are the same for all scenarios; leave out scenario=%s.", v.benchmark.Name, q.scenario)
	}
	if q.kind != "" && !slices.Contains(d.TaskKinds, q.kind) {
		return nil, bad("kind=%s is no kind of %s in this benchmark.", q.kind, v.benchmark.Words.Task)
	}
	if q.scenario != "" {
		d.tasks = slices.DeleteFunc(slices.Clone(tasks), func(t results.Task) bool { return t.Scenario != q.scenario })
	}
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
	if wantsCSV(c) {
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
	p.Pager = q.rows.pager("systems with records", func(key, value string) string {
		return link.To(link.With(q.values(), key, value), "b", b.ID, "days")
	})
	title := "Day by day" + where
	if q.kind != "" {
		title += ", " + words.KindWord(q.kind)
	}
	p.Meta = s.viewMeta(b, "days", title, p.Lead, link.With(q.values(), "run", q.run, "day", q.day))
	if d.Kind == kindPhases && !s.static {
		p.Filter = d.filter(q)
	}
	for _, kind := range d.shownKinds() {
		if panel := d.panel(s, b, q, kind); len(panel.Table.Rows) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	for _, a := range d.NotDrawn {
		p.NotDrawn = append(p.NotDrawn, views.DayWords{Name: a.Name, Href: a.URL, Text: a.Note})
	}
	if len(d.Systems) > 0 {
		p.Effect, p.First = d.effectGrid(), d.firstGrid()
	}
	if d.Kind == kindPhases {
		p.Updates = d.updatesGrid()
	}
	if q.scenario != "" {
		p.Strips = d.strips()
	}
	if q.run != "" {
		p.Rounds = d.roundsGrid(q)
	}
	return p
}

// filter chooses one scenario and one kind of task.
func (d *daysData) filter(q daysQuery) ui.Filter {
	scenarios := []ui.Choice{{Label: "all scenarios"}}
	for _, sc := range d.scenarios {
		scenarios = append(scenarios, ui.Choice{Value: sc.Slug, Label: sc.Slug, Selected: sc.Slug == q.scenario})
	}
	kinds := []ui.Choice{{Label: "each kind"}}
	for _, kind := range d.TaskKinds {
		kinds = append(kinds, ui.Choice{Value: kind, Label: words.KindWord(kind), Selected: kind == q.kind})
	}
	f := ui.Filter{Action: link.Benchmark(d.Benchmark, "days"), Fields: []ui.Field{{Name: "scenario", Label: "Scenario", Kind: ui.Select, Choices: scenarios}}}
	if len(d.TaskKinds) > 1 {
		f.Fields = append(f.Fields, ui.Field{Name: "kind", Label: "Kind", Kind: ui.Select, Choices: kinds})
	}
	if q.scenario != "" || q.kind != "" {
		f.Clear = f.Action
	}
	return f
}
