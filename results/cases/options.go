package cases

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// compoundClaim finds gold options that most systems leave out although the
// rest of their set is right: claims of several parts of which one was missed.
func compoundClaim(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		if t.Kind != results.KindMultiChoice {
			continue
		}
		answered := slices.DeleteFunc(slices.Clone(v.outcomes(t)), func(o outcome) bool {
			return o.trial.Selected == nil || o.trial.Gold == nil
		})
		for _, option := range goldOf(t, answered) {
			var without, restRight []outcome
			for _, o := range answered {
				if slices.Contains(o.trial.Selected, option) {
					continue
				}
				without = append(without, o)
				if onlyMissing(o.trial, option) {
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
				Trials:  refs(without, func(o outcome) string { return "selected " + letters(o.trial.Selected) }),
			})
		}
	}
	return list
}

// goldOf takes the gold options from the dataset, or else from the records.
func goldOf(t *results.Task, answered []outcome) []string {
	var gold []string
	for _, o := range t.Options {
		if o.Gold {
			gold = append(gold, o.Label)
		}
	}
	if gold == nil && len(answered) > 0 {
		gold = answered[0].trial.Gold
	}
	return gold
}

// onlyMissing reports whether option is the only fault of the selected set.
func onlyMissing(t *results.Trial, option string) bool {
	set := append(slices.Clone(t.Selected), option)
	slices.Sort(set)
	gold := slices.Clone(t.Gold)
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
func toldOtherwise(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		var told []outcome
		all := v.outcomes(t)
		for _, o := range all {
			if o.trial.Details.Told != nil && o.trial.Details.Told.Contrary {
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
			Trials:  refs(told, func(o outcome) string { return "this round: " + string(o.trial.Status) }),
		})
	}
	return list
}

// silentPreference finds preferences that were kept under a reminder and lost
// in a later round that scores them.
func silentPreference(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		exam := &v.Tasks[i]
		if !exam.Facts.SilentPref {
			continue
		}
		var lost []outcome
		all := v.outcomes(exam)
		for _, o := range all {
			if o.scored() && !o.passed() && complainsOfPreference(o.trial) && v.keptBefore(o, exam) {
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
			Trials:  refs(lost, func(o outcome) string { return detail(o.trial) }),
		})
	}
	return list
}

// preferenceWord is how checkers name a preference: by the word or as P1, P2.
var preferenceWord = regexp.MustCompile(`(?i)preference|\bP[0-9]\b`)

// complainsOfPreference tells an exam whose preference check spoke from one
// that ended before it.
func complainsOfPreference(t *results.Trial) bool {
	for _, c := range t.Checks {
		if c.Passed != nil && *c.Passed {
			continue
		}
		for line := range strings.Lines(c.Detail) {
			if preferenceWord.MatchString(line) && !strings.Contains(line, "PASS") {
				return true
			}
		}
	}
	return false
}

// keptBefore reports whether the run kept a preference in an earlier round of
// the scenario.
func (v *view) keptBefore(o outcome, exam *results.Task) bool {
	for i := range v.Tasks {
		t := &v.Tasks[i]
		if t.Scenario != exam.Scenario || t.Ordinal >= exam.Ordinal {
			continue
		}
		for _, x := range v.outcomes(t) {
			if x.run == o.run && x.trial.PrefPassed != nil && *x.trial.PrefPassed {
				return true
			}
		}
	}
	return false
}
