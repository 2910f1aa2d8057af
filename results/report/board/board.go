package board

import (
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
)

// Board is the leaderboard of one benchmark.
type Board struct {
	Benchmark  string                 `json:"benchmark"`                // slug
	Convention string                 `json:"convention"`               // way of aggregating; empty where there is one alone
	Headline   string                 `json:"headline"`                 // key of the metric that ranks
	Metrics    []string               `json:"metrics"`                  // keys of the metrics, in the order of the table
	Statistics results.Statistics     `json:"statistics"`               // how intervals, ranks and ties were made
	Without    string                 `json:"without" enum:",doubtful"` // which tasks are left out: none, or those in doubtful
	Doubtful   []results.DoubtfulTask `json:"doubtful"`                 // the tasks that no answer can pass, whether or not they are left out
	Rows       []results.BoardRow     `json:"rows"`                     // that pass the filters, in the order asked for
	Total      int                    `json:"total"`                    // rows on all pages
	Limit      int                    `json:"limit"`                    // rows on one page
	Offset     int                    `json:"offset"`                   // rows before the page

	Of           results.Benchmark               `json:"-"`
	Size         results.BenchmarkSize           `json:"-"`
	Query        BoardQuery                      `json:"-"`
	Whole        results.Board                   `json:"-"` // without filter and order
	Runs         []results.Run                   `json:"-"` // of the benchmark
	Names        map[string]string               `json:"-"` // of models, by id
	Sources      map[string]results.FigureSource `json:"-"` // of figures, by id
	Window       report.Window                   `json:"-"` // of the page's table
	Fingerprints map[string]report.Fingerprint   `json:"-"` // of the runs on the page, by slug
	Cite         report.Citation                 `json:"-"`
	Before       string                          `json:"-"` // day of the state before this one; empty if it is the first that is kept
	Totals       map[int64]results.RunTotal      `json:"-"` // of the runs, by id, where nothing is scored
	Layouts      []results.WorldLayout           `json:"-"` // what updates do to the world in each layout; empty where no world is known
	// of systems with several runs, under the default convention over all tasks; nil on other boards
	Repeats *report.Repeats `json:"-"`
}

// NewBoard filters and orders the rows of a finished board.
func NewBoard(b results.Benchmark, whole results.Board, q BoardQuery) (*Board, error) {
	if err := q.CheckSort(whole.Keys); err != nil {
		return nil, err
	}
	rows := q.rows(whole)
	return &Board{Benchmark: b.ID, Convention: q.Convention, Headline: whole.Headline, Metrics: append([]string{}, whole.Keys...),
		Statistics: whole.Statistics,
		Without:    q.Without, Doubtful: append([]results.DoubtfulTask{}, whole.Doubtful...), Rows: rows, Total: len(rows), Of: b, Query: q,
		Whole: whole}, nil
}

// Ranked is the number of ranked systems of the whole board.
func (d *Board) Ranked() int { return len(board.Population(d.Whole)) }

// PageRuns are the runs that stand on the page of the window, if their
// fingerprints may be shown.
func (d *Board) PageRuns() (keys []int64, slugs map[int64]string) {
	w, on := d.Window, map[string]bool{}
	drawn, off := Apart(d.Rows)
	if len(drawn) == 0 {
		drawn, off = off, nil
	}
	for _, r := range slices.Concat(report.Rows(&w, drawn), report.Between(off, 0, w.Size)) {
		if r.Run != nil {
			on[*r.Run] = true
		}
	}
	if len(on)*d.Size.Tasks > report.BoardCells {
		return nil, nil
	}
	slugs = map[int64]string{}
	for _, r := range d.Runs {
		if on[r.Slug] {
			keys = append(keys, r.ID)
			slugs[r.ID] = r.Slug
		}
	}
	return keys, slugs
}

