package web

import (
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// matrixAPI is GET /api/v1/benchmarks/{benchmark}/matrix.
func (s *Server) matrixAPI(c echo.Context) error {
	_, d, err := s.matrix(c)
	if err != nil {
		return err
	}
	d.Frameworks, d.Models, d.Ablations = listed(d.Frameworks), listed(d.Models), listed(d.Ablations)
	d.Settings, d.Sweeps, d.Pairs, d.Factors = listed(d.Settings), listed(d.Sweeps), listed(d.Pairs), listed(d.Factors)
	return object(c, d)
}

// matrixPage is /b/{benchmark}/matrix.
func (s *Server) matrixPage(c echo.Context) error {
	v, d, err := s.matrix(c)
	if err != nil {
		return err
	}
	chosen := ask(c).text("pair")
	if chosen != "" && d.pair(chosen) == nil {
		return bad("pair=%s is not a pair of this benchmark.", chosen)
	}
	if wantsCSV(c) {
		return gridCSV(c, v.Benchmark.ID+"-matrix", d.csvGrid())
	}
	d.models = readLeaf(c, pageParam, systemsAbreast)
	return html(c, views.MatrixPage(s.matrixView(v, d, chosen)))
}

func (d *matrixData) pair(id string) *pair {
	for i := range d.Pairs {
		if d.Pairs[i].ID == id {
			return &d.Pairs[i]
		}
	}
	return nil
}

// csvGrid is the table that the benchmark's page leads with.
func (d *matrixData) csvGrid() views.Grid {
	switch {
	case len(d.Models) > 0:
		return d.frameworksGrid()
	case len(d.Pairs) > 0:
		return d.pairsGrid("")
	case len(d.Settings) > 0:
		return repeatedGrid(d.Settings, "")
	case len(d.Sweeps) > 0:
		return repeatedGrid(d.Sweeps, "")
	}
	return views.Grid{Cols: []views.Col{{Key: "nothing"}}}
}

// matrixView makes the page struct.
func (s *Server) matrixView(v *report.Bench, d *matrixData, chosen string) views.Matrix {
	b := v.Benchmark
	q := url.Values{}
	if d.Metric != v.Board.Headline {
		q.Set("metric", d.Metric)
	}
	if d.Fix != "model" {
		q.Set("fix", d.Fix)
	}
	p := views.Matrix{Benchmark: b, Notes: d.Notes, Lead: "What changes when one thing changes: the framework, an addition, the setting or a factor of the task."}
	title := "Matrix"
	if q.Has("metric") {
		title += " of " + metric.Of(d.Metric).Label
	}
	if q.Has("fix") {
		title += " by " + d.Fix
	}
	if chosen != "" {
		title += ", pair " + chosen
	}
	p.Meta = s.frame.BenchMeta(b, "matrix", title, p.Lead, link.With(q, "pair", chosen))
	path := []string{"b", b.ID, "matrix"}
	turn := func(key, value string) string {
		return link.To(link.With(q, "pair", chosen, blockParam, d.adds.Value(), pageParam, d.models.Value(), key, value), path...)
	}
	if len(d.Models) > 0 {
		all := len(d.Models)
		d.scale(d.values())
		d.Models = report.Rows(&d.models, d.Models)
		p.Frameworks = d.frameworksGrid()
		if p.FrameworksPager = views.PagerOf(d.models, "models", turn); p.FrameworksPager != nil {
			p.Frameworks.Caption += fmt.Sprintf(", of %d", all)
		}
	}
	p.AblationPager = views.PagerOf(d.adds, "additions", turn)
	if len(d.Models) > 0 && !s.frame.Static {
		p.Fix = views.Tabs("fix", d.Fix, q, path, [][2]string{{"model", "Compare frameworks of one model"}, {"framework", "Compare models of one framework"}})
	}
	if (len(d.Models) > 0 || len(d.Ablations) > 0) && !s.frame.Static {
		var keys [][2]string
		for _, k := range metricKeys(b, v.Board) {
			keys = append(keys, [2]string{k, metric.Of(k).Label})
		}
		p.Metrics = views.Tabs("metric", d.Metric, q, path, keys)
	}
	if len(d.Ablations) > 0 {
		p.Ablation, p.Deltas = d.ablationGrid(), d.deltasGrid()
	}
	if len(d.Settings) > 0 {
		p.Settings = repeatedGrid(d.Settings, "Settings of the same tasks")
	}
	if len(d.Sweeps) > 0 {
		p.Sweeps = repeatedGrid(d.Sweeps, "Repeated sweeps of the same system")
	}
	if len(d.Pairs) > 0 {
		at := link.To(q, path...)
		if s.frame.Static {
			at = "" // the systems of one pair are a view that only a server can compute
		}
		p.Pairs, p.Factors = d.pairsGrid(at), d.factorsGrid()
		p.PairsNote = fmt.Sprintf("The change is paired: each ranked system on both tasks. 95 %% intervals are percentiles of %s bootstrap draws of the systems, seed %d; p is the exact sign-flip of the systems' changes, adjusted by Holm over %d pairs. They speak of other systems, not of other tasks.", words.Count(stats.Draws), stats.Seed, len(d.Pairs))
		if pr := d.pair(chosen); pr != nil {
			p.Pair = pr.grid()
		}
	}
	if d.Solved != nil {
		p.SolvedChart, p.Solved = d.Solved.bars(b), d.Solved.grid(b)
		p.SolvedAll, p.SolvedNone = refGrid(d.Solved.All, b, "solved by every system"), refGrid(d.Solved.None, b, "solved by no system")
		p.SolvedNote = fmt.Sprintf("Solved means full marks on every attempt. Over %d ranked systems; of the %d %ss that none solves, %d bring no system any score.", d.Solved.Systems, len(d.Solved.None), b.Words.Task, d.Solved.Zero)
	}
	for _, t := range d.Tables {
		p.Tables = append(p.Tables, views.StatGrid(b.ID, t))
	}
	return p
}

// frameworksGrid is the matrix; Fix chooses which side are the rows.
func (d *matrixData) frameworksGrid() views.Grid {
	if d.hi <= d.lo {
		d.scale(d.values())
	}
	lo, hi := d.lo, d.hi
	g := views.Grid{Fit: true, Ramp: views.RampOf(metric.Of(d.Metric).Label, lo, hi), Caption: fmt.Sprintf("%s of %s in %s", metric.Of(d.Metric).Label, words.Counted(len(d.Models), "model"), words.Counted(len(d.Frameworks), "framework")),
		Note: "Only models that stand in two or more frameworks. Frameworks are harnesses of their own: a difference along a row is that of the framework around the same model."}
	cell := func(m, f int) views.Cell {
		c := d.Models[m].Cells[f]
		x := views.Percent(c.Value).Link(c.URL).Coloured(ui.Heat(c.Value, lo, hi))
		if c.Value != nil {
			x = x.Proved(c.Evidence)
		}
		return x
	}
	if d.Fix == "framework" {
		g.Note = "Only models that stand in two or more frameworks. Along a row the framework is the same and the model changes."
		g.Cols = []views.Col{{Key: "framework", Label: "Framework"}}
		for _, m := range d.Models {
			g.Cols = append(g.Cols, views.Col{Key: m.Model, Label: m.Name, Unit: "%", Num: true})
		}
		g.Cols = append(g.Cols, views.Col{Key: "spread", Label: "Best minus worst", Unit: "points", Num: true})
		for f, name := range d.Frameworks {
			row := views.GridRow{Cells: []views.Cell{views.Words(name)}}
			var values []*float64
			for m := range d.Models {
				row.Cells = append(row.Cells, cell(m, f))
				values = append(values, d.Models[m].Cells[f].Value)
			}
			row.Cells = append(row.Cells, views.Percent(spreadOf(values)))
			g.Rows = append(g.Rows, row)
		}
		return g
	}
	g.Cols = []views.Col{{Key: "model", Label: "Model"}}
	for _, f := range d.Frameworks {
		g.Cols = append(g.Cols, views.Col{Key: f, Label: f, Unit: "%", Num: true})
	}
	g.Cols = append(g.Cols, views.Col{Key: "spread", Label: "Best minus worst", Unit: "points", Num: true})
	for m, row := range d.Models {
		r := views.GridRow{Cells: []views.Cell{views.Words(row.Name).Link(link.Model(row.Model))}}
		for f := range d.Frameworks {
			r.Cells = append(r.Cells, cell(m, f))
		}
		r.Cells = append(r.Cells, views.Percent(row.Spread))
		g.Rows = append(g.Rows, r)
	}
	return g
}

// scale spans the colours of the matrix; it is set over all models before one
// page of them is cut out.
func (d *matrixData) scale(values []*float64) { d.lo, d.hi = ui.Scale(values...) }

func (d *matrixData) values() []*float64 {
	var all []*float64
	for _, m := range d.Models {
		for _, c := range m.Cells {
			all = append(all, c.Value)
		}
	}
	return all
}

// ablationGrid holds the chosen metric with and without the addition.
func (d *matrixData) ablationGrid() views.Grid {
	g := views.Grid{Fit: true, Caption: fmt.Sprintf("%s without and with an addition, %s", metric.Of(d.Metric).Label, words.Counted(d.Total, "pair")),
		Note: "The difference of two printed figures carries the rounding of both. Where both systems have records, the comparison tests it.",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "addition", Label: "Addition"}, {Key: "base", Label: "Without", Unit: "%", Num: true},
			{Key: "with", Label: "With", Unit: "%", Num: true}, {Key: "delta", Label: "Difference", Unit: "points", Num: true}}}
	for _, a := range d.Ablations {
		for _, m := range a.Metrics {
			if m.Key != d.Metric {
				continue
			}
			change := views.Points(m.Delta)
			if a.Compare != "" {
				change = change.Link(a.Compare)
			}
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(words.System(a.Name, results.System{Framework: a.Framework})).Link(link.Model(a.Model)),
				views.Words(a.Variant), views.Percent(m.Base).Link(a.URLs[0]).Proved(a.Evidence[0]), views.Percent(m.With).Link(a.URLs[1]).Proved(a.Evidence[1]), change}})
		}
	}
	return g
}

