package item_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// verdict is that of one scored trial.
type verdict struct {
	name results.TaskName
	said *results.CheckerVerdict
}

// impossible asks with verdicts of tasks that no trial has passed.
func impossible(t *testing.T, tasks []results.Task, verdicts []verdict) []results.DoubtfulTask {
	t.Helper()
	var names []results.TaskName
	for _, v := range verdicts {
		names = append(names, v.name)
	}
	list, err := item.Impossible(tasks, names, func(name results.TaskName, each func(*results.CheckerVerdict) bool) error {
		for _, v := range verdicts {
			if v.name == name && !each(v.said) {
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestImpossible(t *testing.T) {
	const code = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`
	trace := func(line, name string) *results.CheckerVerdict {
		one := 1
		return &results.CheckerVerdict{ExitCode: &one, Stderr: "  File \"<string>\", line 1\n    " + line + "\n       ^^^\n" + name}
	}
	own := trace(code, "SyntaxError: invalid syntax. Perhaps you forgot a comma?")
	other := trace("def solve(:", "SyntaxError: invalid syntax")
	exec := func(slug string) results.Task {
		return results.Task{Scenario: "s", Slug: slug, Kind: results.KindExecCheck,
			Facts: results.TaskFacts{Command: "python -c \"import json; " + code + "\""}}
	}
	choice := func(slug string, gold bool) results.Task {
		return results.Task{Scenario: "s", Slug: slug, Kind: results.KindMultiChoice,
			Options: []results.Option{{Label: "A", Gold: gold}, {Label: "B"}}}
	}
	tried := func(slug string, v *results.CheckerVerdict) verdict {
		return verdict{results.TaskName{Scenario: "s", Task: slug}, v}
	}
	for _, tt := range []struct {
		name     string
		task     results.Task
		verdicts []verdict
		want     bool
	}{
		{"the check's own line cannot be parsed", exec("q"), []verdict{tried("q", own)}, true},
		{"so in two runs", exec("q"), []verdict{tried("q", own), tried("q", own)}, true},
		{"one of them left no words", exec("q"), []verdict{tried("q", nil), tried("q", own)}, true},
		{"no words at all", exec("q"), []verdict{tried("q", nil)}, false},
		{"nobody has reached it", exec("q"), []verdict{tried("other", own)}, false},
		{"the agent's program cannot be parsed", exec("q"), []verdict{tried("q", other)}, false},
		{"in one run it ran and complained", exec("q"), []verdict{tried("q", own),
			tried("q", &results.CheckerVerdict{Stdout: "FAILED: missing key 'a'"})}, false},
		{"in the first run it ran and complained", exec("q"),
			[]verdict{tried("q", &results.CheckerVerdict{Stdout: "FAILED: missing key 'a'"}), tried("q", own)}, false},
		{"another error at the same line", exec("q"), []verdict{tried("q", trace(code, "AssertionError"))}, false},
		{"no option is right", choice("q", false), []verdict{tried("q", nil)}, true},
		{"one option is right", choice("q", true), []verdict{tried("q", nil)}, false},
		{"no option is right, but nobody tried", choice("q", false), nil, false},
		{"options unknown", results.Task{Scenario: "s", Slug: "q", Kind: results.KindMultiChoice}, []verdict{tried("q", nil)}, false},
	} {
		list := impossible(t, []results.Task{tt.task}, tt.verdicts)
		if got := len(list) == 1; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, list, tt.want)
		}
		if len(list) == 1 && (list[0].Scenario != "s" || list[0].Task != "q" || list[0].Reason == "") {
			t.Errorf("%s: %+v lacks its name or reason", tt.name, list[0])
		}
	}
}

// The released run meets five checkers that cannot run, and no other impossible
// round.
func testGemmaImpossible(t *testing.T) {
	var tasks []results.Task
	var verdicts []verdict
	for _, a := range gemma(t) {
		task := results.Task{Scenario: a.scenario, Slug: a.ID, Kind: a.Type, Facts: results.TaskFacts{Command: a.Eval.Command}}
		for _, g := range a.gold {
			task.Options = append(task.Options, results.Option{Label: g, Gold: true})
		}
		tasks = append(tasks, task)
		if a.score < 1 {
			verdicts = append(verdicts, verdict{results.TaskName{Scenario: a.scenario, Task: a.ID}, a.verdict})
		}
	}
	var got []string
	for _, d := range impossible(t, tasks, verdicts) {
		got = append(got, d.Scenario+"/"+d.Task)
	}
	if diff := cmp.Diff([]string{"hil_g3/q4", "hil_g3/q7", "hil_g3/q11", "hil_g3/q16", "hil_g3/q25"}, got); diff != "" {
		t.Errorf("rounds that no answer can pass (-want +got):\n%s", diff)
	}
}
