package cases

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// compoundClaim finds gold options that most systems leave out although the
// rest of their set is right: claims of several parts of which one was missed.
func compoundClaim(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		if t.Kind != results.KindMultiChoice {
			continue
		}
		answered := slices.DeleteFunc(slices.Clone(v.byTask[i]), func(o *outcome) bool {
			return o.selected == nil || o.gold == nil
		})
		for _, option := range goldOf(t, answered) {
			var without, restRight []*outcome
			for _, o := range answered {
				if slices.Contains(o.selected, option) {
					continue
				}
				without = append(without, o)
				if onlyMissing(o, option) {
					restRight = append(restRight, o)
				}
			}
			n, of := systems(without), systems(answered)
			if 2*n <= of || len(restRight) == 0 || 2*len(restRight) < len(without) {
				continue
			}
			list = append(list, results.MinedCase{
				Scenario: t.Scenario, Task: t.Slug, Option: option, Systems: n, Of: of, Weight: share(n, of),
				Title:   fmt.Sprintf("Option %s of %s is left out", option, taskName(t)),
				Finding: fmt.Sprintf("%s omitted option %s; %d of those had every other option right.", ofSystems(n, of), option, systems(restRight)),
				Trials:  refs(without, func(o *outcome) string { return "selected " + letters(o.selected) }),
			})
		}
	}
	return list
}

// goldOf takes the gold options from the dataset, or else from the records.
func goldOf(t *results.Task, answered []*outcome) []string {
	var gold []string
	for _, o := range t.Options {
		if o.Gold {
			gold = append(gold, o.Label)
		}
	}
	if gold == nil && len(answered) > 0 {
		gold = answered[0].gold
	}
	return gold
}

// onlyMissing reports whether option is the only fault of the selected set.
func onlyMissing(o *outcome, option string) bool {
	set := append(slices.Clone(o.selected), option)
	slices.Sort(set)
	gold := slices.Clone(o.gold)
	slices.Sort(gold)
	return slices.Equal(set, gold)
}

func letters(list []string) string {
	s := ""
	for i, x := range list {
		if i > 0 {
			s += " "
		}
		s += x
	}
	if s == "" {
		return "nothing"
	}
	return s
}

// toldOtherwise finds rounds that open with feedback that contradicts the
// verdict on the round before.
func toldOtherwise(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		var told []*outcome
		all := v.byTask[i]
		for _, o := range all {
			if o.contrary {
				told = append(told, o)
			}
		}
		if len(told) == 0 {
			continue
		}
		n, of := systems(told), systems(all)
		list = append(list, results.MinedCase{
			Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title:   fmt.Sprintf("%s opens with feedback that contradicts the verdict", taskName(t)),
			Finding: fmt.Sprintf("In the runs of %s the prompt of this round says the opposite of the verdict on the round before, or nothing after a failure.", ofSystems(n, of)),
			Trials:  refs(told, func(o *outcome) string { return "this round: " + string(o.status) }),
		})
	}
	return list
}

// silentPreference finds preferences that were kept under a reminder and lost
// in a later round that scores them.
func silentPreference(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, exam := range v.Tasks {
		if !exam.Facts.SilentPref {
			continue
		}
		var lost []*outcome
		all := v.byTask[i]
		for _, o := range all {
			if o.scored && !o.passed() && o.preference && v.keptBefore(o) {
				lost = append(lost, o)
			}
		}
		if len(lost) == 0 {
			continue
		}
		n, of := systems(lost), systems(all)
		list = append(list, results.MinedCase{
			Scenario: exam.Scenario, Task: exam.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title:   fmt.Sprintf("Preferences kept under a reminder, lost in %s", taskName(exam)),
			Finding: fmt.Sprintf("%s kept the preference in an earlier round, where it is only reminded of, and failed this round, whose checker scores it.", ofSystems(n, of)),
			Trials:  refs(lost, func(o *outcome) string { return o.detail }),
		})
	}
	return list
}

// keptBefore reports whether the run kept a preference in an earlier round of
// the scenario.
func (v *oneScenario) keptBefore(o *outcome) bool {
	return slices.ContainsFunc(v.byRun[o.run.at], func(x *outcome) bool { return x.kept && x.task.Ordinal < o.task.Ordinal })
}
