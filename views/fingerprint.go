package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// FingerprintOf converts a run's fingerprint to a drawing. If run is not empty, the cells link to
// its trials.
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

// Fingerprint shows a run as rows of cells, with one cell per expected task. A row is a scenario,
// or a domain or group if the benchmark has no rounds.
type Fingerprint struct {
	Rows    []FingerprintRow
	InOrder bool // true if the tasks of a scenario have an order, so that streaks are meaningful
	Kinds   bool // true if the tasks have different kinds
}

type FingerprintRow struct {
	Scenario string // its slug
	Title    string
	Cells    []FingerprintCell // cells of the expected tasks, in dataset order
}

type FingerprintCell struct {
	Task       *results.Task
	Recorded   bool           // true if the task has a trial
	Status     results.Status // results.Passed if all scored attempts have full marks, otherwise the status of an attempt without full marks
	Mean       *float64       // mean score of the scored attempts, 0 to 1; nil if there are none
	Impossible bool           // true if no solution can pass the task's check
}

// NewFingerprint groups the tasks' cells by scenario. It omits scenarios without tasks.
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

// Fingerprints returns the fingerprints of several runs by run id.
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
				c.Status = results.Failed // m.Status is the first attempt's status, and a later attempt did not pass
			}
			return c
		})
	}
	return all
}
