package web

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/link"
)

// effAxes are what the score can be held against, in the order of preference.
func effAxes() []effAxis {
	return []effAxis{
		{"cost", "Cost", "USD", 2},
		{"time", "Time", "seconds", 1},
		{"tokens", "Tokens", "thousands", 1},
		{"tool_calls", "Tool calls", "", 1},
	}
}

// effAxis is one kind of expense, always counted per task.
type effAxis struct {
	key, label, unit string
	digits           int
}

// effData is everything that the page and its JSON twin are made of.
type effData struct {
	Benchmark string   `json:"benchmark"`
	Headline  string   `json:"headline"`
	X         string   `json:"x"`
	Group     string   `json:"group"`
	Groups    []string `json:"groups"`
	Tasks     int      `json:"tasks"`
	Family    int      `json:"family"` // pairs of drawn systems with records that were tested
	Rows      []effRow `json:"rows"`
	// Untested is the number of pairs where they are too many for one page; no
	// system is said to be beaten then.
	Untested int `json:"untested"`
	leaf     report.Window
}

// effRow is one system, either from its run or from published figures.
type effRow struct {
	Run      *string             `json:"run"`
	System   results.System      `json:"system"`
	Name     string              `json:"name"`
	Group    string              `json:"group"`
	Evidence results.Evidence    `json:"evidence"`
	Source   string              `json:"source,omitempty"`
	Complete bool                `json:"complete"`
	Ranked   bool                `json:"ranked"` // false for a figure alone
	Score    *float64            `json:"score"`
	Expense  map[string]effValue `json:"expense"` // by axis
	Frontier bool                `json:"frontier"`
	BeatenBy []string            `json:"beaten_by"` // runs, the best first; see beat
	URL      string              `json:"url"`
}

// effValue is one expense of one system. PerTask is in the axis' unit; nil
// means that nothing records it. Basis says what was divided by what.
type effValue struct {
	PerTask *float64 `json:"per_task"`
	Basis   string   `json:"basis"`
}

// plotted reports whether the row is a point of the chart. The score of an
// incomplete run is over other tasks than those of the rest, and a run that
// something speaks against is compared with none.
func (r effRow) plotted(x string) bool {
	return r.Complete && (r.Ranked || r.Run == nil) && r.Score != nil && r.Expense[x].PerTask != nil
}

// efficiencyFields are the parameters of the page.
func efficiencyFields() query {
	words := []string{""}
	for _, a := range effAxes() {
		words = append(words, a.key)
	}
	return query{wordField("x", words...), textField("group")}
}

// efficiency reads the address and everything that the page shows.
func (s *Server) efficiency(c echo.Context) (*report.Bench, *effData, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, err
	}
	d, err := s.loadEfficiency(c.Request().Context(), v)
	if err != nil {
		return nil, nil, err
	}
	if err := d.choose(ask(c).word("x"), ask(c).text("group")); err != nil {
		return nil, nil, err
	}
	return v, d, s.beat(c.Request().Context(), v, d)
}

func (s *Server) loadEfficiency(ctx context.Context, v *report.Bench) (*effData, error) {
	totals, err := s.store.RunTotals(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	figures, err := s.store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	byRun := map[int64]results.RunTotal{}
	for _, t := range totals {
		byRun[t.Run] = t
	}
	d := &effData{Benchmark: v.Benchmark.ID, Headline: v.Board.Headline, Tasks: v.Size.Tasks, Rows: []effRow{}, Groups: []string{}}
	groups := map[system2]string{}
	for _, r := range v.Board.Rows {
		groups[system2{r.System.Model, r.System.Framework, r.System.Variant}] = r.Group
		if r.Run == nil {
			continue
		}
		d.Rows = append(d.Rows, effRow{Run: r.Run, System: r.System, Name: v.Label(r), Group: r.Group, Evidence: r.Evidence, Complete: r.Complete, Ranked: r.Complete && len(r.Objections) == 0,
			Score: r.Metrics[d.Headline].Value, Expense: runExpense(byRun[v.Runs[*r.Run].ID]), URL: report.RowAddress(r)})
	}
	for _, row := range figureRows(figures, d.Headline, d.Tasks) {
		row.Name = words.System(v.Names[row.System.Model], row.System)
		row.Group = groups[system2{row.System.Model, row.System.Framework, row.System.Variant}]
		d.Rows = append(d.Rows, row)
	}
	slices.SortStableFunc(d.Rows, func(a, b effRow) int { return compareValues(a.Score, b.Score, false) })
	return d, nil
}

// system2 is what tells rows of a board apart.
type system2 struct{ model, framework, variant string }

// choose settles the axis and the group of comparable systems: by default the
// first of each that has a point.
func (d *effData) choose(x, group string) error {
	seen := map[string]bool{}
	for _, r := range d.Rows {
		if !seen[r.Group] {
			seen[r.Group] = true
			d.Groups = append(d.Groups, r.Group)
		}
	}
	if group != "" && !seen[group] {
		return bad("group=%s is not on this page.", group)
	}
	d.X, d.Group = x, group
	for _, a := range effAxes() {
		for _, r := range d.Rows {
			if r.plotted(a.key) && (x == "" || x == a.key) && (group == "" || group == r.Group) {
				d.X, d.Group = a.key, r.Group
				d.mark()
				return nil
			}
		}
	}
	if d.X == "" {
		d.X = effAxes()[0].key
	}
	if d.Group == "" && len(d.Groups) > 0 {
		d.Group = d.Groups[0]
	}
	return nil
}

// mark notes which systems of the group no other beats on both axes.
func (d *effData) mark() {
	var points []chart.Point
	var at []int
	for i, r := range d.Rows {
		if r.Group == d.Group && r.plotted(d.X) {
			points = append(points, chart.Point{X: r.Expense[d.X].PerTask, Y: r.Score})
			at = append(at, i)
		}
	}
	for k, on := range chart.Frontier(points, true) {
		d.Rows[at[k]].Frontier = on
	}
}

// efficiencyAPI is GET /api/v1/benchmarks/{benchmark}/efficiency.
func (s *Server) efficiencyAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	_, d, err := s.efficiency(c)
	if err != nil {
		return err
	}
	total := len(d.Rows)
	d.Rows = window(d.Rows, limit, offset)
	return object(c, struct {
		*effData
		Total  int `json:"total"`
		Limit  int `json:"limit"`
		Offset int `json:"offset"`
	}{d, total, limit, offset})
}

