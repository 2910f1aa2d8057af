package web

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// buildComparison makes the page of two runs.
func (s *Server) buildComparison(d *comparison) views.Compare {
	p := views.Compare{Benchmark: d.benchmark, A: d.side(0), B: d.side(1), Refusal: d.refusal()}
	p.Title = "Comparison of " + d.names[0] + " and " + d.names[1]
	if d.a.System == d.b.System {
		p.Title = "Comparison of two runs of " + strings.TrimSuffix(d.names[0], " ("+slugEnd(d.a.Slug)+")")
	}
	path := d.link()
	p.Meta = s.frame.Meta("Comparison of "+d.label[0]+" and "+d.label[1]+" on "+d.benchmark.Name, "Two runs of "+d.benchmark.Name+" on the same "+d.noun()+": who passed what, and whether the difference is more than chance.",
		path, "/api/v1"+path, views.Crumbs(d.benchmark, "Compare")...)
	p.Meta.MethodPath = link.Benchmark(d.benchmark.ID, "method")
	p.Meta.Scripted = d.a.Scripted && d.b.Scripted
	swapped := d.compareQuery
	swapped.runs = []string{d.runs[1], d.runs[0]}
	p.Swap = swapped.link("show", swappedShow(d.show))
	p.Others = link.To(link.With(nil, "benchmark", d.benchmark.ID), "compare")
	if p.Refusal != "" {
		p.Lead = "These two runs cannot be compared."
		p.LeftOut = d.leftOut()
		return p
	}
	p.Meta.CSVPath = d.link("format", "csv")
	p.Lead = fmt.Sprintf("Two runs of %s, paired on the %s that both have scored.", d.benchmark.Name, words.Plural(d.Common, d.benchmark.Words.Task, d.noun()))
	for _, o := range d.obstacles() {
		p.Warnings = append(p.Warnings, o.Message)
	}
	p.Short, p.Verdict, p.Notes, p.Method = d.short(), d.verdict(), d.notes(), d.method()
	d.conventions(&p)
	p.MetricsOver = fmt.Sprintf("Metrics on %s in %s; A − B with its 95 %% interval around zero", words.Plural(d.Common, d.benchmark.Words.Task, d.noun()), words.Plural(d.Clusters, d.benchmark.Words.Scenario, d.benchmark.Words.Scenario+"s"))
	p.Metrics = d.metricRows()
	p.Table = views.CompareTable{
		Both: d.count(showBoth, d.Table.Both), OnlyA: d.count(showOnlyA, d.Table.OnlyA), OnlyB: d.count(showOnlyB, d.Table.OnlyB), Neither: d.count(showNeither, d.Table.Neither),
		P: &d.McNemar, MidP: &d.MidP, Noun: d.noun(),
	}
	for i := range d.Groups {
		p.Families = append(p.Families, d.family(&d.Groups[i]))
	}
	p.Spending, p.SpendingOf = d.spendingRows(), "Means over the "+d.noun()+" for which both runs record the number; less is better"
	p.LeftOut = d.leftOut()
	p.Flips = d.flips()
	return p
}

// swappedShow keeps showing the same rounds when A and B change places.
func swappedShow(show string) string {
	switch show {
	case showOnlyA:
		return showOnlyB
	case showOnlyB:
		return showOnlyA
	case showDiffer:
		return ""
	}
	return show
}

func (d *comparison) side(i int) views.CompareSide {
	r := d.a.Run
	if i == 1 {
		r = d.b.Run
	}
	return views.CompareSide{Run: r, Label: d.label[i], Href: link.Run(r.Slug)}
}

func (d *comparison) count(show string, n int, pairs ...string) views.CompareCount {
	if show == showDiffer {
		show = ""
	}
	return views.CompareCount{N: n, Href: d.link(append([]string{"show", show}, pairs...)...) + "#flips"}
}

func (d *comparison) conventions(p *views.Compare) {
	for i, c := range score.Conventions(d.benchmark.Scoring) {
		current := c.ID == d.convention || d.convention == "" && i == 0
		if current {
			p.Explain = c.Explain
		}
		id := c.ID
		if i == 0 {
			id = ""
		}
		p.Conventions = append(p.Conventions, ui.Tab{Label: conventionLabel(c.Title), Href: d.link("convention", id) + "#metrics", Current: current})
	}
}

