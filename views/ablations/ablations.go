// Package ablations implements the page of controlled comparisons. Each section varies one thing:
// the harness, the variant of the agent, a factor of the task, or the system. A further section
// shows how repeated runs of one system differ.
package ablations

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// Query holds the request parameters.
type Query struct {
	Sort string // order of the effects: "" for by size, or "p" for by p-value
	From int    // index of the first system in the pairwise tests, starting at 1
	Run  string // slug of a run; selects the repeated system whose tasks are shown
	Page table.Window
}

// Ablations holds the controlled comparisons of a benchmark on its headline metric. A list without
// data is empty.
type Ablations struct {
	Benchmark  string                  `json:"benchmark"`       // id of the benchmark
	Metric     string                  `json:"metric"`          // key of the headline metric
	Frameworks []string                `json:"frameworks"`      // ids of the frameworks, in the column order of Models
	Models     []Model                 `json:"models"`          // models with results in two or more frameworks
	Harnesses  []compare.HarnessEffect `json:"harness_effects"` // comparisons of every two harnesses that have records of the same model
	Additions  []Addition              `json:"ablations"`       // comparisons of each variant of a system with the plain system
	Pairs      []ControlledPair        `json:"pairs"`           // pairs of tasks that should differ in one factor
	Factors    []pairs.Factor          `json:"factors"`         // effect of each factor over its pairs
	Pairwise   []Group                 `json:"pairwise"`        // groups of ranked systems, with tests of every two systems of a group
	Repeats    []views.Repeated        `json:"repeats"`         // systems with several complete runs
	Shown      *views.Repeated         `json:"shown"`           // system whose tasks are listed; null if no system has repeated runs
	Tasks      []RepeatedTask          `json:"tasks"`           // tasks of the shown system that have different outcomes in its runs
	Constant   Constant                `json:"constant"`        // counts of the tasks with the same outcome in all runs
	PassK      []PassK                 `json:"pass_k"`          // pass@k and pass^k of the shown system, over the attempts of all its runs

	Of    results.Benchmark `json:"-"`
	Query Query             `json:"-"`
	bench *views.Bench
}

// Model is one model in every framework that has a board row for it.
type Model struct {
	Model  string   `json:"model"`  // id of the model
	Name   string   `json:"name"`   // display name
	Cells  []Cell   `json:"cells"`  // cells in the order of Frameworks
	Spread *float64 `json:"spread"` // difference between the best and the worst value
}

// Cell is one model in one framework. Its value is nil if the board has no row for that
// combination.
type Cell struct {
	Framework string           `json:"framework"`          // id of the framework
	Value     *float64         `json:"value"`              // value of the metric, 0 to 1; null if no complete system has one
	Evidence  results.Evidence `json:"evidence,omitempty"` // evidence level of the value
	URL       string           `json:"url,omitempty"`      // URL of the run, or of the model if there is no run
}

// Values returns the values of the cells that have one.
func (m *Model) Values() (list []float64) {
	for _, c := range m.Cells {
		if c.Value != nil {
			list = append(list, *c.Value)
		}
	}
	return list
}

// Addition compares a variant of a system, such as an agent with an extra tool, with the plain
// system on the headline metric. The difference is tested if both have records.
type Addition struct {
	Model      string              `json:"model"`             // id of the model
	Name       string              `json:"name"`              // name of the model
	Framework  string              `json:"framework"`         // id of the framework
	Variant    string              `json:"variant"`           // name of the variant
	Base       *float64            `json:"base"`              // value of the plain system
	With       *float64            `json:"with"`              // value of the variant
	Difference float64             `json:"delta"`             // value of the variant minus value of the plain system
	CI         *[2]float64         `json:"ci,omitempty"`      // 95 % interval of the difference, unadjusted
	P          *float64            `json:"p"`                 // p-value of the paired test
	PHolm      *float64            `json:"p_holm"`            // p-value after Holm correction, as on the board; if no board group ranks both systems, corrected over the comparisons in this list
	Compare    string              `json:"compare,omitempty"` // URL of the page that compares both systems; empty unless both have records
	Evidence   [2]results.Evidence `json:"evidence"`          // evidence levels of the plain system and of the variant

	Rows [2]results.BoardRow `json:"-"` // board rows of the plain system and of the variant
}

// Widest returns the model with the largest spread between frameworks, or nil if there is none.
func (a *Ablations) Widest() (widest *Model) {
	for i := range a.Models {
		if m := &a.Models[i]; widest == nil || *m.Spread > *widest.Spread {
			widest = m
		}
	}
	return widest
}

func (m *Model) least() float64 { return slices.Min(m.Values()) }

