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

	// Right of Checked cases hold that were found on the public records and checked by hand; a test
	// recounts them. Records names the records.
	Right, Checked int
	Records        string
}

// Precision states how many of the cases that were checked by hand hold.
func (r Rule) Precision() string {
	return fmt.Sprintf("Checked by hand on public records: %d of %d cases hold (%s).", r.Right, r.Checked, r.Records)
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
		{ID: "told-otherwise", Title: "Feedback that contradicts the verdict",
			Explain: "A {task} whose prompt tells the agent the opposite of the verdict on the {task} before.",
			Limits:  "It does not show that the agent was misled, only what it was told.", find: toldOtherwise,
			Right: 23, Checked: 23, Records: "ClawArena, Gemma 4 31B"},
		{ID: "late-points", Title: "No check passed on the first day, some later",
			Explain: "A {task} of several days in which a system passed no check of the first day and some check of a later one.",
			Limits: "It does not show that the system did nothing, nor that a check is faulty. A check that forbids something also passes " +
				"if nothing is done, and the environment itself can make a check true.", find: latePoints, Right: 4, Checked: 4, Records: "ClawMark, the example run of its repository"},
		{ID: "infrastructure-zero", Title: "A zero that came with an error",
			Explain: "A score of zero for an attempt that ended with an error of the agent's program, the environment or the check.",
			Limits:  "Who caused the error is open: what the agent did can also break the check.", find: infrastructureZero,
			Right: 16, Checked: 16, Records: "Terminal-Bench 1, LiveClawBench and MatrAIx"},
		{ID: "loop", Title: "One call failed again and again", Explain: "A call that failed five times or more with the same arguments in one trial.",
			Limits: "It does not show that the trial failed because of it: other calls lie between.", find: loop,
			Right: 2, Checked: 2, Records: "ClawArena, Gemma 4 31B"},
		{ID: world.SignNoLook, Title: "Answered without opening what had changed",
			Explain: "A {task} that was answered although no call of its trace opened, printed or ran a script over any file or chat that " +
				"an update had just changed. {Task}s without a whole trace are left out.",
			Limits: "It does not show that the answer is a guess: the agent may know it from the prompt, from other files, or in a way " +
				"that the trace does not show.", find: noLook, Right: 2, Checked: 2, Records: "ClawArena, Gemma 4 31B"},
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
	return c.Benchmark + "-" + c.Rule + "-" + results.Slug(c.Scenario) + "-" + results.Slug(c.Task)
}

// share returns the weight of a case that n of the given number of systems show. Cases are sorted
// by the number of systems, then by their share.
func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) + float64(n)/float64(of)
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
