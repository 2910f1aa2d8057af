package board

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/ui"
)

// BoardPage is the leaderboard of one benchmark.
func BoardPage(f views.Frame, d *boardreport.Board) templ.Component {
	p := newBoard(f, d)
	return boardPage(p)
}

// meta frames the page.
func (p boardView) meta() ui.Meta {
	b, q := p.Of, p.Query.Values()
	about := b.Name + ": " + cmp.Or(p.verdict().String(), "no run and no published figure.")
	title := b.Name + " leaderboard"
	if !p.Of.Scored() && p.all() > 0 {
		title, about = b.Name, b.Name+": "+p.sessionsLine().String()
	}
	m := p.frame.Meta(title, about, link.Benchmark(b.ID), link.API(q, "benchmarks", b.ID, "leaderboard"),
		views.Crumbs(b, "")...)
	m.Card, m.CardAlt = link.Card(p.cardQuery(), "b", b.ID), BoardCard(b, p.Whole, card.Foot{}).Alt()
	if own := p.Query.Choice(); len(own) > 0 {
		m.Path = link.To(own, "b", b.ID)
		if c := own.Get("convention"); c != "" {
			m.Title += ", convention " + c
		}
		if p.Query.Without != "" {
			m.Title += ", without doubtful " + views.NounOr(b.Words.Task, "task") + "s"
		}
	}
	m.CSVPath = link.To(link.With(q, "format", "csv"), "b", b.ID)
	m.FeedPath = link.ChangesFeed(url.Values{"benchmark": {b.ID}})
	m.Data = func(ctx context.Context) any { return views.Dataset(ctx, m, b) }
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted = b.Scripted
	return m
}

// newBoard puts each row where it stands on the page.
func newBoard(f views.Frame, b *boardreport.Board) boardView {
	d := boardView{Board: b, frame: f}
	d.Meta = d.meta()
	if !d.Of.Scored() {
		return d.withSessions()
	}
	d.Columns, d.NoValue = d.columns()
	rows, elsewhere := d.shown(d.Rows)
	drawn, off := boardreport.Apart(rows)
	d.Elsewhere, d.Passing, d.Drawn, d.Off = elsewhere, len(rows), len(drawn), len(off)
	if len(drawn) == 0 {
		d.Groups = d.groups(report.Rows(&d.Window, off))
	} else {
		d.Groups = d.groups(report.Rows(&d.Window, drawn))
		d.Unranked = d.groups(report.Between(off, 0, othersShown))
		standing, _ := d.shown(d.Standing())
		standing, _ = boardreport.Apart(standing)
		d.Forest = d.forest(d.groups(report.Rows(&d.Window, standing)))
		d.Forest.Rows = append(d.Forest.Rows, d.references()...)
	}
	d.Pager = d.pager("systems")
	return d
}

// pager leads to the other pages of the board's list.
func (p boardView) pager(noun string) *ui.Pager {
	return views.PagerOf(p.Window, noun, func(key, value string) string {
		return link.To(link.With(p.Query.Values(), key, value), "b", p.Of.ID)
	})
}

// headline is the metric that ranks.
func (p boardView) headline() views.MetricInfo { return views.MetricOf(p.Whole.Headline) }

// verdict says who leads, and whether the lead is real.
func (p boardView) verdict() views.Sentence { return boardVerdict(p.Whole, p.Of.Words.Task) }

// all is the number of systems without any filter.
func (p boardView) all() int { return len(p.Whole.Rows) }

// recorded reports whether any row stands on records.
func (p boardView) recorded() bool {
	return slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool { return r.Run != nil })
}

// framework is the one that all rows share, if they do.
func (p boardView) framework() string {
	if list := p.frameworks(); len(list) == 1 {
		return list[0]
	}
	return ""
}

// published reports whether some row has a published figure.
func (p boardView) published() bool {
	return slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool { return len(r.Published) > 0 })
}

// records reports whether some row has records, so that outcomes can be shown.
func (p boardView) records() bool {
	return slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool { return r.Run != nil })
}

// sorted is what the rows are sorted by, if not by rank.
func (p boardView) sorted() string {
	switch key := strings.TrimPrefix(p.Query.Sort, "-"); key {
	case "":
		return ""
	case boardreport.SortName:
		return "name"
	default:
		return views.MetricOf(key).Label
	}
}

// othersShown is how many runs that do not stand on the board the page lists.
const othersShown = 100

// compared are the runs of the page, of which two can be compared; none on a site
// of files, which has no forms.
func (p boardView) compared() []ui.Choice {
	if p.frame.Static {
		return nil
	}
	if !p.Of.Scored() {
		return p.sessionChoices()
	}
	return compareChoices(p.Groups, p.Unranked)
}

