package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// harborAlone has the words of an agent and names models in its messages.
var harborAlone = []string{"harbor"}

// formatLies is the table. A lie that any format can tell belongs into the first part.
func formatLies() []formatLie {
	return slices.Concat(copiedLies(), namedLies(), scoredLies(), datedLies(), contradictionLies())
}

// copiedLies have trials of others.
func copiedLies() []formatLie {
	all := [3]int{1, 2, 3}
	return []formatLie{
		{name: "all of another run", says: `are those of|same records`, account: func(a *account) { a.seed, a.score = all, [3]any{1, 0, 1} }},
		{name: "all of another run, one verdict changed", says: `are those of`, account: func(a *account) { a.seed, a.score = all, [3]any{1, 1, 1} }},
		{name: "one trial of another run", says: `1 of 3 trials are those of`, formats: harborAlone,
			account: func(a *account) { a.seed[1] = 2 }},
		{name: "a trial twice", says: `2 of 3 trials are copies of each other`, formats: harborAlone, account: func(a *account) { a.seed[1] = a.seed[0] }},
	}
}

// namedLies say that another model ran.
func namedLies() []formatLie {
	return []formatLie{
		{name: "another model in one trial", says: `not ranked: its records name 2 models`, formats: harborAlone,
			account: func(a *account) { a.named[1] = rankedModel }},
		{name: "another model by flag", model: rankedModel, says: `not ranked`, formats: harborAlone},
		{name: "nobody's run", lenient: true, says: `no record names its model`, formats: harborAlone, account: func(a *account) { a.model = "unknown" }},
		{name: "a script that executes the reference solution", says: `name the model bee-2, but its agent oracle executes the reference solution`, formats: harborAlone, edit: func(_ *testing.T, f files) {
			for at := range f {
				f[at] = bytes.ReplaceAll(f[at], []byte("shell-agent"), []byte("oracle"))
			}
		}},
		{name: "a name with letters of another script", says: `resembles bee-2 but contains look-alike letters`,
			account: func(a *account) { a.model = strings.Replace(submittedModel, "e", "е", 1) }},
	}
}

// scoredLies give a score that no judge gives, or leave out what failed.
func scoredLies() []formatLie {
	first := func(score any) func(*account) { return func(a *account) { a.score[0] = score } }
	return []formatLie{
		{name: "more than passed", says: `contradicts|states [0-9.]+ overall, its 39 tasks give`, account: first(2)},
		{name: "a score in words", says: `contradict|the score is not a number`, account: first("very good")},
		{name: "no score", says: `contradict|states [0-9.]+ overall, its 39 tasks give`, account: first(nil)},
		{name: "a number beyond all", says: `states [0-9.]+ overall, its 39 tasks give`, account: first(json.Number("1e999")), formats: []string{"liveclawbench"}},
		{name: "a failed trial left out", lenient: true, says: `it covers \d+ tasks, ranked runs cover`, account: func(a *account) { a.less = 1 }},
	}
}

// datedLies are of a system that is ranked, and better than its ranked run.
func datedLies() []formatLie {
	better := func(year int) func(*account) {
		return func(a *account) { a.model, a.score, a.year = rankedModel, [3]any{1, 1, 1}, year }
	}
	return []formatLie{
		{name: "a date in the future", lenient: true, says: `is impossible: ignored|not a possible time of a run`, account: better(2099)},
		{name: "no date", lenient: true, formats: harborAlone, account: better(0)},
	}
}

// contradictionLies contradict themselves.
func contradictionLies() []formatLie {
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
	kept := func(l formatLie) formatLie { l.kept, l.lenient = true, true; return l }
	return []formatLie{
		kept(of("harbor", "2 tokens a message", "8 output tokens for", "charlie__626565/result.json", `"n_output_tokens": 300`, `"n_output_tokens": 8`)),
		of("harbor", "another reward in the result", "contradict", "charlie__626565/result.json", `"reward": 0`, `"reward": 1`),
		of("harbor", "another mean of the job", "contradict", "job/result.json", "0.6666666666666666", "0.7"),
		of("harbor", "the checksum of another task", "contradict", "charlie__626565/result.json", "sum of charlie", "sum of alpha"),
		of("harbor", "no verifier", "contradict", "job/config.json", `"job_name"`, `"verifier": {"disable": true}, "job_name"`),
		of("harbor", "no time", "contradict", "charlie__626565/result.json", `"started_at": "2026-01-02T04:37:42.777Z"`, `"started_at": "2026-01-02T04:38:42.777Z"`),
		of("liveclawbench", "another mean beside it", "overall, its 40 tasks give", "leaderboard.json", `"overall": `, `"overall": 1`),
		of("liveclawbench", "all passed", "contradict", "task-results.json", `"allPassed": false`, `"allPassed": true`),
	}
}
