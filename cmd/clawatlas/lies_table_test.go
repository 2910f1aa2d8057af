package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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
		{name: "half passed", tell: set(0.5, exec_), says: `0\.5`},
		{name: "more than passed", tell: set(2, choice), says: `score: 2 is`},
		{name: "less than failed", tell: set(-1, choice), says: `score: -1 is`},
		{name: "a score in words", tell: set("1", choice), says: `"1" is not a number`},
		{name: "a score that is true", tell: set(true, exec_), says: `true is not a number`},
		{name: "no score", tell: set(nil, choice), says: `null is not a number|there is none`},
		{name: "NaN", tell: text(`"score": 0.0`, `"score": NaN`), says: `scoring\.json:\d+`},
		{name: "the score twice", tell: text(`"score": 0.0`, `"score": 0.0, "score": 1.0`), says: `scoring\.json.*duplicate`},
		{name: "a number beyond all", tell: text(`"score": 0.0`, `"score": 1e999`), says: `1e999`},
	}
}

// evidenceLies give a verdict that the evidence beside it does not bear.
func evidenceLies() []lie {
	return []lie{
		{name: "a wrong answer passed", says: `score is 1, but`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], func(doc map[string]any) { doc["score"] = 1.0 })
		}},
		{name: "a right answer failed", says: `score is 0, but`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 1)[0], func(doc map[string]any) { doc["score"] = 0.0 })
		}},
		{name: "an answer that was not given", says: `extracted_answer is .* but the recorded answer gives`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], func(doc map[string]any) {
				doc["extracted_answer"], doc["score"] = doc["correct_answer"], 1.0
			})
		}},
		{name: "the solution of one round bent", says: `another revision`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 0)[0], bendSolution)
		}},
		{name: "all solutions bent", says: `another revision`, tell: func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, choice, 0) {
				r.score(t, id, bendSolution)
			}
		}},
		{name: "no solution", says: `correct_answer is null`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, choice, 1)[0], func(doc map[string]any) { doc["correct_answer"] = nil })
		}},
		{name: "a failed check scored as passed", says: `passed`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, exec_, 0)[0], passInScoring)
		}},
		{name: "a failed check called passed", says: `exit code`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 0)[0]
			r.score(t, id, passInScoring)
			r.infer(t, id, func(doc map[string]any) { doc["inline_score"].(map[string]any)["passed"] = true })
		}},
		{name: "a passed check called failed", says: `exit code|passed`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 1)[0]
			r.score(t, id, func(doc map[string]any) {
				doc["score"], doc["metrics"] = 0.0, map[string]any{"passed": false}
			})
			r.infer(t, id, func(doc map[string]any) { doc["inline_score"].(map[string]any)["passed"] = false })
		}},
		{name: "the record of another round", says: `claims to be round`, tell: func(t *testing.T, r *records) {
			r.run[scoringFile(r.rounds(t, exec_, 0)[0])] = r.run[scoringFile(r.rounds(t, exec_, 1)[0])]
		}},
		{name: "the record of another round renamed", says: `recorded answer gives|another revision|score is`, tell: func(t *testing.T, r *records) {
			bad := r.rounds(t, choice, 0)[0]
			meta := "" // of the round that it pretends to be
			r.score(t, bad, func(doc map[string]any) { meta = fmt.Sprint(doc["meta"].(map[string]any)["round_id"]) })
			test := strings.Split(bad, "/")[0]
			r.run[scoringFile(bad)] = edited(t, r.run[scoringFile(r.rounds(t, choice, 1)[0])], func(doc map[string]any) {
				m := doc["meta"].(map[string]any)
				m["test_id"], m["round_id"] = test, meta
			})
		}},
		{name: "two rounds swapped", says: `claims to be round`, tell: func(t *testing.T, r *records) {
			a, b := r.rounds(t, exec_, 0)[0], r.rounds(t, exec_, 1)[0]
			r.run[scoringFile(a)], r.run[scoringFile(b)] = r.run[scoringFile(b)], r.run[scoringFile(a)]
			r.run[inferFile(a)], r.run[inferFile(b)] = r.run[inferFile(b)], r.run[inferFile(a)]
		}},
		{name: "a check called a choice", says: `check failed`, tell: func(t *testing.T, r *records) {
			r.score(t, r.rounds(t, exec_, 0)[0], func(doc map[string]any) {
				doc["meta"].(map[string]any)["question_type"] = choice
				doc["score"], doc["correct_answer"], doc["extracted_answer"] = 1.0, []string{"A"}, []string{"A"}
			})
		}},
		{name: "half a record", says: `scoring\.json:\d+`, tell: func(t *testing.T, r *records) {
			name := scoringFile(r.rounds(t, exec_, 0)[0])
			r.run[name] = r.run[name][:len(r.run[name])/2]
		}},
		{name: "text after a record", says: `scoring\.json:\d+`, tell: func(t *testing.T, r *records) {
			name := scoringFile(r.rounds(t, exec_, 0)[0])
			r.run[name] = append(bytes.Clone(r.run[name]), `{"score": 1.0}`...)
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
		{name: "a failed round dropped", tell: drop("infer", "scoring"), says: `is not complete: \d+ of \d+ scored, 1 missing`},
		{name: "a verdict dropped", tell: drop("scoring"), says: `no scoring\.json`},
		{name: "an answer dropped", tell: drop("infer"), says: `no infer_result\.json`},
		{name: "all failed rounds dropped", says: `is not complete`, tell: func(t *testing.T, r *records) {
			for _, kind := range []string{choice, exec_} {
				for _, id := range r.rounds(t, kind, 0) {
					delete(r.run, scoringFile(id))
					delete(r.run, inferFile(id))
				}
			}
		}},
		{name: "a scenario dropped", says: `is not complete`, tell: func(t *testing.T, r *records) {
			scenario := strings.Split(r.rounds(t, exec_, 0)[0], "/")[0]
			maps.DeleteFunc(r.run, func(name string, _ []byte) bool { return strings.Contains(name, "/"+scenario+"/") })
		}},
		{name: "a round that does not exist", says: `has no round`, tell: func(t *testing.T, r *records) {
			r.copyRound(t, r.rounds(t, exec_, 1)[0], "q999")
		}},
		{name: "a failed round renamed", says: `has no round`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 0)[0]
			r.copyRound(t, id, "q999")
			delete(r.run, scoringFile(id))
			delete(r.run, inferFile(id))
		}},
		{name: "a round twice", says: `claims to be round`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 1)[0]
			again := strings.Split(id, "/")[0] + "/q998"
			r.run[scoringFile(again)], r.run[inferFile(again)] = r.run[scoringFile(id)], r.run[inferFile(id)]
		}},
		{name: "the Unicode twin of a scenario", says: `check failed`, tell: func(t *testing.T, r *records) {
			id := r.rounds(t, exec_, 0)[0]
			scenario := strings.Split(id, "/")[0]
			twin := strings.Replace(scenario, "e", "е", 1) // Cyrillic
			if twin == scenario {
				twin = strings.Replace(scenario, "i", "і", 1)
			}
			for _, name := range slices.Collect(maps.Keys(r.run)) {
				if strings.Contains(name, "/"+id+"/") {
					r.run[strings.Replace(name, scenario, twin, 1)] = r.run[name]
					delete(r.run, name)
				}
			}
		}},
	}
}

