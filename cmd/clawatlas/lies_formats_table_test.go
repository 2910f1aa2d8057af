package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// traceless are the formats whose records have no words of an agent, and unnamed those
// whose messages name no model.
func without(has func(*specimen) bool) (list []string) {
	for _, s := range specimens() {
		if !has(&s) {
			list = append(list, s.name)
		}
	}
	return list
}

// formatLies is the table. A lie that any format can tell belongs into the first part.
func formatLies() []formatLie {
	return slices.Concat(copiedLies(), namedLies(), scoredLies(), datedLies(), contraryLies())
}

// copiedLies have trials of others.
func copiedLies() []formatLie {
	all := [3]int{1, 2, 3}
	traces := without(func(s *specimen) bool { return s.traces })
	return []formatLie{
		{name: "all of another run", says: `are those of|same records`, account: func(a *account) { a.seed, a.score = all, [3]any{1, 0, 1} }},
		{name: "all of another run, one verdict changed", says: `are those of`, account: func(a *account) { a.seed, a.score = all, [3]any{1, 1, 1} }},
		{name: "all of another run, no verdict as it was", says: `are those of`, account: func(a *account) { a.seed, a.score = all, [3]any{0, 1, 0} }},
		{name: "one trial of another run", says: `1 of 3 trials are those of`, without: []string{"liveclawbench"},
			account: func(a *account) { a.seed[1] = 2 }},
		{name: "a trial twice", says: `2 of 3 trials are copies of each other`, without: traces, account: func(a *account) { a.seed[1] = a.seed[0] }},
		{name: "a trial three times", says: `3 of 3 trials are copies of each other`, without: traces,
			account: func(a *account) { a.seed = [3]int{4, 4, 4} }},
	}
}

// namedLies say that another model ran.
func namedLies() []formatLie {
	unnamed := without(func(s *specimen) bool { return s.named })
	return []formatLie{
		{name: "another model in one trial", says: `not ranked: its records name 2 models`, without: unnamed,
			account: func(a *account) { a.named[1] = rankedModel }},
		{name: "another model in all trials", says: `not ranked`, without: unnamed,
			account: func(a *account) { a.named = [3]string{rankedModel, rankedModel, rankedModel} }},
		{name: "another model by flag", model: rankedModel, says: `not ranked`, without: unnamed},
		{name: "a name with another hyphen", says: `looks like`, account: func(a *account) { a.model = strings.Replace(submittedModel, "-", "‑", 1) }},
		{name: "a name with letters of another script", says: `looks like`, without: []string{"terminal-bench"},
			account: func(a *account) { a.model = strings.Replace(submittedModel, "e", "е", 1) }},
	}
}

// scoredLies give a score that no judge gives, or leave out what failed.
func scoredLies() []formatLie {
	first := func(score any) func(*account) { return func(a *account) { a.score[0] = score } }
	return []formatLie{
		{name: "more than passed", says: `check failed`, account: first(2)},
		{name: "less than failed", says: `check failed`, account: first(-1)},
		{name: "a score in words", says: `check failed`, account: first("very good")},
		{name: "a score that is a list", says: `check failed`, account: first([]int{1})},
		{name: "no score", says: `check failed`, account: first(nil), without: []string{"terminal-bench", "clawmark"}},         // it counts 0 there, or its checks count
		{name: "a number beyond all", says: `check failed`, account: first(json.Number("1e999")), without: []string{"harbor"}}, // and so does this
		{name: "a failed trial left out", says: `is not complete|it was run on`, account: func(a *account) { a.less = 1 }},
	}
}

// datedLies are of a system that is ranked, and better than its ranked run.
func datedLies() []formatLie {
	better := func(year int) func(*account) {
		return func(a *account) { a.model, a.score, a.year = rankedModel, [3]any{1, 1, 1}, year }
	}
	return []formatLie{
		{name: "a date in the future", says: `cannot be|no time at which`, account: better(2099)},
		{name: "no date", lenient: true, without: []string{"liveclawbench"}, account: better(0)},
	}
}

// contraryLies contradict themselves.
func contraryLies() []formatLie {
	of := func(format, name, says, file, old, text string) formatLie {
		return formatLie{name: name, formats: []string{format}, says: says, edit: func(t *testing.T, f files) {
			t.Helper()
			for at, data := range f {
				if strings.Contains(at, file) && bytes.Contains(data, []byte(old)) {
					f[at] = bytes.Replace(data, []byte(old), []byte(text), 1)
					return
				}
			}
			t.Fatalf("no %s has %q", file, old)
		}}
	}
	kept := func(l formatLie) formatLie { l.kept = true; return l }
	return []formatLie{
		kept(of("harbor", "a cost of next to nothing", "cost 1e-06 for 1200 tokens", "charlie__626565/result.json", `"cost_usd": 0.02`, `"cost_usd": 0.000001`)),
		kept(of("harbor", "2 tokens a message", "8 output tokens for", "charlie__626565/result.json", `"n_output_tokens": 300`, `"n_output_tokens": 8`)),
		of("harbor", "another reward in the file", "contradict", "charlie__626565/verifier/reward.txt", "0", "1"),
		of("harbor", "another reward in the result", "contradict", "charlie__626565/result.json", `"reward": 0`, `"reward": 1`),
		of("harbor", "another mean of the job", "contradict", "job/result.json", "0.6666666666666666", "0.7"),
		of("harbor", "the id of another task", "contradict", "charlie__626565/result.json", `"path": "set/charlie"`, `"path": "set/alpha"`),
		of("harbor", "the checksum of another task", "contradict", "charlie__626565/result.json", "sum of charlie", "sum of alpha"),
		of("harbor", "no verifier", "contradict", "job/config.json", `"job_name"`, `"verifier": {"disable": true}, "job_name"`),
		of("harbor", "no time", "contradict", "charlie__626565/result.json", `"started_at": "2026-01-02T04:37:42.777Z"`, `"started_at": "2026-01-02T04:38:42.777Z"`),
		of("liveclawbench", "another mean beside it", "overall, its 40 tasks give", "leaderboard.json", `"overall": `, `"overall": 1`),
		of("liveclawbench", "a better task", "overall, its 40 tasks give", "task-results.json", `"avgScore": 0,`, `"avgScore": 1,`),
		of("liveclawbench", "all passed", "contradict", "task-results.json", `"allPassed": false`, `"allPassed": true`),
		of("terminal-bench", "another accuracy", "contradicts|check failed", "night/results.json", "0.6666666666666666", "0.7"),
		of("terminal-bench", "resolved and not passed", "check failed", "charlie.1-of-1.night/results.json", `"is_resolved": false`, `"is_resolved": true`),
		of("clawmark", "a score that its checks do not give", "check failed", "office_task3/result.json", `"score": 0,`, `"score": 1,`),
	}
}
