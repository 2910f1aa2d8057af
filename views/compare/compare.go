package compare

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/ui"
)

// comparisonView draws a report.Comparison.
type comparisonView struct {
	*comparereport.Comparison
	frame views.Frame
}

// ComparePage is the page of two runs of one benchmark.
func ComparePage(f views.Frame, c *comparereport.Comparison) templ.Component {
	return comparePage(comparisonView{c, f})
}

// CompareTable has one row per expected task, for CSV.
func CompareTable(c *comparereport.Comparison) views.Grid {
	var g views.Grid
	for _, key := range []string{"scenario", "task", "kind", "phase", "relation", "a_status", "a_score", "a_selected", "b_status", "b_score",
		"b_selected", "doubtful"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for i := range c.Result.Tasks {
		t := &c.Result.Tasks[i]
		row := []views.Cell{views.Words(t.Task.Scenario), views.Words(t.Task.Slug), views.Words(t.Task.Kind), views.Words(compare.Phase(t.Task)),
			views.Words(string(t.Relation()))}
		for _, o := range []*compare.Outcome{&t.A, &t.B} {
			row = append(row, views.Words(string(o.Status())), views.Number(o.Score, 4), views.Words(chosenBy(o)))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(row, views.Words(c.Doubts.Reason(t.Task.Scenario, t.Task.Slug)))})
	}
	return g
}

func (c comparisonView) heading() string {
	on := " on " + c.Of.Name
	if c.A.System == c.B.System {
		return "Two runs of " + strings.TrimSuffix(c.A.Short, " ("+report.SlugEnd(c.A.Run)+")") + on
	}
	return c.A.Short + " and " + c.B.Short + on
}

func (c comparisonView) meta() ui.Meta {
	path := c.Query.Link()
	twin := c.Query
	twin.Part = ""
	between := c.A.Short + " and " + c.B.Short
	m := c.frame.Meta(ui.TitleOf(between, " on "+c.Of.Name),
		"Two runs of "+c.Of.Name+" on the same "+c.Noun()+": who "+c.Of.Full()+" what, and whether the difference is more than chance.",
		path, "/api/v1"+twin.Link(), views.CrumbsBelow(c.Of, views.CompareCrumb(c.Of), ui.Crumb{Label: between})...)
	m.MethodPath = link.Benchmark(c.Benchmark, "about")
	m.Scripted = c.A.Of.Scripted && c.B.Of.Scripted
	m.Card, m.CardAlt = link.Card(url.Values{"a": {c.A.Run}, "b": {c.B.Run}, "convention": {c.Query.Convention}}, "compare"),
		CompareCard(c.Comparison, card.Foot{}).Alt()
	if c.Refusal() == "" {
		m.CSVPath = twin.Link("format", "csv")
	}
	return m
}

func (c comparisonView) refusalLead() string {
	if c.Refusal() != "" {
		return "These two runs cannot be compared."
	}
	return ""
}

// answer is the sentence that the page leads with.
func (c comparisonView) answer() string {
	if lead := c.Lead(); lead != "" {
		return strings.TrimSpace(lead + " " + c.OtherEnd())
	}
	lead, _ := c.Sentences()
	return c.ShortVerdict() + " " + lead
}

// shows reports whether a part of the page is shown: a site of files has all in one.
func (c comparisonView) shows(part string) bool { return c.frame.Static || c.Query.Part == part }

// parts are the tabs of the page.
func (c comparisonView) parts() []ui.Tab {
	if c.frame.Static {
		return nil
	}
	var tabs []ui.Tab
	for _, t := range []struct {
		part, label string
		has         bool
	}{
		{"", "Differences", true}, {comparereport.PartWorld, "World", c.World != nil},
		{comparereport.PartCosts, "Costs", len(c.Result.Spending) > 0},
		{comparereport.PartRounds, "All " + c.Noun(), true},
	} {
		if t.has || c.Query.Part == t.part {
			tabs = append(tabs, ui.Tab{Label: t.label, Current: c.Query.Part == t.part,
				Href: c.Query.Link("part", t.part, "show", "", "scenario", "", "kind", "", "phase", "")})
		}
	}
	return tabs
}

// diffBar is the interval of a difference on a scale, in percent of its width.
type diffBar struct {
	Lo, Width, At, Zero string
	More, Less, Class   string // names; a class where the test separates the two
	Ticks               []diffTick
}

type diffTick struct {
	At, Text, Anchor string
	Zero             bool
}

