package ablations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

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

// drawn is a table with a drawn column.
type drawn struct {
	table.Table
	id     string
	at     int // cells before the drawn one
	scale  chart.ForestScale
	bars   []templ.Component // of the rows
	title  string            // of the drawn column where it has no axis
	groups map[string]string // what stands behind the head of a group
}

func (d *drawn) grid() string { return d.id + "-grid" }

// add ends the table by a row with its bar.
func (d *drawn) add(group, class string, bar templ.Component, cells ...table.Cell) {
	d.Rows = append(d.Rows, table.Row{Group: group, Class: class, Cells: cells})
	d.bars = append(d.bars, bar)
}

// head is that of a column; small screens leave out what says more than the effect.
func (d *drawn) head(k int) ui.Header {
	c := d.Cols[k]
	h := ui.Header{Label: c.Label, Unit: c.Unit, Num: k > 0, Href: c.Href, Dir: c.Dir}
	if c.Title == aside {
		h.Class = aside
	}
	return h
}

// aside is the class of columns that small screens leave out, and strong that of cells in
// bold where the row is significant.
const (
	aside  = "aside"
	strong = "num key"
)

// cols have keys, labels and units, and whether small screens leave them out.
func cols(list ...[3]string) (out []table.Col) {
	for _, c := range list {
		label, small := strings.CutPrefix(c[1], "-")
		col := table.Col{Key: c[0], Label: label, Unit: c[2]}
		if small {
			col.Title = aside
		}
		out = append(out, col)
	}
	return out
}

func rightAside(c table.Cell) table.Cell { return c.Coloured("num " + aside) }
func text(s, class string) table.Cell    { return table.Words(s).Coloured(class) }

func interval(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Points(&ci[0]) + " to " + words.Points(&ci[1])
}

// effect is one tested difference, whatever it is of.
type effect struct {
	group, name, href  string
	first, second      *float64
	hrefs              [2]string
	evidence           [2]results.Evidence
	difference         float64
	runs               [2]string // that a comparison is of; empty without
	ci                 *[2]float64
	p, holm            *float64
	base, lowerAndMore string // of controlled pairs
}

func (e *effect) estimate() chart.Estimate {
	x := chart.Estimate{Value: &e.difference, Hollow: e.p == nil && e.ci == nil}
	if e.ci != nil {
		x.Lo, x.Hi = &e.ci[0], &e.ci[1]
	}
	return x
}

func (e *effect) class() string {
	if significant(e.holm) {
		return "fo-strong"
	}
	return "fo-quiet"
}

// sorted puts the largest loss or gain first (by sign: 1 for gains), or the least p.
func (a *Ablations) sorted(list []effect, sign float64) {
	slices.SortStableFunc(list, func(x, y effect) int {
		if a.Query.Sort == "p" {
			return cmp.Or(views.CompareValues(x.holm, y.holm, true), views.CompareValues(x.p, y.p, true))
		}
		return cmp.Compare(sign*y.difference, sign*x.difference)
	})
}

// sortable makes the heads of the difference and of p into links.
func (a *Ablations) sortable(g *table.Table, anchor string) {
	for i := range g.Cols {
		c := &g.Cols[i]
		switch by := map[string]string{"difference": "size", "p_holm": "p"}[c.Key]; {
		case by == "p" && a.Query.Sort == "p":
			c.Dir = ui.Ascending
		case by != "":
			c.Href = link.To(link.With(nil, "sort", strings.TrimPrefix(by, "size")), "b", a.Benchmark, "ablations") + "#" + anchor
		}
	}
}

// effectsTable draws effects by their groups, which are in order.
func (a *Ablations) effectsTable(id, name, first, second string, list []effect) drawn {
	d := drawn{id: id, at: 3, groups: map[string]string{}}
	d.Cols = cols([3]string{"name", name, ""}, [3]string{"first", "-" + first, "%"}, [3]string{"second", "-" + second, "%"},
		[3]string{"difference", "Difference", "points"}, [3]string{"ci", "-95 % CI", ""}, [3]string{"p", "-p", ""}, [3]string{"p_holm", "p, Holm", ""})
	if id == "pairs" {
		d.Cols[3].Label = "Change"
		d.Cols[5] = table.Col{Key: "lower_same_higher", Label: "Lower, same, higher", Unit: "systems", Title: aside}
	}
	a.sortable(&d.Table, id)
	var all []chart.Estimate
	for i := range list {
		all = append(all, list[i].estimate())
	}
	d.scale = chart.FullScale(chart.Percent, append(all, chart.Estimate{Value: new(float64)}))
	for _, e := range list {
		bar := chart.ForestBar(d.scale, e.estimate(), d.grid())
		head := table.Words(e.name).Link(e.href)
		if e.base != "" {
			head = head.Noted("base: " + e.base)
		}
		change := table.Points(&e.difference).Coloured(strong)
		if e.runs[0] != "" {
			change = change.Link(link.Compare(e.runs[0], e.runs[1]))
		}
		fifth := text(views.PValue(e.p), "num "+aside)
		if id == "pairs" {
			fifth = text(e.lowerAndMore, "num "+aside)
		}
		value := func(v *float64, k int) table.Cell {
			return rightAside(table.Percent(v).Link(e.hrefs[k]).Proved(e.evidence[k]))
		}
		d.add(e.group, e.class(), bar, head, value(e.first, 0), value(e.second, 1), change,
			text(interval(e.ci), "num ci "+aside), fifth, text(views.PValue(e.holm), strong))
	}
	for group, n := range tally(list) {
		d.groups[group] = groupNote(n, map[string]string{"harness": "model", "pairs": "pair", "additions": "system"}[id])
	}
	return d
}