// compareChoices are the runs of a page, if there are two to compare.
func compareChoices(blocks ...[]BoardGroup) []ui.Choice {
	var list []ui.Choice
	for _, g := range slices.Concat(blocks...) {
		for _, l := range g.Rows {
			if l.Run != nil {
				list = append(list, ui.Choice{Value: *l.Run, Label: ui.Plain(words.System(l.Name, l.System))})
			}
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// shown are the rows of the page: those that have a headline on this board or
// records. The others are known from figures that follow another convention or
// are over all tasks; they are counted, and stand on the board of those.
func (p boardView) shown(list []results.BoardRow) (rows []results.BoardRow, elsewhere int) {
	for _, r := range list {
		if r.Run == nil && r.Metrics[p.Whole.Headline].Value == nil && len(p.Query.Choice()) > 0 {
			elsewhere++
			continue
		}
		rows = append(rows, r)
	}
	return rows, elsewhere
}

// several reports whether there is more than one convention.
func (p boardView) several() bool { return len(boardreport.Conventions(p.Of)) > 1 }

// convention is the way in which the numbers of the board are aggregated.
func (p boardView) convention() boardreport.Convention {
	for _, c := range boardreport.Conventions(p.Of) {
		if c.ID == p.Query.Convention {
			return c
		}
	}
	return boardreport.Convention{ID: p.Query.Convention, Title: p.Query.Convention}
}

// conventionTabs are the conventions of a benchmark, each at its own address.
func conventionTabs(b results.Benchmark, q boardreport.BoardQuery, at func(boardreport.BoardQuery) string) []ui.Tab {
	var tabs []ui.Tab
	for _, c := range boardreport.Conventions(b) {
		current := c.ID == q.Convention
		q := q
		q.Convention = c.ID
		tabs = append(tabs, ui.Tab{Label: views.ConventionLabel(c.Title), Href: at(q), Current: current})
	}
	return tabs
}

// columns are the headline and the board's metrics that some complete row has,
// or any row where none is complete; the others are named.
func (p boardView) columns() (cols []BoardColumn, without []views.MetricInfo) {
	for _, key := range p.Whole.Keys {
		m := views.MetricOf(key)
		if !p.has(key) {
			without = append(without, m)
			continue
		}
		if p.repeats(key) {
			continue
		}
		h := ui.Header{Label: m.Label, Unit: m.Unit, Title: m.Title(), Num: true}
		if key == p.Whole.Headline {
			h.Class = "hl"
		}
		q := p.Query
		q.Sort = key
		best, worst := ui.Descending, ui.Ascending
		if m.Low {
			best, worst = worst, best
		}
		switch p.Query.Sort {
		case key:
			h.Dir, q.Sort = best, "-"+key
		case "-" + key:
			h.Dir = worst
		}
		if !p.frame.Static {
			h.Href = link.To(q.Values(), "b", p.Of.ID)
		}
		cols = append(cols, BoardColumn{Metric: m, Header: h})
	}
	return cols, without
}

// has reports whether a metric is a column of the table.
func (p boardView) has(key string) bool {
	if key == p.Whole.Headline {
		return true
	}
	complete := slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool { return r.Complete })
	return slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool {
		m := r.Metrics[key]
		return m.Value != nil && r.Complete || !complete && (m.Value != nil || m.Bounds != nil)
	})
}

// repeats reports whether a column says what the headline says: with one attempt at each
// task, and no reward between 0 and 1, the best and the passed ones are the mean.
func (p boardView) repeats(key string) bool {
	return key != p.Whole.Headline && !slices.ContainsFunc(p.Whole.Rows, func(r results.BoardRow) bool {
		a, b := r.Metrics[key].Value, r.Metrics[p.Whole.Headline].Value
		return (a == nil) != (b == nil) || a != nil && *a != *b
	})
}

// filter is the form above the table; fields without a choice are left out. A site
// of files has no form, and no other order.
func (p boardView) filter() *ui.Filter {
	if p.frame.Static {
		return nil
	}
	q := p.Query
	f := &ui.Filter{Action: link.Benchmark(p.Of.ID), Submit: "Filter"}
	f.Fields = append(f.Fields, ui.Field{Name: "q", Label: "System", Kind: ui.Text, Value: q.Part, Hint: "part of a name"})
	var groups, evidence []string
	for i := range p.Whole.Rows {
		r := &p.Whole.Rows[i]
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
	add("framework", "Framework", q.Framework, p.frameworks(), ui.Plain)
	if !slices.Equal(distinctSorted(groups), p.frameworks()) {
		add("group", "Comparable group", q.Group, groups, ui.Plain)
	}
	add("evidence", "Evidence", q.Evidence, evidence, func(s string) string { return words.EvidenceWord(results.Evidence(s)) })
	for _, k := range [][2]string{{"sort", q.Sort}, {"convention", q.Values().Get("convention")}, {"without", q.Without}} {
		if k[1] != "" {
			f.Keep = append(f.Keep, ui.Pair{Name: k[0], Value: k[1]})
		}
	}
	if q.Filtered() {
		f.Clear = link.To(boardreport.BoardQuery{Preset: q.Preset, Convention: q.Convention, Without: q.Without, Sort: q.Sort}.Values(),
			"b", p.Of.ID)
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
func (p boardView) groups(rows []results.BoardRow) []BoardGroup {
	var groups []BoardGroup
	several, frameworks := len(distinctSorted(boardGroupNames(p.Whole.Rows))) > 1, len(p.frameworks())
	for i := range rows {
		if i == 0 || rows[i].Group != rows[i-1].Group {
			g := BoardGroup{}
			if several {
				g.Name, g.Note = boardGroupTitle(&rows[i]), boardGroupNote(rows[i].GroupKind)
			}
			groups = append(groups, g)
		}
		g := &groups[len(groups)-1]
		l := p.line(rows[i])
		l.Label = BoardLabel(l.Name, l.System, g.Name == "" && frameworks > 1)
		g.Rows = append(g.Rows, l)
	}
	tied := tiedInGroups(p.Whole.Rows)
	for i := range groups {
		markTied(groups[i].Rows, tied[groups[i].Rows[0].Group])
	}
	return groups
}

// frameworks are those of the whole board.
func (p boardView) frameworks() []string {
	var names []string
	for i := range p.Whole.Rows {
		names = append(names, p.Whole.Rows[i].System.Framework)
	}
	return distinctSorted(names)
}
