package item_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
)

// The dataset's command alone says whether a check can run. What is not sure is not
// said: the commands without an error are accepted by some version of Python, or the
// shell may end well in spite of it.
func TestBroken(t *testing.T) {
	const bad = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`
	python := func(code string) string { return `cd ${workspace} && python solve.py 2>&1 | python3 -c "` + code + `"` }
	for _, tt := range []struct{ name, command, want string }{
		{"brackets of a field", python("import json\n" + bad), "']' does not match opening parenthesis '{'"},
		{"and the line of it", python("import json\n" + bad), "own line: " + bad},
		{"a bracket too many", python("print(1))"), "unmatched ')'"},
		{"a bracket too few", python("print((1)"), "was never closed"},
		{"a string without its end", python("print('a)\nprint(1)"), "unterminated string"},
		{"a field's single bracket", python("print(f'a}')"), "single '}'"},
		{"before &&", `python -c "f(" && true`, "never closed"},
		{"last of several", `true; python -u -c 'f(]'`, "does not match"},

		{"sound", python("d = {'a': [1, (2)]}  # it's (\nprint(f'{d[\\\"a\\\"][0]!r:>{3}} {{}} {d}')"), ""},
		{"a string with brackets", python("print('(', '''\n[ it's''', 'a\\'(')"), ""},
		{"the quotes of the string in its field, since 3.12", python(`print(f'{d['a']}', 1)`), ""},
		{"a field that goes on behind it", python(`print(f'{d['(']}')`), ""},
		{"a character's name", python(`print(f'\N{BULLET}{x}')`), ""},
		{"a backslash before a field", python(`print(f'\{x}')`), ""},
		{"a template, since 3.14", python(`print(t'{(]}')`), ""},
		{"a slice and a lambda", python("print(f'{a[1:2]} {(lambda x: 1)(2)}')"), ""},
		{"an expansion inside", python("f(]$X"), ""},
		{"not the last of its pipe", `python -c "f(]" | cat`, ""},
		{"saved by another", `python -c "f(]" || true`, ""},
		{"not the last", `python -c "f(]"; true`, ""},
		{"a condition", `if python -c "f(]"; then false; fi`, ""},
		{"turned round", `! python -c "f(]"`, ""},
		{"left running", `python -c "f(]" & true`, ""},
		{"a file", `python check.py -c "f(]"`, ""},
		{"another language", `node -c "f(]"`, ""},
		{"a quotation without its end", `python -c "f(]`, ""},
		{"none", "", ""},
	} {
		task := results.Task{Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: tt.command}}
		if got := item.Broken(&task); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	one := 1
	task := results.Task{Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: python(bad), ExpectExit: &one}}
	if got := item.Broken(&task); got != "" {
		t.Errorf("a check that is to end with 1: %q, want nothing", got)
	}
}

func TestImpossible(t *testing.T) {
	choice := func(gold bool) results.Task {
		return results.Task{Scenario: "s", Slug: "q", Kind: results.KindMultiChoice,
			Options: []results.Option{{Label: "A", Gold: gold}, {Label: "B"}}}
	}
	check := results.Task{Scenario: "s", Slug: "q", Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: `python -c "f(]"`}}
	for name, tt := range map[string]struct {
		task results.Task
		want bool
	}{
		"a check that cannot run":      {check, true},
		"no option is right":           {choice(false), true},
		"one option is right":          {choice(true), false},
		"the options are not known":    {results.Task{Kind: results.KindMultiChoice}, false},
		"a check that is not recorded": {results.Task{Kind: results.KindExecCheck}, false},
	} {
		list := item.Impossible([]results.Task{tt.task})
		if got := len(list) == 1; got != tt.want {
			t.Errorf("%s: %v, want %v", name, list, tt.want)
		}
		if len(list) == 1 && (list[0].Scenario != "s" || list[0].Task != "q" || list[0].Reason == "") {
			t.Errorf("%s: %+v lacks its name or reason", name, list[0])
		}
	}
}

// The released dataset has five checkers that cannot run, and no other impossible
// round.
func testGemmaImpossible(t *testing.T) {
	var tasks []results.Task
	for _, a := range gemma(t) {
		task := results.Task{Scenario: a.scenario, Slug: a.ID, Kind: a.Type, Facts: results.TaskFacts{Command: a.Eval.Command}}
		for _, g := range a.gold {
			task.Options = append(task.Options, results.Option{Label: g, Gold: true})
		}
		tasks = append(tasks, task)
	}
	var got []string
	for _, d := range item.Impossible(tasks) {
		got = append(got, d.Scenario+"/"+d.Task)
	}
	must.Same(t, []string{"hil_g3/q4", "hil_g3/q7", "hil_g3/q11", "hil_g3/q16", "hil_g3/q25"}, got, "rounds that no answer can pass")
}