// bar is that of the headline; nil where it has no difference.
func (c comparisonView) bar() *diffBar {
	h := c.Result.Find(c.Headline)
	if h == nil || h.Diff == nil {
		return nil
	}
	lo, hi := *h.Diff, *h.Diff
	if h.CI != nil {
		lo, hi = h.CI.Lo, h.CI.Hi
	}
	step := .05
	for ; (max(hi, 0)-min(lo, 0))/step > 8; step *= 2 {
	}
	from, to := math.Floor(min(lo, -step/2)/step)*step, math.Ceil(max(hi, step/2)/step)*step
	at := func(x float64) string { return strconv.FormatFloat((x-from)/(to-from)*100, 'f', 2, 64) + "%" }
	b := &diffBar{At: at(*h.Diff), Zero: at(0), More: ui.Plain(c.A.Short), Less: ui.Plain(c.B.Short)}
	if h.Lower {
		b.More, b.Less = b.Less, b.More
	}
	if h.CI != nil {
		b.Lo, b.Width = at(lo), strconv.FormatFloat((hi-lo)/(to-from)*100, 'f', 2, 64)+"%"
	}
	switch c.Result.Verdict() {
	case compare.AheadA:
		b.Class = "fp-a"
	case compare.AheadB:
		b.Class = "fp-b"
	}
	n := int(math.Round((to - from) / step))
	for i := range n + 1 {
		x := from + float64(i)*step
		t := diffTick{At: at(x), Text: words.Points(&x), Anchor: "middle", Zero: math.Abs(x) < step/10}
		t.Text = strings.TrimSuffix(t.Text, ".00")
		if t.Zero {
			t.Text = "0"
		}
		switch i {
		case 0:
			t.Anchor = "start"
		case n:
			t.Anchor = "end"
		}
		b.Ticks = append(b.Ticks, t)
	}
	return b
}

func (c comparisonView) reasonsCaption() string {
	return fmt.Sprintf("%s that one run alone %s, by what the other did; found by rules over both traces",
		words.Plural(c.Reasons.N, c.Of.Words.Task, c.Noun()), c.Of.Full())
}

// reasonText is the sentence of a task, marked where its rule may be wrong.
func reasonText(t *comparereport.ReasonTask) string {
	if t.Likely {
		return "Likely: " + t.Text
	}
	return t.Text
}

// alike are the tasks of a cluster that one sentence tells.
type alike struct {
	Text  string
	Tasks []*comparereport.ReasonTask
}

// told groups the tasks by what is said of them, in the order of their first.
func told(tasks []comparereport.ReasonTask) []alike {
	var list []alike
	at := map[string]int{}
	for i := range tasks {
		text := reasonText(&tasks[i])
		n, ok := at[text]
		if !ok {
			n, at[text] = len(list), len(list)
			list = append(list, alike{Text: text})
		}
		list[n].Tasks = append(list[n].Tasks, &tasks[i])
	}
	return list
}

// common counts the tasks that are compared.
func (c comparisonView) common() string {
	return words.Plural(c.Result.Common, c.Of.Words.Task, c.Noun())
}

// swap is the same page with A and B exchanged.
func (c comparisonView) swap() string {
	if c.frame.Static {
		return "" // a site of files has each pair one way round
	}
	q, show := c.Query, c.Query.Show
	q.Runs = []string{c.B.Run, c.A.Run}
	switch show {
	case comparereport.ShowOnlyA:
		show = comparereport.ShowOnlyB
	case comparereport.ShowOnlyB:
		show = comparereport.ShowOnlyA
	case comparereport.ShowDiffer:
		show = ""
	}
	return q.Link("show", show)
}

func (c comparisonView) warnings() []string {
	var list []string
	for _, o := range c.Warnings {
		list = append(list, o.Message)
	}
	return list
}

// conventions are the ways to score, and what the one in use does.
func (c comparisonView) conventions() (tabs []ui.Tab, explain string) {
	for i, v := range score.ConventionsOf(c.Of) {
		id := v.ID
		if i == 0 {
			id = ""
		}
		if v.ID == c.Convention {
			explain = v.Explain
		}
		tabs = append(tabs, ui.Tab{Label: views.ConventionLabel(v.Title), Href: c.Query.Link("convention", id) + "#metrics",
			Current: v.ID == c.Convention})
	}
	return tabs, explain
}

func (c comparisonView) Count(show string, n int, pairs ...string) views.TaskCount {
	if c.frame.Static {
		return views.TaskCount{N: n} // to narrow the list takes a server
	}
	return views.TaskCount{N: n, Href: c.Query.Link(append([]string{"part", comparereport.PartRounds, "show", show}, pairs...)...) + "#flips"}
}

// leftOut are the expected tasks that are not compared.
func (c comparisonView) leftOut() []*compare.Task {
	var list []*compare.Task
	for i := range c.Result.Tasks {
		if t := &c.Result.Tasks[i]; !t.Common() {
			list = append(list, t)
		}
	}
	return list
}

// alone leads from the means over sweeps to the two runs alone, and back; no address
// where each is one sweep.
func (c comparisonView) alone() (text, href string) {
	q := c.Query
	switch {
	case c.frame.Static:
		return "", ""
	case q.Alone:
		q.Alone, text = false, "All sweeps of both systems"
	case len(c.A.Runs)+len(c.B.Runs) > 2:
		q.Alone, text = true, "These two runs alone"
	default:
		return "", ""
	}
	return text, q.Link()
}

// sideAbout sums a run up: passes, completeness, date.
func sideAbout(b *results.Benchmark, s comparereport.CompareSide) string {
	text := words.Outcome(b, s.Of.Mean, s.Counts, "")
	if n := len(s.Runs); n > 1 {
		return words.Outcome(b, nil, s.Counts, "") + fmt.Sprintf(" in %d runs", n)
	}
	if s.Of.StartedAt != nil {
		text += ", " + words.Date(s.Of.StartedAt)
	}
	return text
}

func svgPlace(v *float64) string {
	if v == nil {
		return "0"
	}
	return strconv.FormatFloat(math.Round(*v*100)/100, 'f', -1, 64)
}

func svgWidth(lo, hi *float64) string {
	w := max(*hi-*lo, 0.5)
	return svgPlace(&w)
}
