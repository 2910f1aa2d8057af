package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/strengths"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/link"
)

// matrixData is everything that the page and its JSON twin are made of. What a
// benchmark has nothing of is empty.
type matrixData struct {
	Benchmark  string              `json:"benchmark"`
	Metric     string              `json:"metric"`
	Fix        string              `json:"fix"`
	Frameworks []string            `json:"frameworks"`
	Models     []matrixModel       `json:"models"`
	Ablations  []ablation          `json:"ablations"`
	Settings   []repeated          `json:"settings"`
	Sweeps     []repeated          `json:"sweeps"`
	Pairs      []pair              `json:"pairs"`
	Factors    []factor            `json:"factors"`
	Solved     *solved             `json:"solved"`
	Tables     []results.StatTable `json:"tables"`
	Notes      []string            `json:"notes"`
	// Total are the additions there are; Ablations holds one page of them, and the
	// family of their tests is of this page.
	Total  int           `json:"ablations_total"`
	models report.Window // of Models
	adds   report.Window // of Ablations
	lo, hi float64
}

// additionsTested is how many additions are shown, and tested, at once.
const additionsTested = 25

// matrixModel is one model in every framework that has a row of it.
type matrixModel struct {
	Model  string       `json:"model"`
	Name   string       `json:"name"`
	Cells  []matrixCell `json:"cells"`  // in the order of Frameworks
	Spread *float64     `json:"spread"` // best minus worst
}

// matrixCell is one system of the matrix; a nil value is no row.
type matrixCell struct {
	Framework string           `json:"framework"`
	Value     *float64         `json:"value"`
	Evidence  results.Evidence `json:"evidence,omitempty"`
	URL       string           `json:"url,omitempty"`
}

// ablation holds a system with an addition against the same system without.
type ablation struct {
	Model     string              `json:"model"`
	Name      string              `json:"name"`
	Framework string              `json:"framework"`
	Variant   string              `json:"variant"`
	Metrics   []delta             `json:"metrics"`
	Compare   string              `json:"compare,omitempty"` // both have records
	Evidence  [2]results.Evidence `json:"evidence"`
	URLs      [2]string           `json:"urls"`
	runs      [2]string           // slugs, where both have records
}

// delta is one metric without and with the addition.
type delta struct {
	Key   string   `json:"key"`
	Base  *float64 `json:"base"`
	With  *float64 `json:"with"`
	Delta *float64 `json:"delta"`
	P     *float64 `json:"p"` // of the paired test; nil unless both systems have records
	PHolm *float64 `json:"p_holm"`
}

// repeated is a published metric of one system under several settings or in
// several sweeps.
type repeated struct {
	Model  string     `json:"model"`
	Name   string     `json:"name"`
	Place  string     `json:"place"`
	Metric string     `json:"metric"`
	Labels []string   `json:"labels"`
	Values []*float64 `json:"values"`
	Range  *float64   `json:"range"`  // highest minus lowest
	Change *float64   `json:"change"` // last minus first
}

// matrixFields are the parameters of the page and its twin.
func matrixFields() query {
	return query{textField("metric"), wordField("fix", "model", "framework"), blockField()}
}

// matrix reads the address and everything that the page shows.
func (s *Server) matrix(c echo.Context) (*report.Bench, *matrixData, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, nil, err
	}
	keys := metricKeys(v.Benchmark, v.Board)
	metric := ask(c).text("metric")
	if metric == "" {
		metric = v.Board.Headline
	} else if !slices.Contains(keys, metric) {
		return nil, nil, bad("metric=%s is not known; use one of %s.", metric, orList(keys))
	}
	d, err := s.loadMatrix(c.Request().Context(), v, metric, readLeaf(c, blockParam, additionsTested))
	if err != nil {
		return nil, nil, err
	}
	d.Fix = ask(c).word("fix")
	return v, d, nil
}