// tally counts effects by group: all, tested, significant.
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

func groupNote(n [3]int, noun string) string {
	switch {
	case n[1] == 0:
		return "reported by the paper, not tested"
	case n[2] == 0:
		return "no significant difference"
	case n[2] == n[1] && n[1] == n[0] && n[0] > 1:
		return fmt.Sprintf("significant for all %d %ss", n[0], noun)
	}
	return fmt.Sprintf("significant for %d of %s", n[2], words.Plural(n[1], noun, noun+"s"))
}

// harnessEffects are the tests of every two harnesses, by pair of harnesses: that with
// the higher mean first.
func (a *Ablations) harnessEffects() []effect {
	type pair [2]string
	sum, groups := map[pair]float64{}, map[pair][]effect{}
	var order []pair
	for i := range a.Harnesses {
		e := &a.Harnesses[i]
		x := effect{name: e.Name, href: link.Model(e.Model), first: &e.Values[0], second: &e.Values[1],
			hrefs: [2]string{link.Run(e.Runs[0]), link.Run(e.Runs[1])}, difference: e.Difference,
			runs: e.Runs, ci: e.CI, p: e.P, holm: e.PHolm}
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
		sum[p] += x.difference
		groups[p] = append(groups[p], x)
	}
	for _, p := range order {
		a1, b1 := p[0], p[1]
		if sum[p] < 0 {
			a1, b1 = b1, a1
		}
		for i := range groups[p] {
			if sum[p] < 0 {
				groups[p][i].flip()
			}
			groups[p][i].group = a1 + " against " + b1
		}
		a.sorted(groups[p], 1)
	}
	slices.SortStableFunc(order, func(x, y pair) int {
		strength := func(p pair) (n int) {
			for _, e := range groups[p] {
				n += count(e.holm)
			}
			return n
		}
		return cmp.Or(strength(y)-strength(x), cmp.Compare(max(sum[y], -sum[y])/float64(len(groups[y])), max(sum[x], -sum[x])/float64(len(groups[x]))))
	})
	var list []effect
	for _, p := range order {
		list = append(list, groups[p]...)
	}
	return list
}

// flip turns a difference around.
func (e *effect) flip() {
	e.first, e.second, e.difference = e.second, e.first, -e.difference
	e.hrefs, e.runs = [2]string{e.hrefs[1], e.hrefs[0]}, [2]string{e.runs[1], e.runs[0]}
	if e.ci != nil {
		e.ci = &[2]float64{-e.ci[1], -e.ci[0]}
	}
}

// additionEffects are what additions change, by what is added.
func (a *Ablations) additionEffects() (list []effect) {
	for i := range a.Additions {
		x := &a.Additions[i]
		m := x.of(a.Metric)
		if m == nil {
			continue
		}
		var runs [2]string
		if x.tested() {
			runs = [2]string{*x.rows[1].Run, *x.rows[0].Run}
		}
		list = append(list, effect{group: x.Variant, name: words.System(x.Name, results.System{Framework: x.Framework}), href: link.Model(x.Model),
			first: m.Base, second: m.With, hrefs: x.URLs, evidence: x.Evidence, difference: *m.Difference, runs: runs, ci: m.CI, p: m.P, holm: m.PHolm})
	}
	a.sorted(list, 1)
	slices.SortStableFunc(list, func(x, y effect) int { return strings.Compare(x.group, y.group) })
	return list
}