// copyRound writes a round's records again under another round of the scenario.
func (r *records) copyRound(t *testing.T, id roundID, round string) {
	t.Helper()
	to := strings.Split(id, "/")[0] + "/" + round
	rename := func(doc map[string]any) { doc["meta"].(map[string]any)["round_id"] = round }
	r.run[scoringFile(to)] = edited(t, r.run[scoringFile(id)], rename)
	r.run[inferFile(to)] = edited(t, r.run[inferFile(id)], rename)
}

// identityLies say that another system ran, or that the run is another one.
func identityLies() []lie {
	named := func(r *records, data []byte, model string) []byte {
		return bytes.ReplaceAll(data, []byte(`"model": "`+r.model+`"`), []byte(`"model": "`+model+`"`))
	}
	return []lie{
		{name: "another model on the label", label: "lab_OTHER_FRAMEWORK", says: `not ranked .* but the records of \d+ trials name`, tell: func(*testing.T, *records) {}},
		{name: "another model by flag", model: "OTHER", says: `not ranked .* but the records of \d+ trials name`, tell: func(*testing.T, *records) {}},
		{name: "another model in one scenario", says: `not ranked`, tell: func(t *testing.T, r *records) {
			scenario := strings.Split(r.rounds(t, exec_, 0)[0], "/")[0]
			for name, data := range r.run {
				if strings.HasPrefix(name, "infer/"+scenario+"/") {
					r.run[name] = named(r, data, r.other)
				}
			}
		}},
		{name: "another model in one round", says: `not ranked`, tell: func(t *testing.T, r *records) {
			for _, id := range r.rounds(t, exec_, 1) {
				if data := named(r, r.run[inferFile(id)], r.other); !bytes.Equal(data, r.run[inferFile(id)]) {
					r.run[inferFile(id)] = data
					return
				}
			}
			t.Fatal("no round names the model")
		}},
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
		{name: "half a token", tell: usage(100.5), says: `warning .*100\.5`},
		{name: "tokens in words", tell: usage("100"), says: `warning .*100`},
		{name: "more tokens than can be counted", tell: usage(json.Number("9007199254740994")), says: `warning .*9007199254740994|warning .*9\.0`},
		{name: "an end before the start", tell: timing("finished_at", 1577836801), says: `warning .*(before|start)`},
		{name: "a start before any agent", tell: timing("started_at", 946684801), says: `warning .*(2000|year|time)`},
		{name: "an end in a far year", tell: timing("finished_at", 32503680000), says: `warning .*(3000|year|time)`},
		{name: "less than no time", tell: timing("duration_ms", -5), says: `warning .*-5`},
		{name: "a time in words", tell: timing("duration_ms", "soon"), says: `warning .*duration_ms`},
	}
}

