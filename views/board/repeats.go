package board

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// repeatsView draws a report.Repeats.
type repeatsView struct {
	*boardreport.Repeats
	Meta  ui.Meta
	Pager *ui.Pager // of the systems; nil if they are on one page
	Rows  views.Grid
}

// RepeatsPage sets the runs of each system beside each other. run is what the
// address asks for.
func RepeatsPage(f views.Frame, d *boardreport.Repeats, run string) templ.Component {
	p := repeatsView{Repeats: d}
	q := url.Values{"run": {run}}
	p.Rows = p.SystemsGrid()
	p.Rows.Rows = report.Rows(&d.Window, p.Rows.Rows)
	p.Pager = views.PagerOf(d.Window, "systems", func(key,
		value string) string {
		return link.To(link.With(q, key, value), "b", d.Benchmark, "repeats")
	})
	p.Meta = f.BenchMeta(d.Of, "repeats", "Repeats", p.lead(), q)
	return repeatsPage(p)
}

func (p repeatsView) lead() string {
	switch {
	case p.Total > 0:
		return fmt.Sprintf("How far runs of one system lie apart: %s with several complete runs.", words.Counted(p.Total, "system"))
	case len(p.Published) > 0:
		return fmt.Sprintf("How far printed sweeps of one system lie apart: %s. No system has several complete runs with records.",
			words.Counted(len(p.Published), "system"))
	}
	return "No system of " + p.Of.Name + " has several complete runs."
}

// SystemsGrid has one row for each system with records.
func (p repeatsView) SystemsGrid() views.Grid {
	g := views.Grid{Caption: metric.Of(p.Metric).Label + " of all complete runs, by system",
		Note: "The board shows the mean over the runs; its interval is over tasks or scenarios and over sweeps.",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "runs", Label: "Runs", Num: true},
			{Key: "values", Label: "Values", Unit: "%", Num: true}, {Key: "mean", Label: "Mean", Unit: "%", Num: true},
			{Key: "sd", Label: "SD", Unit: "points", Num: true},
			{Key: "range", Label: "Range", Unit: "points", Num: true}, {Key: "interval", Label: "Board's 95 % interval", Unit: "%", Num: true},
			{Key: "inside", Label: "Runs inside", Num: true}}}
	for i := range p.Systems {
		s := &p.Systems[i]
		var values []float64
		for _, r := range s.Runs {
			values = append(values, r.Value)
		}
		cells := append([]views.Cell{views.Words(s.Name).Link(link.To(url.Values{"run": {s.Runs[0].Run}}, "b", p.Benchmark, "repeats"))},
			spreadCells(values, s.RunSpread)...)
		interval, inside := views.Words(""), views.Words("")
		if s.CI != nil {
			interval, inside = views.Words(views.RangeWords(s.CI)), views.Words(fmt.Sprintf("%d of %d", *s.Inside, s.N))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(cells, interval.Coloured("num"), inside.Coloured("num"))})
	}
	return g
}

// spreadCells are the number of values, the values, their mean, standard deviation
// and range.
func spreadCells(values []float64, s report.RunSpread) []views.Cell {
	text := ""
	for i := range values {
		if i > 0 {
			text += ", "
		}
		text += words.Pct(&values[i])
	}
	width := s.Max - s.Min
	return []views.Cell{views.Whole(s.N), views.Words(text).Coloured("num"), views.Percent(&s.Mean), plainPoints(s.SD), plainPoints(&width)}
}

// plainPoints is a width in percentage points, which has no sign.
func plainPoints(x *float64) views.Cell {
	if x == nil {
		return views.Number(nil, 2)
	}
	points := 100 * *x
	return views.Number(&points, 2)
}

// linesOnChart is how many systems the chart has at most: as many as have a colour.
const linesOnChart = 8