// pairEffects are the controlled pairs by factor, the factor that costs most first; those
// that their source has dropped are left out.
func (a *Ablations) pairEffects() []effect {
	place := map[string]float64{}
	for _, f := range a.Factors {
		if f.Change != nil {
			place[factorName(f.Factor)] = *f.Change
		}
	}
	var list []effect
	for i := range a.Pairs {
		if p := &a.Pairs[i]; !p.Dropped() && p.Change != nil {
			list = append(list, effect{group: factorName(p.Factor), name: p.Variant.Task, href: p.Variant.URL, base: p.Base.Task, first: p.BaseMean,
				second: p.VariantMean, difference: *p.Change, ci: p.CI, p: p.P, holm: p.PHolm,
				lowerAndMore: fmt.Sprintf("%d, %d, %d", p.Drop, p.Same, p.Rise)})
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

// harnessTable, additionsTable and pairsTable are the effects as tables.
func (a *Ablations) harnessTable() drawn {
	d := a.effectsTable("harness", "Model", "First", "Second", a.harnessEffects())
	d.Caption = fmt.Sprintf("First harness minus second on the same model, paired by %s. Bold: significant after Holm; the interval is that of the unadjusted p.",
		views.NounOr(a.Of.Words.Task, "task"))
	return d
}

func (a *Ablations) additionsTable() drawn {
	d := a.effectsTable("additions", "System", "Without", "With", a.additionEffects())
	d.Caption = metric.Of(a.Metric).Label + " with an addition minus without it. Bold: significant after Holm; hollow: reported results, which cannot be tested."
	return d
}

func (a *Ablations) pairsTable() drawn {
	d := a.effectsTable("pairs", "Task with the factor", "Base", "With it", a.pairEffects())
	d.Caption = fmt.Sprintf("Controlled pairs: mean score of %s on a task with one added factor, minus the same task without it. Bold: significant after Holm over %s.",
		words.Counted(len(a.bench.Ranked()), "system"), words.Counted(len(a.Pairs), "pair"))
	for _, f := range a.Factors {
		if name := factorName(f.Factor); f.Pairs > 1 && f.Change != nil {
			note := "; mean " + words.Points(f.Change) + " points"
			if f.CI != nil {
				note += " (" + interval(f.CI) + ")"
			}
			d.groups[name] += note
		}
	}
	return d
}

// dropped are the pairs that their source has given up.
func (a *Ablations) dropped() (list []ControlledPair) {
	for i := range a.Pairs {
		if a.Pairs[i].Dropped() {
			list = append(list, a.Pairs[i])
		}
	}
	return list
}

// modelsTable has the value of each model in each framework.
func (a *Ablations) modelsTable() drawn {
	m := metric.Of(a.Metric)
	d := drawn{id: "frameworks", at: 1}
	d.Caption = fmt.Sprintf("%s of the same model in %s.", m.Label, words.Plural(len(a.Frameworks), "harness", "harnesses"))
	d.Cols = cols([3]string{"model", "Model", ""})
	for _, f := range a.Frameworks {
		d.Cols = append(d.Cols, table.Col{Key: f, Label: f, Unit: "%"})
	}
	d.Cols = append(d.Cols, table.Col{Key: "spread", Label: "Range", Unit: "points", Title: aside})
	var all []chart.Estimate
	for i := range a.Models {
		for _, v := range a.Models[i].Values() {
			all = append(all, chart.Estimate{Value: &v})
		}
	}
	d.scale = chart.FullScale(chart.Percent, all)
	for i := range a.Models {
		x := &a.Models[i]
		cells := []table.Cell{table.Words(x.Name).Link(link.Model(x.Model))}
		for _, c := range x.Cells {
			cell := table.Percent(c.Value)
			if c.Value != nil {
				cell = cell.Link(c.URL).Proved(c.Evidence)
			}
			cells = append(cells, cell)
		}
		points := 100 * *x.Spread
		d.add("", "", dots(d.scale, d.grid(), x), append(cells, rightAside(table.Number(&points, 2)))...)
	}
	return d
}

// runsTable has the runs of each repeated system.
func (a *Ablations) runsTable() drawn {
	m := metric.Of(a.Metric)
	d := drawn{id: "runs", at: 2}
	d.Caption = m.Label + " of repeated runs. Circles: runs; line: mean; bar: 95 % CI on the leaderboard."
	d.Cols = cols([3]string{"system", "System", ""}, [3]string{"runs", "-Runs", ""}, [3]string{"mean", "Mean", "%"}, [3]string{"sd", "SD", "points"},
		[3]string{"range", "-Lowest, highest", "%"}, [3]string{"inside", "-Runs inside the CI", ""})
	var all []chart.Estimate
	for i := range a.Repeats {
		s := &a.Repeats[i]
		all = append(all, chart.Estimate{Value: &s.Min}, chart.Estimate{Value: &s.Max})
		if s.CI != nil {
			all = append(all, chart.Estimate{Value: &s.CI[0]}, chart.Estimate{Value: &s.CI[1]})
		}
	}
	d.scale = chart.FullScale(chart.Percent, all)
	for i := range a.Repeats {
		s := &a.Repeats[i]
		sd, inside := 100**cmp.Or(s.SD, new(float64)), ""
		if s.Inside != nil {
			inside = fmt.Sprintf("%d of %d", *s.Inside, s.N)
		}
		d.add("", "", runBar(d.scale, d.grid(), s), table.Words(s.Name).Link(link.To(link.With(nil, "run", s.Runs[0].Run), "b", a.Benchmark, "ablations")+"#tasks"),
			rightAside(table.Whole(s.N)), table.Percent(&s.Mean), table.Number(&sd, 2), text(words.Pct(&s.Min)+", "+words.Pct(&s.Max), "num "+aside),
			text(inside, "num "+aside))
	}
	return d
}

// tasksTable has the tasks that the shown system's runs score differently, those of one page.
func (a *Ablations) tasksTable() (d drawn, strips []fingerprint.Row) {
	noun := words.Capital(views.NounOr(a.Of.Words.Task, "task"))
	d = drawn{id: "differing", at: 1, title: fmt.Sprintf("Runs 1–%d", a.Shown.N)}
	d.Caption = "One cell per run, in the order in which they began."
	d.Cols = cols([3]string{"task", noun, ""}, [3]string{"mean", "Mean score", "%"})
	lo, hi := a.Query.Page.Cut(len(a.Tasks))
	for _, t := range a.Tasks[lo:hi] {
		strips = append(strips, t.strip())
		d.add("", "", fingerprint.Strip(t.strip(), fingerprint.Medium), views.TaskNamed(a.Of, t.Scenario, t.Task).Link(t.URL), table.Percent(&t.Mean))
	}
	return d, strips
}

// strip is the task in each run.
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

// tasksGrid has a row for each task and run, for CSV.
func (a *Ablations) tasksGrid() table.Table {
	g := table.Table{Cols: []table.Col{{Key: "task"}, {Key: "run"}, {Key: "score"}}}
	for i := range a.Tasks {
		for k, v := range a.Tasks[i].Values {
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(a.Tasks[i].Scenario + "/" + a.Tasks[i].Task),
				table.Words(a.Shown.Runs[k].Run), table.Percent(v)}})
		}
	}
	return g
}

