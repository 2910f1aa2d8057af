package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// Kinds of rounds as the records name them.
const (
	choice = "multi_choice"
	exec_  = "exec_check"
)

// lies is the table. A lie of a kind that is new to the readers of records
// belongs here before it is mended.
func lies() []lie {
	return slices.Concat(scoreLies(), evidenceLies(), rangeLies(), identityLies(), usageLies(), reportLies(), rankLies())
}

// scoreLies give a score that no judge of this benchmark gives.
func scoreLies() []lie {
	set := func(score any, kinds ...string) func(*testing.T, *records) {
		return func(t *testing.T, r *records) {
			for _, kind := range kinds {
				for _, id := range r.rounds(t, kind, 0) {
					r.score(t, id, func(doc map[string]any) { doc["score"] = score })
				}
			}
		}
	}
	text := func(old, score string) func(*testing.T, *records) {
		return func(t *testing.T, r *records) {
			r.replace(t, scoringFile(r.rounds(t, choice, 0)[0]), old, score)
		}
	}
	return []lie{
		{name: "nearly passed", tell: set(0.99, choice, exec_), says: `0\.99`},
		{name: "more than passed", tell: set(2, choice), says: `score: 2 is`},
		{name: "a score in words", tell: set("1", choice), says: `"1" is not a number`},
		{name: "no score", lenient: true, tell: set(nil, choice), says: `null is not a number|it is missing`},
		{name: "NaN", lenient: true, tell: text(`"score": 0.0`, `"score": NaN`), says: `scoring\.json:\d+`},
	}
}

// evidenceLies give a verdict that the evidence beside it does not bear.
func evidenceLies() []lie {
	return []lie{
		{name: "a wrong answer passed", says: `score is 1, but`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], func(doc map[string]any) { doc["score"] = 1.0 })
		}},
		{name: "an answer that was not given", says: `extracted_answer is .* but the recorded answer gives`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], func(doc map[string]any) {
				doc["extracted_answer"], doc["score"] = doc["correct_answer"], 1.0
			})
		}},
		{name: "the solution of one round bent", says: `another revision`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], bendSolution)
		}},
		{name: "a failed check scored as passed", says: `passed`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, exec_, 0)[0], passInScoring)
		}},
	}
}

func bendSolution(doc map[string]any) {
	doc["correct_answer"], doc["score"] = doc["extracted_answer"], 1.0
}

func passInScoring(doc map[string]any) {
	doc["score"], doc["metrics"] = 1.0, map[string]any{"passed": true}
}

// rangeLies leave records out, or bring some that nobody asked for.
func rangeLies() []lie {
	drop := func(prefixes ...string) func(*testing.T, *records) {
		return func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 0)[0]
			for _, p := range prefixes {
				maps.DeleteFunc(r.run, func(name string, _ []byte) bool { return strings.HasPrefix(name, p+"/"+id+"/") })
			}
		}
	}
	return []lie{
		{name: "a failed round dropped", lenient: true, tell: drop("infer", "scoring"), says: `is not complete: \d+ of \d+ scored, 1 missing`},
		{name: "an answer dropped", lenient: true, tell: drop("infer"), says: `no infer_result\.json`},
	}
}

// identityLies say that another system ran, or that the run is another one.
func identityLies() []lie {
	return []lie{
		{name: "another model on the label", label: "lab_OTHER_FRAMEWORK", says: `not ranked .* but the records of \d+ trials name`, tell: func(*testing.T, *records) {}},
		{name: "another model by flag", model: "OTHER", says: `not ranked .* but the records of \d+ trials name`, tell: func(*testing.T, *records) {}},
		{name: "another framework in one record", says: `not ranked`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 1)[0]
			foreign := func(doc map[string]any) { doc["meta"].(map[string]any)["framework"] = "nanobot" }
			r.score(t, id, foreign)
			r.infer(t, id, foreign)
		}},
		{name: "the same records under another name", label: "lab_MODEL_FRAMEWORK_tuned", says: `same records as`, tell: func(*testing.T, *records) {}},
		{name: "the same verdicts written anew", label: "lab_MODEL_FRAMEWORK_tuned", says: `equal verdicts and answers: same records as`, tell: func(t *testing.T, r *records) {
			for name := range r.run {
				if strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, "report/") {
					r.run[name] = edited(t, r.run[name], func(doc map[string]any) {
						if timing, ok := doc["timing"].(map[string]any); ok {
							for _, k := range []string{"started_at", "finished_at"} {
								at := must.Get(timing[k].(json.Number).Float64())(t)
								timing[k] = at + 60
							}
						}
					})
				}
			}
		}},
	}
}

// usageLies are numbers that nothing can have used, and times that no run has.
func usageLies() []lie {
	usage := func(value any) func(*testing.T, *records) {
		return func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, exec_, 1) {
				done := false
				r.infer(t, id, func(doc map[string]any) {
					for _, m := range doc["llm_log"].(map[string]any)["messages"].([]any) {
						if m := m.(map[string]any); m["role"] == "assistant" && !done {
							m["usage"] = map[string]any{"input": value, "output": 7, "totalTokens": 107}
							done = true
						}
					}
				})
				if done {
					return
				}
			}
			t.Fatal("no message of an assistant")
		}
	}
	timing := func(key string, value any) func(*testing.T, *records) {
		return func(t *testing.T, r *records) {
			r.infer(t, r.rounds(t, exec_, 1)[0], func(doc map[string]any) { doc["timing"].(map[string]any)[key] = value })
		}
	}
	return []lie{
		{name: "fewer tokens than none", tell: usage(-100), says: `warning .*-100`},
		{name: "an end before the start", tell: timing("finished_at", 1577836801), says: `warning .*(before|start)`},
	}
}

// reportLies are reports that their own records do not bear.
func reportLies() []lie {
	const file = "report/report.json"
	at := func(old, text string) func(*testing.T, *records) {
		return func(t *testing.T, r *records) { r.replace(t, file, old, text) }
	}
	return []lie{
		{name: "a better scenario", tell: at(`"task_completion_rate": 0.8,`, `"task_completion_rate": 0.9,`), says: `report states tcr of`},
		{name: "tokens that no record has", tell: at(`"total_tokens": null`, `"total_tokens": 5`), says: `report states`},
	}
}

// rankLies would give a rank to answers that nothing bears out.
func rankLies() []lie {
	return []lie{
		{name: "an output that names a failure", says: `score is 1, but the checker's recorded output says`, tell: func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, exec_, 0) {
				r.score(t, id, passInScoring)
				r.infer(t, id, func(doc map[string]any) {
					inline := doc["inline_score"].(map[string]any)
					inline["passed"], inline["exit_code"] = true, 0
					doc["answer"].(map[string]any)["status"] = "success"
				})
			}
		}},
	}
}
