// Package ablations is the page of what changes when one thing changes: the harness, an
// addition to the agent, a factor of the task, the run, the system.
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

// Query is what an address asks for.
type Query struct {
	Sort string // order of the effects: empty, by size, or "p"
	From int    // first system of the pairwise tests, counted from 1
	Run  string // of the repeated system whose tasks are shown
	Page table.Window
}

// Ablations are the controlled comparisons of a benchmark on its headline metric.
// What a benchmark has nothing of is empty.
type Ablations struct {
	Benchmark  string                  `json:"benchmark"`       // id
	Metric     string                  `json:"metric"`          // key of the headline
	Frameworks []string                `json:"frameworks"`      // in which Models stand
	Models     []Model                 `json:"models"`          // that stand in two or more frameworks
	Harnesses  []compare.HarnessEffect `json:"harness_effects"` // every two harnesses that one model has records in
	Additions  []Addition              `json:"ablations"`       // systems with an addition against the same without
	Pairs      []ControlledPair        `json:"pairs"`           // tasks that should differ in one factor
	Factors    []pairs.Factor          `json:"factors"`         // what each factor changes, over its pairs
	Pairwise   []Group                 `json:"pairwise"`        // tests of every two ranked systems
	Repeats    []views.Repeated        `json:"repeats"`         // systems with several complete runs
	Shown      *views.Repeated         `json:"shown"`           // the system that Tasks are of; null if none has repeats
	Tasks      []RepeatedTask          `json:"tasks"`           // of the shown system, those whose outcome differs between runs
	Constant   Constant                `json:"constant"`        // its other tasks
	PassK      []PassK                 `json:"pass_k"`          // of the shown system over the attempts of all of its runs

	Of    results.Benchmark `json:"-"`
	Query Query             `json:"-"`
	bench *views.Bench
}

// Model is one model in every framework that has a row of it.
type Model struct {
	Model  string   `json:"model"`  // id
	Name   string   `json:"name"`   // for people
	Cells  []Cell   `json:"cells"`  // in the order of Frameworks
	Spread *float64 `json:"spread"` // best minus worst
}

// Cell is one model in one framework; a nil value is no row.
type Cell struct {
	Framework string           `json:"framework"`          // id
	Value     *float64         `json:"value"`              // of the metric, 0 to 1; null without a complete system
	Evidence  results.Evidence `json:"evidence,omitempty"` // where the value is from
	URL       string           `json:"url,omitempty"`      // what the value rests on
}

// Values are those of the model's cells that have one.
func (m *Model) Values() (list []float64) {
	for _, c := range m.Cells {
		if c.Value != nil {
			list = append(list, *c.Value)
		}
	}
	return list
}

// Addition holds a system with an addition against the same system without, on the
// headline. It is tested where both have records.
type Addition struct {
	Model      string              `json:"model"`             // id
	Name       string              `json:"name"`              // of the model
	Framework  string              `json:"framework"`         // id
	Variant    string              `json:"variant"`           // what is added
	Base       *float64            `json:"base"`              // value without the addition
	With       *float64            `json:"with"`              // value with it
	Difference float64             `json:"delta"`             // with minus without
	CI         *[2]float64         `json:"ci,omitempty"`      // 95 % interval of the difference, of this pair alone
	P          *float64            `json:"p"`                 // of the paired test
	PHolm      *float64            `json:"p_holm"`            // p adjusted as on the board or, where none ranks the two together, over all additions here
	Compare    string              `json:"compare,omitempty"` // page that compares both, where both have records
	Evidence   [2]results.Evidence `json:"evidence"`          // without and with the addition

	Rows [2]results.BoardRow `json:"-"` // without and with the addition
}

// Widest is the model that frameworks move most; nil without one.
func (a *Ablations) Widest() (widest *Model) {
	for i := range a.Models {
		if m := &a.Models[i]; widest == nil || *m.Spread > *widest.Spread {
			widest = m
		}
	}
	return widest
}

