package trial

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// TrialOption is one option of a multi-choice task with what became of it.
type TrialOption struct {
	Label, Text, Feedback string
	Gold, Picked          bool
}

// trialOptions lists the options of a multi-choice task. Which are correct is
// what the trial's record says; the dataset decides where it says nothing.
func trialOptions(s *StoredTrial) (list []TrialOption) {
	t := &s.Trial
	if t.Kind != results.KindMultiChoice {
		return nil
	}
	seen := map[string]bool{}
	add := func(o TrialOption) {
		seen[o.Label] = true
		o.Picked = slices.Contains(t.Selected, o.Label)
		if t.Gold != nil {
			o.Gold = slices.Contains(t.Gold, o.Label)
		}
		list = append(list, o)
	}
	for _, o := range s.Task.Options {
		add(TrialOption{Label: o.Label, Text: o.Text, Gold: o.Gold, Feedback: o.Feedback})
	}
	for _, label := range append(slices.Clone(t.Gold), t.Selected...) {
		if !seen[label] {
			add(TrialOption{Label: label})
		}
	}
	return list
}
