package web

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// page builds the leaderboard. A site of files has no queries, so there it
// links no other order, filter or convention.
func (d *boardData) page(static bool) views.Board {
	rows, elsewhere := d.shown()
	p := views.Board{
		Benchmark: d.benchmark, Size: d.size, Statistics: d.board.Statistics,
		Headline: views.MetricOf(d.board.Headline), Verdict: boardVerdict(d.board),
		Without: d.query.without != "", Doubtful: d.doubtful(static),
		Shown: len(rows), Total: len(d.board.Rows), Others: boardOtherRuns(d.board, d.runs, d.names),
	}
	p.Convention = boardConvention(d.benchmark.Scoring, d.query.convention)
	p.Elsewhere, p.Printed = elsewhere, link.Benchmark(d.benchmark.ID)
	p.Columns, p.NoValue = d.columns(static)
	p.Min, p.Max = headlineScale(d.board)
	frameworks := d.frameworks()
	if len(frameworks) == 1 {
		p.Framework = frameworks[0]
	}
	p.Published = slices.ContainsFunc(d.board.Rows, func(r results.BoardRow) bool { return len(r.Published) > 0 })
	p.Records = withRuns(d.board.Rows) > 0
	p.Ties = anyTie(d.board.Rows)
	p.Groups = d.groups(report.Rows(&d.query.page, rows))
	p.Pager = views.PagerOf(d.query.page, "systems", func(key, value string) string {
		return link.To(link.With(d.query.values(), key, value), "b", d.benchmark.ID)
	})
	p.OthersTotal = len(p.Others)
	p.Others = report.Between(p.Others, 0, rowsOnPage)
	if key := strings.TrimPrefix(d.query.sort, "-"); key == sortName {
		p.Sorted = "name"
	} else if key != "" {
		p.Sorted = views.MetricOf(key).Label
	}
	if static {
		return p
	}
	p.Conventions = d.conventionTabs()
	p.Filter = d.filter()
	p.Compare = withRuns(d.board.Rows) > 1
	return p
}

// shown are the rows of the page: those that have a headline on this board or
// records. The others are known from figures that follow another convention or
// are over all tasks; they are counted, and stand on the board of those.
func (d *boardData) shown() (rows []results.BoardRow, elsewhere int) {
	for _, r := range d.query.rows(d.board) {
		if r.Run == nil && r.Metrics[d.board.Headline].Value == nil && len(d.query.board()) > 0 {
			elsewhere++
			continue
		}
		rows = append(rows, r)
	}
	return rows, elsewhere
}

func boardConvention(scoring results.Scoring, id string) views.BoardConvention {
	for i, c := range score.Conventions(scoring) {
		if c.ID == id {
			return views.BoardConvention{ID: c.ID, Label: c.Title, About: c.Explain, Default: i == 0}
		}
	}
	return views.BoardConvention{ID: id, Label: id}
}

func (d *boardData) conventionTabs() []ui.Tab {
	var tabs []ui.Tab
	for _, c := range d.conventions() {
		q := d.query
		q.convention = c.ID
		tabs = append(tabs, ui.Tab{Label: views.ConventionLabel(c.Title), Href: link.To(q.values(), "b", d.benchmark.ID), Current: c.ID == d.query.convention})
	}
	return tabs
}

// columns are the headline and the board's metrics that some complete row has,
// or any row where none is complete; the others are named.
func (d *boardData) columns(static bool) (cols []views.BoardColumn, without []views.MetricInfo) {
	for _, key := range d.board.Keys {
		m := views.MetricOf(key)
		if !d.has(key) {
			without = append(without, m)
			continue
		}
		h := ui.Header{Label: m.Label, Unit: m.Unit, Title: m.Title(), Num: true}
		if key == d.board.Headline {
			h.Class = "hl"
		}
		q := d.query
		q.sort = key
		best, worst := ui.Descending, ui.Ascending
		if m.Low {
			best, worst = worst, best
		}
		switch d.query.sort {
		case key:
			h.Dir, q.sort = best, "-"+key
		case "-" + key:
			h.Dir = worst
		}
		if !static {
			h.Href = link.To(q.values(), "b", d.benchmark.ID)
		}
		cols = append(cols, views.BoardColumn{Metric: m, Header: h})
	}
	return cols, without
}

