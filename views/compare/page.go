package compare

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

type page struct {
	*Comparison
	frame views.Frame
}

// Page renders the comparison of two runs.
func Page(f views.Frame, c *Comparison) templ.Component { return comparePage(page{c, f}) }

func (c page) heading() string {
	on := " on " + ui.Plain(c.Of.Name)
	if c.A.System == c.B.System {
		return "Two runs of " + strings.TrimSuffix(c.A.Short, " ("+views.SlugEnd(c.A.Run)+")") + on
	}
	return between(&c.A, &c.B) + on
}

func (c page) meta() ui.Meta {
	between := between(&c.A, &c.B)
	m := c.frame.Meta(ui.TitleOf(between, " on "+c.Of.Name),
		"Two runs of "+c.Of.Name+" on the same "+c.noun()+": their metrics, and why they disagree.",
		c.Query.Link(), "/api/v1"+c.Query.Link(), views.CrumbsBelow(c.Of, views.CompareCrumb(c.Of), ui.Crumb{Label: between})...)
	m.MethodPath = link.Benchmark(c.Benchmark, "about")
	m.Scripted = c.A.Of.Scripted && c.B.Of.Scripted
	m.Card, m.CardAlt = link.Card(url.Values{"a": {c.A.Run}, "b": {c.B.Run}, "convention": {c.Query.Convention}}, "compare"),
		CompareCard(c.Comparison, card.Foot{}).Alt()
	if c.Refusal() == "" {
		m.CSVPath = c.Query.Link("format", "csv")
	}
	return m
}

func (c page) swap() string {
	q := c.Query
	q.Runs = []string{c.B.Run, c.A.Run}
	return q.Link()
}

// about summarises how many tasks a side passed.
func (c page) about(s *Side) string {
	text := words.Outcome(&c.Of, s.Of.Mean, s.Counts, "")
	if n := len(s.Runs); n > 1 {
		text = words.Outcome(&c.Of, nil, s.Counts, "") + fmt.Sprintf(" in %d runs", n)
	}
	return text
}

func (c page) beside(s *Side) string {
	var list []string
	if s.System.Provider != "" {
		list = append(list, "served by "+ui.Plain(s.System.Provider))
	}
	if c.A.System.Framework != c.B.System.Framework {
		list = append(list, ui.Plain(frameworkName(s.System.Framework)))
	}
	if s.Of.StartedAt != nil {
		list = append(list, words.Date(s.Of.StartedAt))
	}
	if len(list) == 0 {
		return ""
	}
	return ", " + strings.Join(list, ", ")
}

// conventions returns links to the other conventions; nil if there is only one.
func (c page) conventions() []ui.Tab {
	var tabs []ui.Tab
	for i, v := range score.ConventionsOf(c.Of) {
		id := v.ID
		if i == 0 {
			id = ""
		}
		tabs = append(tabs, ui.Tab{Label: views.ConventionLabel(v.Title), Href: c.Query.Link("convention", id), Current: v.ID == c.Convention})
	}
	if len(tabs) < 2 || c.frame.Static {
		return nil
	}
	return tabs
}

// careful returns the messages of the warnings that the verdict sentence does not cover.
func (c page) careful() string {
	var list []string
	for _, w := range c.Warnings {
		if slices.Contains([]string{"harness_block", "framework", "dataset", "dataset_version", "agent_version", "left_out", "doubtful",
			"extra_trials", "attempts", "same_run"}, w.Code) {
			list = append(list, w.Message)
		}
	}
	return strings.Join(list, " ")
}

type axis struct {
	lo, hi, step float64
}

// axisOf returns an axis that covers zero and all differences with their intervals. It has about as
// many steps as the argument most.
func axisOf(list []plotted, most float64) axis {
	lo, hi := 0.0, 0.0
	for _, p := range list {
		lo, hi = min(lo, p.At), max(hi, p.At)
		if p.CI != nil {
			lo, hi = min(lo, p.CI.Lo), max(hi, p.CI.Hi)
		}
	}
	step := .01
	for i := 0; (hi-lo)/step > most; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	a := axis{math.Floor(lo/step+.001) * step, math.Ceil(hi/step-.001) * step, step}
	if a.lo == a.hi {
		a.lo, a.hi = -step, step
	}
	return a
}

