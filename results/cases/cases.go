// Package cases generates case studies from the records. Each rule is a pure function of all runs'
// outcomes in one scenario and includes its own description.
package cases

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// Rule finds one kind of case.
type Rule struct {
	ID      string
	Title   string
	Explain string                                 // definition of the case, with its thresholds
	Limits  string                                 // warning about conclusions that the case does not support
	find    func(*oneScenario) []results.MinedCase // function that finds the cases of one scenario
}

// In returns a copy of the rule that uses the benchmark's own words for scenarios and tasks.
func (r Rule) In(w results.Words) Rule {
	own := strings.NewReplacer("{task}", w.Task, "{Task}", words.Capital(w.Task), "{scenario}", w.Scenario)
	r.Title, r.Explain, r.Limits = own.Replace(r.Title), own.Replace(r.Explain), own.Replace(r.Limits)
	return r
}

// Rules returns all rules in display order.
func Rules() []Rule {
	return []Rule{
		{"asymmetric-revision", "Worse after one update than after the others", "A {scenario} in which a system passes at least a third " +
			"less of the {task}s of one kind after one update than of the same kind after its other updates (three {task}s or more on each side).",
			"So few {task}s prove nothing about revision: those after one update may be harder.", asymmetricRevision},
		{"format-gap", "The same complaint about one model in two frameworks",
			"The same complaint of a checker about one model in two or more frameworks, on a {task} that another model passes.",
			"It does not show that the model cannot do it, only that it failed in the same words.", formatGap},
		{"told-otherwise", "Feedback that contradicts the verdict",
			"A {task} that opens by telling the agent the opposite of the verdict on its previous {task}, or nothing after a failure.",
			"It does not show that the agent was misled, only what it was told.", toldOtherwise},
		{"red-line", "A red line that most cross", "A red-line check that more than half of the systems that were checked failed.",
			"Systems whose trial ended before the check are not among them.", redLine},
		{"late-points", "Nothing passed on the first day, points later",
			"A {task} of several days in which a system passed no check of the first day and some check of a later one.",
			"It does not show that the system did nothing, nor that a check is at fault: a check may forbid something, and what nobody " +
				"does is not done; or the environment itself makes it true.", latePoints},
		{"infrastructure-zero", "A zero that came with an exception",
			"A score of zero that came with an exception of the environment, the checker or the agent's own process.",
			"Such a zero says nothing about skill.", infrastructureZero},
		{"loop", "The same failing call again and again", "The same failing call, with the same arguments, five times or more in one trial.",
			"It does not show that the trial failed because of it: other calls lie between.", loop},
		{world.SignNoLook, "Answered without a look", "A {task} that was answered although no call of its trace opened, showed or ran a " +
			"script over any of the objects that an update had just changed. {Task}s without a whole trace are left out.",
			"That the answer does not rest on what changed is inferred: it may be known from the question, from other objects, or by a way " +
				"that the trace does not show.", noLook},
	}
}

// FindRule returns the rule with the given id and whether it exists.
func FindRule(id string) (Rule, bool) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

func slugOf(c *results.MinedCase) string {
	parts := []string{c.Benchmark, c.Rule}
	for _, p := range []string{c.Scenario, c.Task, c.Option} {
		if p != "" {
			parts = append(parts, results.Slug(p))
		}
	}
	return strings.Join(parts, "-")
}

// share returns the weight of a case that n of the given number of systems show. Cases are sorted
// by the number of systems, then by their share.
func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) + float64(n)/float64(of)
}

func (v *oneScenario) title(t *results.Task, happened string) string {
	return words.Task(v.benchmark, t.Scenario, t.Slug) + ": " + happened
}

// ofSystems returns the beginning of a sentence, such as "3 of 5 systems".
func ofSystems(n, of int) string {
	switch {
	case of == 1:
		return "The one system on record"
	case n == of && n == 2:
		return "Both systems"
	case n == of:
		return fmt.Sprintf("All %d systems", n)
	}
	return fmt.Sprintf("%d of %d systems", n, of)
}
