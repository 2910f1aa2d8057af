package views

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// SweepsOf are the sweeps of the system that a run is one of; nil if the board has it
// in none, or alone.
func SweepsOf(b *results.Board, run string) *results.Sweeps {
	for i := range b.Rows {
		if s := b.Rows[i].Sweeps; s != nil && slices.Contains(s.Runs(), run) {
			return s
		}
	}
	return nil
}

// MetricsOf are the metrics of the system that a run is of; nil if the board has it not.
func MetricsOf(b *results.Board, run string) map[string]results.MetricValue {
	for i := range b.Rows {
		if r := &b.Rows[i]; r.Run != nil && (*r.Run == run || slices.Contains(r.OtherRuns, run)) {
			return r.Metrics
		}
	}
	return nil
}

// SweepRuns are the slugs of the runs that the numbers of a row with a run are means over.
func SweepRuns(r *results.BoardRow) []string {
	if list := r.Sweeps.Runs(); len(list) > 0 {
		return list
	}
	return []string{*r.Run}
}

// SweepIDs are the keys of the runs of SweepRuns.
func (b *Bench) SweepIDs(r *results.BoardRow) []int64 {
	var ids []int64
	for _, slug := range SweepRuns(r) {
		if id := b.Runs[slug].ID; id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// PoolMeans are the means of the tasks over all sweeps of each row, under the run that
// stands for it. They are in the order of the rows, and within one in that of means.
func (b *Bench) PoolMeans(rows []results.BoardRow, means []results.TaskMean) []results.TaskMean {
	byRun := meansByRun(means)
	list := make([]results.TaskMean, 0, len(means))
	for i := range rows {
		run, ids := b.Runs[*rows[i].Run].ID, b.SweepIDs(&rows[i])
		if len(ids) < 2 {
			list = append(list, byRun[run]...)
			continue
		}
		first, at := len(list), map[results.TaskName]int{}
		for _, id := range ids {
			for _, m := range byRun[id] {
				n, known := at[m.Name()]
				if m.Run = run; !known {
					at[m.Name()] = len(list) - first
					list = append(list, m)
					continue
				}
				list[first+n] = pooled(list[first+n], m)
			}
		}
	}
	return list
}

// pooled is the mean over the attempts of both.
func pooled(a, b results.TaskMean) results.TaskMean {
	switch {
	case b.Mean == nil:
		return a
	case a.Mean == nil:
		return b
	}
	n, m := float64(max(1, a.Attempts)), float64(max(1, b.Attempts))
	mean := (*a.Mean*n + *b.Mean*m) / (n + m)
	a.Mean, a.Attempts = &mean, a.Attempts+b.Attempts
	return a
}

// SweepPart is what a run is of its system: the run that stands for it, and how many of
// the system's sweeps the run holds.
type SweepPart struct {
	Standing string // slug
	Sweeps   int
}

// SweepParts are those of all runs that the numbers of a board are over, by slug.
func SweepParts(b *results.Board) map[string]SweepPart {
	parts := map[string]SweepPart{}
	for i := range b.Rows {
		r := &b.Rows[i]
		switch {
		case r.Run == nil:
		case r.Sweeps == nil:
			parts[*r.Run] = SweepPart{*r.Run, 1}
		default:
			for _, v := range r.Sweeps.Values {
				parts[v.Run] = SweepPart{*r.Run, parts[v.Run].Sweeps + 1}
			}
		}
	}
	return parts
}