// at returns the position of a value on the axis, in percent of its width.
func (a axis) at(x float64) string {
	return strconv.FormatFloat(100*(x-a.lo)/(a.hi-a.lo), 'f', 2, 64) + "%"
}

type tick struct {
	At, Text, Anchor string
	Zero             bool
}

func (a axis) ticks() []tick {
	var list []tick
	n := int(math.Round((a.hi - a.lo) / a.step))
	for i := range n + 1 {
		x := 100 * (a.lo + float64(i)*a.step)
		t := tick{At: a.at(x / 100), Anchor: "middle", Zero: math.Abs(x) < 1e-6}
		switch t.Text = words.Fixed(&x, 0); {
		case t.Zero:
			t.Text = "0"
		case x > 0:
			t.Text = "+" + t.Text
		}
		switch i {
		case 0:
			t.Anchor = "start"
		case n:
			t.Anchor = "end"
		}
		list = append(list, t)
	}
	return list
}

// plotted is a difference with its interval on an axis.
type plotted struct {
	At    float64
	CI    *stats.Interval
	Class string // CSS class of the better side; empty if the difference is not significant
}

type row struct {
	Label, Title, Href, Unit string
	A, B, Diff, CI, P        string
	Strong, Percent          bool
	Plot                     *plotted
}

// metrics returns a row for each metric that A or B has, and the axis on which the differences are
// plotted.
func (c page) metrics() ([]row, axis) {
	var rows []row
	var plots []plotted
	for i := range c.Result.Metrics {
		m := &c.Result.Metrics[i]
		if m.A == nil && m.B == nil {
			continue
		}
		info := views.MetricOf(m.Key)
		r := row{Label: info.Label, Title: info.Title(), Href: link.Benchmark(c.Benchmark, "about") + "#" + m.Key, A: info.Show(m.A),
			B: info.Show(m.B), Diff: info.Show(m.Diff), CI: "–", P: words.PValue(m.P), Strong: m.Key == c.Headline}
		if m.N > 0 && m.N != c.Result.Common {
			r.Unit = "n " + words.Count(m.N)
		}
		if m.Lower {
			r.Unit = strings.TrimSpace(r.Unit + " lower is better")
		}
		if info.Percent() {
			r.Percent, r.Diff, r.CI = true, words.Points(m.Diff), views.PointsBetween(m.CI)
			r.Plot = plotOf(m, 1, m.Key == c.Headline && c.Result.Separates())
		}
		if r.Plot != nil {
			plots = append(plots, *r.Plot)
		}
		rows = append(rows, r)
	}
	return rows, axisOf(plots, 5.5)
}

// inPercent reports whether all rows are in percent, with differences in points.
func inPercent(rows []row) bool {
	return !slices.ContainsFunc(rows, func(r row) bool { return !r.Percent })
}

// plotOf returns the difference and its interval, both divided by unit. If strong is true, they get
// the colour of the better side.
func plotOf(m *compare.Metric, unit float64, strong bool) *plotted {
	if m.Diff == nil || unit == 0 {
		return nil
	}
	p := &plotted{At: *m.Diff / unit}
	if m.CI != nil {
		p.CI = &stats.Interval{Lo: m.CI.Lo / unit, Hi: m.CI.Hi / unit}
	}
	if strong {
		p.Class = map[bool]string{true: "sa", false: "sb"}[(*m.Diff > 0) != m.Lower]
	}
	return p
}

// spending returns the rows for mean resource use per task, and their axis. Differences are plotted
// in percent of B.
func (c page) spending() ([]row, axis) {
	var rows []row
	var plots []plotted
	for i := range c.Result.Spending {
		m := &c.Result.Spending[i]
		label, show := views.SpendingWords(m)
		strong := m.P != nil && *m.P*float64(len(c.Result.Spending)) < compare.Alpha
		r := row{Label: label, A: show(m.A, false), B: show(m.B, false), Diff: show(m.Diff, true), CI: "–", P: words.PValue(m.P), Strong: strong}
		if m.N != c.Result.Common {
			r.Unit = "n " + words.Count(m.N)
		}
		if m.CI != nil {
			r.CI = show(&m.CI.Lo, true) + " to " + show(&m.CI.Hi, true)
		}
		if m.B != nil {
			if r.Plot = plotOf(m, *m.B, strong); r.Plot != nil {
				plots = append(plots, *r.Plot)
			}
		}
		rows = append(rows, r)
	}
	return rows, axisOf(plots, 5.5)
}