// reportLies are reports that their own records do not bear. The real run is
// here without its report, because only a part of it is read.
func reportLies() []lie {
	const file = "report/report.json"
	at := func(old, text string) func(*testing.T, *records) {
		return func(t *testing.T, r *records) { r.replace(t, file, old, text) }
	}
	edit := func(change func(map[string]any)) func(*testing.T, *records) {
		return func(t *testing.T, r *records) { r.run[file] = edited(t, r.run[file], change) }
	}
	return []lie{
		{name: "a better composite", of: "example", tell: at(`"composite_reliability_score": 0.809,`, `"composite_reliability_score": 0.819,`), says: `report states crs`},
		{name: "a better scenario", of: "example", tell: at(`"task_completion_rate": 0.8,`, `"task_completion_rate": 0.9,`), says: `report states tcr of`},
		{name: "more rounds", of: "example", tell: at(`"total_rounds": 31`, `"total_rounds": 32`), says: `report states`},
		{name: "tokens that no record has", of: "example", tell: at(`"total_tokens": null`, `"total_tokens": 5`), says: `report states`},
		{name: "a shorter time", of: "example", tell: at(`"total_duration_ms": 385`, `"total_duration_ms": 3`), says: `report states`},
		{name: "a better kind", of: "example", says: `report states`, tell: edit(func(doc map[string]any) {
			for _, v := range doc["by_type"].(map[string]any) {
				kind := v.(map[string]any)
				for k := range kind {
					if strings.Contains(k, "rate") || strings.Contains(k, "score") || strings.Contains(k, "avg") {
						kind[k] = 0.123
					}
				}
			}
		})},
		{name: "a better round", of: "example", says: `report states`, tell: edit(func(doc map[string]any) {
			for _, x := range doc["by_test"].([]any) {
				for _, y := range x.(map[string]any)["rounds_detail"].([]any) {
					if round := y.(map[string]any); fmt.Sprint(round["score"]) == "0.0" {
						round["score"] = 1.0
						return
					}
				}
			}
		})},
	}
}
