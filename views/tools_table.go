package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// familiesGrid is the table under the chart.
func (d toolsView) familiesGrid(calls, failed int, what string) Grid {
	g := Grid{Caption: fmt.Sprintf("Calls by family of tools: %s, %s failed, %s", words.Counted(calls, "call"), words.Count(failed), what), Fit: true,
		Note: "A family is found by words in the tool's name. A call counts as failed if its result says so; how it says so is below.",
		Cols: []Col{{Key: "family", Label: "Family"}, {Key: "calls", Label: "Calls", Num: true}, {Key: "share", Label: "Share of calls", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}, {Key: "share_of_failures", Label: "Share of failures", Unit: "%", Num: true}}}
	for _, f := range d.Families {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(f.Family), Whole(f.Calls), Percent(Share(f.Calls, calls)),
			Whole(f.Failed), Percent(Share(f.Failed, f.Calls)), Percent(Share(f.Failed, failed))}})
	}
	return g
}

// causesGrid says how failures show, by family.
func (d toolsView) causesGrid(what string) Grid {
	failed := map[string]int{}
	for _, c := range d.Causes {
		failed[c.Family] += c.Calls
	}
	g := Grid{Caption: "How failed calls show, " + what, Fit: true, Note: "The sign is what the record holds, not a diagnosis: an exit code other than 0, a status of error, a flag, or an error's own words.",
		Cols: []Col{{Key: "sign", Label: "Sign"}, {Key: "calls", Label: "Failed calls", Num: true}, {Key: "share", Label: "Share of the family's failures", Unit: "%", Num: true}}}
	for _, c := range d.Causes {
		g.Rows = append(g.Rows, GridRow{Group: c.Family, Cells: []Cell{Words(strings.ReplaceAll(c.Sign, "_", " ")), Whole(c.Calls), Percent(Share(c.Calls, failed[c.Family]))}})
	}
	return g
}

// toolsGrid lists every tool by name.
func (d toolsView) toolsGrid(calls int, what string) Grid {
	g := Grid{Caption: words.Plural(len(d.Tools.Tools), "tool", "tools") + " by number of calls, " + what, Tall: len(d.Tools.Tools) > 24, Fit: true,
		Cols: []Col{{Key: "tool", Label: "Tool"}, {Key: "family", Label: "Family"}, {Key: "calls", Label: "Calls", Num: true}, {Key: "share", Label: "Share", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}, {Key: "signs", Label: "Signs"}}}
	for _, t := range d.Tools.Tools {
		name := t.Tool
		if name == "" {
			name = "(no name)"
		}
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(name), Words(t.Family), Whole(t.Calls), Percent(Share(t.Calls, calls)),
			Whole(t.Failed), Percent(Share(t.Failed, t.Calls)), Words(t.Signs)}})
	}
	return g
}

// runsGrid has one row per run, or per model with several runs.
func (d toolsView) runsGrid(of string) Grid {
	rows, first := d.Runs, "Run"
	if of == "models" {
		rows, first = d.Models, "Model"
	}
	g := Grid{Ramp: RampOf("Share of calls", 0, 1), Caption: fmt.Sprintf("Share of calls by family, %s with traces", words.Counted(len(rows), lower(first))),
		Cols: []Col{{Key: lower(first), Label: first}, {Key: "calls", Label: "Calls", Num: true}, {Key: "per_trial", Label: "Calls per trial with a trace", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}}}
	used := d.used()
	for _, f := range used {
		g.Cols = append(g.Cols, Col{Key: strings.ReplaceAll(f, " ", "_"), Label: words.Capital(f), Unit: "%", Num: true})
	}
	for _, r := range rows {
		name := Words(r.Name).Link(r.URL)
		switch {
		case of == "models":
			name = name.Noted(words.Counted(r.Runs, "run"))
		case !r.Complete:
			name = name.Noted("incomplete")
		case d.Ranked && !r.Ranked:
			name = name.Noted("not ranked")
		}
		per := Number(nil, 1)
		if r.Traces > 0 {
			x := float64(r.Calls) / float64(r.Traces)
			per = Number(&x, 1)
		}
		cells := []Cell{name, Whole(r.Calls), per, Percent(Share(r.Failed, r.Calls)).Noted(fmt.Sprintf("%d of %d", r.Failed, r.Calls))}
		for _, f := range used {
			v := Share(r.ByFamily[f], r.Calls)
			cells = append(cells, Percent(v).Coloured(ui.Heat(v, 0, 1)))
		}
		g.Rows = append(g.Rows, GridRow{Cells: cells})
	}
	return g
}

// used are the families that any run calls.
func (d toolsView) used() []string {
	var list []string
	for _, f := range report.ToolFamilies() {
		for _, r := range d.Runs {
			if r.ByFamily[f] > 0 {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// statCells has every cell of several published tables as a row.
func statCells(list []results.StatTable) Grid {
	g := Grid{Cols: []Col{{Key: "table"}, {Key: "title"}, {Key: "row"}, {Key: "column"}, {Key: "unit"}, {Key: "value"}}}
	for _, t := range list {
		for _, r := range t.Rows {
			for i, cell := range r.Cells {
				value := Words(cell.Text)
				if cell.Value != nil {
					value = Number(cell.Value, t.Columns[i].Digits)
				}
				g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(t.ID), Words(t.Title), Words(r.Label), Words(t.Columns[i].Key), Words(t.Columns[i].Unit), value}})
			}
		}
	}
	return g
}

// StatGrid shows a published table as it was printed; a row of a scenario is named
// by the title too where the benchmark has one.
func StatGrid(b results.Benchmark, t results.StatTable) Grid {
	origin := t.Place
	if t.Computed {
		origin = "computed by us"
	}
	g := Grid{Caption: t.Title + joinIn(origin), Note: t.Note, Cols: []Col{{Key: "label", Label: words.Capital(t.Label)}}, Fit: len(t.Columns) < 5, Tall: len(t.Rows) > 30}
	for _, c := range t.Columns {
		g.Cols = append(g.Cols, Col{Key: c.Key, Label: c.Label, Unit: UnitWord(c.Unit), Num: c.Unit != "text"})
	}
	for _, r := range t.Rows {
		row := GridRow{Cells: []Cell{statLabel(b, r).Link(refHref(b.ID, r.Ref))}}
		if r.Label == "All" || r.Label == "Total" || r.Label == "Average" {
			row.Class = "total"
		}
		for i, cell := range r.Cells {
			if t.Columns[i].Unit == "text" {
				row.Cells = append(row.Cells, Words(cell.Text))
			} else {
				row.Cells = append(row.Cells, Number(cell.Value, t.Columns[i].Digits))
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// statLabel is the label of a row as it was printed, and what a scenario of that id
// is called.
func statLabel(b results.Benchmark, r results.StatRow) Cell {
	if id, ok := strings.CutPrefix(r.Ref, "scenario:"); ok && r.Label == id {
		return scenarioNamed(b, id)
	}
	return Words(r.Label)
}

func joinIn(origin string) string {
	if origin == "" {
		return ""
	}
	return " (" + origin + ")"
}

// refHref leads to what a row of a table speaks of. A task is found by its
// scenario's page only where the reference names both.
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
