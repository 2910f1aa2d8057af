package run

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// NotPassed is a trial that was judged and not passed.
type NotPassed struct {
	Trial      *results.StoredTrial
	Impossible string   // why no answer can pass the task; empty if one can
	Omitted    []string // options that are correct and were not chosen
	Added      []string // options that were chosen and are not correct
}

// notPassed lists the trials that were judged and not passed, in the dataset's
// order.
func (s *StoredRun) notPassed() []NotPassed {
	var list []NotPassed
	for i := range s.Trials {
		t := &s.Trials[i]
		if t.Status == results.Passed || t.Status == results.NotJudged {
			continue
		}
		n := NotPassed{Trial: t, Impossible: s.Doubts.Reason(t.Scenario, t.Task)}
		if t.Selected != nil && t.Gold != nil {
			n.Omitted, n.Added = report.Without(t.Gold, t.Selected), report.Without(t.Selected, t.Gold)
		}
		list = append(list, n)
	}
	return list
}
