package views

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/report"
)

// TestDaysChart: what stands apart from the days is counted in its own column.
func TestDaysChart(t *testing.T) {
	d := daysView{Days: &report.Days{Kind: report.DaysStages, TaskKinds: []string{results.KindRubric}, Days: []days.Head{
		{ID: "1", Label: "Day 1", Kinds: map[string]int{results.KindRubric: 2}},
		{ID: "final", Label: "after the last day", Apart: true, Kinds: map[string]int{results.KindRubric: 1}}}}}
	if c := d.chart(results.KindRubric); c.Apart != 1 || len(c.N) != 2 || c.N[1] != "n 1" {
		t.Errorf("chart with %d apart, %v", c.Apart, c.N)
	}
}

// TestDaysTall: many days stand as rows.
func TestDaysTall(t *testing.T) {
	d := daysView{Days: &report.Days{Kind: report.DaysScenarios, TaskKinds: []string{results.KindExecCheck}, Of: results.Benchmark{Words: results.Words{Task: "round"}}}}
	line := report.DaySeries{Kind: results.KindExecCheck}
	for range 9 {
		d.Days.Days, line.Points = append(d.Days.Days, days.Head{}), append(line.Points, report.DayPoint{})
	}
	d.Series = []report.DaySeries{line}
	if g := d.grid(results.KindExecCheck); len(g.Rows) != 9 || len(g.Cols) != 4 {
		t.Errorf("%d rows, %d columns, want a row per day", len(g.Rows), len(g.Cols))
	}
}
