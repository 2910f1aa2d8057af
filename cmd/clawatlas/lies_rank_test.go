package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// rankLies would give a rank to what is no system, or to answers that nothing bears
// out.
func rankLies() []lie {
	const unheard = `no message of the agent bears out, which count as not judged: `
	return []lie{
		{name: "a script that replays the solution", of: "real", label: "lab_MODEL_oracle", says: `reference line: solution`,
			tell: func(_ *testing.T, r *records) { r.rename(`"framework": "openclaw"`, `"framework": "oracle"`) }},
		{name: "a script that does nothing", of: "real", label: "lab_MODEL_nop", says: `reference line: does nothing`,
			tell: func(_ *testing.T, r *records) { r.rename(`"framework": "openclaw"`, `"framework": "nop"`) }},
		{name: "a script called a model", of: "real", label: "lab_gold_openclaw", says: `reference line: solution`,
			tell: func(_ *testing.T, r *records) { r.rename(`"model": "`+r.model+`"`, `"model": "gold"`) }},
		{name: "nobody's run", of: "real", label: "lab_unknown_openclaw", says: `no record names its model`,
			tell: func(_ *testing.T, r *records) { r.rename(`"model": "`+r.model+`"`, `"model": ""`) }},
		{name: "a directory in the model's place", of: "real", label: "best", says: `no record names its model`,
			tell: func(_ *testing.T, r *records) { r.rename(`"model": "`+r.model+`"`, `"model": ""`) }},

		{name: "no message at all", says: unheard + `(\d+) of`, tell: func(t *testing.T, r *records) {
			r.passAll(t)
			r.everyLog(t, func([]any) []any { return nil })
		}},
		{name: "no message of the agent", says: unheard, tell: func(t *testing.T, r *records) {
			r.everyLog(t, func(list []any) []any { return withoutRole(list, "assistant") })
		}},
		{name: "failed answers without messages passed", says: unheard, tell: func(t *testing.T, r *records) {
			for _, id := range r.passAll(t) {
				r.log(t, id, func([]any) []any { return nil })
			}
		}},
		{name: "no log", says: unheard + `\d+ of`, tell: func(t *testing.T, r *records) {
			for _, id := range r.passAll(t) {
				r.infer(t, id, func(doc map[string]any) { doc["llm_log"] = nil })
			}
		}},
		{name: "letters that no message has", says: unheard, tell: func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, choice, 1) {
				r.run[inferFile(id)] = edited(t, bytes.ReplaceAll(r.run[inferFile(id)], []byte(`\\bbox`), []byte(`bbox`)), func(doc map[string]any) {
					answer := doc["answer"].(map[string]any)
					answer["text"] = strings.ReplaceAll(answer["text"].(string), "bbox", `\bbox`)
				})
			}
		}},
		{name: "no question in the trace", of: "real", says: unheard, tell: func(t *testing.T, r *records) {
			for _, id := range r.passAll(t) {
				r.log(t, id, func(list []any) []any { return withoutRole(list, "user") })
			}
		}},
		{name: "another round's trace", says: `the question in the trace is that of round`, tell: func(t *testing.T, r *records) {
			r.traceOf(t, r.rounds(t, exec_, 1)[0])
		}},
		{name: "another round's trace and question", says: `the recorded question is that of round|the question in the trace is that of round`,
			tell: func(t *testing.T, r *records) {
				from := r.rounds(t, exec_, 1)[0]
				question := r.field(t, from, "question")
				for _, id := range r.traceOf(t, from) {
					r.infer(t, id, func(doc map[string]any) { doc["question"] = question })
				}
			}},
		{name: "another round's trace behind the question", says: `the question in the trace is that of round`, tell: func(t *testing.T, r *records) {
			var own []any
			id := r.rounds(t, exec_, 0)[0]
			r.log(t, id, func(list []any) []any { own = list[:1]; return list })
			r.traceOf(t, r.rounds(t, exec_, 1)[0])
			r.log(t, id, func(list []any) []any { return append(own, list...) })
		}},
		{name: "an output that names a failure", says: `score is 1, but the checker's recorded output says`, tell: func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, exec_, 0) {
				r.pass(t, id)
			}
		}},
	}
}