// repeatedGrid shows one metric of each system under each label.
func repeatedGrid(list []repeated, caption string) views.Grid {
	g := views.Grid{Fit: true, Caption: fmt.Sprintf("%s: %s, published in %s", caption, metric.Of(list[0].Metric).Label, list[0].Place), Cols: []views.Col{{Key: "system", Label: "System"}}}
	for _, l := range list[0].Labels {
		g.Cols = append(g.Cols, views.Col{Key: l, Label: words.Capital(l), Unit: "%", Num: true})
	}
	g.Cols = append(g.Cols, views.Col{Key: "change", Label: "Last minus first", Unit: "points", Num: true}, views.Col{Key: "range", Label: "Range", Unit: "points", Num: true})
	for _, r := range list {
		row := views.GridRow{Cells: []views.Cell{views.Words(r.Name).Link(link.Model(r.Model)).Proved(results.Published)}}
		for _, v := range r.Values {
			row.Cells = append(row.Cells, views.Percent(v))
		}
		row.Cells = append(row.Cells, views.Points(r.Change), views.Percent(r.Range))
		g.Rows = append(g.Rows, row)
	}
	return g
}

// pairsGrid has one row per controlled pair; at is the page's address, where
// the systems of one pair can be opened.
func (d *matrixData) pairsGrid(at string) views.Grid {
	g := views.Grid{Caption: words.Counted(len(d.Pairs), "controlled pair") + ": the same task without and with one factor",
		Cols: []views.Col{{Key: "pair", Label: "Pair"}, {Key: "factor", Label: "Factor"}, {Key: "base", Label: "Base"}, {Key: "variant", Label: "Variant"}, {Key: "systems", Label: "Systems", Num: true},
			{Key: "base_mean", Label: "Base", Unit: "%", Num: true}, {Key: "variant_mean", Label: "Variant", Unit: "%", Num: true}, {Key: "change", Label: "Change", Unit: "points", Num: true},
			{Key: "ci", Label: "95 % interval", Num: true}, {Key: "p_holm", Label: "p, Holm", Num: true}, {Key: "drop_same_rise", Label: "Drop, same, rise", Num: true}, {Key: "status", Label: "Status"}}}
	for _, p := range d.Pairs {
		id := views.Words(p.ID).Coloured("nowrap")
		if at != "" && len(p.Systems) > 0 {
			id = id.Link(addQuery(at, "pair", p.ID) + "#pair")
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{id, views.Words(p.Factor), views.Words(p.Base.Task).Link(p.Base.URL), views.Words(p.Variant.Task).Link(p.Variant.URL),
			views.Whole(len(p.Systems)), views.Percent(p.BaseMean), views.Percent(p.VarMean), views.Points(p.Change), rightWords(pointsCI(p.CI)), rightWords(pValue(p.PHolm)),
			rightWords(fmt.Sprintf("%d, %d, %d", p.Drop, p.Same, p.Rise)), views.Words(p.Status)}})
	}
	return g
}

