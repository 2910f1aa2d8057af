package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// boardJSON is the answer of the leaderboard's API.
type boardJSON struct {
	Benchmark  string             `json:"benchmark"`
	Convention string             `json:"convention"`
	Headline   string             `json:"headline"`
	Metrics    []string           `json:"metrics"`
	Statistics results.Statistics `json:"statistics"`
	// Without names the tasks that are left out, Doubtful lists those that no
	// answer can pass.
	Without  string                 `json:"without"`
	Doubtful []results.DoubtfulTask `json:"doubtful"`
	Rows     []results.BoardRow     `json:"rows"`
	Total    int                    `json:"total"`
	Limit    int                    `json:"limit"`
	Offset   int                    `json:"offset"`
}

// boardAPI is GET /api/v1/benchmarks/{b}/leaderboard.
func (s *Server) boardAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	d, err := s.loadBoard(c)
	if err != nil {
		return err
	}
	rows := d.query.rows(d.board)
	out := boardJSON{Benchmark: d.benchmark.ID, Convention: d.query.convention, Headline: d.board.Headline, Metrics: d.board.Keys,
		Statistics: d.board.Statistics, Without: d.query.without, Doubtful: append([]results.DoubtfulTask{}, d.board.Doubtful...), Rows: report.Span(rows, limit, offset), Total: len(rows), Limit: limit, Offset: offset}
	if out.Metrics == nil {
		out.Metrics = []string{}
	}
	return object(c, out)
}

// csv is the table with every number as the store has it: fractions from 0 to
// 1, empty where nothing was recorded. Beside a metric stand the ends of its
// interval, then the least and the most that it can be in an incomplete run.
func (d *boardData) csv() (header []string, rows [][]string) {
	header = []string{"group", "rank", "rank_lo", "rank_hi", "tie_class", "model", "name", "framework", "variant", "provider", "run", "evidence", "complete",
		"expected", "scored", "passed", "failed", "no_answer", "timeout", "error", "not_judged", "missing"}
	for _, k := range d.board.Keys {
		header = append(header, k, k+"_lo", k+"_hi", k+"_least", k+"_most", k+"_published", k+"_verdict")
	}
	for _, r := range d.query.rows(d.board) {
		row := []string{r.Group, csvInt(r.Rank), "", "", csvInt(r.TieClass), r.System.Model, r.Name, r.System.Framework, r.System.Variant, r.System.Provider, "", string(r.Evidence), strconv.FormatBool(r.Complete)}
		if r.RankInterval != nil {
			row[2], row[3] = strconv.Itoa(r.RankInterval[0]), strconv.Itoa(r.RankInterval[1])
		}
		if r.Run != nil {
			row[10] = *r.Run
		}
		row = append(row, report.CountCells(r.Counts)...)
		for _, k := range d.board.Keys {
			row = append(row, csvMetric(&r, k)...)
		}
		rows = append(rows, row)
	}
	return header, rows
}

func csvMetric(r *results.BoardRow, key string) []string {
	m := r.Metrics[key]
	cells := []string{csvFloat(m.Value), "", "", "", "", "", ""}
	if m.CI != nil {
		cells[1], cells[2] = csvFloat(&m.CI[0]), csvFloat(&m.CI[1])
	}
	if m.Bounds != nil {
		cells[3], cells[4] = csvFloat(&m.Bounds[0]), csvFloat(&m.Bounds[1])
	}
	for _, p := range r.Published {
		if p.Metric == key && p.Scope == "" {
			cells[5], cells[6] = csvFloat(p.Value), p.Verdict
		}
	}
	return cells
}

func csvFloat(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

func csvInt(v *int) string {
	if v == nil {
		return ""
	}
	return strconv.Itoa(*v)
}
