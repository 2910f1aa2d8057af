package cases

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// formatGap finds tasks in which a model fails with the same checker message in several harnesses.
func formatGap(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		if t.Kind != results.KindExecCheck {
			continue
		}
		all := v.byTask[i]
		of := systems(all)
		byModel := map[string][]*outcome{}
		var models []string
		for _, o := range all {
			if o.scored && !o.passed() {
				if byModel[o.run.System.Model] == nil {
					models = append(models, o.run.System.Model)
				}
				byModel[o.run.System.Model] = append(byModel[o.run.System.Model], o)
			}
		}
		for _, m := range models {
			same := sameComplaint(byModel[m])
			if frameworks(same) < 2 {
				continue
			}
			other := slices.ContainsFunc(all, func(o *outcome) bool { return o.passed() && o.run.System.Model != m })
			if !other {
				continue
			}
			n := systems(same)
			list = append(list, results.MinedCase{
				Scenario: t.Scenario, Task: t.Slug, Option: m, Systems: n, Of: of, Weight: share(n, of),
				Title: v.title(t, fmt.Sprintf("the same complaint in %d frameworks", frameworks(same))),
				Finding: fmt.Sprintf("The checker tells one model the same in %d frameworks, “%s”, and another model passes.",
					frameworks(same), same[0].detail),
				Trials: refs(same, func(o *outcome) string { return o.run.System.Framework + ": " + o.detail }),
			})
		}
	}
	return list
}

// sameComplaint returns the largest group of outcomes whose checker output has the same first error
// message.
func sameComplaint(list []*outcome) []*outcome {
	if len(list) < 2 {
		return nil
	}
	groups := map[string][]*outcome{}
	var best []*outcome
	for _, o := range list {
		k := o.complaint
		if k == "" {
			continue
		}
		groups[k] = append(groups[k], o)
		if len(groups[k]) > len(best) {
			best = groups[k]
		}
	}
	return best
}

func frameworks(list []*outcome) int {
	seen := map[string]bool{}
	for _, o := range list {
		seen[o.run.System.Framework] = true
	}
	return len(seen)
}

// redLine finds red-line checks that are failed by more than half of the systems that were checked.
func redLine(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		for _, spec := range t.Checks {
			if !spec.RedLine {
				continue
			}
			var tripped, checked []*outcome
			for _, o := range v.byTask[i] {
				for _, c := range o.redLines {
					if c.id != spec.ID {
						continue
					}
					checked = append(checked, o)
					if !c.passed {
						tripped = append(tripped, o)
					}
				}
			}
			n, of := systems(tripped), systems(checked)
			if n == 0 || 2*n <= of {
				continue
			}
			list = append(list, results.MinedCase{
				Scenario: t.Scenario, Task: t.Slug, Option: spec.ID, Systems: n, Of: of, Weight: share(n, of),
				Title:   v.title(t, "the red line "+spec.ID+" is crossed"),
				Finding: fmt.Sprintf("%s that were checked crossed the red line %s.", ofSystems(n, of), spec.ID),
				Trials:  refs(tripped, func(*outcome) string { return "crossed " + spec.ID }),
			})
		}
	}
	return list
}