// efficiencyPage is /b/{benchmark}/efficiency.
func (s *Server) efficiencyPage(c echo.Context) error {
	v, d, err := s.efficiency(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, v.Benchmark.ID+"-efficiency", d.csvGrid())
	}
	d.leaf = readLeaf(c, pageParam, rowsOnPage)
	return html(c, views.EfficiencyPage(s.buildEfficiency(v, d)))
}

func (d *effData) axis() effAxis {
	for _, a := range effAxes() {
		if a.key == d.X {
			return a
		}
	}
	return effAxes()[0]
}

// buildEfficiency makes the page struct.
func (s *Server) buildEfficiency(v *report.Bench, d *effData) views.Efficiency {
	b, a := v.Benchmark, d.axis()
	q := url.Values{"x": {d.X}, "group": {d.Group}}
	p := views.Efficiency{Benchmark: b}
	p.Lead = fmt.Sprintf("%s against %s per %s; up and to the left is better.", metricLabel(d.Headline), lower(a.label), b.Words.Task)
	p.Meta = s.frame.BenchMeta(b, "efficiency", "Efficiency: "+lower(a.label), p.Lead, q)
	var choices [][2]string
	for _, ax := range effAxes() {
		choices = append(choices, [2]string{ax.key, ax.label})
	}
	if !s.frame.Static {
		p.Axes = views.Tabs("x", d.X, q, []string{"b", b.ID, "efficiency"}, choices)
	}
	if len(d.Groups) > 1 && !s.frame.Static {
		var groups [][2]string
		for _, g := range d.Groups {
			groups = append(groups, [2]string{g, groupLabel(g)})
		}
		p.Groups = views.Tabs("group", d.Group, q, []string{"b", b.ID, "efficiency"}, groups)
	}
	p.Chart = d.scatter(b)
	p.Points, p.Missing = d.counts()
	p.Silent = d.silent(v.Board)
	p.Table = d.table(b)
	p.Table.Rows = report.Rows(&d.leaf, p.Table.Rows)
	p.Pager = views.PagerOf(d.leaf, "systems", func(key, value string) string { return link.To(link.With(q, key, value), "b", b.ID, "efficiency") })
	p.Table.Note = d.beatenNote(b.Words.Task)
	return p
}

func groupLabel(g string) string {
	if g == "" {
		return "all systems"
	}
	return g
}

// counts tells how many rows of the group are drawn and how many are not.
func (d *effData) counts() (drawn, missing int) {
	for _, r := range d.Rows {
		switch {
		case r.Group != d.Group:
		case r.plotted(d.X):
			drawn++
		default:
			missing++
		}
	}
	return drawn, missing
}

// silent counts the systems of the group that the board has and this page has not.
func (d *effData) silent(b results.Board) int {
	listed := map[system2]bool{}
	for _, r := range d.Rows {
		listed[system2{r.System.Model, r.System.Framework, r.System.Variant}] = true
	}
	n := 0
	for _, r := range b.Rows {
		if r.Group == d.Group && !listed[system2{r.System.Model, r.System.Framework, r.System.Variant}] {
			n++
		}
	}
	return n
}

// scatter draws the group. A logarithmic axis serves expenses that differ by
// more than a factor of twenty.
func (d *effData) scatter(b results.Benchmark) chart.Scatter {
	a := d.axis()
	sc := chart.Scatter{Title: fmt.Sprintf("%s: %s against %s per %s", b.Name, metricLabel(d.Headline), lower(a.label), b.Words.Task),
		Desc: "The same numbers stand in the table below.", MoreIsWorse: true,
		X: chart.Axis{Label: d.axisLabel(b)}, Y: chart.Axis{Label: metricLabel(d.Headline) + ", %", Unit: chart.Percent}}
	lo, hi := math.Inf(1), 0.0
	for _, r := range d.Rows {
		if r.Group != d.Group {
			continue
		}
		point := chart.Point{Label: r.Name, Y: r.Score, Hollow: r.Evidence == results.Published}
		if r.plotted(d.X) {
			point.X = r.Expense[d.X].PerTask
			lo, hi = min(lo, *point.X), max(hi, *point.X)
		}
		sc.Points = append(sc.Points, point)
	}
	switch {
	case lo == hi:
		sc.X.Min = new(float64) // one point has no range of its own
	case lo > 0 && hi > 20*lo:
		sc.X.Log = true
		sc.X.Label += " (logarithmic)"
	}
	return sc
}

func (d *effData) axisLabel(b results.Benchmark) string {
	a := d.axis()
	label := a.label + " per " + b.Words.Task
	if a.unit != "" {
		label += ", " + a.unit
	}
	return label
}