// least is the smallest value.
func (m *Model) least() float64 { return slices.Min(m.Values()) }

// New arranges a board by framework and addition. The other comparisons come by the
// functions that begin with Add.
func New(v *views.Bench, q Query) *Ablations {
	a := &Ablations{Benchmark: v.Benchmark.ID, Metric: v.Board.Headline, Harnesses: []compare.HarnessEffect{}, Pairs: []ControlledPair{},
		Factors: []pairs.Factor{}, Pairwise: []Group{}, Repeats: []views.Repeated{}, Tasks: []RepeatedTask{}, PassK: []PassK{},
		Of: v.Benchmark, Query: q, bench: v}
	rows := slices.DeleteFunc(slices.Clone(v.Board.Rows), func(r results.BoardRow) bool { return !r.Complete || len(r.Exclusions) > 0 })
	a.Frameworks, a.Models = frameworks(rows, a.Metric)
	a.Additions = additions(rows, a.Metric)
	return a
}

// frameworks arranges rows without an addition by model and framework; of several the
// first of the board counts. Models of one framework alone are left out.
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

// additions pairs each row that has a variant with the row of the same model and
// framework without one.
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

// TestedRows are the ranked systems with records with or without an addition.
func (a *Ablations) TestedRows() []results.BoardRow {
	shown := map[string]bool{}
	for i := range a.Additions {
		if x := &a.Additions[i]; x.Compare != "" {
			shown[*x.Rows[0].Run], shown[*x.Rows[1].Run] = true, true
		}
	}
	return slices.DeleteFunc(a.bench.Ranked(), func(r results.BoardRow) bool { return !shown[*r.Run] })
}

// AddTests tests the additions of systems with records on the headline.
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

// Group are the ranked systems that may be compared with each other, and their tests.
type Group struct {
	Group   string   `json:"group"`   // its name on the board
	Total   int      `json:"total"`   // systems
	Offset  int      `json:"offset"`  // systems before the first of this answer
	Systems []System `json:"systems"` // in the order of the board, at most 25
	Tests   []Test   `json:"tests"`   // of every two of them
}

// System is one of a group.
type System struct {
	Run   string  `json:"run"`   // slug
	Name  string  `json:"name"`  // with the harness where two systems share a model
	Value float64 `json:"value"` // of the metric, 0 to 1
}

// Test is the paired test of two systems of a group.
type Test struct {
	A          string   `json:"a"`          // run of the system that stands higher
	B          string   `json:"b"`          // run of the other
	Difference float64  `json:"difference"` // A minus B
	P          *float64 `json:"p"`          // of the paired test; null where none is possible
	PHolm      *float64 `json:"p_holm"`     // p adjusted by Holm's method for all comparisons of A with systems below it
	Family     int      `json:"family"`     // how many these are
}

// Significant reports whether an adjusted p is below the level of the site.
func significant(holm *float64) bool { return holm != nil && *holm < board.Alpha }

// systemsAtOnce is how many systems the pairwise tests show.
const systemsAtOnce = 25

// AddGroup adds the tests of a group; each pair has the verdict of every page.
func (a *Ablations) AddGroup(g *views.JudgedGroup) {
	n, models := len(g.Systems), map[string]int{}
	if n < 3 { // two systems are a comparison, which has a page of its own
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

// test is that of the systems at two places, the first above the second.
func (g *Group) test(i, k int) *Test {
	n := len(g.Systems)
	return &g.Tests[i*n-i*(i+1)/2+k-i-1]
}

// significant counts the tests that find a difference.
func (g *Group) significant() (n int) {
	for _, t := range g.Tests {
		if significant(t.PHolm) {
			n++
		}
	}
	return n
}

// blocks are the parts of the page that have data, the strongest evidence first: effects
// by how many of them are significant, then run-to-run variation and pairwise tests.
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