// rename writes another text in all records.
func (r *records) rename(old, text string) {
	for name, data := range r.run {
		r.run[name] = bytes.ReplaceAll(data, []byte(old), []byte(text))
	}
}

// pass makes a failed check one that passed, all but its output.
func (r *records) pass(t *testing.T, id roundID) {
	t.Helper()
	r.score(t, id, passInScoring)
	r.infer(t, id, func(doc map[string]any) {
		inline := doc["inline_score"].(map[string]any)
		inline["passed"], inline["exit_code"] = true, 0
		doc["answer"].(map[string]any)["status"] = "success"
	})
}

// passAll passes all failed checks, with outputs that say nothing.
func (r *records) passAll(t *testing.T) []roundID {
	t.Helper()
	list := r.rounds(t, exec_, 0)
	for _, id := range list {
		r.pass(t, id)
		r.infer(t, id, func(doc map[string]any) {
			inline := doc["inline_score"].(map[string]any)
			inline["stdout"], inline["stderr"] = "PASSED\n", ""
		})
	}
	return list
}

// log changes the messages of a round.
func (r *records) log(t *testing.T, id roundID, edit func([]any) []any) {
	t.Helper()
	r.infer(t, id, func(doc map[string]any) {
		log := doc["llm_log"].(map[string]any)
		if list := edit(log["messages"].([]any)); list != nil {
			log["messages"] = list
		} else {
			log["messages"] = []any{}
		}
	})
}

// everyLog changes the messages of all rounds.
func (r *records) everyLog(t *testing.T, edit func([]any) []any) {
	t.Helper()
	for name := range r.run {
		if id, ok := strings.CutSuffix(strings.TrimPrefix(name, "infer/"), "/infer_result.json"); ok {
			r.log(t, id, edit)
		}
	}
}

// without leaves the messages of a role out.
func withoutRole(list []any, role string) []any {
	var kept []any
	for _, m := range list {
		if m.(map[string]any)["role"] != role {
			kept = append(kept, m)
		}
	}
	return kept
}

// field is one field of a round's record.
func (r *records) field(t *testing.T, id roundID, name string) any {
	t.Helper()
	var doc map[string]any
	must.Do(t, json.Unmarshal(r.run[inferFile(id)], &doc))
	return doc[name]
}

// traceOf passes all failed checks with the trace of another round.
func (r *records) traceOf(t *testing.T, from roundID) []roundID {
	t.Helper()
	log := r.field(t, from, "llm_log")
	list := r.passAll(t)
	for _, id := range list {
		r.infer(t, id, func(doc map[string]any) { doc["llm_log"] = log })
	}
	return list
}

// TestFindingStays: a run that claims the rounds which nobody can pass takes them not
// away from those that cannot be passed, and has no score there.
func TestFindingStays(t *testing.T) {
	r := realRecords(t, "hil_g3")
	path := filepath.Join(t.TempDir(), "sound.db")
	before := r.database(t, path)
	doubtful := func() []string {
		db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
		defer db.Close()
		b := must.Get(db.FindBoard(t.Context(), r.benchmark, "paper", ""))(t)
		var list []string
		for _, d := range b.Doubtful {
			list = append(list, d.Scenario+"/"+d.Task)
		}
		return list
	}
	five := []string{"hil_g3/q4", "hil_g3/q7", "hil_g3/q11", "hil_g3/q16", "hil_g3/q25"}
	if diff := cmp.Diff(five, doubtful()); diff != "" {
		t.Fatalf("before (-want +got):\n%s", diff)
	}
	liar := r.twin(t)
	liar.label = strings.Replace(liar.label, r.framework, r.framework+"_x", 1)
	liar.passAll(t)
	code, out := liar.verify(t, &checkCmd{Paths: []string{liar.archive(t)}}, path)
	if code != exitRefused || strings.Count(out, "no answer can pass this round") < len(five) {
		t.Errorf("exit code %d; it said:\n%s", code, out)
	}
	must.Same(t, five, doubtful(), "after")
	if diff := cmp.Diff(before, ranked(t, path, r.benchmark)); diff != "" {
		t.Errorf("ranked (-before +after):\n%s", diff)
	}
}
