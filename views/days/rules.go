package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/views"
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

// Bases are the rows that those of the page with a variant are set against, and that
// stand on another page: the same systems without one.
func (d *Days) Bases(rows []results.BoardRow) []results.BoardRow {
	var list []results.BoardRow
	for _, base := range d.all {
		if slices.ContainsFunc(rows, func(r results.BoardRow) bool { return *r.Run == *base.Run }) {
			continue
		}
		if slices.ContainsFunc(rows, func(r results.BoardRow) bool { return isVariant(base, r) }) {
			list = append(list, base)
		}
	}
	return list
}

// isVariant reports whether b is the system of a with something added.
func isVariant(a, b results.BoardRow) bool {
	return a.System.Variant == "" && b.System.Variant != "" && a.System.Model == b.System.Model && a.System.Framework == b.System.Framework
}

// AddRules tells how the runs of rows kept the rules, and sets those of a variant
// against the same system without one, which is among rows or bases. The trials of
// both are in outcomes, rows first.
func (d *Days) AddRules(v *views.Bench, rows, bases []results.BoardRow, outcomes [][]results.Trial) {
	all := slices.Concat(rows, bases)
	by := make([]days.Outcomes, len(all))
	for i := range all {
		by[i] = days.OutcomesOf(outcomes[i])
	}
	for i, r := range rows {
		d.RuleLines = append(d.RuleLines, DayRules{Run: *r.Run, Name: v.Label(r), URL: views.RowAddress(r),
			Lines: days.RuleLines(d.Rules, d.Tasks, by[i])})
	}
	for i, a := range all {
		for j, b := range rows {
			if isVariant(a, b) {
				d.RulePairs = append(d.RulePairs, DayRulePair{A: *a.Run, B: *b.Run, NameA: v.Label(a), NameB: v.Label(b),
					Rules: days.RulePairs(d.Rules, d.Tasks, by[i], by[j])})
			}
		}
	}
}

// rulesOf lists the rules of a benchmark whose scenarios are days.
func (d *Days) rulesOf() []days.Rule {
	if d.Kind != days.ScenarioDays || !slices.ContainsFunc(d.Tasks, func(t results.Task) bool { return len(t.Facts.Rules) > 0 }) {
		return []days.Rule{}
	}
	return days.Rules(d.Scenarios, d.Tasks)
}
