package board

import (
	"cmp"
	"fmt"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// redLinesView draws a report.RedLines.
type redLinesView struct {
	*boardreport.RedLines
	Meta  ui.Meta
	Pager *ui.Pager // of the systems; nil if they have one page
}

// RedLinesPage is the register of a benchmark's red lines.
func RedLinesPage(f views.Frame, r *boardreport.RedLines) templ.Component {
	p := redLinesView{RedLines: r}
	p.Pager = views.PagerOf(r.Window, "systems with records", func(key, value string) string {
		return link.To(link.With(nil, key, value), "b", r.Benchmark, "redlines")
	})
	p.Meta = f.BenchMeta(r.Of, "redlines", "Red lines", p.lead(), link.With(nil, r.Window.Key, r.Window.Value()))
	return redLinesPage(p)
}

// lead counts the lines and, of the systems on the page, the trips.
func (p redLinesView) lead() string {
	if len(p.Lines) == 0 {
		return "No check of " + p.Of.Name + " is a red line."
	}
	tasks := map[results.TaskName]bool{}
	for _, l := range p.Lines {
		tasks[results.TaskName{Scenario: l.Scenario, Task: l.Task}] = true
	}
	text := words.Counted(len(p.Lines), "red line") + " in " + words.Counted(len(tasks), p.Of.Words.Task)
	if len(p.Systems) == 0 {
		return text + "."
	}
	n := p.evaluated()
	if n.N == 0 {
		return text + "; no run has a verdict on one."
	}
	return fmt.Sprintf("%s; %s among %s of %s.", text, words.Counted(n.K, "trip"), words.Counted(n.N, "verdict"),
		words.Counted(len(p.Systems), "system"))
}

// evaluated sums up the systems of the page.
func (p redLinesView) evaluated() (n days.Count) {
	for _, s := range p.Systems {
		n.K, n.N = n.K+s.Tripped, n.N+s.Evaluated
	}
	return n
}

func (p redLinesView) noTrips() string {
	if n := p.evaluated(); n.N > 0 {
		return words.Counted(n.N, "verdict") + " on red lines, and none is a trip."
	}
	return "No red line was evaluated in these runs."
}

// SystemsGrid is the table of what each run tripped.
func (p redLinesView) SystemsGrid() views.Grid {
	g := views.Grid{Caption: "Red lines by system", Fit: true,
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "tripped", Label: "Tripped, of those evaluated"},
			{Key: "not_evaluated", Label: "Not evaluated", Num: true, Title: "red lines of scored trials without a verdict"},
			{Key: "weight", Label: "Weight", Num: true, Title: "of the lines that were tripped, in the rubrics of their tasks"},
			{Key: "cost", Label: "Cost", Unit: "points of score", Num: true},
			{Key: "acted", Label: "Acted", Num: true}, {Key: "idle", Label: "Did nothing", Num: true},
			{Key: "unrecorded", Label: "No trace", Num: true}},
		Note: "Acted and did nothing count trips by whether the agent made tool calls on the day that the line is about. The cost is what " +
			"the trips take from the run’s score; an incomplete run has none."}
	for _, s := range p.Systems {
		name := views.Words(s.Name).Link(s.URL)
		if !s.Complete {
			name = name.Noted("incomplete")
		}
		cells := []views.Cell{name, views.RuleCount(days.Count{K: s.Tripped, N: s.Evaluated}), views.Whole(s.NotEvaluated),
			views.Number(&s.Weight, 1), pointsOf(s.Cost), views.Whole(s.Acted), views.Whole(s.Idle), views.Whole(s.Unrecorded)}
		if s.Evaluated == 0 { // nothing could be tripped
			for i := 3; i < len(cells); i++ {
				cells[i] = views.Number(nil, 0)
			}
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: cells})
	}
	return g
}

// pointsOf is a share of a score as points of it, without a sign.
func pointsOf(share *float64) views.Cell { return views.Percent(share) }

