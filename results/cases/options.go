package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
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
				Title:   v.title(t, "option "+option+" is left out"),
				Finding: leftOut(n, of, systems(restRight), option),
				Trials:  refs(without, func(o *outcome) string { return "chose " + letters(o.selected) }),
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

// letters lists options as a sentence does.
func letters(list []string) string {
	switch n := len(list); n {
	case 0:
		return "nothing"
	case 1:
		return list[0]
	default:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
}

// leftOut says how many left an option out, and how many of those were right but
// for it.
func leftOut(n, of, right int, option string) string {
	if of == 1 {
		return fmt.Sprintf("The one system on record left out option %s and had every other option right.", option)
	}
	return fmt.Sprintf("%s left out option %s; %d of those had every other option right.", ofSystems(n, of), option, right)
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
			Title: v.title(t, "the feedback contradicts the verdict"),
			Finding: fmt.Sprintf("%s read in the prompt the opposite of the verdict on the %s before, or nothing after a failure.",
				ofSystems(n, of), v.benchmark.Words.Task),
			Trials: refs(told, func(o *outcome) string { return "this " + v.benchmark.Words.Task + ": " + words.StatusWord(o.status) }),
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
			Title:   v.title(exam, "a preference kept before is lost"),
			Finding: fmt.Sprintf("%s kept a preference in an earlier %s, where the agent is only reminded of it, and failed this one, whose checker scores it.", ofSystems(n, of), v.benchmark.Words.Task),
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