// tested returns a line that describes the tests of the metrics.
func (c page) tested() string {
	r := c.Result
	unit := r.Unit
	if unit == "scenario" {
		unit = c.Of.Words.Scenario
	}
	text := fmt.Sprintf("Paired test over %s, p not adjusted.", words.Counted(r.Units, unit))
	if det := r.Detectable(); det != nil && !r.Separates() {
		text += fmt.Sprintf(" Smaller differences than %s would usually be missed (80 %% power).", amount(views.MetricOf(c.Headline), *det))
	}
	switch o := r.Order; {
	case o != nil && o.Changed != nil:
		text += fmt.Sprintf(" Means over %d and %d runs; one more run of each would change the order with probability %s.", o.Sweeps[0],
			o.Sweeps[1], words.PValue(o.Changed))
	case r.Covered == [2]bool{}:
		text += " Without run-to-run variation."
	}
	return text
}

type strip struct {
	Slug        string
	Pair        fingerprint.Pair
	Tasks       int
	Passed, Gap string // pass counts of A and B; difference in points
	Plot        *plotted
}

const (
	stripsAll  = 20 // maximum number of scenarios on one page without paging
	stripsPage = 15 // number of scenarios per page if there are more
)

// strips returns the scenarios on this page and their common axis. All strips have the same width.
func (c page) strips() ([]strip, axis, *ui.Pager) {
	groups := map[string]*compare.Group{}
	if f := c.Result.Family("scenario"); f != nil {
		for i := range f.Groups {
			groups[f.Groups[i].ID] = &f.Groups[i]
		}
	}
	var list []strip
	at := map[string]int{}
	for i := range c.Result.Tasks {
		t := &c.Result.Tasks[i]
		k, known := at[t.Task.Scenario]
		if !known {
			k = len(list)
			at[t.Task.Scenario] = k
			unordered := c.Of.Scoring != results.ScoringClawArena
			list = append(list, strip{Slug: t.Task.Scenario, Passed: "–", Gap: "–", Pair: fingerprint.Pair{
				A: fingerprint.Row{Label: c.A.Short, Noun: c.Of.Words.Task, Unordered: unordered},
				B: fingerprint.Row{Label: c.B.Short, Noun: c.Of.Words.Task, Unordered: unordered}}})
		}
		c.addPair(&list[k].Pair, t)
		list[k].Tasks++
	}
	var plots []plotted
	for i := range list {
		s, g := &list[i], groups[list[i].Slug]
		if g == nil {
			continue
		}
		if s.Passed = fmt.Sprintf("%d : %d", g.Table.Both+g.Table.OnlyA, g.Table.Both+g.Table.OnlyB); g.Mixed > 0 || c.Result.Fractional {
			s.Passed = words.Pct(g.A) + " : " + words.Pct(g.B) + " %"
		}
		if g.Diff != nil {
			x := 100 * *g.Diff
			if s.Gap = words.Fixed(&x, 0); x >= .5 {
				s.Gap = "+" + s.Gap
			}
			s.Plot = &plotted{At: *g.Diff, CI: g.CI}
			plots = append(plots, *s.Plot)
		}
	}
	w := c.Query.Page
	if w.Size = stripsPage; len(list) <= stripsAll || c.frame.Static {
		w.Size = max(1, len(list))
	}
	shown := table.Rows(&w, list)
	return shown, axisOf(plots, 3.5), w.Pager(words.Many(c.Of.Words.Scenario), func(key, value string) string { return c.Query.Link(key, value) + "#rounds" })
}

