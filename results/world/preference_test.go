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

// A failed exam is no lost preference, the first attempt with a verdict counts, and a round
// without one counts nowhere.
func TestPreferencesOf(t *testing.T) {
	exam := func(slug, rules string) results.Task {
		return results.Task{Scenario: "s", Slug: slug, Facts: results.TaskFacts{SilentPref: true, Command: "check_preferences.py --rules " + rules}}
	}
	reminded := results.Task{Scenario: "s", Slug: "q3", Facts: results.TaskFacts{Pref: &results.Pref{}}}
	rounds := PreferenceRounds(nil, []results.Task{reminded, exam("q9", "P1,P2"), exam("q15", "P2"), exam("q16", "P1"), exam("q17", "P3"),
		{Scenario: "s", Slug: "q20", Facts: results.TaskFacts{SilentPref: true}}}) // nobody says which rules
	var trials []results.StoredTrial
	details := map[int64]results.TrialDetails{}
	add := func(slug string, score *float64, pref *bool, stdout string) {
		id := int64(len(trials))
		trials = append(trials, results.StoredTrial{ID: id, Trial: results.Trial{Scenario: "s", Task: slug, Score: score, PrefPassed: pref}})
		if stdout != "" {
			details[id] = results.TrialDetails{Verdict: &results.CheckerVerdict{Stdout: stdout}}
		}
	}
	add("q3", nil, new(false), "")
	add("q9", nil, nil, "no verdict")
	add("q9", new(0.0), nil, "P1: PASSED\nFAILED: P2: no date")
	add("q9", new(1.0), nil, "")
	add("q15", new(0.0), nil, "FAILED: no file")
	add("q16", new(1.0), nil, "")
	want := Preferences{Kept: 2, Reached: 3, NotReached: 1, Exams: days.Count{K: 1, N: 3}, Reminded: days.Count{N: 1}}
	if got := PreferencesOf(rounds, trials, details); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