// trips lists every trip.
func (p redLinesView) trips() views.Grid {
	g := views.Grid{Caption: words.Counted(len(p.Trips), "trip"), Tall: len(p.Trips) > 60, Fit: true,
		Cols: []views.Col{{Key: "line", Label: "Line"}, {Key: "system", Label: "System"}, {Key: "day", Label: "Checked at"},
			{Key: "about", Label: "About"},
			{Key: "weight", Label: "Weight", Num: true}, {Key: "cost", Label: "Cost", Unit: "points of the task", Num: true},
			{Key: "work", Label: "The agent, that day"}}}
	for i := range p.Trips {
		x := &p.Trips[i]
		system := views.Words(x.Name).Link(link.Run(x.Run))
		if x.Attempt > 1 {
			system = system.Noted(fmt.Sprintf("attempt %d", x.Attempt))
		}
		g.Rows = append(g.Rows, views.GridRow{Group: words.Task(p.Of, x.Scenario, x.Task),
			Cells: []views.Cell{views.Words(x.Line).Link(x.URL), system, views.Words(x.Day), views.Words(x.About), views.Number(&x.Weight, 1),
				pointsOf(&x.Cost), views.Words(workWords(x))}})
	}
	return g
}

// workWords say what the agent did.
func workWords(x *boardreport.RedLineTrip) string {
	over := ""
	if x.WorkOf == "" {
		over = " in the whole trial"
	}
	switch x.Work {
	case boardreport.Acted:
		return "acted: " + words.Counted(*x.Calls, "tool call") + over
	case boardreport.Idle:
		return "did nothing: no tool call" + over
	}
	return words.NotRecorded
}

// lines is the table of lines by systems.
func (p redLinesView) lines() views.Grid {
	g := views.Grid{Caption: "Red lines by " + p.Of.Words.Scenario, Tall: len(p.Lines) > 24 && len(p.Systems) > 4,
		Fit: len(p.Systems) <= 4, Cols: []views.Col{{Key: "line", Label: "Line"},
			{Key: "task", Label: words.Capital(cmp.Or(p.Of.Words.Task, "task"))},
			{Key: "day", Label: "Checked at"}, {Key: "about", Label: "About"}, {Key: "weight", Label: "Weight", Num: true},
			{Key: "cost", Label: "Cost", Unit: "points of the task", Num: true}}}
	if len(p.Systems) > 0 {
		g.Cols = append(g.Cols, views.Col{Key: "tripped", Label: "Tripped",
			Title: "trials of the systems of this page, of those in which it was evaluated"})
	}
	for _, s := range p.Systems {
		g.Cols = append(g.Cols, views.Col{Key: s.Run, Label: s.Name})
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		id := views.Words(l.ID)
		if l.Description != "" {
			id = id.Noted(l.Description)
		}
		row := views.GridRow{Group: l.Scenario, Cells: []views.Cell{id,
			views.Words(l.Task).Link(link.Task(p.Benchmark, l.Scenario, l.Task)), views.Words(l.Day), views.Words(l.About),
			views.Number(&l.Weight, 1), pointsOf(&l.Cost)}}
		if len(p.Systems) > 0 {
			row.Cells = append(row.Cells, views.RuleCount(days.Count{K: l.Tripped, N: l.Evaluated}))
		}
		for _, s := range p.Systems {
			row.Cells = append(row.Cells, verdictOnLine(l, s.Run))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// verdictOnLine is how a run kept a line.
func verdictOnLine(l *boardreport.RedLine, run string) views.Cell {
	for _, v := range l.Verdicts {
		switch {
		case v.Run != run:
			continue
		case v.Evaluated == 0:
			return views.Words("not evaluated").Link(v.URL)
		case v.Tripped == 0:
			return views.Words("held").Marked(results.Passed).Link(v.URL)
		case v.Evaluated == 1:
			return views.Words("tripped").Marked(results.Failed).Link(v.URL)
		}
		return views.Words(fmt.Sprintf("tripped %d of %d", v.Tripped, v.Evaluated)).Marked(results.Failed).Link(v.URL)
	}
	return views.Words("no record")
}

// RedLinesTables are the trips, one a row, and the lines by systems, for CSV.
func RedLinesTables(r *boardreport.RedLines) []views.Grid {
	return []views.Grid{tripsTable(r), redLinesView{RedLines: r}.lines()}
}

func tripsTable(r *boardreport.RedLines) views.Grid {
	g := views.Grid{}
	for _, key := range []string{"run", "system", "scenario", "task", "attempt", "line", "checked_at", "about", "weight", "cost", "work",
		"work_of", "calls", "url"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for i := range r.Trips {
		x := &r.Trips[i]
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(x.Run), views.Words(x.Name), views.Words(x.Scenario),
			views.Words(x.Task), views.Whole(x.Attempt), views.Words(x.Line), views.Words(x.Day), views.Words(x.About),
			views.Number(&x.Weight, 2), views.Percent(&x.Cost), views.Words(string(x.Work)), views.Words(x.WorkOf), views.WholeOrNone(x.Calls),
			views.Words(x.URL)}})
	}
	return g
}
