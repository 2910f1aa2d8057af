package ingesttest

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results"
)

type object map[string]any

func put(files fstest.MapFS, name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot fail for the values in this package
	}
	files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
}

// Rounds returns the records that ClawArena's harness would write for a run over all tasks of a
// dataset. fails returns the checker output if an exec check fails, or "" if it passes. All
// multi-choice rounds pass.
func Rounds(d *results.Dataset, label string, fails func(*results.Task) string) fstest.MapFS {
	files := fstest.MapFS{}
	agent{label: label, model: "scripted", framework: "openclaw", at: 1777254679}.rounds(files, d, func(task *results.Task) string {
		if task.Kind == results.KindMultiChoice {
			return ""
		}
		return fails(task)
	})
	return files
}

type agent struct {
	label, model, framework string
	at                      int64 // start time in Unix seconds
}

// rounds adds the records of a run to files. After a failed round, the next prompt of the scenario
// begins with feedback.
func (a agent) rounds(files fstest.MapFS, d *results.Dataset, fails func(*results.Task) string) {
	scenario, feedback := "", ""
	for i := range d.Tasks {
		task := &d.Tasks[i]
		if task.Scenario != scenario {
			scenario, feedback = task.Scenario, ""
		}
		r := round{agent: a, task: task, fault: fails(task), at: a.at + int64(i)}
		for _, o := range task.Options {
			if o.Gold {
				r.gold = append(r.gold, o.Label)
			}
		}
		place := path.Join(task.Scenario, task.Slug)
		put(files, path.Join(a.label, "infer", place, "infer_result.json"), r.infer(feedback))
		put(files, path.Join(a.label, "scoring", place, "scoring.json"), r.scoring())
		feedback = "Right."
		if r.fault != "" {
			feedback = "Wrong."
		}
	}
}

type round struct {
	agent
	task  *results.Task
	fault string // checker output of a failed check; empty: passed
	gold  []string
	at    int64
}

func (r *round) meta() object {
	return object{"framework": r.framework, "test_id": r.task.Scenario, "round_id": r.task.Slug, "question_type": r.task.Kind}
}

// selected returns the options that the agent selects. In a failed round, one correct option is
// missing.
func (r *round) selected() []string {
	if r.fault != "" {
		return r.gold[:len(r.gold)-1]
	}
	return r.gold
}

func (r *round) infer(feedback string) object {
	question, answer := cmp.Or(r.task.Facts.Prompt, "Round "+r.task.Slug+" of "+r.task.Scenario), "Done."
	if feedback != "" {
		question = "[Previous Feedback] " + feedback + "\n\n" + question
	}
	id := strings.Join([]string{r.label, r.task.Scenario, r.task.Slug}, "-") // unique per run
	inline, said := object{"passed": r.fault == ""}, []object{}
	if r.task.Kind == results.KindMultiChoice {
		answer, inline["selected"] = `\bbox{`+strings.Join(r.selected(), ",")+"}", r.selected()
	} else {
		inline["exit_code"], inline["stderr"] = map[bool]int{true: 1}[r.fault != ""], ""
		inline["stdout"] = cmp.Or(r.fault, strings.Repeat("OK\n", len(r.task.Facts.Rules)))
		said = append(said, object{"type": "toolCall", "id": "call-" + id, "name": "exec", "arguments": object{"command": "make"}})
	}
	said = slices.Insert(said, 0, object{"type": "text", "text": answer})
	return object{"meta": r.meta(), "question": question, "answer": object{"status": "success", "text": answer}, "inline_score": inline,
		"timing": object{"started_at": r.at, "finished_at": r.at + 1, "duration_ms": 1000},
		"llm_log": object{"messages": []object{{"role": "user", "content": question},
			{"role": "assistant", "model": r.model, "responseId": "resp-" + id, "content": said}}}}
}

func (r *round) scoring() object {
	score := map[bool]int{true: 1}[r.fault == ""]
	o := object{"meta": r.meta(), "score": score, "metrics": object{"passed": r.fault == ""}}
	if r.task.Kind == results.KindMultiChoice {
		o["extracted_answer"], o["correct_answer"], o["metrics"] = r.selected(), r.gold, object{"exact_match": score}
	}
	return o
}
