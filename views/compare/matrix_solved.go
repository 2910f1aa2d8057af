package compare

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
)

// solvedView draws a report.SolvedTasks.
type solvedView struct{ *comparereport.SolvedTasks }

// bars draws how many tasks are solved by how many systems.
func (s solvedView) bars(b results.Benchmark) chart.Bars {
	c := chart.Bars{Title: fmt.Sprintf("%s: %ss by the number of systems that solve them", b.Name, b.Words.Task),
		Desc: "The same numbers stand in the table below.", X: chart.Axis{Label: words.Capital(b.Words.Task) + "s"}}
	for _, n := range s.counts() {
		x := float64(n.tasks)
		c.Rows = append(c.Rows, chart.Bar{Label: n.label(s.Systems), Value: &x, Text: words.Frac(n.tasks, s.Tasks)})
	}
	return c
}

// solvedBy counts the tasks that a number of systems solve, from lo to hi of them.
type solvedBy struct{ lo, hi, tasks int }

func (n solvedBy) label(of int) string {
	if n.lo == n.hi {
		return countLabel(n.lo, of)
	}
	return fmt.Sprintf("%d to %d systems", n.lo, n.hi)
}

// countsMost is up to how many systems each number of them has a row of its own.
const countsMost = 40

// counts are the rows of the table, those first that most systems solve. Of many
// systems several numbers share a row; all and none keep theirs.
func (s solvedView) counts() []solvedBy {
	step := 1
	if s.Systems > countsMost {
		step = (s.Systems + countsMost/2 - 1) / (countsMost / 2)
	}
	list := []solvedBy{{s.Systems, s.Systems, s.ByCount[s.Systems]}}
	for hi := s.Systems - 1; hi >= 1; hi -= step {
		n := solvedBy{lo: max(1, hi-step+1), hi: hi}
		for k := n.lo; k <= n.hi; k++ {
			n.tasks += s.ByCount[k]
		}
		list = append(list, n)
	}
	return append(list, solvedBy{0, 0, s.ByCount[0]})
}

func countLabel(n, of int) string {
	switch n {
	case of:
		return fmt.Sprintf("all %d systems", of)
	case 0:
		return "no system"
	case 1:
		return "1 system"
	}
	return fmt.Sprintf("%d systems", n)
}

func (s solvedView) Table(b results.Benchmark) views.Grid {
	g := views.Grid{Fit: true, Caption: fmt.Sprintf("%d %ss by the number of systems that solve them", s.Tasks, b.Words.Task),
		Cols: []views.Col{{Key: "solved_by", Label: "Solved by"}, {Key: "tasks", Label: words.Capital(b.Words.Task) + "s", Num: true},
			{Key: "share", Label: "Share", Unit: "%", Num: true}}}
	for _, n := range s.counts() {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(n.label(s.Systems)), views.Whole(n.tasks),
			views.Percent(views.Share(n.tasks, s.Tasks))}})
	}
	return g
}

// tasksTable lists tasks by scenario.
func tasksTable(list []comparereport.TaskRef, b results.Benchmark, what string) views.Grid {
	g := views.Grid{Fit: true, Tall: len(list) > 24, Caption: fmt.Sprintf("%s %s", words.Counted(len(list), b.Words.Task), what),
		Cols: []views.Col{{Key: "task", Label: words.Capital(b.Words.Task)}}}
	for _, r := range list {
		g.Rows = append(g.Rows, views.GridRow{Group: r.Scenario, Cells: []views.Cell{views.Words(r.Task).Link(r.URL)}})
	}
	return g
}