func (a *Ablations) passTable() table.Table {
	noun := views.NounOr(a.Of.Words.Task, "task")
	g := table.Table{Caption: "pass@k and pass^k of " + a.Shown.Name, Fit: true, Cols: []table.Col{{Key: "k", Label: "k", Num: true},
		{Key: "pass_at", Label: "pass@k", Unit: "%, any of k", Num: true}, {Key: "pass_hat", Label: "pass^k", Unit: "%, all of k", Num: true},
		{Key: "tasks", Label: words.Capital(noun) + "s", Num: true}}}
	for i := range a.PassK {
		x := &a.PassK[i]
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Whole(x.K), table.Percent(x.PassAt), table.Percent(x.Hat), table.Whole(x.Tasks)}})
	}
	return g
}

// pairwiseGrid has one row for each test, for CSV.
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

// Tables are the words of ?table=: the tables of the page.
func Tables() []string {
	return []string{"", "harness", "frameworks", "pairs", "additions", "runs", "tasks", "pass_k", "pairwise"}
}

// Table is one of the tables, as the page shows it; without a name the first of the page.
func (a *Ablations) Table(name string) table.Table {
	if blocks := a.blocks(); name == "" && len(blocks) > 0 {
		if name = blocks[0]; name == "harness" && len(a.Harnesses) == 0 {
			name = "frameworks"
		}
	}
	switch {
	case name == "harness":
		return grouped(a.harnessTable())
	case name == "pairs":
		return grouped(a.pairsTable())
	case name == "additions":
		return grouped(a.additionsTable())
	case name == "frameworks":
		return a.modelsTable().Table
	case name == "runs":
		return a.runsTable().Table
	case name == "tasks" && a.Shown != nil:
		return a.tasksGrid()
	case name == "pass_k" && a.Shown != nil:
		return a.passTable()
	}
	return a.pairwiseGrid()
}

// grouped is a table whose first column is what heads its groups on the page.
func grouped(d drawn) table.Table {
	g := d.Table
	g.Cols = append([]table.Col{{Key: "group"}}, g.Cols...)
	for i := range g.Rows {
		g.Rows[i].Cells = append([]table.Cell{table.Words(g.Rows[i].Group)}, g.Rows[i].Cells...)
	}
	return g
}
