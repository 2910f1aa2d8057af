package run

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
)

// CallCause counts the calls of one family of tools that failed for one cause, with
// the verdicts of the trials that have such a call and of those that have none.
type CallCause struct {
	Family  string      `json:"family"`  // of tools
	Cause   string      `json:"cause"`   // id
	Meaning string      `json:"meaning"` // of the cause, in words
	Calls   int         `json:"calls"`   // failed calls with the cause
	Of      int         `json:"of"`      // failed calls of the family
	Trials  int         `json:"trials"`  // that have such a call
	With    PassedShare `json:"with"`    // of these trials, those with a verdict
	Without PassedShare `json:"without"` // of the other trials of the same runs, those with a trace and a verdict
	URL     string      `json:"url"`     // of the list of calls
}

// PassedShare counts trials with full marks among those with a verdict.
type PassedShare struct {
	Passed int         `json:"passed"` // trials with full marks
	Trials int         `json:"trials"` // trials with a verdict
	Rate   *float64    `json:"rate"`   // passed by trials, 0 to 1; null under 10 trials
	CI     *[2]float64 `json:"ci"`     // 95 % interval of the rate, Wilson; null under 10 trials
}

// leastTrials is the number of trials from which a rate stands beside its count.
const leastTrials = 10

func passedShare(passed, trials int) PassedShare {
	s := PassedShare{Passed: passed, Trials: trials}
	if trials >= leastTrials {
		rate, ci := float64(passed)/float64(trials), stats.Wilson(passed, trials, stats.Level)
		s.Rate, s.CI = &rate, &[2]float64{ci.Lo, ci.Hi}
	}
	return s
}

// causes counts the causes over the runs that the sums of d are over.
func (t *ToolTables) causes(d *Tools) []CallCause {
	var list []results.RunFailures
	for _, id := range t.summed(d) {
		list = append(list, t.failures[id])
	}
	causes := causesOf(list)
	for i := range causes {
		c := &causes[i]
		c.URL = link.FailedCalls(d.Benchmark, FamilySlug(c.Family), c.Cause, d.Run)
	}
	return causes
}

// causesOf adds up the causes of some runs: families in their order, the most
// frequent cause first.
func causesOf(list []results.RunFailures) []CallCause {
	type key struct {
		Family, Cause string `json:"-"`
	}
	sums := map[key]*results.CauseCount{}
	failed := map[string]int{}
	judged, passed := 0, 0
	for _, run := range list {
		judged, passed = judged+run.Judged, passed+run.Passed
		for _, c := range run.Causes {
			k := key{Family: c.Family, Cause: c.Cause}
			if sums[k] == nil {
				sums[k] = &results.CauseCount{}
			}
			s := sums[k]
			s.Calls, s.Trials, s.Judged, s.Passed = s.Calls+c.Calls, s.Trials+c.Trials, s.Judged+c.Judged, s.Passed+c.Passed
			failed[c.Family] += c.Calls
		}
	}
	out := []CallCause{}
	for _, f := range ToolFamilies() {
		first := len(out)
		for _, c := range calls.Causes() {
			if s := sums[key{Family: f, Cause: string(c)}]; s != nil {
				out = append(out, CallCause{Family: f, Cause: string(c), Meaning: c.Words(), Calls: s.Calls, Of: failed[f], Trials: s.Trials,
					With: passedShare(s.Passed, s.Judged), Without: passedShare(passed-s.Passed, judged-s.Judged)})
			}
		}
		slices.SortStableFunc(out[first:], func(a, b CallCause) int { return b.Calls - a.Calls })
	}
	return out
}

// FamilySlug is a family of tools as addresses have it.
func FamilySlug(family string) string { return strings.ReplaceAll(family, " ", "-") }

// familyOfSlug is the family that an address names; empty if there is none.
func familyOfSlug(slug string) string {
	for _, f := range ToolFamilies() {
		if FamilySlug(f) == slug {
			return f
		}
	}
	return ""
}