// metricRows leaves out metrics without a value on either side.
func (d *comparison) metricRows() []views.CompareMetric {
	widest := 0.0
	for _, m := range d.Metrics {
		widest = max(widest, farthest(m.Diff, m.CI))
	}
	var rows []views.CompareMetric
	for _, m := range d.Metrics {
		if m.A == nil && m.B == nil {
			continue
		}
		info := views.MetricOf(m.Key)
		row := views.CompareMetric{Label: info.Label, Title: info.Title(), P: m.P, N: m.N, Lower: m.Lower, Headline: m.Key == d.Headline, CI: pointsBetween(m.CI)}
		row.Text = [3]string{words.Pct(m.A), words.Points(m.Diff), words.Pct(m.B)}
		row.At, row.Lo, row.Hi = onScale(m.Diff, m.CI, widest)
		rows = append(rows, row)
	}
	return rows
}

// pointsBetween shows an interval of differences in points.
func pointsBetween(ci *stats.Interval) string {
	if ci == nil {
		return words.NotRecorded
	}
	return signedPoints(ci.Lo) + " to " + signedPoints(ci.Hi)
}

// farthest is how far a difference or its interval goes from zero.
func farthest(diff *float64, ci *stats.Interval) float64 {
	far := 0.0
	if diff != nil {
		far = math.Abs(*diff)
	}
	if ci != nil {
		far = max(far, math.Abs(ci.Lo), math.Abs(ci.Hi))
	}
	return far
}

// onScale puts a difference on a scale from 0 to 100 with zero in the middle
// and the widest of the table at its ends.
func onScale(diff *float64, ci *stats.Interval, widest float64) (at, lo, hi *float64) {
	if diff == nil || !(widest > 0) {
		return nil, nil, nil
	}
	put := func(x float64) *float64 {
		v := 50 + 49*x/widest
		return &v
	}
	if ci != nil {
		lo, hi = put(ci.Lo), put(ci.Hi)
	}
	return put(*diff), lo, hi
}

// family makes the table of one cut.
func (d *comparison) family(f *compare.Family) views.CompareFamily {
	sc := d.benchmark.Words.Scenario
	v := views.CompareFamily{ID: f.ID, Noun: words.Capital(d.noun()), Test: "exact McNemar test"}
	if d.Fractional {
		v.Test = "sign-flip of the " + d.noun() + "' differences"
	}
	what := map[string][3]string{
		"kind":       {"By kind", "Kind of " + d.benchmark.Words.Task, "kind"},
		"difficulty": {"By difficulty", "Difficulty", "difficulty"},
		"phase":      {"Before and after updates", "When", "phase"},
		"scenario":   {"By " + sc, words.Capital(sc), ""},
	}[f.ID]
	v.Title, v.Label = what[0], what[1]
	v.Caption = fmt.Sprintf("%s: passed %s of each run, with Holm's p for %s", v.Title, d.noun(), words.Plural(len(f.Groups), "comparison", "comparisons"))
	if d.Fractional {
		v.Caption = fmt.Sprintf("%s: mean score of each run, with Holm's p for %s", v.Title, words.Plural(len(f.Groups), "comparison", "comparisons"))
	}
	widest := 0.0
	for _, g := range f.Groups {
		widest = max(widest, farthest(g.Diff, g.CI))
	}
	for i := range f.Groups {
		v.Rows = append(v.Rows, d.groupRow(f.ID, &f.Groups[i], widest))
	}
	return v
}

