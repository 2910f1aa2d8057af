package ablations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// aside is the CSS class of columns that are hidden on small screens.
const aside = "hide-s"

// grid returns the element id of the grid lines behind the plotted column of a table.
func grid(id string) string { return id + "-grid" }

func drawnCol(s chart.ForestScale, id string) table.Col {
	return table.Col{Title: "plotted", Class: "dr", Axis: chart.ForestAxis(s, grid(id))}
}

type effect struct {
	group, name, href string
	first, second     *float64
	evidence          [2]results.Evidence
	difference        float64
	compare           string // URL of the comparison; empty if there is none
	ci                *[2]float64
	p, holm           *float64
	base, counts      string // base task, and numbers of systems that score lower, equal and higher; only for controlled pairs
}

func (e *effect) estimate() chart.Estimate {
	x := chart.Estimate{Value: &e.difference, Hollow: e.p == nil && e.ci == nil}
	if e.ci != nil {
		x.Lo, x.Hi = &e.ci[0], &e.ci[1]
	}
	return x
}

func (e *effect) flip() {
	e.first, e.second, e.difference = e.second, e.first, -e.difference
	if e.ci != nil {
		e.ci = &[2]float64{-e.ci[1], -e.ci[0]}
	}
}

// sorted sorts by p-value if the query requests it. Otherwise it puts the largest gains first if
// sign is 1, or the largest losses if sign is -1.
func (a *Ablations) sorted(list []effect, sign float64) {
	slices.SortStableFunc(list, func(x, y effect) int {
		if a.Query.Sort == "p" {
			return cmp.Or(views.CompareValues(x.holm, y.holm, true), views.CompareValues(x.p, y.p, true))
		}
		return cmp.Compare(sign*y.difference, sign*x.difference)
	})
}

// effectsTable returns a table that plots effects by group, keeping the order of the groups. noun
// is the noun for one effect. Readers can sort the table by difference and by p-value.
func (a *Ablations) effectsTable(id, name, first, second, noun string, list []effect) table.Table {
	var all []chart.Estimate
	for i := range list {
		all = append(all, list[i].estimate())
	}
	scale := chart.FullScale(chart.Percent, append(all, chart.Estimate{Value: new(float64)}))
	sort := func(by string) string {
		return link.To(link.With(nil, "sort", by), "b", a.Benchmark, "ablations") + "#" + id
	}
	g := table.Table{ID: id, Class: "draw", Notes: groupNotes(list, noun), Cols: []table.Col{{Key: "name", Label: name},
		{Key: "first", Label: first, Unit: "%", Num: true, Class: aside}, {Key: "second", Label: second, Unit: "%", Num: true, Class: aside}, drawnCol(scale, id),
		{Key: "difference", Label: "Difference", Unit: "points", Num: true, Class: "d4", Href: sort("")}, {Key: "ci", Label: "95 % CI", Num: true, Class: "ci " + aside},
		{Key: "p", Label: "p", Num: true, Class: aside}, {Key: "p_holm", Label: "p, Holm", Num: true, Class: "d4", Href: sort("p")}}}
	if a.Query.Sort == "p" {
		g.Cols[7].Dir, g.Cols[7].Href = ui.Ascending, ""
	}
	if id == "pairs" {
		g.Cols[6] = table.Col{Key: "lower_same_higher", Label: "Lower, same, higher", Unit: "systems", Num: true, Class: aside}
	}
	for i := range list {
		e := &list[i]
		class := "fo-quiet"
		if significant(e.holm) {
			class = "fo-strong"
		}
		head := table.Words(e.name).Link(e.href)
		if e.base != "" {
			head = head.Noted("base: " + e.base)
		}
		g.Rows = append(g.Rows, table.Row{Group: e.group, Class: class, Cells: []table.Cell{head,
			table.Percent(e.first).Proved(e.evidence[0]), table.Percent(e.second).Proved(e.evidence[1]),
			table.Drawn(chart.ForestBar(scale, e.estimate(), grid(id))),
			table.Points(&e.difference).Link(e.compare), table.RightWords(views.PointsRange(e.ci)),
			table.RightWords(cmp.Or(e.counts, views.PValue(e.p))), table.RightWords(views.PValue(e.holm))}})
	}
	return g
}

// groupNotes returns a note for each group: its number of significant effects.
func groupNotes(list []effect, noun string) map[string]string {
	notes := map[string]string{}
	for group, n := range tally(list) {
		switch {
		case n[1] == 0:
			notes[group] = "reported by the paper, not tested"
		case n[2] == 0:
			notes[group] = "no significant difference"
		case n[2] == n[1] && n[1] == n[0] && n[0] > 1:
			notes[group] = fmt.Sprintf("significant for all %d %ss", n[0], noun)
		default:
			notes[group] = fmt.Sprintf("significant for %d of %s", n[2], words.Counted(n[1], noun))
		}
	}
	return notes
}

