package board

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// statesView draws a report.BoardStates.
type statesView struct {
	*boardreport.BoardStates
	Meta        ui.Meta
	Pager       *ui.Pager // nil if the list has one page
	Conventions []ui.Tab  // empty where there is only one
}

// StatesPage lists the days on which a board changed.
func StatesPage(f views.Frame, d *boardreport.BoardStates) templ.Component {
	p := statesView{BoardStates: d}
	q := d.Query.Choice()
	p.Meta = f.Meta(ui.TitleOf("States of the board", ", "+d.Of.Name),
		"The days on which the leaderboard of "+d.Of.Name+" changed, and what changed on each.",
		link.States(q, d.Benchmark), link.API(q, "benchmarks", d.Benchmark, "states"), views.Crumbs(d.Of, "States")...)
	p.Meta.CSVPath = f.Table(q, "b", d.Benchmark, "states")
	if d.Total > len(d.States) {
		pager := views.OffsetPager(d.Offset, len(d.States), d.Total, d.Limit, "states", d.Address)
		p.Pager = &pager
	}
	if !f.Static {
		p.Conventions = conventionTabs(d.Of, d.Query, func(q boardreport.BoardQuery) string { return link.States(q.Choice(), d.Benchmark) })
	}
	return statesPage(p)
}

func (p statesView) lead() string {
	what := "the board"
	if p.Without != "" {
		what = "the board without " + views.NounOr(p.Of.Words.Task, "task") + "s in doubt"
	}
	if p.Total == 0 {
		return "No state of " + what + " is kept yet."
	}
	return fmt.Sprintf("%s of %s, one for each day (UTC) on which its numbers or their order changed. Each has an address of its own, "+
		"which can be cited.", words.Capital(words.Counted(p.Total, "state")), what)
}

// First says who led a state, with ties.
func (p statesView) First(x *boardreport.BoardStateLine) views.Sentence {
	var s views.Sentence
	switch {
	case x.Altered:
		s.Add("not shown: a row was taken out since")
	case len(x.Top.Tied) > 0:
		s.SystemsGrid(p.Headline, x.Top.Tied, false)
		if len(x.Top.Tied) > 1 {
			s.Add(", sharing the lead")
		}
	case x.Top.Printed != nil:
		s.Add("no system with complete records; printed: ")
		s.SystemsGrid(p.Headline, []results.BoardRow{*x.Top.Printed}, false)
	default:
		s.Add("no system")
	}
	return s
}

// changed says what became of systems since the state before.
func (p statesView) changed(x *boardreport.BoardStateLine) []string {
	if x.First {
		return []string{"the first state that is kept"}
	}
	return moveWords(x.Moves, p.Headline)
}

// stateView draws a report.BoardState.
type stateView struct {
	*boardreport.BoardState
	Meta  ui.Meta
	Board boardView
}

// StatePage is how a board stood on a day.
func StatePage(f views.Frame, d *boardreport.BoardState) templ.Component {
	b := d.Board.Of
	q := d.Board.Query.Choice()
	still := f
	still.Static = true // a former board is shown whole and in its own order
	p := stateView{BoardState: d, Board: newBoard(still, d.Board)}
	p.Board.Pager = views.PagerOf(d.Board.Window, "systems",
		func(key, value string) string { return link.State(link.With(q, key, value), d.Benchmark, d.Day) })
	p.Meta = f.Meta(ui.TitleOf(b.Name+" leaderboard", ", state of "+d.Day), p.lead(), link.State(q, d.Benchmark, d.Day), d.API(),
		views.CrumbsBelow(b, ui.Crumb{Label: "States", Href: link.States(q, d.Benchmark)}, ui.Crumb{Label: d.Day})...)
	p.Meta.CSVPath = f.Table(q, "b", d.Benchmark, "states", d.Day)
	p.Meta.MethodPath = link.Benchmark(b.ID, "method")
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

// sinceGrid has a row for each system that changed.
func (p stateView) sinceGrid() views.Grid {
	m := views.MetricOf(p.Headline)
	g := views.Grid{Caption: "What changed from " + p.Day + " to the board of today", Cols: []views.Col{{Key: "system", Label: "System"},
		{Key: "before", Label: m.Label + " then", Unit: m.Unit, Num: true},
		{Key: "after", Label: m.Label + " now", Unit: m.Unit, Num: true}, {Key: "rank_before", Label: "Rank then", Num: true},
		{Key: "rank_after", Label: "Rank now", Num: true}, {Key: "what", Label: "What"}}}
	for i := range p.Since {
		x := &p.Since[i]
		name := views.Words(report.RowName(&results.BoardRow{System: x.System, Name: x.Name}))
		if x.After != nil && x.After.Run != nil {
			name = name.Link(link.Run(*x.After.Run))
		}
		var what []string
		for _, k := range x.What {
			what = append(what, moveWord(k))
		}
		cells := []views.Cell{name}
		for _, at := range []*board.Place{x.Before, x.After} {
			text := words.NotRecorded
			if at != nil {
				text = m.Show(at.Value)
			}
			cells = append(cells, views.Words(text).Coloured("num"))
		}
		for _, at := range []*board.Place{x.Before, x.After} {
			text := words.NotRecorded
			if at != nil && at.Rank != nil {
				text = words.Count(*at.Rank)
			}
			cells = append(cells, views.Words(text).Coloured("num"))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(cells, views.Words(strings.Join(what, ", ")))})
	}
	return g
}