// sweeps is the chart of the runs of the first systems of the page, in their order.
func (p repeatsView) sweeps() chart.Lines {
	c := chart.Lines{Title: p.Of.Name + ": " + metric.Of(p.Metric).Label + " from run to run",
		Desc: "The same numbers stand in the table below.", XLabel: "Run, in the order in which they began",
		Y: chart.Axis{Label: metric.Of(p.Metric).Label + ", %", Unit: chart.Percent}}
	lo, hi := p.Window.Cut(len(p.Systems))
	for i := lo; i < min(hi, lo+linesOnChart); i++ {
		series := chart.Series{Name: p.Systems[i].Name}
		for k := range p.Systems[i].Runs {
			series.Values = append(series.Values, &p.Systems[i].Runs[k].Value)
		}
		addSweep(&c, series)
	}
	return c
}

// Printed is the same of printed sweeps.
func (p repeatsView) Printed() chart.Lines {
	c := chart.Lines{Title: p.Of.Name + ": printed sweeps", Desc: "The same numbers stand in the table below.", XLabel: "Sweep",
		Y: chart.Axis{Label: metric.Of(p.Published[0].Metric).Label + ", %", Unit: chart.Percent}}
	for i := range p.Published {
		series := chart.Series{Name: p.Published[i].Name}
		for k := range p.Published[i].Values {
			series.Values = append(series.Values, &p.Published[i].Values[k])
		}
		addSweep(&c, series)
	}
	return c
}

func addSweep(c *chart.Lines, s chart.Series) {
	for len(c.X) < len(s.Values) {
		c.X = append(c.X, strconv.Itoa(len(c.X)+1))
	}
	c.Series = append(c.Series, s)
}

// publishedGrid is the table of printed sweeps.
func (p repeatsView) publishedGrid() views.Grid {
	g := views.Grid{Caption: "Sweeps as printed", Fit: true,
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "table", Label: "Source"}, {Key: "sweeps", Label: "Sweeps", Num: true},
			{Key: "values", Label: "Values", Unit: "%", Num: true},
			{Key: "mean", Label: "Mean", Unit: "%", Num: true}, {Key: "sd", Label: "SD", Unit: "points", Num: true},
			{Key: "range", Label: "Range", Unit: "points", Num: true}}}
	for _, s := range p.Published {
		g.Rows = append(g.Rows, views.GridRow{Cells: append([]views.Cell{views.Words(s.Name).Link(link.Model(s.Model)),
			views.Words(s.Table)}, spreadCells(s.Values, s.RunSpread)...)})
	}
	return g
}

// tasksOnChart is how many tasks the chart of ranges has at most.
const tasksOnChart = 60

// ranges is the chart of the tasks of the shown system that differ, by their mean.
func (p repeatsView) ranges() chart.Lines {
	c := chart.Lines{Title: p.Shown.Name + ": score of each " + p.Of.Words.Task + " over the runs",
		Desc:   "The bar is the range, the point the mean. The same numbers stand in the table below.",
		XLabel: words.Capital(p.Of.Words.Task) + "s by their mean", Y: chart.Axis{Label: "Score, %", Unit: chart.Percent}}
	s := chart.Series{Name: "mean"}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if t.Max > t.Min && len(c.X) < tasksOnChart {
			c.X = append(c.X, strconv.Itoa(len(c.X)+1))
			s.Values = append(s.Values, &t.Mean)
			s.Ranges = append(s.Ranges, &[2]float64{t.Min, t.Max})
		}
	}
	c.Series = []chart.Series{s}
	return c
}

// runs lists the runs of the shown system.
func (p repeatsView) runs() views.Grid {
	g := views.Grid{Caption: "Runs of " + p.Shown.Name, Fit: true,
		Cols: []views.Col{{Key: "n", Label: "Run"}, {Key: "run", Label: "Records"}, {Key: "began", Label: "Began"},
			{Key: "value", Label: metric.Of(p.Metric).Label, Unit: "%", Num: true}}}
	for i := range p.Shown.Runs {
		r := &p.Shown.Runs[i]
		name := views.Words(r.Run).Link(r.URL)
		if p.Shown.Standing != nil && *p.Shown.Standing == r.Run {
			name = name.Noted("stands for the system on the board")
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words("Run " + strconv.Itoa(i+1)).Coloured("nowrap"), name,
			views.Words(words.DateTime(r.StartedAt)), views.Percent(&r.Value)}})
	}
	return g
}

