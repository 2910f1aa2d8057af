package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/results/report"
)

// AdditionsTested is how many additions are shown, and tested, at once.
const AdditionsTested = 25

// MatrixQuery is what the address of the page asks for.
type MatrixQuery struct {
	Metric    string // empty: the headline
	Fix       string // what stays the same: model or framework
	Pair      string // whose systems are listed
	Models    report.Window
	Additions report.Window
}

// Matrix is what changes when one thing changes. What a benchmark has nothing
// of is empty.
type Matrix struct {
	Benchmark  string                  `json:"benchmark"`       // id
	Metric     string                  `json:"metric"`          // key of the metric of Models
	Fix        string                  `json:"fix"`             // what stays the same along a row: model or framework
	Frameworks []string                `json:"frameworks"`      // in which these models stand
	Models     []MatrixModel           `json:"models"`          // that stand in two or more frameworks
	Across     *ModelRange             `json:"model_range"`     // how far models of one framework lie apart; null without three models in one
	Harnesses  []compare.HarnessEffect `json:"harness_effects"` // every two harnesses that one model has records in, tested on the metric
	Additions  []Addition              `json:"ablations"`       // one page of them; the family of their tests is of this page
	Settings   []report.FigureSeries   `json:"settings"`        // figures of the same tasks under several settings
	Sweeps     []report.FigureSeries   `json:"sweeps"`          // figures of repeated sweeps of the same system
	Pairs      []ControlledPair        `json:"pairs"`           // tasks that should differ in one factor
	Factors    []pairs.Factor          `json:"factors"`         // what each factor changes, over its pairs
	Solved     *SolvedTasks            `json:"solved"`          // null with fewer than two complete systems
	Tables     []results.StatTable     `json:"tables"`          // published tables of such comparisons
	Notes      []string                `json:"notes"`           // on the tables
	Total      int                     `json:"ablations_total"` // additions on all pages

	Of       results.Benchmark `json:"-"`
	Headline string            `json:"-"`
	Keys     []string          `json:"-"` // of the metrics that can be asked for
	Query    MatrixQuery       `json:"-"`
	bench    *report.Bench
}

// MatrixModel is one model in every framework that has a row of it.
type MatrixModel struct {
	Model  string       `json:"model"`  // id of the model
	Name   string       `json:"name"`   // of the model
	Cells  []MatrixCell `json:"cells"`  // in the order of Frameworks
	Spread *float64     `json:"spread"` // best minus worst
}

// ModelRange is the models of one framework from end to end: that of the most models.
type ModelRange struct {
	Framework string   `json:"framework"` // id of the framework
	Models    int      `json:"models"`    // with a value in it
	Low       RangeEnd `json:"low"`       // the model with the lowest value
	High      RangeEnd `json:"high"`      // the model with the highest
	Spread    *float64 `json:"spread"`    // highest minus lowest
}

// RangeEnd is a model at an end of a range.
type RangeEnd struct {
	Model string `json:"model"` // id of the model
	Name  string `json:"name"`  // of the model
	MatrixCell
}

// MatrixCell is one system of the matrix; a nil value is no row.
type MatrixCell struct {
	Framework string           `json:"framework"`          // id of the framework
	Value     *float64         `json:"value"`              // of the metric, 0 to 1; null without a complete system
	Evidence  results.Evidence `json:"evidence,omitempty"` // where the value is from
	URL       string           `json:"url,omitempty"`      // what the value rests on
}

// Addition holds a system with an addition against the same system without.
type Addition struct {
	Model     string              `json:"model"`             // id of the model
	Name      string              `json:"name"`              // of the model
	Framework string              `json:"framework"`         // id of the framework
	Variant   string              `json:"variant"`           // what is added
	Metrics   []AdditionEffect    `json:"metrics"`           // what the addition changes, by metric
	Compare   string              `json:"compare,omitempty"` // both have records
	Evidence  [2]results.Evidence `json:"evidence"`          // without and with the addition
	URLs      [2]string           `json:"urls"`              // without and with the addition
	runs      [2]string           // slugs, where both have records
}

