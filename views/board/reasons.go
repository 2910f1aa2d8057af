package board

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// reasonsView draws a report.Reasons.
type reasonsView struct {
	*boardreport.Reasons
	Meta  ui.Meta
	Pager *ui.Pager // of the systems; nil if they have one page
}

// ReasonsPage is why the trials of a benchmark's systems did not pass.
func ReasonsPage(f views.Frame, r *boardreport.Reasons) templ.Component {
	p := reasonsView{Reasons: r}
	p.Pager = views.PagerOf(r.Window, "systems with records", func(key, value string) string {
		return link.To(link.With(nil, key, value), "b", r.Benchmark, "reasons")
	})
	p.Meta = f.BenchMeta(r.Of, "reasons", "Why trials did not pass", r.Lead(), link.With(nil, r.Window.Key, r.Window.Value()))
	return reasonsPage(p)
}

// grid has a row for each system and a column for each kind.
func (p reasonsView) grid() views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("%s by what kept their trials from passing", words.Counted(len(p.Systems), "system")),
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "not_passed", Label: "Not passed", Num: true}}}
	for _, k := range p.All.Kinds {
		g.Cols = append(g.Cols, views.Col{Key: string(k.Kind), Label: words.Capital(k.Title)})
	}
	if p.All.Unlooked > 0 {
		g.Cols = append(g.Cols, views.Col{Key: "unlooked", Label: "Not looked at", Num: true})
	}
	g.Tall = len(g.Cols) > 6 // no screen is wide enough
	for i := range p.Systems {
		s := &p.Systems[i]
		name := views.Words(s.Name).Link(s.URL)
		if !s.Complete {
			name = name.Noted("incomplete")
		}
		if s.Runs > 1 {
			name = name.Noted(words.Counted(s.Runs, "sweep"))
		}
		cells := []views.Cell{name, views.Words(fmt.Sprintf("%d of %d", s.Failed, s.Failed+s.Passed)).Coloured("num nowrap")}
		for _, k := range p.All.Kinds {
			cells = append(cells, reasonCell(s.Find(k.Kind)))
		}
		if p.All.Unlooked > 0 {
			cells = append(cells, views.Whole(s.Unlooked))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: cells})
	}
	if len(g.Rows) < len(g.Cols)/2 {
		return p.turned(g)
	}
	return g
}

// turned has a column for each of a few systems and a row for each kind.
func (p reasonsView) turned(g views.Grid) views.Grid {
	t := views.Grid{Caption: "What kept the trials of " + words.Counted(len(p.Systems), "system") + " from passing", Fit: true,
		Cols: []views.Col{{Key: "kind", Label: "Reason"}}}
	for i := range p.Systems {
		label := p.Systems[i].Name
		if !p.Systems[i].Complete {
			label += " (incomplete)"
		}
		t.Cols = append(t.Cols, views.Col{Key: p.Systems[i].Run, Label: label, Href: p.Systems[i].URL})
	}
	for n, col := range g.Cols[1:] {
		cells := []views.Cell{views.Words(col.Label)}
		for _, r := range g.Rows {
			cells = append(cells, r.Cells[n+1].Coloured("nowrap"))
		}
		t.Rows = append(t.Rows, views.GridRow{Cells: cells})
	}
	return t
}

// reasonCell is one kind of one system: the count with its denominator, and share and
// interval where there are enough.
func reasonCell(x *report.ReasonCount) views.Cell {
	switch {
	case x == nil:
		return views.Words("not looked at")
	case x.CI == nil:
		return views.Words(fmt.Sprintf("%d of %d", x.N, x.Of)).Coloured("nowrap").Link(x.URL)
	}
	return views.Words(fmt.Sprintf("%d of %d", x.N, x.Of)).Coloured("nowrap").Link(x.URL).
		Noted(views.JoinNotes(words.Pct(&x.Share)+" %", views.RangeWords(x.CI)))
}

// ReasonsTable is the table for CSV: of each kind its trials and the ends of the interval
// of its share of those in kinds.
func ReasonsTable(r *boardreport.Reasons) views.Grid {
	g := views.Grid{}
	for _, key := range []string{"run", "runs", "system", "complete", "passed", "not_passed", "unlooked"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for _, k := range r.All.Kinds {
		for _, end := range []string{"", "_lo", "_hi"} {
			g.Cols = append(g.Cols, views.Col{Key: string(k.Kind) + end})
		}
	}
	for i := range r.Systems {
		s := &r.Systems[i]
		cells := []views.Cell{views.Words(s.Run), views.Whole(s.Runs), views.Words(s.Name), views.Words(fmt.Sprint(s.Complete)),
			views.Whole(s.Passed), views.Whole(s.Failed), views.Whole(s.Unlooked)}
		for _, k := range r.All.Kinds {
			n, lo, hi := views.WholeOrNone(nil), views.Percent(nil), views.Percent(nil)
			if x := s.Find(k.Kind); x != nil {
				n = views.Whole(x.N)
				if x.CI != nil {
					lo, hi = views.Percent(&x.CI[0]), views.Percent(&x.CI[1])
				}
			}
			cells = append(cells, n, lo, hi)
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: cells})
	}
	return g
}