// addQuery adds one parameter to an address that link has made.
func addQuery(at, key, value string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	u.RawQuery = link.With(u.Query(), key, value).Encode()
	return u.String()
}

func pValue(p *float64) string {
	if p == nil {
		return ""
	}
	return words.PValue(p)
}

func pointsCI(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Points(&ci[0]) + " to " + words.Points(&ci[1])
}

// factorsGrid is the mean effect of each factor over its pairs.
func (d *matrixData) factorsGrid() views.Grid {
	g := views.Grid{Fit: true, Caption: "Effect of each factor: mean change over the pairs that add it", Note: "Pairs that the repository has dropped are left out. The interval resamples the systems and keeps the pairs, so it says nothing about other tasks with the factor.",
		Cols: []views.Col{{Key: "factor", Label: "Factor"}, {Key: "pairs", Label: "Pairs", Num: true}, {Key: "dropped", Label: "Dropped pairs", Num: true}, {Key: "systems", Label: "Systems", Num: true},
			{Key: "change", Label: "Change", Unit: "points", Num: true}, {Key: "ci", Label: "95 % interval", Num: true}}}
	for _, f := range d.Factors {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(f.Factor), views.Whole(f.Pairs), views.Whole(f.Dropped), views.Whole(f.Systems), views.Points(f.Change), rightWords(pointsCI(f.CI))}})
	}
	return g
}

