package board

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
)

// TestDaysChart: what stands apart from the days is counted in its own column.
func TestDaysChart(t *testing.T) {
	d := daysView{Days: &boardreport.Days{Kind: boardreport.DaysStages, TaskKinds: []string{results.KindRubric}, Days: []days.Head{
		{ID: "1", Label: "Day 1", Kinds: map[string]int{results.KindRubric: 2}},
		{ID: "final", Label: "after the last day", Apart: true, Kinds: map[string]int{results.KindRubric: 1}}}}}
	if c := d.chart(results.KindRubric, nil, 0); c.Apart != 1 || len(c.N) != 2 || c.N[1] != "n 1" {
		t.Errorf("chart with %d apart, %v", c.Apart, c.N)
	}
}

// TestDaysTall: many days stand as rows.
func TestDaysTall(t *testing.T) {
	d := daysView{Days: &boardreport.Days{Kind: boardreport.DaysScenarios, TaskKinds: []string{results.KindExecCheck},
		Of: results.Benchmark{Words: results.Words{Task: "round"}}}}
	line := boardreport.DaySeries{Kind: results.KindExecCheck}
	for range 9 {
		d.Days.Days, line.Points = append(d.Days.Days, days.Head{}), append(line.Points, boardreport.DayPoint{})
	}
	d.Series = []boardreport.DaySeries{line}
	if g := d.grid(results.KindExecCheck); len(g.Rows) != 9 || len(g.Cols) != 4 {
		t.Errorf("%d rows, %d columns, want a row per day", len(g.Rows), len(g.Cols))
	}
}

// TestDaysPanels: a few runs have a panel each, with their scenarios and one
// scale; with a printed line or too many runs all are in one chart, where a band
// or a scenario would hide the others.
func TestDaysPanels(t *testing.T) {
	half, low := 0.5, 0.1
	run := "r"
	line := boardreport.DaySeries{Run: &run, Name: "run", Kind: "k",
		Points:    []boardreport.DayPoint{{Value: &half, CI: &[2]float64{0.4, 0.6}}, {Value: &half}},
		Scenarios: []days.ScenarioLine{{Scenario: "s", Values: []*float64{&low, &half}}}}
	printed := boardreport.DaySeries{Name: "figure", Kind: "k", Points: line.Points[1:]}
	for _, tc := range []struct {
		Name                 string
		lines                []boardreport.DaySeries
		charts, series, grey int
	}{
		{"one run", []boardreport.DaySeries{line}, 1, 2, 1},
		{"two runs", []boardreport.DaySeries{line, line}, 2, 2, 1},
		{"a run and a figure", []boardreport.DaySeries{line, printed}, 1, 3, 1},
		{"five runs", []boardreport.DaySeries{line, line, line, line, line}, 1, 5, 0},
	} {
		d := daysView{Days: &boardreport.Days{Kind: boardreport.DaysPhases, TaskKinds: []string{"k", "other"}, Series: tc.lines,
			Days: []days.Head{{ID: "0"}, {ID: "1"}}}}
		list := d.charts("k")
		grey := 0
		for _, s := range list[0].Chart.Series {
			if s.Grey {
				grey++
			}
		}
		if len(list) != tc.charts || len(list[0].Chart.Series) != tc.series || grey != tc.grey || *list[0].Chart.Y.Min != low {
			t.Errorf("%s: %d charts, the first with %d lines, %d grey, from %v", tc.Name, len(list), len(list[0].Chart.Series), grey,
				*list[0].Chart.Y.Min)
		}
	}
}