func (d *comparison) groupRow(family string, g *compare.Group, widest float64) views.CompareGroup {
	m := views.CompareMetric{Label: d.groupLabel(family, g.ID), P: g.P, Holm: g.Holm, N: g.Table.N(), CI: pointsBetween(g.CI)}
	if family == "scenario" { // titles are long, and the list of rounds has them
		m.Label, m.Title = g.ID, d.scenarioTitle(g.ID)
	}
	m.Text = [3]string{words.Pct(g.A), words.Points(g.Diff), words.Pct(g.B)}
	m.At, m.Lo, m.Hi = onScale(g.Diff, g.CI, widest)
	row := views.CompareGroup{CompareMetric: m}
	if family == "difficulty" { // no list filters by it
		row.OnlyA, row.OnlyB = d.count(showOnlyA, g.Table.OnlyA), d.count(showOnlyB, g.Table.OnlyB)
		return row
	}
	cut := []string{"scenario", "", "kind", "", "phase", ""}
	for i := 0; i < len(cut); i += 2 {
		if cut[i] == family {
			cut[i+1] = g.ID
		}
	}
	row.OnlyA, row.OnlyB = d.count(showOnlyA, g.Table.OnlyA, cut...), d.count(showOnlyB, g.Table.OnlyB, cut...)
	return row
}

func (d *comparison) groupLabel(family, id string) string {
	switch family {
	case "kind":
		return words.KindWord(id)
	case "phase":
		return d.phaseLabel(id)
	case "scenario":
		return d.scenarioTitle(id)
	}
	return id
}

func (d *comparison) phaseLabel(id string) string {
	switch id {
	case compare.PhaseBefore:
		return "before the first update"
	case compare.PhaseUpdate:
		return d.noun() + " that come with an update"
	}
	return "later " + d.noun()
}

// scenarioTitle is the scenario's id, with its title if it has one.
func (d *comparison) scenarioTitle(id string) string {
	for _, sc := range d.scenarios {
		if sc.Slug == id && sc.Title != "" && sc.Title != id {
			return id + ": " + ui.Plain(sc.Title)
		}
	}
	return id
}

func (d *comparison) spendingRows() []views.CompareMetric {
	var rows []views.CompareMetric
	for _, m := range d.Spending {
		label, show := spendingWords(&m)
		row := views.CompareMetric{Label: label, P: m.P, N: m.N, Lower: true, CI: words.NotRecorded}
		row.Text = [3]string{show(m.A, false), show(m.Diff, true), show(m.B, false)}
		if m.CI != nil {
			row.CI = show(&m.CI.Lo, true) + " to " + show(&m.CI.Hi, true)
		}
		rows = append(rows, row)
	}
	return rows
}

// spendingWords names a number of compare.Spending and shows its values, times
// under a second with three digits more.
func spendingWords(m *compare.Metric) (label string, show func(v *float64, signed bool) string) {
	plain := func(scale float64, digits int) func(*float64, bool) string {
		return func(v *float64, signed bool) string {
			if v == nil {
				return words.NotRecorded
			}
			x := *v * scale
			text := words.Fixed(&x, digits)
			if signed && x > 0 {
				text = "+" + text
			}
			return text
		}
	}
	digits := 1
	if m.A != nil && m.B != nil && max(*m.A, *m.B) < 1000 {
		digits = 4
	}
	switch m.Key {
	case compare.Duration:
		return "Wall time, s", plain(1e-3, digits)
	case compare.AgentTime:
		return "Agent time, s", plain(1e-3, digits)
	case compare.Steps:
		return "Steps", plain(1, 1)
	case compare.ToolCalls:
		return "Tool calls", plain(1, 1)
	case compare.TokensIn:
		return "Input tokens, thousand", plain(1e-3, 1)
	case compare.TokensOut:
		return "Output tokens, thousand", plain(1e-3, 2)
	}
	return "Cost, US$", plain(1, 4)
}

func (d *comparison) leftOut() []views.LeftOutTask {
	var list []views.LeftOutTask
	for i := range d.Tasks {
		if t := &d.Tasks[i]; !t.Common() {
			row := views.LeftOutTask{Scenario: t.Task.Scenario, Task: t.Task.Slug, A: t.A.Status(), B: t.B.Status(), HasA: t.A.Score != nil, HasB: t.B.Score != nil}
			if len(t.A.Trials) > 0 && len(t.B.Trials) > 0 {
				row.Href = d.trialLink(t.Task)
			}
			list = append(list, row)
		}
	}
	return list
}