// New returns the comparisons of frameworks and of variants on a board. The Add methods add the
// remaining sections.
func New(v *views.Bench, q Query) *Ablations {
	a := &Ablations{Benchmark: v.Benchmark.ID, Metric: v.Board.Headline, Harnesses: []compare.HarnessEffect{}, Pairs: []ControlledPair{},
		Factors: []pairs.Factor{}, Pairwise: []Group{}, Repeats: []views.Repeated{}, Tasks: []RepeatedTask{}, PassK: []PassK{},
		Of: v.Benchmark, Query: q, bench: v}
	rows := slices.DeleteFunc(slices.Clone(v.Board.Rows), func(r results.BoardRow) bool { return !r.Complete || len(r.Exclusions) > 0 })
	a.Frameworks, a.Models = frameworks(rows, a.Metric)
	a.Additions = additions(rows, a.Metric)
	return a
}

// frameworks arranges the rows of plain systems (without a variant) by model and framework. If
// several rows have the same model and framework, it uses the first one on the board. It omits
// models with only one framework.
func frameworks(rows []results.BoardRow, metric string) (names []string, models []Model) {
	cells, names, models := map[string]map[string]results.BoardRow{}, []string{}, []Model{}
	var order []string
	for _, r := range rows {
		m := r.System.Model
		if r.System.Variant != "" || r.Metrics[metric].Value == nil {
			continue
		}
		if cells[m] == nil {
			cells[m] = map[string]results.BoardRow{}
			order = append(order, m)
		}
		if _, ok := cells[m][r.System.Framework]; !ok {
			cells[m][r.System.Framework] = r
		}
	}
	order = slices.DeleteFunc(order, func(m string) bool { return len(cells[m]) < 2 })
	for _, m := range order {
		for f := range cells[m] {
			names = views.AppendNew(names, f)
		}
	}
	slices.Sort(names)
	for _, m := range order {
		x := Model{Model: m}
		for _, f := range names {
			cell := Cell{Framework: f}
			if r, ok := cells[m][f]; ok {
				x.Name = r.Name
				cell.Value, cell.Evidence, cell.URL = r.Metrics[metric].Value, r.Evidence, views.RowAddress(r)
			}
			x.Cells = append(x.Cells, cell)
		}
		spread := slices.Max(x.Values()) - slices.Min(x.Values())
		x.Spread = &spread
		models = append(models, x)
	}
	return names, models
}

// additions pairs each row of a variant with the row of the plain system with the same model and
// framework.
func additions(rows []results.BoardRow, metric string) []Addition {
	plain, list := map[[2]string]results.BoardRow{}, []Addition{}
	for _, r := range rows {
		if r.System.Variant == "" {
			plain[[2]string{r.System.Model, r.System.Framework}] = r
		}
	}
	for _, r := range rows {
		base, ok := plain[[2]string{r.System.Model, r.System.Framework}]
		from, to := base.Metrics[metric].Value, r.Metrics[metric].Value
		if !ok || r.System.Variant == "" || from == nil || to == nil {
			continue
		}
		x := Addition{Model: r.System.Model, Name: r.Name, Framework: r.System.Framework, Variant: r.System.Variant, Base: from, With: to,
			Difference: *to - *from, Evidence: [2]results.Evidence{base.Evidence, r.Evidence}, Rows: [2]results.BoardRow{base, r}}
		if base.Run != nil && r.Run != nil {
			x.Compare = link.Compare(*r.Run, *base.Run)
		}
		list = append(list, x)
	}
	return list
}

// TestedRows returns the ranked rows of all compared variants and plain systems that have records.
func (a *Ablations) TestedRows() []results.BoardRow {
	shown := map[string]bool{}
	for i := range a.Additions {
		if x := &a.Additions[i]; x.Compare != "" {
			shown[*x.Rows[0].Run], shown[*x.Rows[1].Run] = true, true
		}
	}
	return slices.DeleteFunc(a.bench.Ranked(), func(r results.BoardRow) bool { return !shown[*r.Run] })
}

// AddTests adds the tests of the variants with records, on the headline metric.
func (a *Ablations) AddTests(g *views.ScoredGroup, judge views.Judge) {
	spec := score.SpecOf(a.Of.Scoring, a.bench.Board.Convention)
	units := map[string][]score.Unit{}
	for _, x := range g.Systems {
		units[*x.Row.Run] = x.Units()
	}
	var own []*Addition
	var p []float64
	for i := range a.Additions {
		x := &a.Additions[i]
		if x.Compare == "" {
			continue
		}
		base, with := x.Rows[0], x.Rows[1]
		u, w := units[*base.Run], units[*with.Run]
		if u == nil || w == nil {
			continue
		}
		t := board.PairTest(spec, a.Metric, w, u, base.Metrics[a.Metric].Runs.Added().Plus(with.Metrics[a.Metric].Runs.Added()), true)
		if t.CI != nil {
			x.CI = &[2]float64{t.CI.Lo, t.CI.Hi}
		}
		if x.P = stats.Finite(t.P); x.P == nil {
			continue
		}
		if c := judge.Of(*base.Run, *with.Run); c != nil {
			x.P, x.PHolm = stats.Finite(c.P), stats.Finite(c.Holm)
			continue
		}
		own, p = append(own, x), append(p, t.P)
	}
	for i, holm := range stats.Holm(p) {
		own[i].PHolm = &holm
	}
}