// AdditionEffect is one metric without and with the addition.
type AdditionEffect struct {
	Key        string   `json:"key"`    // of the metric
	Base       *float64 `json:"base"`   // value without the addition
	With       *float64 `json:"with"`   // value with it
	Difference *float64 `json:"delta"`  // with minus without
	P          *float64 `json:"p"`      // of the paired test; nil unless both systems have records
	PHolm      *float64 `json:"p_holm"` // p adjusted for the tests of the page by Holm's method
}

// NewMatrix arranges the board by framework and addition. The rest comes by
// TestAdditions, AddFigures, AddTables and AddTasks.
func NewMatrix(b *report.Bench, q MatrixQuery) (*Matrix, error) {
	keys := b.MetricKeys()
	if q.Metric == "" {
		q.Metric = b.Board.Headline
	} else if !slices.Contains(keys, q.Metric) {
		return nil, report.Refuse("metric=%s is not known; use one of %s.", q.Metric, strings.Join(keys, ", "))
	}
	d := &Matrix{Benchmark: b.Benchmark.ID, Metric: q.Metric, Fix: q.Fix, Tables: []results.StatTable{}, Notes: []string{},
		Pairs: []ControlledPair{}, Harnesses: []compare.HarnessEffect{}, Factors: []pairs.Factor{},
		Of: b.Benchmark, Headline: b.Board.Headline, Keys: keys, Query: q, bench: b}
	d.Frameworks, d.Models = frameworkMatrix(b.Board.Rows, q.Metric)
	if len(d.Models) > 0 {
		d.Across = modelRange(b.Board.Rows, q.Metric)
	}
	list := additions(b.Board.Rows, keys)
	d.Total = len(list)
	d.Additions = report.Rows(&d.Query.Additions, list)
	return d, nil
}

// Empty reports whether nothing changes alone in the benchmark.
func (d *Matrix) Empty() bool {
	return len(d.Models)+len(d.Additions)+len(d.Settings)+len(d.Sweeps)+len(d.Pairs)+len(d.Tables) == 0 && d.Solved == nil
}

// AddFigures gathers what is published of several settings and sweeps.
func (d *Matrix) AddFigures(figures []results.Figure) {
	d.Settings = report.SeriesOfFigures(figures, d.bench, "setting")
	d.Sweeps = report.SeriesOfFigures(figures, d.bench, "sweep")
}

// AddTables keeps the published tables that belong to these comparisons.
func (d *Matrix) AddTables(tables []results.StatTable) {
	d.Notes = append(d.Notes, redLineNotes(tables)...)
	for _, id := range matrixTables(d.Benchmark) {
		for _, t := range tables {
			if t.ID == id {
				d.Tables = append(d.Tables, t)
			}
		}
	}
}

// AddTasks adds the controlled pairs and who solves what.
func (d *Matrix) AddTasks(m *MatrixTasks) {
	if len(m.Pairs) > 0 {
		d.Pairs, d.Factors = m.Pairs, m.Factors
	}
	d.Solved = m.Solved
}

// MatrixTasks is what a benchmark's tasks say of its ranked systems, whatever metric
// is shown.
type MatrixTasks struct {
	Pairs   []ControlledPair
	Factors []pairs.Factor
	Solved  *SolvedTasks
}

// NewMatrixTasks measures the pairs, which stand in one of the tables, and sorts
// the tasks by who solves them, from the means of the ranked systems.
func NewMatrixTasks(v *report.Bench, tables []results.StatTable, tasks []results.Task, means []results.TaskMean) *MatrixTasks {
	m, rows := &MatrixTasks{}, v.Ranked()
	m.Pairs, m.Factors = MeasurePairs(tables, tasks, rows, v, means)
	m.Solved = solvedTasks(tasks, rows, v, means)
	return m
}

// Choose asks for the systems of one pair.
func (d *Matrix) Choose(pair string) error {
	if d.Query.Pair = pair; pair != "" && d.Pair() == nil {
		return report.Refuse("pair=%s is not a pair of this benchmark.", pair)
	}
	return nil
}

// Pair is the chosen pair; nil without one.
func (d *Matrix) Pair() *ControlledPair {
	for i := range d.Pairs {
		if d.Pairs[i].ID == d.Query.Pair {
			return &d.Pairs[i]
		}
	}
	return nil
}

