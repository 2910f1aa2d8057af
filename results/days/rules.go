package days

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Rule is what a dataset asks of one rule that it teaches on some day and checks
// on that and later ones (MetaClaw-Bench).
type Rule struct {
	ID         string    `json:"id"`         // as the dataset names it
	Name       string    `json:"name"`       // what it asks for, in a few words; empty if that is not known
	Introduced string    `json:"introduced"` // id of the first day with a check of it
	Checks     int       `json:"checks"`     // over all days
	Days       []RuleDay `json:"days"`       // with a check of it
}

// ruleNames are the five rules of MetaClaw-Bench in our words.
var ruleNames = map[string]string{"P1": "times in ISO 8601 with offset", "P2": "file names with date",
	"P3": "metadata in each file", "P4": "backup before a change", "P5": "line in done.log"}

// RuleDay is a day on which a rule is checked.
type RuleDay struct {
	Day    string `json:"day"`    // its id
	Checks int    `json:"checks"` // of the rule
	After  int    `json:"after"`  // days since the one before with a check of the rule; 0 on the first
	Since  int    `json:"since"`  // days since the first with a check of the rule; 0 on that day
}

// RuleLine is how one run kept one rule.
type RuleLine struct {
	Rule       string      `json:"rule"`        // id
	All        Count       `json:"all"`         // checks that were reached
	NotReached int         `json:"not_reached"` // checks behind another that failed, or without a verdict
	First      Count       `json:"first"`       // first check of each day after the one of introduction: nothing of that day has taught the rule yet
	Returned   Count       `json:"returned"`    // those of them with no check of the rule on the day before
	SameDay    Count       `json:"same_day"`    // next checks after a broken one of which the agent was told, on the same day
	LaterDay   Count       `json:"later_day"`   // the same, on a later day
	Points     []RulePoint `json:"points"`      // one a day with a check of the rule
}

// RulePoint is one rule on one day of one run.
type RulePoint struct {
	Day        string `json:"day"`         // its id
	Kept       Count  `json:"kept"`        // of the checks that were reached
	NotReached int    `json:"not_reached"` // checks
	First      *bool  `json:"first"`       // whether the first check of the day was kept; nil if it was not reached
	Told       int    `json:"told"`        // broken checks of which the agent was told before its next task
}