// Group holds one group of comparable ranked systems, and their tests.
type Group struct {
	Group   string   `json:"group"`   // name of the group on the board
	Total   int      `json:"total"`   // number of systems
	Offset  int      `json:"offset"`  // number of systems before the first one in this response
	Systems []System `json:"systems"` // systems in board order, at most 25
	Tests   []Test   `json:"tests"`   // pairwise tests between these systems
}

// System is one system of a Group.
type System struct {
	Run   string  `json:"run"`   // slug of the run
	Name  string  `json:"name"`  // name of the system, with the harness if two systems share a model
	Value float64 `json:"value"` // value of the metric, 0 to 1
}

// Test is the paired test of two systems of a Group.
type Test struct {
	A          string   `json:"a"`          // slug of the run of the higher-ranked system
	B          string   `json:"b"`          // slug of the run of the lower-ranked system
	Difference float64  `json:"difference"` // value of A minus value of B
	P          *float64 `json:"p"`          // p-value of the paired test; null if no test is possible
	PHolm      *float64 `json:"p_holm"`     // p-value after Holm correction over all comparisons of A with systems below it
	Family     int      `json:"family"`     // number of comparisons in the Holm correction
}

// significant reports whether an adjusted p-value is below board.Alpha.
func significant(holm *float64) bool { return holm != nil && *holm < board.Alpha }

// systemsAtOnce is the maximum number of systems in one table of pairwise tests.
const systemsAtOnce = 25

// AddGroup adds the tests of a group. Each pair gets the same test result as on all other pages.
func (a *Ablations) AddGroup(g *views.JudgedGroup) {
	n, models := len(g.Systems), map[string]int{}
	if n < 3 { // two systems are already compared on the comparison page
		return
	}
	for _, s := range g.Systems {
		models[s.Row.System.Model]++
	}
	x := Group{Group: g.Systems[0].Row.Group, Total: n, Offset: max(0, min(a.Query.From-1, n-3))}
	shown := g.Systems[x.Offset:min(x.Offset+systemsAtOnce, n)]
	value := func(i int) float64 { return *cmp.Or(shown[i].Row.Metrics[a.Metric].Value, new(float64)) }
	for i, s := range shown {
		name := views.RowName(&s.Row)
		if models[s.Row.System.Model] > 1 {
			name = a.bench.Label(s.Row)
		}
		x.Systems = append(x.Systems, System{*s.Row.Run, name, value(i)})
		for k := i + 1; k < len(shown); k++ {
			c := g.Families.Judge(x.Offset+i, x.Offset+k)
			x.Tests = append(x.Tests, Test{*s.Row.Run, *shown[k].Row.Run, value(i) - value(k), stats.Finite(c.P), stats.Finite(c.Holm), c.Family})
		}
	}
	a.Pairwise = append(a.Pairwise, x)
}

func (g *Group) test(i, k int) *Test {
	n := len(g.Systems)
	return &g.Tests[i*n-i*(i+1)/2+k-i-1]
}

func (g *Group) significant() (n int) {
	for _, t := range g.Tests {
		if significant(t.PHolm) {
			n++
		}
	}
	return n
}

// blocks returns the ids of the sections that have data. Comparisons of harnesses, pairs and
// variants come first, sorted by the number of significant effects, then run-to-run variation and
// pairwise tests.
func (a *Ablations) blocks() (list []string) {
	n := map[string]int{}
	for _, e := range a.Harnesses {
		n["harness"] += count(e.PHolm)
	}
	for i := range a.Additions {
		n["additions"] += count(a.Additions[i].PHolm)
	}
	for i := range a.Pairs {
		n["pairs"] += count(a.Pairs[i].PHolm)
	}
	for _, b := range []struct {
		name  string
		parts int
	}{{"harness", len(a.Models) + len(a.Harnesses)}, {"pairs", len(a.Pairs)}, {"additions", len(a.Additions)}} {
		if b.parts > 0 {
			list = append(list, b.name)
		}
	}
	slices.SortStableFunc(list, func(x, y string) int { return n[y] - n[x] })
	if len(a.Repeats) > 0 {
		list = append(list, "runs")
	}
	if len(a.Pairwise) > 0 {
		list = append(list, "pairwise")
	}
	return list
}

func count(holm *float64) int {
	if significant(holm) {
		return 1
	}
	return 0
}
