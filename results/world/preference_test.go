package world

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

func TestVerdicts(t *testing.T) {
	tests := []struct {
		name, stdout string
		passed       bool
		want         []Verdict
	}{
		{"each rule has its line", "PASSED\nP1: PASSED (n=6)\nFAILED: P2: no such phrase.\n", false, []Verdict{Kept, Lost, NotReached}},
		{"the content failed first", "FAILED: only 4 headings\n", false, []Verdict{NotReached, NotReached, NotReached}},
		{"nothing was written", "", false, []Verdict{NotReached, NotReached, NotReached}},
		{"a rule in brackets is no verdict on it", "FAILED: no '## TL;DR' section (P3/P1)\nFAILED: does not state P2: the date\n",
			false, []Verdict{NotReached, NotReached, NotReached}},
		{"all files have to pass", "Rule Summary:\n  P1: 1/6 passed (16.7%)\n  P2: 2/2 passed (100.0%)\n  P3: 0/0 passed (0.0%)\n",
			false, []Verdict{Lost, Kept, NotReached}},
		{"passed without words", "ok\n", true, []Verdict{Kept, Kept, Kept}},
	}
	for _, test := range tests {
		if got := Verdicts([]string{"P1", "P2", "P3"}, test.passed, test.stdout); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestRulesIn(t *testing.T) {
	for command, want := range map[string][]string{
		"python check_preferences.py w --rules P1,P2 --target docs/":    {"P1", "P2"},
		"grep x && python check_preferences.py --file a.md --rules=P4":  {"P4"},
		"python lint.py --rules P9 && python check_preferences.py docs": nil,
		"python check_q3.py": nil,
	} {
		if got := RulesIn(command); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}

// A failed exam is no lost preference, rules of two scenarios stay apart, and what
// has no verdict counts nowhere.
func TestPreferencesOf(t *testing.T) {
	exam := func(scenario, slug, rules string) results.Task {
		return results.Task{Scenario: scenario, Slug: slug,
			Facts: results.TaskFacts{SilentPref: true, Command: "check_preferences.py --rules " + rules}}
	}
	reminded := func(scenario, slug, rules string) results.Task {
		return results.Task{Scenario: scenario, Slug: slug,
			Facts: results.TaskFacts{Pref: &results.Pref{Command: "check_preferences.py --rules " + rules}}}
	}
	rounds := PreferenceRounds(nil, []results.Task{
		reminded("s", "q3", "P1,P2"), exam("s", "q9", "P1,P2"), exam("s", "q15", "P2"), exam("s", "q16", "P1"),
		reminded("t", "q1", "P1"), exam("t", "q2", "P2"), exam("t", "q3", "P3"),
		{Scenario: "t", Slug: "q4", Facts: results.TaskFacts{SilentPref: true}}, // nobody says which rules
	})
	name := func(scenario, task string) results.TaskName { return results.TaskName{Scenario: scenario, Task: task} }
	p := PreferencesOf(rounds, PreferenceOutcomes{
		Exams: map[results.TaskName]ExamOutcome{
			name("s", "q9"): {Stdout: "P1: PASSED\nFAILED: P2: no date"}, name("s", "q15"): {Stdout: "FAILED: no file"}, name("s",
				"q16"): {Passed: true},
			name("t", "q2"): {Passed: true, Stdout: "P2: PASSED"},
		},
		Reminded: map[results.TaskName]bool{name("s", "q3"): false},
	})
	want := []ScenarioRule{
		{Scenario: "s", Rule: "P1", Kept: 2, Reminded: days.Count{N: 1}}, {Scenario: "s", Rule: "P2", Lost: 1,
			NotReached: 1, Reminded: days.Count{N: 1}},
		{Scenario: "t", Rule: "P2", Kept: 1},
	}
	if !slices.Equal(p.Scenarios, want) {
		t.Errorf("by scenario %+v, want %+v", p.Scenarios, want)
	}
	if p.Kept != 3 || p.Reached != 4 || p.NotReached != 1 || p.Exams != (days.Count{K: 2, N: 4}) || p.Reminded != (days.Count{N: 1}) {
		t.Errorf("%+v", p)
	}
	if len(p.LostIn) != 1 || p.LostIn[0] != (LostRule{"s", "q9", "P2"}) {
		t.Errorf("lost %v", p.LostIn)
	}
}