func tally(list []effect) map[string][3]int {
	n := map[string][3]int{}
	for _, e := range list {
		x := n[e.group]
		x[0]++
		if e.p != nil {
			x[1]++
		}
		x[2] += count(e.holm)
		n[e.group] = x
	}
	return n
}

// harnessEffects returns the effects between every two harnesses, grouped by pair of harnesses. In
// each pair, the harness with the higher mean comes first.
func (a *Ablations) harnessEffects() (list []effect) {
	type pair [2]string
	sum, groups := map[pair]float64{}, map[pair][]effect{}
	var order []pair
	for i := range a.Harnesses {
		e := &a.Harnesses[i]
		x := effect{name: e.Name, first: &e.Values[0], second: &e.Values[1], difference: e.Difference,
			compare: link.Compare(e.Runs[0], e.Runs[1]), ci: e.CI, p: e.P, holm: e.PHolm}
		if e.Variant != "" {
			x.name += " (" + e.Variant + ")"
		}
		p := pair(e.Frameworks)
		if p[0] > p[1] {
			p[0], p[1] = p[1], p[0]
			x.flip()
		}
		if groups[p] == nil {
			order = append(order, p)
		}
		sum[p], groups[p] = sum[p]+x.difference, append(groups[p], x)
	}
	strength := func(p pair) (significant int, mean float64) {
		for _, e := range groups[p] {
			significant += count(e.holm)
		}
		return significant, max(sum[p], -sum[p]) / float64(len(groups[p]))
	}
	slices.SortStableFunc(order, func(x, y pair) int {
		n, by := strength(x)
		m, to := strength(y)
		return cmp.Or(m-n, cmp.Compare(to, by))
	})
	for _, p := range order {
		name := p[0] + " against " + p[1]
		if sum[p] < 0 {
			name = p[1] + " against " + p[0]
		}
		for i := range groups[p] {
			if groups[p][i].group = name; sum[p] < 0 {
				groups[p][i].flip()
			}
		}
		a.sorted(groups[p], 1)
		list = append(list, groups[p]...)
	}
	return list
}

func (a *Ablations) additionEffects() (list []effect) {
	for i := range a.Additions {
		x := &a.Additions[i]
		list = append(list, effect{group: x.Variant, name: words.System(x.Name, results.System{Framework: x.Framework}), href: link.Model(x.Model),
			first: x.Base, second: x.With, evidence: x.Evidence, difference: x.Difference, compare: x.Compare, ci: x.CI, p: x.P, holm: x.PHolm})
	}
	a.sorted(list, 1)
	slices.SortStableFunc(list, func(x, y effect) int { return strings.Compare(x.group, y.group) })
	return list
}

// pairEffects returns the effects of the controlled pairs by factor, largest loss first. It omits
// pairs that their source has dropped.
func (a *Ablations) pairEffects() (list []effect) {
	place := map[string]float64{}
	for _, f := range a.Factors {
		if f.Change != nil {
			place[factorName(f.Factor)] = *f.Change
		}
	}
	for i := range a.Pairs {
		if p := &a.Pairs[i]; !p.Dropped() && p.Change != nil {
			list = append(list, effect{group: factorName(p.Factor), name: p.Variant.Task, href: p.Variant.URL, base: p.Base.Task, first: p.BaseMean,
				second: p.VariantMean, difference: *p.Change, ci: p.CI, p: p.P, holm: p.PHolm,
				counts: fmt.Sprintf("%d, %d, %d", p.Drop, p.Same, p.Rise)})
		}
	}
	a.sorted(list, -1)
	slices.SortStableFunc(list, func(x, y effect) int {
		return cmp.Or(cmp.Compare(place[x.group], place[y.group]), strings.Compare(x.group, y.group))
	})
	return list
}

func factorName(factor string) string {
	if m := metric.Of(factor); m.Name != "" && m.Name != factor {
		return m.Name + " (" + factor + ")"
	}
	return factor
}

func (a *Ablations) harnessTable() table.Table {
	g := a.effectsTable("harness", "Model", "First", "Second", "model", a.harnessEffects())
	g.Caption = fmt.Sprintf("First harness minus second on the same model, paired by %s. Bold: significant after Holm; the interval is that of the unadjusted p.",
		views.NounOr(a.Of.Words.Task, "task"))
	return g
}

