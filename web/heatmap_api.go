package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

type heatJSON struct {
	Benchmark string   `json:"benchmark"`
	By        string   `json:"by"`
	Metric    string   `json:"metric"`
	Metrics   []string `json:"metrics"`
	Source    *string  `json:"source"`
	// Systems are one block of them, and cells are in their order; SystemsTotal is
	// how many there are on all blocks.
	Systems      []heatSystemJSON `json:"systems"`
	SystemsTotal int              `json:"systems_total"`
	Block        int              `json:"block"`
	Rows         []heatRowJSON    `json:"rows"`
	Means        heatMeansJSON    `json:"means"`
	Total        int              `json:"total"`
	Limit        int              `json:"limit"`
	Offset       int              `json:"offset"`
}

// heatMeansJSON says over which systems the means are. A mean is null unless
// all of them have the cell.
type heatMeansJSON struct {
	Basis   *results.Evidence `json:"basis"` // recomputed, or published for the figures of one source; null without a mean
	Systems int               `json:"systems"`
}

type heatSystemJSON struct {
	Run    *string        `json:"run"`
	System results.System `json:"system"`
	Name   string         `json:"name"`
	Mean   *float64       `json:"mean"`
	MeanN  int            `json:"mean_n"`  // rows with a value
	MeanOf int            `json:"mean_of"` // rows that the mean needs
}

type heatRowJSON struct {
	Scenario string         `json:"scenario"`
	Task     *string        `json:"task"`
	Title    string         `json:"title"`
	Tasks    int            `json:"tasks"`
	Mean     *float64       `json:"mean"`
	MeanN    int            `json:"mean_n"`  // systems with a value
	MeanOf   int            `json:"mean_of"` // systems that the mean needs
	SD       *float64       `json:"sd"`
	Cells    []heatCellJSON `json:"cells"`
}

type heatCellJSON struct {
	Value    *float64          `json:"value"`
	Num      *float64          `json:"num"`
	Den      *float64          `json:"den"`
	Evidence *results.Evidence `json:"evidence"` // published for a printed figure
}

// heatmapAPI is GET /api/v1/benchmarks/{b}/heatmap.
func (s *Server) heatmapAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	d, err := s.loadHeat(c)
	if err != nil {
		return err
	}
	out := heatJSON{Benchmark: d.benchmark.ID, By: d.query.by, Metric: d.chosenMetric(), Metrics: append([]string{}, d.metrics...), Systems: []heatSystemJSON{}, Total: len(d.grid.Rows), Limit: limit, Offset: offset}
	if d.query.by == "task" {
		out.Metric, out.Metrics = "task_score", []string{"task_score"}
	}
	if d.query.source != "" {
		out.Source = &d.query.source
	}
	d.turn()
	out.SystemsTotal, out.Block = len(d.grid.Cols), d.grid.cols.Number
	for _, k := range d.grid.shownCols() {
		col := d.grid.Cols[k]
		m := d.grid.columnMean(k, "")
		out.Systems = append(out.Systems, heatSystemJSON{Run: col.Run, System: col.System, Name: col.Name, Mean: m.Value, MeanN: m.N, MeanOf: m.Of})
	}
	if out.Means.Systems = d.grid.of; d.grid.basis != "" {
		out.Means.Basis = &d.grid.basis
	}
	out.Rows = []heatRowJSON{}
	for _, i := range report.Span(heatIndices(len(d.grid.Rows)), limit, offset) {
		out.Rows = append(out.Rows, d.rowJSON(i))
	}
	return object(c, out)
}

func (d *heatData) rowJSON(i int) heatRowJSON {
	r := d.grid.Rows[i]
	m := d.grid.rowMean(i)
	out := heatRowJSON{Scenario: r.Scenario, Title: r.Title, Tasks: r.Tasks, Mean: m.Value, MeanN: m.N, MeanOf: m.Of, SD: m.SD, Cells: []heatCellJSON{}}
	if d.query.by == "task" {
		out.Task = &r.ID
	}
	published := results.Published
	for _, k := range d.grid.shownCols() {
		c := d.grid.Cells[i][k]
		x := heatCellJSON{Value: c.Value, Num: c.Num, Den: c.Den}
		if c.Source != "" {
			x.Evidence = &published
		}
		out.Cells = append(out.Cells, x)
	}
	return out
}

// csv is the grid with fractions from 0 to 1, empty where nothing is known.
func (d *heatData) csv() (header []string, rows [][]string) {
	header = []string{"scenario", "task", "title", "mean", "mean_n", "mean_of", "sd"}
	for _, col := range d.grid.Cols {
		header = append(header, words.System(col.System.Model, col.System))
	}
	for i, r := range d.grid.Rows {
		m := d.grid.rowMean(i)
		row := []string{r.Scenario, "", r.Title, csvFloat(m.Value), strconv.Itoa(m.N), strconv.Itoa(m.Of), csvFloat(m.SD)}
		if d.query.by == "task" {
			row[1] = r.ID
		}
		for _, c := range d.grid.Cells[i] {
			row = append(row, csvFloat(c.Value))
		}
		rows = append(rows, row)
	}
	return header, rows
}
