package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/views/table"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// StatGrid renders a published table as printed, and adds the titles of scenarios.
func StatGrid(b results.Benchmark, t results.StatTable) table.Table {
	origin := t.Place
	if t.Computed {
		origin = "computed by us"
	}
	g := table.Table{Caption: t.Title + joinIn(origin), Note: t.Note, Cols: []table.Col{{Key: "label", Label: words.Capital(t.Label)}},
		Fit: len(t.Columns) < 5, Tall: len(t.Rows) > 30}
	for _, c := range t.Columns {
		g.Cols = append(g.Cols, table.Col{Key: c.Key, Label: c.Label, Unit: UnitWord(c.Unit), Num: c.Unit != "text"})
	}
	for _, r := range t.Rows {
		row := table.Row{Cells: []table.Cell{statLabel(b, r).Link(refHref(b.ID, r.Ref))}}
		if r.Label == "All" || r.Label == "Total" || r.Label == "Average" {
			row.Class = "total"
		}
		for i, cell := range r.Cells {
			if t.Columns[i].Unit == "text" {
				row.Cells = append(row.Cells, table.Words(cell.Text))
			} else {
				row.Cells = append(row.Cells, table.Number(cell.Value, t.Columns[i].Digits))
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func statLabel(b results.Benchmark, r results.StatRow) table.Cell {
	if id, ok := strings.CutPrefix(r.Ref, "scenario:"); ok && r.Label == id {
		return ScenarioNamed(b, id)
	}
	return table.Words(r.Label)
}

func joinIn(origin string) string {
	if origin == "" {
		return ""
	}
	return " (" + origin + ")"
}

// refHref returns the URL path of the model, scenario or task that a row refers to, or "" if there
// is none.
func refHref(benchmark, ref string) string {
	kind, name, _ := strings.Cut(ref, ":")
	switch kind {
	case "model":
		return link.Model(name)
	case "scenario":
		return link.Scenario(benchmark, name)
	case "task":
		if scenario, task, ok := strings.Cut(name, "/"); ok {
			return link.Task(benchmark, scenario, task)
		}
	}
	return ""
}

func UnitWord(unit string) string {
	switch unit {
	case "percent":
		return "%"
	case "usd":
		return "USD"
	case "count", "text":
		return ""
	}
	return unit
}

func Share(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
}