func (a *Ablations) additionsTable() table.Table {
	g := a.effectsTable("additions", "System", "Without", "With", "system", a.additionEffects())
	g.Caption = metric.Of(a.Metric).Label + " with an addition minus without it. Bold: significant after Holm; hollow: reported results, which cannot be tested."
	return g
}

func (a *Ablations) pairsTable() table.Table {
	g := a.effectsTable("pairs", "Task with the factor", "Base", "With it", "pair", a.pairEffects())
	g.Caption = fmt.Sprintf("Controlled pairs: mean score of %s on a task with one added factor, minus the same task without it. Bold: significant after Holm over %s.",
		words.Counted(len(a.bench.Ranked()), "system"), words.Counted(len(a.Pairs), "pair"))
	for _, f := range a.Factors {
		if name := factorName(f.Factor); f.Pairs > 1 && f.Change != nil {
			g.Notes[name] += "; mean " + words.Points(f.Change) + " points"
			if f.CI != nil {
				g.Notes[name] += " (" + views.PointsRange(f.CI) + ")"
			}
		}
	}
	return g
}

func (a *Ablations) modelsTable() table.Table {
	m, all := metric.Of(a.Metric), []chart.Estimate{}
	for i := range a.Models {
		for _, v := range a.Models[i].Values() {
			all = append(all, chart.Estimate{Value: &v})
		}
	}
	scale := chart.FullScale(chart.Percent, all)
	g := table.Table{ID: "frameworks", Class: "draw", Cols: []table.Col{{Key: "model", Label: "Model"}, drawnCol(scale, "frameworks")},
		Caption: fmt.Sprintf("%s of the same model in %s.", m.Label, words.Plural(len(a.Frameworks), "harness", "harnesses"))}
	for _, f := range a.Frameworks {
		g.Cols = append(g.Cols, table.Col{Key: f, Label: f, Unit: "%", Num: true})
	}
	g.Cols = append(g.Cols, table.Col{Key: "spread", Label: "Range", Unit: "points", Num: true, Class: aside})
	for i := range a.Models {
		x := &a.Models[i]
		cells := []table.Cell{table.Words(x.Name).Link(link.Model(x.Model)), table.Drawn(dots(scale, x))}
		for _, c := range x.Cells {
			cells = append(cells, table.Percent(c.Value).Link(c.URL).Proved(c.Evidence))
		}
		points := 100 * *x.Spread
		g.Rows = append(g.Rows, table.Row{Cells: append(cells, table.Number(&points, 2))})
	}
	return g
}

func (a *Ablations) runsTable() table.Table {
	var all []chart.Estimate
	for i := range a.Repeats {
		s := &a.Repeats[i]
		all = append(all, chart.Estimate{Value: &s.Min}, chart.Estimate{Value: &s.Max})
		if s.CI != nil {
			all = append(all, chart.Estimate{Value: &s.CI[0]}, chart.Estimate{Value: &s.CI[1]})
		}
	}
	scale := chart.FullScale(chart.Percent, all)
	g := table.Table{ID: "runs", Class: "draw", Caption: metric.Of(a.Metric).Label + " of repeated runs. Circles: runs; line: mean; bar: 95 % CI on the leaderboard.",
		Cols: []table.Col{{Key: "system", Label: "System"}, {Key: "runs", Label: "Runs", Num: true, Class: aside}, drawnCol(scale, "runs"),
			{Key: "mean", Label: "Mean", Unit: "%", Num: true}, {Key: "sd", Label: "SD", Unit: "points", Num: true},
			{Key: "range", Label: "Lowest, highest", Unit: "%", Num: true, Class: aside}, {Key: "inside", Label: "Runs inside the CI", Num: true, Class: aside}}}
	for i := range a.Repeats {
		s := &a.Repeats[i]
		sd, inside := 100**cmp.Or(s.SD, new(float64)), ""
		if s.Inside != nil {
			inside = fmt.Sprintf("%d of %d", *s.Inside, s.N)
		}
		at := link.To(link.With(nil, "run", s.Runs[0].Run), "b", a.Benchmark, "ablations") + "#tasks"
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(s.Name).Link(at), table.Whole(s.N), table.Drawn(runBar(scale, s)),
			table.Percent(&s.Mean), table.Number(&sd, 2), table.RightWords(words.Pct(&s.Min) + ", " + words.Pct(&s.Max)), table.RightWords(inside)}})
	}
	return g
}

