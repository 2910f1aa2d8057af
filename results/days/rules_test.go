package days

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// ruled is a dataset of days, one text a day: a task a word, whose letters are the
// rules that it checks. In a run a capital was kept, a small letter broken, and
// what follows a broken one was not reached; - checks none.
func ruled(days ...string) (scenarios []results.Scenario, tasks []results.Task, o Outcomes) {
	var trials []results.Trial
	for i, day := range days {
		slug := fmt.Sprintf("day%02d", i+1)
		scenarios = append(scenarios, results.Scenario{Slug: slug, Ordinal: i + 1})
		for j, word := range strings.Fields(day) {
			task := results.Task{Scenario: slug, Slug: fmt.Sprint("r", j+1), Ordinal: j + 1, Kind: results.KindExecCheck}
			score := 1.0
			trial := results.Trial{Scenario: slug, Task: task.Slug, Attempt: 1, Score: &score}
			for _, c := range strings.Trim(word, "-") {
				id := strings.ToUpper(string(c))
				check := results.Check{ID: id}
				if kept := id == string(c); score == 1 {
					check.Passed = &kept
					if !kept {
						score = 0
					}
				}
				task.Facts.Rules, trial.Checks = append(task.Facts.Rules, id), append(trial.Checks, check)
			}
			tasks, trials = append(tasks, task), append(trials, trial)
		}
	}
	return scenarios, tasks, OutcomesOf(trials)
}

// TestRules reads a small dataset off by hand: A is taught on day 1, pauses on days
// 3 and 4 and comes back on day 5.
func TestRules(t *testing.T) {
	scenarios, tasks, o := ruled("a A", "A bA", "B", "-", "a A b")
	rules := Rules(scenarios, tasks)
	want := []Rule{
		{ID: "A", Introduced: "day01", Checks: 6, Days: []RuleDay{{"day01", 2, 0, 0}, {"day02", 2, 1, 1}, {"day05", 2, 3, 4}}},
		{ID: "B", Introduced: "day02", Checks: 3, Days: []RuleDay{{"day02", 1, 0, 0}, {"day03", 1, 1, 1}, {"day05", 1, 2, 3}}},
	}
	must.Same(t, want, rules, "rules")
	lines := RuleLines(rules, tasks, o)
	wantLines := []RuleLine{
		{Rule: "A", All: Count{3, 5}, NotReached: 1, First: Count{1, 2}, Returned: Count{0, 1}, SameDay: Count{2, 2}, Points: []RulePoint{
			{Day: "day01", Kept: Count{1, 2}, First: no(), Told: 1},
			{Day: "day02", Kept: Count{1, 1}, NotReached: 1, First: yes()},
			{Day: "day05", Kept: Count{1, 2}, First: no(), Told: 1},
		}},
		// The day ends after the broken check of day 2: nobody is told. That of day 5 is the last.
		{Rule: "B", All: Count{1, 3}, First: Count{1, 2}, Returned: Count{0, 1}, Points: []RulePoint{
			{Day: "day02", Kept: Count{0, 1}, First: no()}, {Day: "day03", Kept: Count{1, 1}, First: yes()}, {Day: "day05",
				Kept: Count{0, 1}, First: no()},
		}},
	}
	must.Same(t, wantLines, lines, "lines")
}

// TestRulesTold: a broken check whose agent heard the opposite, or nothing, has
// taught nothing, and what was taught may be checked on a later day first.
func TestRulesTold(t *testing.T) {
	scenarios, tasks, o := ruled("a - -", "A", "a -", "a")
	rules := Rules(scenarios, tasks)
	if l := RuleLines(rules, tasks, o)[0]; l.LaterDay != (Count{1, 2}) || l.SameDay.N != 0 {
		t.Errorf("%+v, want 1 of 2 on a later day", l)
	}
	o[results.TaskName{Scenario: "day01", Task: "r2"}].Details.Told = &results.Told{Contrary: true}
	if l := RuleLines(rules, tasks, o)[0]; l.LaterDay != (Count{0, 1}) || l.Points[0].Told != 0 {
		t.Errorf("%+v, want nobody told on day 1", l)
	}
	o[results.TaskName{Scenario: "day01", Task: "r2"}].Details.Told = nil
	o[results.TaskName{Scenario: "day01", Task: "r2"}].Score = nil
	if l := RuleLines(rules, tasks, o)[0]; l.Points[0].Told != 0 {
		t.Errorf("%+v: the next round has no verdict, so that nothing is known of what was told", l)
	}
	delete(o, results.TaskName{Scenario: "day03", Task: "r2"})
	if l := RuleLines(rules, tasks, o)[0]; l.LaterDay.N != 0 {
		t.Errorf("%+v: what came after a failure is not recorded", l)
	}
}

// TestRulePairs counts the checks that both runs have reached.
func TestRulePairs(t *testing.T) {
	scenarios, tasks, a := ruled("aB AB", "AB Ab")
	_, _, b := ruled("AB aB", "AB AB")
	want := []RulePair{{Rule: "A", Both: 2, OnlyA: 1, OnlyB: 1, P: 1}, {Rule: "B", Both: 1, OnlyB: 1, P: 1}}
	if diff := cmp.Diff(want, RulePairs(Rules(scenarios, tasks), tasks, a, b)); diff != "" {
		t.Error(diff)
	}
}
