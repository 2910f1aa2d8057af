package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// FingerprintOf is a run's fingerprint as the component draws it. Cells lead to
// the trials of the run, or nowhere if no run is given.
func FingerprintOf(f Fingerprint, b results.Benchmark, name, run string) fingerprint.Run {
	out := fingerprint.Run{Name: ui.Plain(name)}
	for _, r := range f.Rows {
		row := fingerprint.Row{Label: r.Scenario, Title: ui.Plain(r.Title), Noun: b.Words.Task, Unordered: !f.InOrder}
		for i := range r.Cells {
			row.Cells = append(row.Cells, drawnCell(&r.Cells[i], r.Scenario, run, f.Kinds))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func drawnCell(c *FingerprintCell, scenario, run string, kinds bool) fingerprint.Cell {
	cell := fingerprint.Cell{Label: c.Task.Slug, Status: c.Status, Score: c.Mean, Update: len(c.Task.Updates) > 0,
		Pref: c.Task.Facts.ChecksPreference(), Impossible: c.Impossible}
	if kinds {
		cell.Kind = c.Task.Kind
	}
	if c.Recorded && run != "" {
		cell.Href = link.Trial(run, scenario, c.Task.Slug)
	}
	return cell
}