// Rules lists the rules of a dataset whose scenarios are days, by id.
func Rules(scenarios []results.Scenario, tasks []results.Task) []Rule {
	at := places(scenarios)
	list := []Rule{}
	for i := range tasks {
		for _, id := range tasks[i].Facts.Rules {
			n := slices.IndexFunc(list, func(r Rule) bool { return r.ID == id })
			if n < 0 {
				n = len(list)
				list = append(list, Rule{ID: id, Name: ruleNames[id], Introduced: tasks[i].Scenario})
			}
			list[n].add(tasks[i].Scenario, at)
		}
	}
	slices.SortFunc(list, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

func (r *Rule) add(day string, at map[string]int) {
	r.Checks++
	if n := len(r.Days); n == 0 || r.Days[n-1].Day != day {
		x := RuleDay{Day: day}
		if n > 0 {
			x.After, x.Since = at[day]-at[r.Days[n-1].Day], at[day]-at[r.Introduced]
		}
		r.Days = append(r.Days, x)
	}
	r.Days[len(r.Days)-1].Checks++
}

func places(scenarios []results.Scenario) map[string]int {
	at := map[string]int{}
	for i, s := range scenarios {
		at[s.Slug] = i
	}
	return at
}

// Outcomes are the trials of one run by task.
type Outcomes map[results.TaskName]*results.Trial

// OutcomesOf takes the first attempt at each task.
func OutcomesOf(trials []results.Trial) Outcomes {
	by := Outcomes{}
	for i := range trials {
		t := &trials[i]
		name := results.TaskName{Scenario: t.Scenario, Task: t.Task}
		if have := by[name]; have == nil || t.Attempt < have.Attempt {
			by[name] = t
		}
	}
	return by
}

// kept is the verdict on a rule; nil: not reached.
func (o Outcomes) kept(task *results.Task, rule string) *bool {
	t := o[task.Name()]
	if t == nil {
		return nil
	}
	for _, c := range t.Checks {
		if c.ID == rule {
			return c.Passed
		}
	}
	return nil
}

// told reports whether the agent heard, before the task that follows on the same
// day, that this one had failed: feedback is given there and nowhere else.
func (o Outcomes) told(tasks []results.Task, i int) bool {
	if i+1 == len(tasks) || tasks[i+1].Scenario != tasks[i].Scenario {
		return false
	}
	next := o[tasks[i+1].Name()]
	return next != nil && next.Score != nil && (next.Details.Told == nil || !next.Details.Told.Contrary)
}

// RuleLines tells how a run kept each rule over the days. tasks are in the
// dataset's order.
func RuleLines(rules []Rule, tasks []results.Task, o Outcomes) []RuleLine {
	list := make([]RuleLine, len(rules))
	for i, r := range rules {
		list[i] = ruleLine(r, tasks, o)
	}
	return list
}

func ruleLine(r Rule, tasks []results.Task, o Outcomes) RuleLine {
	line := RuleLine{Rule: r.ID, Points: make([]RulePoint, len(r.Days))}
	taught, met := "", map[string]bool{} // day of a broken check of which the agent was told and that no other has followed
	for i := range tasks {
		t := &tasks[i]
		n := slices.IndexFunc(r.Days, func(d RuleDay) bool { return d.Day == t.Scenario })
		if n < 0 || !slices.Contains(t.Facts.Rules, r.ID) {
			continue
		}
		p, kept, first := &line.Points[n], o.kept(t, r.ID), !met[t.Scenario]
		p.Day, met[t.Scenario] = t.Scenario, true
		if first {
			p.First = kept
		}
		if kept == nil {
			p.NotReached++
			line.NotReached++
			continue
		}
		p.Kept.add(*kept)
		line.All.add(*kept)
		if first && n > 0 {
			line.opening(r.Days[n], *kept)
		}
		line.following(taught, t.Scenario, *kept)
		taught = ""
		if !*kept && o.told(tasks, i) {
			p.Told++
			taught = t.Scenario
		}
	}
	return line
}

// opening counts the first check of a day.
func (l *RuleLine) opening(d RuleDay, kept bool) {
	l.First.add(kept)
	if d.After > 1 {
		l.Returned.add(kept)
	}
}

// following counts the check after one that was broken and of which the agent was
// told on the day taught.
func (l *RuleLine) following(taught, day string, kept bool) {
	switch taught {
	case "":
	case day:
		l.SameDay.add(kept)
	default:
		l.LaterDay.add(kept)
	}
}

// RulePair sets two runs against each other at the checks of one rule that both
// have reached.
type RulePair struct {
	Rule    string  `json:"rule"`      // id
	Both    int     `json:"both"`      // checks that both kept
	OnlyA   int     `json:"only_a"`    // kept by the first run alone
	OnlyB   int     `json:"only_b"`    // kept by the second run alone
	Neither int     `json:"neither"`   // broken by both
	P       float64 `json:"mcnemar_p"` // exact, two-sided
}

// RulePairs pairs two runs at each rule.
func RulePairs(rules []Rule, tasks []results.Task, a, b Outcomes) []RulePair {
	list := make([]RulePair, len(rules))
	for i, r := range rules {
		var t stats.TwoByTwo
		for j := range tasks {
			x, y := a.kept(&tasks[j], r.ID), b.kept(&tasks[j], r.ID)
			switch {
			case x == nil || y == nil:
			case *x && *y:
				t.Both++
			case *x:
				t.OnlyA++
			case *y:
				t.OnlyB++
			default:
				t.Neither++
			}
		}
		list[i] = RulePair{Rule: r.ID, Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, P: stats.McNemarExact(t)}
	}
	return list
}