// tasksTable lists the tasks on which the runs of the shown system have different scores: as strips
// on the page and as numbers in the CSV file.
func (a *Ablations) tasksTable() table.Table {
	noun := words.Capital(views.NounOr(a.Of.Words.Task, "task"))
	g := table.Table{ID: "differing", Class: "draw", Caption: "One cell per run, in the order in which they began.", Cols: []table.Col{{Key: "scenario", Data: true},
		{Key: "task", Label: noun}, {Label: fmt.Sprintf("Runs 1–%d", a.Shown.N), Class: "dr"}, {Key: "mean", Label: "Mean score", Unit: "%", Num: true}}}
	for _, r := range a.Shown.Runs {
		g.Cols = append(g.Cols, table.Col{Key: r.Run, Data: true})
	}
	for _, t := range a.Tasks {
		row := table.Row{Cells: []table.Cell{table.Words(t.Scenario), views.TaskNamed(a.Of, t.Scenario, t.Task).As(t.Task).Link(t.URL),
			table.Drawn(fingerprint.Strip(t.strip(), fingerprint.Medium)), table.Percent(&t.Mean)}}
		for _, v := range t.Values {
			row.Cells = append(row.Cells, table.Percent(v))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (a *Ablations) strips() (list []fingerprint.Row) {
	for i := range a.Tasks {
		list = append(list, a.Tasks[i].strip())
	}
	return list
}

func (t *RepeatedTask) strip() fingerprint.Row {
	r := fingerprint.Row{Title: t.Task, Noun: "run", Unordered: true}
	for i, v := range t.Values {
		c := fingerprint.Cell{Label: fmt.Sprintf("run %d", i+1), Status: results.NotJudged, Score: v}
		if v != nil {
			if c.Status = results.Failed; *v >= 1 {
				c.Status = results.Passed
			}
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func (a *Ablations) passTable() table.Table {
	g := table.Table{Caption: "pass@k and pass^k of " + a.Shown.Name, Fit: true, Cols: []table.Col{{Key: "k", Label: "k", Num: true},
		{Key: "pass_at", Label: "pass@k", Unit: "%, any of k", Num: true}, {Key: "pass_hat", Label: "pass^k", Unit: "%, all of k", Num: true},
		{Key: "tasks", Label: words.Capital(words.Many(views.NounOr(a.Of.Words.Task, "task"))), Num: true}}}
	for i := range a.PassK {
		x := &a.PassK[i]
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Whole(x.K), table.Percent(x.PassAt), table.Percent(x.Hat), table.Whole(x.Tasks)}})
	}
	return g
}

func (a *Ablations) pairwiseGrid() table.Table {
	g := table.Table{}
	for _, k := range []string{"group", "a", "b", "difference", "p", "p_holm", "family"} {
		g.Cols = append(g.Cols, table.Col{Key: k})
	}
	for _, x := range a.Pairwise {
		for i := range x.Tests {
			t := &x.Tests[i]
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(x.Group), table.Words(t.A), table.Words(t.B), table.Points(&t.Difference),
				table.Number(t.P, 6), table.Number(t.PHolm, 6), table.Whole(t.Family)}})
		}
	}
	return g
}

// tables returns the functions that build the page's tables, by value of the query parameter table.
func (a *Ablations) tables() map[string]func() table.Table {
	list := map[string]func() table.Table{"harness": a.harnessTable, "pairs": a.pairsTable, "additions": a.additionsTable,
		"frameworks": a.modelsTable, "runs": a.runsTable, "pairwise": a.pairwiseGrid}
	if a.Shown != nil {
		list["tasks"], list["pass_k"] = a.tasksTable, a.passTable
	}
	return list
}

// Tables returns the valid values of the query parameter table.
func Tables() []string {
	return []string{"", "harness", "frameworks", "pairs", "additions", "runs", "tasks", "pass_k", "pairwise"}
}

// Table returns the table with the given name, or the first one for "".
func (a *Ablations) Table(name string) table.Table {
	if blocks := a.blocks(); name == "" && len(blocks) > 0 {
		if name = blocks[0]; name == "harness" && len(a.Harnesses) == 0 {
			name = "frameworks"
		}
	}
	if of := a.tables()[name]; of != nil {
		return of()
	}
	return a.pairwiseGrid()
}

// shapes contains the SVG paths of a circle, square, diamond and triangle around a common centre.
var shapes = []string{"M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "M-4-4h8v8h-8z", "M0-6 6 0 0 6-6 0z", "M0-5 5 4h-10z",
	"M-4.5-4.5h9v9h-9z", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M0 5-5-4h10z", "M0-5.5 5.5 0 0 5.5-5.5 0z"}

func at(s chart.ForestScale, v float64) string { return fmt.Sprintf("%.2f%%", s.At(v)) }