// grid lists what each system makes of one pair.
func (p *pair) grid() views.Grid {
	g := views.Grid{Fit: true, Caption: fmt.Sprintf("Pair %s, factor %s: %s on both tasks", p.ID, p.Factor, words.Counted(len(p.Systems), "system")),
		Note: "One system on two tasks is too little for a test, so no single change is called more than chance; the test over all systems stands in the table of pairs.",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "base", Label: p.Base.Task, Unit: "%", Num: true}, {Key: "variant", Label: p.Variant.Task, Unit: "%", Num: true}, {Key: "change", Label: "Change", Unit: "points", Num: true}}}
	for _, s := range p.Systems {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(s.Name).Link(link.Run(s.Run)),
			views.Percent(&s.Base).Link(link.Trial(s.Run, p.Base.Scenario, p.Base.Task)), views.Percent(&s.Variant).Link(s.Href), views.Points(&s.Change)}})
	}
	return g
}

// bars draws how many tasks are solved by how many systems.
func (s *solved) bars(b results.Benchmark) chart.Bars {
	c := chart.Bars{Title: fmt.Sprintf("%s: %ss by the number of systems that solve them", b.Name, b.Words.Task), Desc: "The same numbers stand in the table below.", X: chart.Axis{Label: words.Capital(b.Words.Task) + "s"}}
	for _, n := range s.counts() {
		x := float64(n.tasks)
		c.Rows = append(c.Rows, chart.Bar{Label: n.label(s.Systems), Value: &x, Text: words.Frac(n.tasks, s.Tasks)})
	}
	return c
}

// solvedBy counts the tasks that a number of systems solve, from lo to hi of them.
type solvedBy struct{ lo, hi, tasks int }

func (n solvedBy) label(of int) string {
	if n.lo == n.hi {
		return countLabel(n.lo, of)
	}
	return fmt.Sprintf("%d to %d systems", n.lo, n.hi)
}

// countsMost is up to how many systems each number of them has a row of its own.
const countsMost = 40

// counts are the rows of the table, those first that most systems solve. Of many
// systems several numbers share a row; all and none keep theirs.
func (s *solved) counts() []solvedBy {
	step := 1
	if s.Systems > countsMost {
		step = (s.Systems + countsMost/2 - 1) / (countsMost / 2)
	}
	list := []solvedBy{{s.Systems, s.Systems, s.ByCount[s.Systems]}}
	for hi := s.Systems - 1; hi >= 1; hi -= step {
		n := solvedBy{lo: max(1, hi-step+1), hi: hi}
		for k := n.lo; k <= n.hi; k++ {
			n.tasks += s.ByCount[k]
		}
		list = append(list, n)
	}
	return append(list, solvedBy{0, 0, s.ByCount[0]})
}

func countLabel(n, of int) string {
	switch n {
	case of:
		return fmt.Sprintf("all %d systems", of)
	case 0:
		return "no system"
	case 1:
		return "1 system"
	}
	return fmt.Sprintf("%d systems", n)
}

func (s *solved) grid(b results.Benchmark) views.Grid {
	g := views.Grid{Fit: true, Caption: fmt.Sprintf("%d %ss by the number of systems that solve them", s.Tasks, b.Words.Task),
		Cols: []views.Col{{Key: "solved_by", Label: "Solved by"}, {Key: "tasks", Label: words.Capital(b.Words.Task) + "s", Num: true}, {Key: "share", Label: "Share", Unit: "%", Num: true}}}
	for _, n := range s.counts() {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(n.label(s.Systems)), views.Whole(n.tasks), views.Percent(views.Share(n.tasks, s.Tasks))}})
	}
	return g
}

// refGrid lists tasks by scenario.
func refGrid(list []taskRef, b results.Benchmark, what string) views.Grid {
	g := views.Grid{Fit: true, Tall: len(list) > 24, Caption: fmt.Sprintf("%s %s", words.Counted(len(list), b.Words.Task), what), Cols: []views.Col{{Key: "task", Label: words.Capital(b.Words.Task)}}}
	for _, r := range list {
		g.Rows = append(g.Rows, views.GridRow{Group: r.Scenario, Cells: []views.Cell{views.Words(r.Task).Link(r.URL)}})
	}
	return g
}
