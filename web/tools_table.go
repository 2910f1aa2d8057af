package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// familiesGrid is the table under the chart.
func (d *toolsData) familiesGrid(calls, failed int, what string) views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("Calls by family of tools: %s, %s failed, %s", words.Counted(calls, "call"), words.Count(failed), what), Fit: true,
		Note: "A family is found by words in the tool's name. A call counts as failed if its result says so; how it says so is below.",
		Cols: []views.Col{{Key: "family", Label: "Family"}, {Key: "calls", Label: "Calls", Num: true}, {Key: "share", Label: "Share of calls", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}, {Key: "share_of_failures", Label: "Share of failures", Unit: "%", Num: true}}}
	for _, f := range d.Families {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(f.Family), views.Whole(f.Calls), views.Percent(share(f.Calls, calls)),
			views.Whole(f.Failed), views.Percent(share(f.Failed, f.Calls)), views.Percent(share(f.Failed, failed))}})
	}
	return g
}

// causesGrid says how failures show, by family.
func (d *toolsData) causesGrid(what string) views.Grid {
	failed := map[string]int{}
	for _, c := range d.Causes {
		failed[c.Family] += c.Calls
	}
	g := views.Grid{Caption: "How failed calls show, " + what, Fit: true, Note: "The sign is what the record holds, not a diagnosis: an exit code other than 0, a status of error, a flag, or an error's own words.",
		Cols: []views.Col{{Key: "sign", Label: "Sign"}, {Key: "calls", Label: "Failed calls", Num: true}, {Key: "share", Label: "Share of the family's failures", Unit: "%", Num: true}}}
	for _, c := range d.Causes {
		g.Rows = append(g.Rows, views.GridRow{Group: c.Family, Cells: []views.Cell{views.Words(strings.ReplaceAll(c.Sign, "_", " ")), views.Whole(c.Calls), views.Percent(share(c.Calls, failed[c.Family]))}})
	}
	return g
}

// toolsGrid lists every tool by name.
func (d *toolsData) toolsGrid(calls int, what string) views.Grid {
	g := views.Grid{Caption: words.Plural(len(d.Tools), "tool", "tools") + " by number of calls, " + what, Tall: len(d.Tools) > 24, Fit: true,
		Cols: []views.Col{{Key: "tool", Label: "Tool"}, {Key: "family", Label: "Family"}, {Key: "calls", Label: "Calls", Num: true}, {Key: "share", Label: "Share", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}, {Key: "signs", Label: "Signs"}}}
	for _, t := range d.Tools {
		name := t.Tool
		if name == "" {
			name = "(no name)"
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(name), views.Words(t.Family), views.Whole(t.Calls), views.Percent(share(t.Calls, calls)),
			views.Whole(t.Failed), views.Percent(share(t.Failed, t.Calls)), views.Words(t.Signs)}})
	}
	return g
}

// runsGrid has one row per run, or per model with several runs.
func (d *toolsData) runsGrid(of string) views.Grid {
	rows, first := d.Runs, "Run"
	if of == "models" {
		rows, first = d.Models, "Model"
	}
	g := views.Grid{Ramp: views.RampOf("Share of calls", 0, 1), Caption: fmt.Sprintf("Share of calls by family, %s with traces", words.Counted(len(rows), lower(first))),
		Cols: []views.Col{{Key: lower(first), Label: first}, {Key: "calls", Label: "Calls", Num: true}, {Key: "per_trial", Label: "Calls per trial with a trace", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}}}
	used := d.used()
	for _, f := range used {
		g.Cols = append(g.Cols, views.Col{Key: strings.ReplaceAll(f, " ", "_"), Label: words.Capital(f), Unit: "%", Num: true})
	}
	for _, r := range rows {
		name := views.Words(r.Name).Link(r.URL)
		switch {
		case of == "models":
			name = name.Noted(words.Counted(r.Runs, "run"))
		case !r.Complete:
			name = name.Noted("incomplete")
		case d.Ranked && !r.Ranked:
			name = name.Noted("not ranked")
		}
		per := views.Number(nil, 1)
		if r.Traces > 0 {
			x := float64(r.Calls) / float64(r.Traces)
			per = views.Number(&x, 1)
		}
		cells := []views.Cell{name, views.Whole(r.Calls), per, views.Percent(share(r.Failed, r.Calls)).Noted(fmt.Sprintf("%d of %d", r.Failed, r.Calls))}
		for _, f := range used {
			v := share(r.ByFamily[f], r.Calls)
			cells = append(cells, views.Percent(v).Coloured(ui.Heat(v, 0, 1)))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: cells})
	}
	return g
}

// used are the families that any run calls.
func (d *toolsData) used() []string {
	var list []string
	for _, f := range toolFamilies() {
		for _, r := range d.Runs {
			if r.ByFamily[f] > 0 {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// statGrid shows a published table as it was printed.
func statGrid(benchmark string, t results.StatTable) views.Grid {
	origin := t.Place
	if t.Computed {
		origin = "computed by us"
	}
	g := views.Grid{Caption: t.Title + joinIn(origin), Note: t.Note, Cols: []views.Col{{Key: "label", Label: words.Capital(t.Label)}}, Fit: len(t.Columns) < 5, Tall: len(t.Rows) > 30}
	for _, c := range t.Columns {
		g.Cols = append(g.Cols, views.Col{Key: c.Key, Label: c.Label, Unit: unitWord(c.Unit), Num: c.Unit != "text"})
	}
	for _, r := range t.Rows {
		row := views.GridRow{Cells: []views.Cell{views.Words(r.Label).Link(refHref(benchmark, r.Ref))}}
		if r.Label == "All" || r.Label == "Total" || r.Label == "Average" {
			row.Class = "total"
		}
		for i, cell := range r.Cells {
			if t.Columns[i].Unit == "text" {
				row.Cells = append(row.Cells, views.Words(cell.Text))
			} else {
				row.Cells = append(row.Cells, views.Number(cell.Value, t.Columns[i].Digits))
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g
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
	}
	return ""
}
