package report

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// DayRules is how one run kept the rules of the days.
type DayRules struct {
	Run   string          `json:"run"`   // slug
	Name  string          `json:"name"`  // of the system
	URL   string          `json:"url"`   // of the run's page
	Lines []days.RuleLine `json:"lines"` // one a rule
}

// DayRulePair sets a system against itself with something added, such as skills:
// the same model in the same framework under another variant.
type DayRulePair struct {
	A     string          `json:"a"`      // slug of the run without a variant
	B     string          `json:"b"`      // slug of the run with one
	NameA string          `json:"name_a"` // of the first system
	NameB string          `json:"name_b"` // of the second system
	Rules []days.RulePair `json:"rules"`  // one a rule, at the checks that both have reached
}

// HasRules reports whether the page tells how rules were kept.
func (d *Days) HasRules() bool {
	return len(d.Rules) > 0 && (d.TaskKind == "" || d.TaskKind == results.KindExecCheck)
}

// AddRules tells how the runs of rows, whose trials are in outcomes, kept the rules.
func (d *Days) AddRules(v *Bench, rows []results.BoardRow, outcomes [][]results.Trial) {
	by := make([]days.Outcomes, len(rows))
	for i, r := range rows {
		by[i] = days.OutcomesOf(outcomes[i])
		d.RuleLines = append(d.RuleLines, DayRules{Run: *r.Run, Name: v.Label(r), URL: RowAddress(r), Lines: days.RuleLines(d.Rules, d.Tasks, by[i])})
	}
	for i, a := range rows {
		for j, b := range rows {
			if a.System.Variant == "" && b.System.Variant != "" && a.System.Model == b.System.Model && a.System.Framework == b.System.Framework {
				d.RulePairs = append(d.RulePairs, DayRulePair{A: *a.Run, B: *b.Run, NameA: v.Label(a), NameB: v.Label(b), Rules: days.RulePairs(d.Rules, d.Tasks, by[i], by[j])})
			}
		}
	}
}

// rulesOf lists the rules of a benchmark whose scenarios are days.
func (d *Days) rulesOf() []days.Rule {
	if d.Kind != DaysScenarios || !slices.ContainsFunc(d.Tasks, func(t results.Task) bool { return len(t.Facts.Rules) > 0 }) {
		return []days.Rule{}
	}
	return days.Rules(d.Scenarios, d.Tasks)
}
