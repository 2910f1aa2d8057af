package run

import (
	"fmt"
	"strings"

	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// familiesGrid is the table under the chart.
func (d toolsView) familiesGrid() views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("Calls by family of tools: %s, %s failed, %s", words.Counted(d.calls, "call"),
		words.Count(d.failed), d.what()), Fit: true,
		Note: "A family is found by words in the tool's name. A call counts as failed if its result says so; how it says so is below.",
		Cols: []views.Col{{Key: "family", Label: "Family"}, {Key: "calls", Label: "Calls", Num: true},
			{Key: "share", Label: "Share of calls", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%",
				Num: true}, {Key: "share_of_failures", Label: "Share of failures", Unit: "%", Num: true}}}
	for _, f := range d.Families {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(f.Family), views.Whole(f.Calls),
			views.Percent(views.Share(f.Calls, d.calls)),
			views.Whole(f.Failed), views.Percent(views.Share(f.Failed, f.Calls)), views.Percent(views.Share(f.Failed, d.failed))}})
	}
	return g
}

// causesGrid says how failures show, by family.
func (d toolsView) causesGrid() views.Grid {
	failed := map[string]int{}
	for _, c := range d.Causes {
		failed[c.Family] += c.Calls
	}
	g := views.Grid{Caption: "How failed calls show, " + d.what(), Fit: true,
		Note: "The sign is what the record holds, not a diagnosis: an exit code other than 0, a status of error, a flag, or an " +
			"error's own words.",
		Cols: []views.Col{{Key: "sign", Label: "Sign"}, {Key: "calls", Label: "Failed calls", Num: true},
			{Key: "share", Label: "Share of the family's failures", Unit: "%", Num: true}}}
	for _, c := range d.Causes {
		g.Rows = append(g.Rows, views.GridRow{Group: c.Family, Cells: []views.Cell{views.Words(strings.ReplaceAll(c.Sign, "_",
			" ")), views.Whole(c.Calls), views.Percent(views.Share(c.Calls, failed[c.Family]))}})
	}
	return g
}

// toolsGrid lists every tool by name.
func (d toolsView) toolsGrid() views.Grid {
	g := views.Grid{Caption: words.Plural(len(d.Tools.Tools), "tool", "tools") + " by number of calls, " + d.what(),
		Tall: len(d.Tools.Tools) > 24, Fit: true,
		Cols: []views.Col{{Key: "tool", Label: "Tool"}, {Key: "family", Label: "Family"},
			{Key: "calls", Label: "Calls", Num: true}, {Key: "share", Label: "Share", Unit: "%", Num: true},
			{Key: "failed", Label: "Failed", Num: true}, {Key: "failure_rate", Label: "Failure rate", Unit: "%",
				Num: true}, {Key: "signs", Label: "Signs"}}}
	for _, t := range d.Tools.Tools {
		name := t.Tool
		if name == "" {
			name = "(no name)"
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(name), views.Words(t.Family), views.Whole(t.Calls),
			views.Percent(views.Share(t.Calls, d.calls)),
			views.Whole(t.Failed), views.Percent(views.Share(t.Failed, t.Calls)), views.Words(t.Signs)}})
	}
	return g
}

// runsGrid has one row per run, or per model with several runs.
func (d toolsView) runsGrid(of string) views.Grid {
	rows, first := d.Runs, "Run"
	if of == "models" {
		rows, first = d.Models, "Model"
	}
	g := views.Grid{Ramp: views.RampOf("Share of calls", 0, 1),
		Caption: fmt.Sprintf("Share of calls by family, %s with traces", words.Counted(len(rows), strings.ToLower(first))),
		Cols: []views.Col{{Key: strings.ToLower(first), Label: first}, {Key: "calls", Label: "Calls", Num: true},
			{Key: "per_trial", Label: "Calls per trial with a trace", Num: true},
			{Key: "failure_rate", Label: "Failure rate", Unit: "%", Num: true}}}
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
		cells := []views.Cell{name, views.Whole(r.Calls), per, views.Percent(views.Share(r.Failed,
			r.Calls)).Noted(fmt.Sprintf("%d of %d", r.Failed, r.Calls))}
		for _, f := range used {
			v := views.Share(r.ByFamily[f], r.Calls)
			cells = append(cells, views.Percent(v).Coloured(ui.Heat(v, 0, 1)))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: cells})
	}
	return g
}

// used are the families that any run calls.
func (d toolsView) used() []string {
	var list []string
	for _, f := range runreport.ToolFamilies() {
		for _, r := range d.Runs {
			if r.ByFamily[f] > 0 {
				list = append(list, f)
				break
			}
		}
	}
	return list
}
