package board

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

type boardColumn struct {
	Key, Label, Unit, Sub, Title string
	low                          bool // true if lower is better
	expense                      bool
	value                        func(*results.BoardRow) *float64
	show                         func(*float64) string
}

func metricColumn(key string) boardColumn {
	m := views.MetricOf(key)
	return boardColumn{Key: key, Label: m.Label, Unit: m.Unit, Title: m.Title(), low: m.Low, show: m.Show,
		value: func(r *results.BoardRow) *float64 { return r.Metrics[key].Value }}
}

// metrics returns the columns of metrics, leaving out those that differ nowhere from the headline
// or that fewer than half of the counted rows have.
func (d *Board) metrics() []boardColumn {
	var list []boardColumn
	for _, key := range d.Whole.Keys {
		c := metricColumn(key)
		if key == d.Whole.Headline || !d.filled(c.value) || !d.differs(c.value) {
			continue
		}
		if n := d.Over[key]; n > 0 {
			c.Sub = "n = " + words.Count(n)
		} else if d.Over != nil && d.Whole.Statistics.Unit == "scenario" {
			c.Sub = "n = " + words.Count(d.Whole.Statistics.Clusters)
		}
		list = append(list, c)
	}
	return list
}

// expenses returns the cost and usage columns that have values for at least half of the counted
// rows.
func (d *Board) expenses() []boardColumn {
	var list []boardColumn
	for _, a := range Axes() {
		c := boardColumn{Key: a.Key, Label: a.Label, Unit: a.Unit, low: true, expense: true, Sub: "per " + views.NounOr(d.Of.Words.Task, "task"),
			value: func(r *results.BoardRow) *float64 { return d.spent(r)[a.Key] },
			show:  func(v *float64) string { return words.Fixed(v, expenseDigits(v, a.Digits)) }}
		if d.spent != nil && d.filled(c.value) && !slices.ContainsFunc(d.metrics(), func(m boardColumn) bool { return m.Label == a.Label || m.Key == a.Key }) {
			list = append(list, c)
		}
	}
	return list
}

// expenseDigits returns the number of decimals: none from 1000 upwards, two extra below 0.1.
func expenseDigits(v *float64, digits int) int {
	switch {
	case v != nil && *v >= 1000:
		return 0
	case v != nil && *v > 0 && *v < 0.1:
		return digits + 2
	}
	return digits
}

func expenseAxis(key string) *Axis {
	for _, a := range Axes() {
		if a.Key == key {
			return &a
		}
	}
	return nil
}

func (d *Board) silent() string {
	var list []string
	for _, a := range Axes() {
		if !slices.ContainsFunc(d.columns(), func(c boardColumn) bool { return c.Label == a.Label || c.Key == a.Key }) {
			list = append(list, strings.ToLower(a.Label))
		}
	}
	return words.Capital(words.List(list))
}

// counted returns the rows that decide which columns to show: ranked systems or, if there are none,
// reported results.
func (d *Board) counted() []results.BoardRow {
	if d.systems() > 0 {
		return board.Population(d.Whole)
	}
	return pick(d.Whole.Rows, func(r *results.BoardRow) bool { return r.Run == nil })
}

func (d *Board) filled(value func(*results.BoardRow) *float64) bool {
	rows := d.counted()
	n := len(pick(rows, func(r *results.BoardRow) bool { return value(r) != nil }))
	return n > 0 && 2*n >= len(rows)
}

// differs reports whether any row's value differs from its headline value.
func (d *Board) differs(value func(*results.BoardRow) *float64) bool {
	return slices.ContainsFunc(d.counted(), func(r results.BoardRow) bool {
		a, b := value(&r), r.Metrics[d.Whole.Headline].Value
		return a == nil || b == nil || *a != *b
	})
}

// cellTitle returns the interval of a metric, or the share of trials behind a mean expense.
func (d *Board) cellTitle(r *results.BoardRow, c boardColumn) string {
	if ci := r.Metrics[c.Key].CI; ci != nil {
		return "95 % CI " + c.show(&ci[0]) + " to " + c.show(&ci[1])
	}
	if !c.expense {
		return ""
	}
	if of := d.spent(r)[c.Key+" of"]; of != nil {
		return "mean of the " + words.Pct(of) + " % of trials that record it"
	}
	return ""
}

func (d *Board) columns() []boardColumn {
	if d.cols == nil {
		d.cols = append(append([]boardColumn{}, d.metrics()...), d.expenses()...)
	}
	return d.cols
}

func (d *Board) header(key, label, unit, title string, low bool) ui.Header {
	h := ui.Header{Label: label, Unit: unit, Title: title, Num: key != SortName && key != SortRank}
	best, worst := ui.Descending, ui.Ascending
	if low || !h.Num {
		best, worst = worst, best
	}
	next := key
	switch own := d.Query.Sort; {
	case own == key, own == "" && key == SortRank:
		h.Dir, next = best, "-"+key
	case own == "-"+key:
		h.Dir = worst
	}
	if key == SortRank {
		next = ""
	}
	if !d.frame.Static {
		h.Href = d.at("sort", next)
	}
	return h
}

// width returns the CSS classes of the table, which depend on the number of columns.
func (d *Board) width() string {
	switch n := len(d.columns()); {
	case n <= 4:
		return "board few"
	case n <= 7:
		return "board"
	case n <= 11:
		return "board many"
	case n <= 15:
		return "board many board-15"
	}
	return "board many board-19"
}