// passK has one row for each number of attempts.
func (p repeatsView) passK() views.Grid {
	noun := p.Of.Words.Task
	g := views.Grid{Caption: "pass@k and pass^k of " + p.Shown.Name + " over the attempts of all sweeps", Fit: true,
		Note: "pass@k: at least one of k attempts passes; pass^k: all of them do. Unbiased for each " + noun +
			", mean over those with k attempts.",
		Cols: []views.Col{{Key: "k", Label: "k", Num: true}, {Key: "pass_at", Label: "pass@k", Unit: "%", Num: true},
			{Key: "pass_hat", Label: "pass^k", Unit: "%", Num: true}, {Key: "tasks", Label: words.Capital(noun) + "s", Num: true}}}
	for i := range p.PassK {
		x := &p.PassK[i]
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Whole(x.K), views.Percent(x.PassAt), views.Percent(x.Hat),
			views.Whole(x.Tasks)}})
	}
	return g
}

// differing says how many tasks the runs do not agree on.
func (p repeatsView) differing() string {
	return fmt.Sprintf("%s: the runs differ at %d of %s.", p.Shown.Name, p.Differing(), words.Counted(len(p.Tasks), p.Of.Words.Task))
}

// tasks has one row for each task of the shown system, those that differ most first.
func (p repeatsView) tasks() views.Grid {
	g := views.Grid{Caption: words.Capital(p.Of.Words.Task) + "s of " + p.Shown.Name + " over its runs, by their mean", Fit: true,
		Tall: len(p.Tasks) > 40, Cols: []views.Col{{Key: "task", Label: words.Capital(p.Of.Words.Task)}}}
	for i := range p.Shown.Runs {
		g.Cols = append(g.Cols, views.Col{Key: p.Shown.Runs[i].Run, Label: "Run " + strconv.Itoa(i+1), Unit: "%", Num: true,
			Title: p.Shown.Runs[i].Run})
	}
	g.Cols = append(g.Cols, views.Col{Key: "mean", Label: "Mean", Unit: "%", Num: true},
		views.Col{Key: "range", Label: "Range", Unit: "points", Num: true})
	for i := range p.Tasks {
		t := &p.Tasks[i]
		cells := []views.Cell{views.TaskNamed(p.Of, t.Scenario, t.Task).Link(t.URL)}
		for _, x := range t.Values {
			cells = append(cells, views.Percent(x))
		}
		width := t.Max - t.Min
		g.Rows = append(g.Rows, views.GridRow{Cells: append(cells, views.Percent(&t.Mean), plainPoints(&width))})
	}
	return g
}

// RepeatsTable has one row for each run and printed sweep, for CSV.
func RepeatsTable(d *boardreport.Repeats) views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "system"}, {Key: "run"}, {Key: "table"}, {Key: "metric"}, {Key: "n"}, {Key: "value"},
		{Key: "min"}, {Key: "max"}, {Key: "mean"}, {Key: "sd"}}}
	add := func(name, run, table, key string, n int, value float64, s report.RunSpread) {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(name), views.Words(run), views.Words(table), views.Words(key),
			views.Whole(n), views.Number(&value, 4), views.Number(&s.Min, 4), views.Number(&s.Max, 4), views.Number(&s.Mean, 4),
			views.Number(s.SD, 4)}})
	}
	for _, s := range d.Systems {
		for i, r := range s.Runs {
			add(s.Name, r.Run, "", d.Metric, i+1, r.Value, s.RunSpread)
		}
	}
	for _, s := range d.Published {
		for i, x := range s.Values {
			add(s.Name, "", s.Table, s.Metric, i+1, x, s.RunSpread)
		}
	}
	return g
}