// Standing are the rows that pass the filters in the board's own order, whatever
// order was asked for.
func (d *Board) Standing() []results.BoardRow {
	q := d.Query
	q.Sort = ""
	return q.rows(d.Whole)
}

// Apart parts the rows that a board's plot draws from the runs that are not
// ranked.
func Apart(rows []results.BoardRow) (drawn, off []results.BoardRow) {
	for i := range rows {
		if report.Unranked(&rows[i]) {
			off = append(off, rows[i])
		} else {
			drawn = append(drawn, rows[i])
		}
	}
	return drawn, off
}

// Span leaves the rows that an answer of the API lists.
func (d *Board) Span(limit, offset int) {
	d.Limit, d.Offset = limit, offset
	d.Rows = report.Span(d.Rows, limit, offset)
}

// CSV is the table with every number as the store has it: fractions from 0 to
// 1, empty where nothing was recorded. Beside a metric stand the ends of its
// interval, then the least and the most that it can be in an incomplete run.
// sweeps are those that the numbers are means over; sweeps_min, sweeps_max and
// sweeps_sd are of their headlines, empty for one sweep, whose spread is unknown.
// p_first is the share of the bootstrap draws in which the system leads its group; a
// shared lead is split.
func (d *Board) CSV() (header []string, rows [][]string) {
	header = []string{"group", "rank", "rank_lo", "rank_hi", "p_first", "tie_class", "model", "name", "framework", "variant", "provider",
		"run", "evidence", "complete",
		"expected", "scored", "passed", "failed", "no_answer", "timeout", "error", "not_judged", "missing",
		"sweeps", "sweeps_min", "sweeps_max", "sweeps_sd"}
	for _, k := range d.Metrics {
		header = append(header, k, k+"_lo", k+"_hi", k+"_least", k+"_most", k+"_published", k+"_verdict")
	}
	for _, r := range d.Rows {
		row := []string{r.Group, CSVInt(r.Rank), "", "", CSVFloat(r.PFirst), CSVInt(r.TieClass), r.System.Model, r.Name, r.System.Framework,
			r.System.Variant, r.System.Provider, "", string(r.Evidence), strconv.FormatBool(r.Complete)}
		if r.RankInterval != nil {
			row[2], row[3] = strconv.Itoa(r.RankInterval[0]), strconv.Itoa(r.RankInterval[1])
		}
		if r.Run != nil {
			row[11] = *r.Run
		}
		row = append(append(row, report.CountCells(r.Counts)...), sweepCells(&r)...)
		for _, k := range d.Metrics {
			row = append(row, csvMetric(&r, k)...)
		}
		rows = append(rows, row)
	}
	return header, rows
}

func sweepCells(r *results.BoardRow) []string {
	switch x := r.Sweeps; {
	case x != nil:
		return []string{strconv.Itoa(x.N), CSVFloat(&x.Min), CSVFloat(&x.Max), CSVFloat(&x.SD)}
	case board.InPopulation(r):
		return []string{"1", "", "", ""}
	}
	return []string{"", "", "", ""}
}

func csvMetric(r *results.BoardRow, key string) []string {
	m := r.Metrics[key]
	cells := []string{CSVFloat(m.Value), "", "", "", "", "", ""}
	if m.CI != nil {
		cells[1], cells[2] = CSVFloat(&m.CI[0]), CSVFloat(&m.CI[1])
	}
	if m.Bounds != nil {
		cells[3], cells[4] = CSVFloat(&m.Bounds[0]), CSVFloat(&m.Bounds[1])
	}
	for _, p := range r.Published {
		if p.Metric == key && p.Scope == "" {
			cells[5], cells[6] = CSVFloat(p.Value), p.Verdict
		}
	}
	return cells
}

// CSVFloat writes an optional number for CSV as it is; absent stays empty.
func CSVFloat(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// CSVInt is CSVFloat for counts.
func CSVInt(v *int) string {
	if v == nil {
		return ""
	}
	return strconv.Itoa(*v)
}
