package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
)

// TaskAtlas is what all tasks of a benchmark are, taken together: how many are
// passed by nobody, by all and by some.
type TaskAtlas struct {
	Nobody    int     // scored tasks that none of those counted passes
	Everybody int     // that all pass
	Some      int     // that some pass and others do not
	Alone     int     // of Some, passed by one system alone
	Doubtful  int     // that may measure something else
	N         int     // what most correlations are over
	Least     float64 // from which correlation over N on one is told from 0; 0 without one
	Groups    []UnsolvedGroup
}

// UnsolvedGroup is the tasks of a scenario that nobody passes, the best mean first.
type UnsolvedGroup struct {
	Scenario string
	Tasks    int // of the scenario
	Rows     []TaskRow
}

// Atlas sums up all tasks of the table, whatever a list shows of them.
func (t *TaskTable) Atlas() TaskAtlas {
	var a TaskAtlas
	over := map[int]int{}
	at := map[string]int{}
	for _, r := range t.Rows {
		i, ok := at[r.Scenario]
		if !ok {
			i = len(a.Groups)
			at[r.Scenario] = i
			a.Groups = append(a.Groups, UnsolvedGroup{Scenario: r.Scenario})
		}
		a.Groups[i].Tasks++
		if r.Suspect {
			a.Doubtful++
		}
		if r.inTab("nobody") {
			a.Nobody++
			a.Groups[i].Rows = append(a.Groups[i].Rows, r)
		}
		if r.inTab("everybody") {
			a.Everybody++
		}
		if r.inTab("some") {
			a.Some++
			if r.Passed == 1 {
				a.Alone++
			}
		}
		if r.ItemRest == nil {
			continue
		}
		over[r.RestRuns]++
	}
	for n, tasks := range over {
		if tasks > over[a.N] || tasks == over[a.N] && n > a.N {
			a.N = n
		}
	}
	a.Least = stats.LeastCorrelation(a.N, stats.Level)
	a.Groups = slices.DeleteFunc(a.Groups, func(g UnsolvedGroup) bool { return len(g.Rows) == 0 })
	for _, g := range a.Groups {
		slices.SortStableFunc(g.Rows, func(x, y TaskRow) int { return report.CompareValues(x.Mean, y.Mean, false) })
	}
	slices.SortStableFunc(a.Groups, func(x, y UnsolvedGroup) int { return len(y.Rows) - len(x.Rows) })
	return a
}
