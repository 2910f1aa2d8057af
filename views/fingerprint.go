package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// FingerprintOf is a run's fingerprint to draw. Cells link to the run's trials, if a run is
// given.
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

// Fingerprint shows a run as a field of cells: one row per scenario (without rounds: per domain
// or group), one cell per expected task.
type Fingerprint struct {
	Rows    []FingerprintRow
	InOrder bool // tasks of a scenario follow each other, so that streaks mean something
	Kinds   bool // tasks are of several kinds
}

type FingerprintRow struct {
	Scenario string // its slug
	Title    string
	Cells    []FingerprintCell // tasks that are expected, in the dataset's order
}

type FingerprintCell struct {
	Task       *results.Task
	Recorded   bool           // it has a trial
	Status     results.Status // passed if every scored attempt had full marks, else that of an attempt that had not
	Mean       *float64       // score of the scored attempts, 0 to 1; nil without one
	Impossible bool           // no answer can pass it
}

// NewFingerprint lays cells out by scenario; empty scenarios are left out.
func NewFingerprint(b results.Benchmark, scenarios []results.Scenario, tasks []results.Task,
	cell func(*results.Task) FingerprintCell) Fingerprint {
	f := Fingerprint{InOrder: b.Scoring == results.ScoringClawArena}
	of := map[string][]FingerprintCell{}
	for i := range tasks {
		t := &tasks[i]
		of[t.Scenario] = append(of[t.Scenario], cell(t))
		f.Kinds = f.Kinds || t.Kind != tasks[0].Kind
	}
	for _, sc := range scenarios {
		if cells := of[sc.Slug]; len(cells) > 0 {
			f.Rows = append(f.Rows, FingerprintRow{Scenario: sc.Slug, Title: sc.Title, Cells: cells})
		}
	}
	return f
}

// Fingerprints are those of several runs, by key.
func Fingerprints(b results.Benchmark, scenarios []results.Scenario, tasks []results.Task, means []results.TaskMean,
	runs []int64) map[int64]Fingerprint {
	outcomes := map[int64]map[[2]string]*results.TaskMean{}
	for i := range means {
		m := &means[i]
		if outcomes[m.Run] == nil {
			outcomes[m.Run] = map[[2]string]*results.TaskMean{}
		}
		outcomes[m.Run][[2]string{m.Scenario, m.Task}] = m
	}
	all := make(map[int64]Fingerprint, len(runs))
	for _, run := range runs {
		of := outcomes[run]
		all[run] = NewFingerprint(b, scenarios, tasks, func(t *results.Task) FingerprintCell {
			m := of[[2]string{t.Scenario, t.Slug}]
			if m == nil {
				return FingerprintCell{Task: t, Status: results.Missing}
			}
			c := FingerprintCell{Task: t, Recorded: true, Status: m.Status, Mean: m.Mean}
			if m.Solved() {
				c.Status = results.Passed
			} else if c.Status == results.Passed {
				c.Status = results.Failed // it is the first attempt's, and another lost marks
			}
			return c
		})
	}
	return all
}