// has reports whether a metric is a column of the table.
func (d *boardData) has(key string) bool {
	if key == d.board.Headline {
		return true
	}
	complete := slices.ContainsFunc(d.board.Rows, func(r results.BoardRow) bool { return r.Complete })
	return slices.ContainsFunc(d.board.Rows, func(r results.BoardRow) bool {
		m := r.Metrics[key]
		return m.Value != nil && r.Complete || !complete && (m.Value != nil || m.Bounds != nil)
	})
}

// headlineScale spans the headline's values and intervals over the printed and
// ranked rows of the whole board, so that a filter does not change how long a
// whisker is.
func headlineScale(b results.Board) (lo, hi float64) {
	var values []*float64
	for i := range b.Rows {
		if unranked(&b.Rows[i]) {
			continue
		}
		m := b.Rows[i].Metrics[b.Headline]
		values = append(values, m.Value)
		if m.CI != nil {
			values = append(values, &m.CI[0], &m.CI[1])
		}
	}
	return ui.Scale(values...)
}

func withRuns(rows []results.BoardRow) int {
	n := 0
	for i := range rows {
		if rows[i].Run != nil {
			n++
		}
	}
	return n
}

// filter is the form above the table; fields without a choice are left out.
func (d *boardData) filter() *ui.Filter {
	q := d.query
	f := &ui.Filter{Action: link.Benchmark(d.benchmark.ID), Submit: "Filter"}
	f.Fields = append(f.Fields, ui.Field{Name: "q", Label: "System", Kind: ui.Text, Value: q.name, Hint: "part of a name"})
	var groups, evidence []string
	for i := range d.board.Rows {
		r := &d.board.Rows[i]
		groups = append(groups, r.Group)
		evidence = append(evidence, string(r.Evidence))
	}
	add := func(name, label, current string, values []string, text func(string) string) {
		values = distinctSorted(values)
		if len(values) < 2 && current == "" {
			return
		}
		field := ui.Field{Name: name, Label: label, Kind: ui.Select, Choices: []ui.Choice{{Value: "", Label: "any", Selected: current == ""}}}
		for _, v := range values {
			if v != "" {
				field.Choices = append(field.Choices, ui.Choice{Value: v, Label: text(v), Selected: v == current})
			}
		}
		f.Fields = append(f.Fields, field)
	}
	plain := func(s string) string { return ui.Plain(s) }
	add("framework", "Framework", q.framework, d.frameworks(), plain)
	if !slices.Equal(distinctSorted(groups), d.frameworks()) {
		add("group", "Comparable group", q.group, groups, plain)
	}
	add("evidence", "Evidence", q.evidence, evidence, func(s string) string { return words.EvidenceWord(results.Evidence(s)) })
	for _, k := range [][2]string{{"sort", q.sort}, {"convention", q.values().Get("convention")}, {"without", q.without}} {
		if k[1] != "" {
			f.Keep = append(f.Keep, ui.Pair{Name: k[0], Value: k[1]})
		}
	}
	if q.filtered() {
		f.Clear = link.To(boardQuery{preset: q.preset, convention: q.convention, without: q.without, sort: q.sort}.values(), "b", d.benchmark.ID)
	}
	return f
}

// distinctSorted is a sorted list without repetitions.
func distinctSorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.Compact(out)
}

// groups cuts the rows into their blocks.
func (d *boardData) groups(rows []results.BoardRow) []views.BoardGroup {
	var groups []views.BoardGroup
	several, frameworks := len(distinctSorted(boardGroupNames(d.board.Rows))) > 1, len(d.frameworks())
	for i := range rows {
		if i == 0 || rows[i].Group != rows[i-1].Group {
			g := views.BoardGroup{}
			if several {
				g.Name, g.Note = boardGroupTitle(&rows[i]), boardGroupNote(rows[i].GroupKind)
			}
			groups = append(groups, g)
		}
		g := &groups[len(groups)-1]
		l := d.line(rows[i])
		l.Label = views.BoardLabel(l.Name, l.System, g.Name == "" && frameworks > 1)
		g.Rows = append(g.Rows, l)
	}
	tied := tiedInGroups(d.board.Rows)
	for i := range groups {
		boardBrackets(groups[i].Rows, tied[groups[i].Rows[0].Group])
	}
	return groups
}

// frameworks are those of the whole board.
func (d *boardData) frameworks() []string {
	var names []string
	for i := range d.board.Rows {
		names = append(names, d.board.Rows[i].System.Framework)
	}
	return distinctSorted(names)
}