func (d *Board) wide() bool { return len(d.columns()) > 11 }

func (d *Board) span() string {
	n := 5 + len(d.columns()) // five fixed columns: tick, rank, name, bar and headline
	if d.systems() > 0 {
		n++
	}
	if d.systems() > 1 {
		n += 2
	}
	return strconv.Itoa(n)
}

// CSV returns all rows that pass the filters, with the headline metric, its interval and the other
// columns. Shares are in percent.
func (d *Board) CSV() (header []string, rows [][]string) {
	head := metricColumn(d.Headline)
	cols := append([]boardColumn{head}, d.columns()...)
	header = []string{"rank", "rank_lo", "rank_hi", "model", "name", "framework", "variant", "run", "evidence", "standing", "passed",
		"scored", "expected",
		csvKey(head), csvKey(head) + "_lo", csvKey(head) + "_hi", "p_first", "p_leader"}
	for _, c := range cols[1:] {
		header = append(header, csvKey(c))
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		ci := r.Metrics[d.Headline].CI
		if ci == nil {
			ci = r.Metrics[d.Headline].Bounds
		}
		row := []string{views.Exact(r.Rank), "", "", r.System.Model, r.Name, r.System.Framework, r.System.Variant, "", string(r.Evidence),
			d.standingWord(r), "", "", "", csvValue(head, head.value(r)), "", "", views.Exact(r.PFirst), views.Exact(r.PLeader)}
		if r.RankInterval != nil {
			row[1], row[2] = strconv.Itoa(r.RankInterval[0]), strconv.Itoa(r.RankInterval[1])
		}
		if r.Run != nil {
			row[7] = *r.Run
		}
		if r.Counts != nil {
			row[10], row[11], row[12] = strconv.Itoa(r.Counts.Passed), strconv.Itoa(r.Counts.Scored), strconv.Itoa(r.Counts.Expected)
		}
		if ci != nil {
			row[14], row[15] = csvValue(head, &ci[0]), csvValue(head, &ci[1])
		}
		for _, c := range cols[1:] {
			row = append(row, csvValue(c, c.value(r)))
		}
		rows = append(rows, row)
	}
	return header, rows
}

func (d *Board) standingWord(r *results.BoardRow) string {
	switch {
	case r.Run == nil:
		return "reported"
	case r.TieClass != nil:
		return strings.ToLower(d.standing(r).Name)
	case views.Unranked(r):
		return "not ranked"
	}
	return "ranked"
}

func csvKey(c boardColumn) string {
	switch c.Unit {
	case "":
		return c.Key
	case "%":
		return c.Key + "_pct"
	}
	return c.Key + "_" + strings.ToLower(c.Unit)
}

func csvValue(c boardColumn, v *float64) string {
	if v == nil || c.Unit != "%" {
		return views.Exact(v)
	}
	x := 100 * *v
	return views.Exact(&x)
}

// sessions returns the table for benchmarks without scores, which lists the cost and time of each
// session.
func (d *Board) sessions() table.Table {
	g := table.Table{Caption: "Sessions", Cols: []table.Col{{Key: "system", Label: "System"},
		{Key: "tasks", Label: words.Capital(views.NounOr(d.Of.Words.Task, "task")) + "s", Num: true}, {Key: "tool_calls", Label: "Tool calls", Num: true},
		{Key: "tokens", Label: "Tokens", Num: true}, {Key: "time", Label: "Time", Num: true}, {Key: "started", Label: "Started"}}}
	for _, r := range table.Rows(&d.Window, d.Runs) {
		t := d.Totals[r.ID]
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{
			table.Words(words.System(views.Name(d.Names, r.System.Model), r.System)).Link(link.Run(r.Slug)).Proved(r.Evidence),
			table.Whole(r.Counts.Expected), table.RightWords(summed(words.CountOf(t.ToolCalls), t.ToolCallsOf, t.Trials)),
			table.RightWords(summed(words.Tokens(t.Tokens), t.TokensOf, t.Trials)),
			table.RightWords(summed(words.Duration(t.DurationMS), t.DurationOf, t.Trials)), table.Words(words.Date(r.StartedAt))}})
	}
	return g.Lean()
}

// summed appends the number of trials that record the quantity, unless all of them do.
func summed(text string, of, trials int) string {
	if of == 0 || of == trials {
		return text
	}
	return text + " in " + strconv.Itoa(of) + " of " + strconv.Itoa(trials)
}

const offShown = 50

func (d *Board) caption() string {
	over := views.NounCount(d.Whole.Statistics.Tasks, d.Of.Words.Task, "task")
	if d.Whole.Statistics.Unit == "scenario" {
		over += " in " + words.Counted(d.Whole.Statistics.Clusters, d.unit())
	}
	text := words.Counted(len(d.ranked()), "ranked system") + " by " + d.headline().Label + ", " + over
	if d.Without != "" {
		text += ", without " + words.Count(len(d.Impossible)) + " with a faulty check"
	}
	return text
}

func (d *Board) csvPath() string {
	q := link.With(d.Query.Values(), "format", "csv")
	if d.State != nil {
		q.Set("as_of", d.State.Day)
	}
	return link.To(q, "b", d.Of.ID)
}

func (c boardColumn) class() string {
	switch {
	case len(c.Label+c.Unit) > 8:
		return "c-w"
	case c.expense, len(c.Label+c.Unit) > 6:
		return "c-x"
	}
	return "c-m"
}