// addPair appends a task to the rows of A and B. If only one of them passed the task, it also
// appends a disagreement.
func (c page) addPair(p *fingerprint.Pair, t *compare.Task) {
	cell := func(o *compare.Outcome) fingerprint.Cell {
		x := fingerprint.Cell{Label: t.Task.Slug, Status: o.Status(), Score: o.Score,
			Impossible: c.FaultyChecks.Reason(t.Task.Scenario, t.Task.Slug) != ""}
		if o.Passed {
			x.Status = results.Passed
		} else if x.Status == results.Passed {
			x.Status = results.Failed // first attempt passed, but a later one did not get the full score
		}
		return x
	}
	a, b := cell(&t.A), cell(&t.B)
	a.Update = len(t.Task.Updates) > 0
	p.A.Cells, p.B.Cells = append(p.A.Cells, a), append(p.B.Cells, b)
	r := t.Relation()
	if r != compare.OnlyA && r != compare.OnlyB {
		return
	}
	who := map[bool]string{true: c.A.Short, false: c.B.Short}[r == compare.OnlyA]
	p.Flips = append(p.Flips, fingerprint.Flip{At: len(p.A.Cells) - 1, OnlyA: r == compare.OnlyA, Href: c.sideBySide(t),
		Words: t.Task.Slug + ": only " + who + " " + c.Of.Full()})
}

// sideBySide returns the URL of the trial comparison. In a static export it is empty unless both
// trials have a trace.
func (c page) sideBySide(t *compare.Task) string {
	traced := func(o *compare.Outcome) bool {
		return slices.ContainsFunc(o.Trials, func(t *results.Trial) bool { return t.StepsTotal > 0 })
	}
	if c.frame.Static && (!traced(&t.A) || !traced(&t.B)) {
		return ""
	}
	return c.trialLink(t.Task)
}

func drawings(list []strip) []fingerprint.Pair {
	out := make([]fingerprint.Pair, len(list))
	for i := range list {
		out[i] = list[i].Pair
	}
	return out
}

// legend returns the rows from which the legend is built. They are marked as unordered because the
// strips show no streaks.
func legend(list []strip) []fingerprint.Row {
	var out []fingerprint.Row
	for i := range list {
		for _, r := range []fingerprint.Row{list[i].Pair.A, list[i].Pair.B} {
			r.Unordered = true
			out = append(out, r)
		}
	}
	return out
}

// counts returns the heading above the strips, with the number of tasks by who passed them.
func (c page) counts() string {
	t := c.Result.Table
	text := fmt.Sprintf("%s: %d both %s, %d only %s, %d only %s, %d neither", words.Capital(c.noun()), t.Both, c.Of.Full(), t.OnlyA, c.A.Short,
		t.OnlyB, c.B.Short, t.Neither)
	if c.Result.Mixed > 0 {
		text += fmt.Sprintf(", %d mixed", c.Result.Mixed)
	}
	return text
}

// foldedMost is the number of tasks listed per kind of failure. The remaining tasks are folded.
const foldedMost = 12

// failed returns the side that failed the task, the side that passed it, and the CSS class for the
// failed side.
func (c page) failed(d *Disagreement) (failed, passed *Side, class string) {
	if d.Relation == compare.OnlyA {
		return &c.B, &c.A, "sys-b"
	}
	return &c.A, &c.B, "sys-a"
}

// taskName returns a task's title. Without a title, it returns the ids of scenario and task.
func taskName(b results.Benchmark, scenario, task string) string {
	name, _ := words.Titled(b.Titles.Task(scenario, task), task)
	if name != words.Plain(task) || words.Lone(b, scenario) || scenario == task {
		return name
	}
	return words.Plain(scenario) + "/" + name
}

// sentence returns a failure reason with links to the steps that support it.
func sentence(text string, places []results.ReasonLink, run, scenario string) views.ReasonText {
	return views.ReasonText{Text: text, Places: places, Href: func(p *results.ReasonLink) string {
		if p.Step == nil {
			return ""
		}
		return link.Evidence(run, scenario, p.Step)
	}}
}

// short turns a text into a single line of at most the given length.
func short(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(ui.Plain(s)), " "))
	if len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return string(r)
}
