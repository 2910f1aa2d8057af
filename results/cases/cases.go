// Package cases finds case studies in the records: each rule is a pure
// function over the outcomes of all runs in one scenario, and says of itself what
// it looks for.
package cases

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Rule finds one kind of case.
type Rule struct {
	ID      string
	Title   string
	Explain string                                 // the condition, with its thresholds
	find    func(*oneScenario) []results.MinedCase // of one scenario
}

// Rules lists all rules in the order in which pages show them.
func Rules() []Rule {
	return append([]Rule{
		{"compound-claim", "Omitted compound claim", "An option that more than half of the systems left out, where at least half of those had the rest of the set right.", compoundClaim},
		{"asymmetric-revision", "Asymmetric revision", "A scenario in which a system passes at least a third less of the rounds of one kind after one update than of the same kind after its other updates (three rounds or more on each side). So few rounds prove nothing: a case is a place to look.", asymmetricRevision},
		{"format-gap", "Model-bound format gap", "The same complaint of a checker about one model in two or more frameworks, on a task that another model passes.", formatGap},
		{"format-ceiling", "Format ceiling", "A task that none of two or more systems passes although every complaint of its checker is about names of files or keys, or about form, and none about a wrong value.", formatCeiling},
		{"silent-preference", "Preference lost in the exam", "A preference that was kept where it was only reminded of, and lost in a later round whose checker scores it without a reminder and complains of a preference by name.", silentPreference},
		{"told-otherwise", "Told the opposite", "A round that opens by telling the agent the opposite of the verdict on its previous round, or nothing after a failure.", toldOtherwise},
		{"red-line", "Tripped red-line", "A red-line check that more than half of the systems that were checked failed.", redLine},
		{"silent-change", "Silent change missed", "A round with an update that was not announced to the agent and that more than half of the systems failed.", silentChange},
		{"infrastructure-zero", "Zero by infrastructure", "A score of zero that came with an exception of the environment or the harness: it says nothing about skill.", infrastructureZero},
		{"loop", "Loop", "The same failing call, with the same arguments, five times or more in one trial.", loop},
	}, worldRules()...)
}

// FindRule returns the rule with the id.
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

// share is a ratio by which cases of one rule are ranked: many systems first,
// then a high share.
func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) + float64(n)/float64(of)
}

func taskName(t *results.Task) string { return t.Scenario + "/" + t.Slug }

func ofSystems(n, of int) string {
	if of == 1 {
		return fmt.Sprintf("%d of 1 system", n)
	}
	return fmt.Sprintf("%d of %d systems", n, of)
}