// moveWord is what became of a system, in a few words.
func moveWord(kind string) string {
	switch kind {
	case board.MoveCame:
		return "came"
	case board.MoveWent:
		return "went"
	case board.MoveRun:
		return "another run stands for it"
	case board.MoveRecords:
		return "records came"
	case board.MoveFigures:
		return "printed figure alone"
	case board.MoveEvidence:
		return "other evidence"
	case board.MoveRanked:
		return "ranked now"
	case board.MoveUnranked:
		return "no longer ranked"
	case board.MoveValue:
		return "another score"
	case board.MoveRank:
		return "another rank"
	case board.MoveTie:
		return "share of the lead"
	}
	return "other numbers behind the score"
}

// moveWords say what changed between two states: a line for each kind, the
// weightiest first. A system is named under its first kind alone.
func moveWords(moves []board.Move, headline string) []string {
	if len(moves) == 0 {
		return []string{"nothing of a system's own: only rank intervals, shares of draws or the numbers that say how they were made"}
	}
	m := views.MetricOf(headline)
	by := map[string][]string{}
	for i := range moves {
		x := &moves[i]
		by[x.What[0]] = append(by[x.What[0]], movedName(x, m))
	}
	var list []string
	for _, k := range []struct{ kind, label string }{
		{board.MoveCame, "came"}, {board.MoveWent, "went"}, {board.MoveRecords, "records in the place of printed figures"},
		{board.MoveFigures, "printed figures in the place of records"}, {board.MoveRun, "another run stands for"},
		{board.MoveEvidence, "other evidence"}, {board.MoveRanked, "ranked now"},
		{board.MoveUnranked, "no longer ranked"}, {board.MoveValue, "rescored"}, {board.MoveRank, "moved"},
		{board.MoveTie, "share of the lead changed"}, {board.MoveNumbers, "other numbers behind the score"},
	} {
		names := by[k.kind]
		if len(names) == 0 {
			continue
		}
		more := ""
		if n := len(names) - views.NamedAtOnce; n > 1 {
			names, more = names[:views.NamedAtOnce], " and "+words.Count(n)+" more"
		}
		list = append(list, k.label+": "+strings.Join(names, ", ")+more)
	}
	return list
}

// movedName names a system with the numbers that changed.
func movedName(x *board.Move, m views.MetricInfo) string {
	name := report.RowName(&results.BoardRow{System: x.System, Name: x.Name})
	a, b := x.Before, x.After
	switch {
	case a == nil:
		return name + " (" + m.Show(b.Value) + ")"
	case b == nil:
		return name + " (" + m.Show(a.Value) + ")"
	}
	if was, is := m.Show(a.Value), m.Show(b.Value); was != is {
		return name + " (" + was + " to " + is + ")"
	}
	if x.What[0] == board.MoveRank {
		return fmt.Sprintf("%s (rank %d to %d)", name, *a.Rank, *b.Rank)
	}
	return name
}