// matrixTables are the published tables that belong to these comparisons; all
// of a benchmark's tables stand at /tables.
func matrixTables(benchmark string) []string {
	return map[string][]string{
		"stage-claw": {"table-3-causes", "table-4"},
		"clawmark":   {"table-5", "redline-kinds", "case-2"},
		"clawarena":  {"table-5-gain"},
	}[benchmark]
}

// Values are the cells that have one.
func (m *MatrixModel) Values() []MatrixCell {
	return slices.DeleteFunc(slices.Clone(m.Cells), func(c MatrixCell) bool { return c.Value == nil })
}

// Widest is the model that frameworks move most; nil without one.
func (d *Matrix) Widest() *MatrixModel {
	var widest *MatrixModel
	for i := range d.Models {
		if m := &d.Models[i]; m.Spread != nil && (widest == nil || *m.Spread > *widest.Spread) {
			widest = m
		}
	}
	return widest
}

// plain reports whether a row is of a complete system without an addition.
func plain(r *results.BoardRow, metric string) bool {
	return r.System.Variant == "" && r.Complete && len(r.Objections) == 0 && r.Metrics[metric].Value != nil
}

// modelRange is that of the framework with the most models; nil below three: two models
// are a comparison, no range.
func modelRange(rows []results.BoardRow, metric string) *ModelRange {
	value := func(r *results.BoardRow) float64 { return *r.Metrics[metric].Value }
	models := map[string]map[string]*results.BoardRow{}
	for i := range rows {
		r := &rows[i]
		f := r.System.Framework
		if f == "" || r.GroupKind == results.GroupNative || !plain(r, metric) {
			continue
		}
		if models[f] == nil {
			models[f] = map[string]*results.BoardRow{}
		}
		if models[f][r.System.Model] == nil { // of several rows the first of the board
			models[f][r.System.Model] = r
		}
	}
	most := ""
	for _, f := range slices.Sorted(maps.Keys(models)) {
		if len(models[f]) > len(models[most]) {
			most = f
		}
	}
	if len(models[most]) < 3 {
		return nil
	}
	list := slices.SortedFunc(maps.Values(models[most]), func(a, b *results.BoardRow) int {
		return cmp.Or(cmp.Compare(value(a), value(b)), strings.Compare(a.System.Model, b.System.Model))
	})
	end := func(r *results.BoardRow) RangeEnd {
		return RangeEnd{r.System.Model, r.Name, MatrixCell{most, r.Metrics[metric].Value, r.Evidence, report.RowAddress(*r)}}
	}
	x := &ModelRange{Framework: most, Models: len(list), Low: end(list[0]), High: end(list[len(list)-1])}
	x.Spread = report.Spread([]*float64{x.Low.Value, x.High.Value})
	return x
}

// frameworkMatrix arranges the board's plain rows by model and framework. Only
// models that stand in two or more frameworks are part of it.
func frameworkMatrix(rows []results.BoardRow, metric string) (frameworks []string, models []MatrixModel) {
	count := map[string]int{}
	cells := map[string]map[string]results.BoardRow{}
	var order []string
	frameworks, models = []string{}, []MatrixModel{}
	for _, r := range rows {
		m := r.System.Model
		if !plain(&r, metric) {
			continue
		}
		if cells[m] == nil {
			cells[m] = map[string]results.BoardRow{}
			order = append(order, m)
		}
		cells[m][r.System.Framework] = r
	}
	order = slices.DeleteFunc(order, func(m string) bool { return len(cells[m]) < 2 })
	for _, m := range order {
		for f := range cells[m] {
			if count[f] == 0 {
				frameworks = append(frameworks, f)
			}
			count[f]++
		}
	}
	slices.Sort(frameworks)
	for _, m := range order {
		row := MatrixModel{Model: m}
		var values []*float64
		for _, f := range frameworks {
			cell := MatrixCell{Framework: f}
			if r, ok := cells[m][f]; ok {
				row.Name = r.Name
				cell.Value, cell.Evidence, cell.URL = r.Metrics[metric].Value, r.Evidence, report.RowAddress(r)
			}
			values = append(values, cell.Value)
			row.Cells = append(row.Cells, cell)
		}
		row.Spread = report.Spread(values)
		models = append(models, row)
	}
	return frameworks, models
}
