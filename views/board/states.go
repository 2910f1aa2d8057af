package board

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// stateView draws a report.BoardState.
type stateView struct {
	*boardreport.BoardState
	Meta  ui.Meta
	Board boardView
}

// StatePage is how a board stood on a day.
func StatePage(f views.Frame, d *boardreport.BoardState) templ.Component {
	b := d.Board.Of
	q := link.With(d.Board.Query.Choice(), "as_of", d.Day)
	still := f
	still.Static = true // a former board is shown whole and in its own order
	p := stateView{BoardState: d, Board: newBoard(still, d.Board)}
	p.Board.Pager = views.PagerOf(d.Board.Window, "systems",
		func(key, value string) string { return link.To(link.With(q, key, value), "b", d.Benchmark) })
	p.Meta = f.Meta(ui.TitleOf(b.Name+" leaderboard", ", state of "+d.Day), p.lead(), link.To(q, "b", d.Benchmark),
		link.API(q, "benchmarks", d.Benchmark, "leaderboard"), views.CrumbsBelow(b, ui.Crumb{Label: d.Day})...)
	p.Meta.CSVPath = f.Table(q, "b", d.Benchmark)
	p.Meta.MethodPath = link.Benchmark(b.ID, "about")
	p.Meta.Scripted = b.Scripted
	p.Board.Meta = p.Meta
	return statePage(p)
}

// cite is the board's citation with the address and the digest of the state.
func (p stateView) cite() report.Citation {
	c := p.Board.Cite
	c.State, c.Digest, c.Day = p.Meta.Path, p.Digest, p.Day
	return c
}

func (p stateView) lead() string {
	return "How the leaderboard of " + p.Board.Of.Name + " stood on " + p.Day + "."
}

// standing says from when to when the board stood so.
func (p stateView) standing() string {
	if p.Until == nil {
		return "The board has stood so since " + p.Day + " (UTC), and still does."
	}
	return "A past state: the board stood so from " + p.Day + " until " + *p.Until + " (UTC), when it changed."
}
