package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// detail is the first line in which the checker says something: banners and
// lines about what passed are skipped.
func detail(t *results.Trial) string {
	for _, c := range t.Checks {
		if c.Passed != nil && *c.Passed {
			continue
		}
		for line := range strings.Lines(c.Detail) {
			line = strings.TrimSpace(line)
			if strings.Trim(line, "=-*# ") != "" && !strings.HasPrefix(line, "PASS") && !strings.HasPrefix(line, "OK") {
				return line
			}
		}
	}
	return string(t.Status)
}

// findings are the checker's complaints about a trial.
func findings(task *results.Task, t *results.Trial) []item.Finding {
	var all []item.Finding
	for _, c := range t.Checks {
		if c.Detail == "" || c.Passed != nil && *c.Passed {
			continue
		}
		no := false
		all = append(all, item.Findings(&results.CheckerVerdict{Passed: &no, Stdout: c.Detail}, task.Facts.Command)...)
	}
	return all
}

// formatGap finds complaints that follow a model from framework to framework.
func formatGap(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		if t.Kind != results.KindExecCheck {
			continue
		}
		all := v.outcomes(t)
		byModel := map[string][]outcome{}
		var models []string
		for _, o := range all {
			if o.scored() && !o.passed() {
				if byModel[o.run.System.Model] == nil {
					models = append(models, o.run.System.Model)
				}
				byModel[o.run.System.Model] = append(byModel[o.run.System.Model], o)
			}
		}
		for _, m := range models {
			same := sameComplaint(t, byModel[m])
			other := slices.ContainsFunc(all, func(o outcome) bool { return o.passed() && o.run.System.Model != m })
			if frameworks(same) < 2 || !other {
				continue
			}
			list = append(list, results.MinedCase{
				Scenario: t.Scenario, Task: t.Slug, Option: m, Systems: systems(same), Of: systems(all), Weight: share(systems(same), systems(all)),
				Title:   fmt.Sprintf("%s meets the same complaint in %s in %d frameworks", m, taskName(t), frameworks(same)),
				Finding: fmt.Sprintf("The checker tells this model the same in %d frameworks: %s. Another model passes.", frameworks(same), detail(same[0].trial)),
				Trials:  refs(same, func(o outcome) string { return o.run.System.Framework + ": " + detail(o.trial) }),
			})
		}
	}
	return list
}

// sameComplaint returns the largest group of outcomes with one first complaint.
func sameComplaint(t *results.Task, list []outcome) []outcome {
	groups := map[string][]outcome{}
	var best []outcome
	for _, o := range list {
		f := findings(t, o.trial)
		if len(f) == 0 || f[0].Cause == item.WrongValue || f[0].Cause == item.Timeout {
			continue
		}
		k := f[0].Text
		groups[k] = append(groups[k], o)
		if len(groups[k]) > len(best) {
			best = groups[k]
		}
	}
	return best
}

func frameworks(list []outcome) int {
	seen := map[string]bool{}
	for _, o := range list {
		seen[o.run.System.Framework] = true
	}
	return len(seen)
}

// formatCeiling finds tasks that nobody passes and whose checker only ever
// complains of names and form.
func formatCeiling(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		all := v.outcomes(t)
		if t.Kind != results.KindExecCheck || len(all) == 0 || slices.ContainsFunc(all, outcome.passed) {
			continue
		}
		formal := true
		var shown []outcome
		for _, o := range all {
			fs := findings(t, o.trial)
			for _, f := range fs {
				if f.Cause != item.MissingFile && f.Cause != item.MissingKey && f.Cause != item.Format {
					formal = false
				}
			}
			if len(fs) > 0 {
				shown = append(shown, o)
			}
		}
		if !formal || systems(all) < 2 || 2*systems(shown) <= systems(all) {
			continue
		}
		n, of := systems(shown), systems(all)
		list = append(list, results.MinedCase{
			Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title:   fmt.Sprintf("Nobody passes %s, for names and form only", taskName(t)),
			Finding: fmt.Sprintf("None of %d systems passes; the checker's words to %d of them are about missing files, missing keys or form; its log names no wrong value.", of, n),
			Trials:  refs(shown, func(o outcome) string { return detail(o.trial) }),
		})
	}
	return list
}

// redLine finds red-line checks that most of the checked systems trip.
func redLine(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		for _, spec := range t.Checks {
			if !spec.RedLine {
				continue
			}
			var tripped, checked []outcome
			for _, o := range v.outcomes(t) {
				for _, c := range o.trial.Checks {
					if c.ID != spec.ID || c.Passed == nil {
						continue
					}
					checked = append(checked, o)
					if !*c.Passed {
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
				Title:   fmt.Sprintf("Red-line %s of %s", spec.ID, t.Slug),
				Finding: fmt.Sprintf("%s that were checked failed the red-line %s.", ofSystems(n, of), spec.ID),
				Trials:  refs(tripped, func(outcome) string { return "failed " + spec.ID }),
			})
		}
	}
	return list
}