func (s *Server) loadMatrix(ctx context.Context, v *report.Bench, metric string, adds report.Window) (*matrixData, error) {
	d := &matrixData{Benchmark: v.Benchmark.ID, Metric: metric, adds: adds, Tables: []results.StatTable{}, Notes: []string{}}
	d.Frameworks, d.Models = frameworkMatrix(v.Board.Rows, metric)
	d.Ablations = ablations(v.Board.Rows, metricKeys(v.Benchmark, v.Board))
	d.Total = len(d.Ablations)
	d.Ablations = report.Rows(&d.adds, d.Ablations)
	if err := s.testAblations(ctx, v, d.Ablations); err != nil {
		return nil, err
	}
	figures, err := s.store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d.Settings = repeatedFigures(figures, v, "setting:")
	d.Sweeps = repeatedFigures(figures, v, "sweep:")
	tables, err := s.store.StatTables(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d.Notes = append(d.Notes, redLineNotes(tables)...)
	for _, id := range matrixTables(v.Benchmark.ID) {
		for _, t := range tables {
			if t.ID == id {
				d.Tables = append(d.Tables, t)
			}
		}
	}
	rows := v.Ranked()
	tasks, err := s.store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	means, err := s.store.TaskMeans(ctx, v.RunIDs(rows))
	if err != nil {
		return nil, err
	}
	d.Pairs, d.Factors = pairsOf(tables, tasks, rows, v, means)
	d.Solved = solvedOf(tasks, rows, v, means)
	return d, nil
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

// frameworkMatrix arranges the board's plain rows by model and framework. Only
// models that stand in two or more frameworks are part of it.
func frameworkMatrix(rows []results.BoardRow, metric string) (frameworks []string, models []matrixModel) {
	count := map[string]int{}
	cells := map[string]map[string]results.BoardRow{}
	var order []string
	for _, r := range rows {
		m := r.System.Model
		if r.System.Variant != "" || !r.Complete || len(r.Objections) > 0 || r.Metrics[metric].Value == nil {
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
		row := matrixModel{Model: m}
		var values []*float64
		for _, f := range frameworks {
			cell := matrixCell{Framework: f}
			if r, ok := cells[m][f]; ok {
				row.Name = r.Name
				cell.Value, cell.Evidence, cell.URL = r.Metrics[metric].Value, r.Evidence, report.RowAddress(r)
			}
			values = append(values, cell.Value)
			row.Cells = append(row.Cells, cell)
		}
		row.Spread = spreadOf(values)
		models = append(models, row)
	}
	return frameworks, models
}

// spreadOf is the highest value minus the lowest; nil with fewer than two.
func spreadOf(values []*float64) *float64 {
	var lo, hi float64
	n := 0
	for _, v := range values {
		if v == nil {
			continue
		}
		if n == 0 || *v < lo {
			lo = *v
		}
		if n == 0 || *v > hi {
			hi = *v
		}
		n++
	}
	if n < 2 {
		return nil
	}
	d := hi - lo
	return &d
}

// ablations pairs each row that has a variant with the plain row of the same
// model and framework.
func ablations(rows []results.BoardRow, keys []string) []ablation {
	plain := map[[2]string]results.BoardRow{}
	for _, r := range rows {
		if r.System.Variant == "" && r.Complete && len(r.Objections) == 0 {
			plain[[2]string{r.System.Model, r.System.Framework}] = r
		}
	}
	var list []ablation
	for _, r := range rows {
		base, ok := plain[[2]string{r.System.Model, r.System.Framework}]
		if !ok || r.System.Variant == "" || !r.Complete || len(r.Objections) > 0 {
			continue
		}
		a := ablation{Model: r.System.Model, Name: r.Name, Framework: r.System.Framework, Variant: r.System.Variant,
			Evidence: [2]results.Evidence{base.Evidence, r.Evidence}, URLs: [2]string{report.RowAddress(base), report.RowAddress(r)}}
		if base.Run != nil && r.Run != nil {
			a.runs = [2]string{*base.Run, *r.Run}
			a.Compare = link.Compare(*base.Run, *r.Run)
		}
		for _, k := range keys {
			x, y := base.Metrics[k].Value, r.Metrics[k].Value
			a.Metrics = append(a.Metrics, delta{Key: k, Base: x, With: y, Delta: minus(y, x)})
		}
		list = append(list, a)
	}
	return list
}

func minus(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	d := *a - *b
	return &d
}

// repeatedFigures gathers figures that differ only in a scope such as
// "setting:virtual".
func repeatedFigures(figures []results.Figure, v *report.Bench, prefix string) []repeated {
	var list []repeated
	at := map[string]int{}
	for _, f := range figures {
		if strengths.Kind(f.Scope)+":" != prefix {
			continue
		}
		k := f.Group + "\x00" + f.Model + "\x00" + f.Variant + "\x00" + f.Metric
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
			list = append(list, repeated{Model: f.Model, Name: words.System(v.Names[f.Model], system), Place: f.Table, Metric: f.Metric})
		}
		list[i].Labels = append(list[i].Labels, strengths.Name(f.Scope))
		list[i].Values = append(list[i].Values, f.Value)
	}
	for i := range list {
		r := &list[i]
		r.Range = spreadOf(r.Values)
		r.Change = minus(r.Values[len(r.Values)-1], r.Values[0])
	}
	return list
}
