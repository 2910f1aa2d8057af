package published

import (
	"fmt"
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// Means of tasks stand in the site's files with three digits, so that a mean over them
// can be off by half of the last one.
const taskDigit = 0.0005

// contradicts objects to a run whose tasks have another mean than the leaderboard beside
// them states. Its other columns are means over labels, which change from day to day.
func (b *leaderboard) contradicts(sr *SnapshotRun) []results.Objection {
	sum, n := 0.0, 0
	for i := range sr.Tasks {
		if avg := sr.Tasks[i].Avg; avg != nil {
			sum += *avg
			n++
		}
	}
	for i := range b.Models {
		m := &b.Models[i]
		raw := string(m.Overall)
		if m.Model != sr.Model || raw == "" || raw == "null" || n == 0 {
			continue
		}
		p, err := parsePrinted(raw, unitPercent)
		if err != nil {
			continue // the figures of this file are refused for it
		}
		mean := sum / float64(n)
		if half := 0.5 * math.Pow(10, -float64(p.digits)-2); math.Abs(p.stored-mean) > half+taskDigit+1e-9 {
			return []results.Objection{{Kind: results.ObjectionContrary,
				Message: fmt.Sprintf("%s beside it states %s overall, its %d tasks give %.3f", siteLeaderboard, raw, n, 100*mean)}}
		}
	}
	return nil
}

// contradict holds what a row says of a task against itself.
func (m *TaskMean) contradict(t *results.Trial) {
	if m.AllPassed && *m.Avg < 1-taskDigit {
		t.Contradict(fmt.Sprintf("all attempts passed, and their mean is %v", *m.Avg))
	}
}
