package clawarena_test

import (
	"encoding/json"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// original writes a dataset in the layout of the original MetaClaw-Bench: its list of
// tests has another name and another key, names folders of another machine, calls
// exec checks file_check, and there is no manifest.
func original(t *testing.T, d *results.Dataset) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	put := func(name string, v any) {
		data := must.Get(json.Marshal(v))(t)
		files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
	}
	type object = map[string]any
	rounds := map[string][]object{}
	for i := range d.Tasks {
		x := &d.Tasks[i]
		r := object{"id": x.Slug, "type": x.Kind, "question": "Round " + x.Slug + " of " + x.Scenario,
			"feedback": object{"correct": "Right.", "incorrect": "Wrong."}, "update": []string{}}
		if x.Kind == results.KindExecCheck {
			r["type"], r["eval"] = "file_check", object{"command": "python x.py"}
		} else {
			options, answer := map[string]string{}, []string{}
			for _, o := range x.Options {
				options[o.Label] = "Text " + o.Label
				if o.Gold {
					answer = append(answer, o.Label)
				}
			}
			r["eval"] = object{"options": options, "answer": answer}
		}
		rounds[x.Scenario] = append(rounds[x.Scenario], r)
	}
	var tests []object
	for _, s := range d.Scenarios {
		tests = append(tests, object{"id": s.Slug, "desc": s.Description, "eval": s.Slug, "agent": "metaclaw_agent", "session": "main",
			"arc": strings.TrimPrefix(s.Domain, "arc "), "preference_tags": []string{"output_format"}})
		put("metaclaw/eval/"+s.Slug+"/questions.json", object{"id": s.Slug, "desc": s.Description, "rounds": rounds[s.Slug]})
	}
	put("metaclaw/all_tests.json", object{"name": "metaclaw-bench", "eval_dir": "benchmark/data/metaclaw-bench/eval", "workspace_src": "w",
		"openclaw_state_dir": "s", "test": tests})
	return files
}

// TestMetaClawRecords reads what MetaClaw's own harness writes: an answer that is a text,
// points for a part of the options, and a report that states their mean. The model is the
// one that the answers name, whatever the directory is called.
func TestMetaClawRecords(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	d := must.Get(db.FindDataset(t.Context(), smallSet))(t)
	type object = map[string]any
	files, partial, sum := fstest.MapFS{}, map[string]float64{}, 0.0
	for i := range d.Tasks {
		x := &d.Tasks[i]
		score, gold, given := 1.0, []string{}, []string{}
		for _, o := range x.Options {
			if o.Gold {
				gold = append(gold, o.Label)
			}
		}
		text, metrics, inline := "Done.", object{"passed": 1.0}, object{"passed": true, "exit_code": 0, "stdout": "OK", "stderr": ""}
		said := []object{{"type": "toolCall", "id": x.Name().String(), "name": "exec", "arguments": object{"command": "make"}}}
		if x.Kind == results.KindMultiChoice {
			given = gold
			if len(partial) < 3 && len(gold) > 1 {
				given = gold[1:]
				score -= 1 / float64(len(x.Options))
				partial[x.Name().String()] = score
			}
			exact := map[bool]float64{true: 1}[score == 1]
			text, metrics, inline = `\bbox{`+strings.Join(given, ",")+"}", object{"exact_match": exact}, object{"passed": score == 1, "selected": given}
			said = nil
		}
		sum += score
		top := object{"test_id": x.Scenario, "group_id": x.Scenario, "round_id": x.Slug,
			"question_type": map[string]string{results.KindExecCheck: "file_check"}[x.Kind], "score": score, "metrics": metrics,
			"extracted_answer": given, "correct_answer": gold}
		if x.Kind == results.KindMultiChoice {
			top["question_type"] = x.Kind
		}
		question := "Round " + x.Slug + " of " + x.Scenario
		usage := object{"input": 0, "output": 0, "totalTokens": 0}
		dir := path.Join("madmax_kimi", x.Scenario, x.Scenario, x.Slug)
		files[dir+"/scoring.json"] = &fstest.MapFile{Data: must.Get(json.Marshal(top))(t)}
		infer := object{"test_id": x.Scenario, "round_id": x.Slug, "question_type": top["question_type"], "question": question,
			"status": "success", "answer": text, "inline_score": inline,
			"run_metadata": object{"started_at": 1777254679.5, "finished_at": 1777254680.5, "duration_ms": 1000, "retry_count": 3},
			"llm_log": object{"sessionId": x.Scenario, "messages": []object{{"role": "user", "content": question},
				{"role": "assistant", "model": "gpt-5.2", "usage": usage, "content": append(said, object{"type": "text", "text": text})}}}}
		files[dir+"/infer_result.json"] = &fstest.MapFile{Data: must.Get(json.Marshal(infer))(t)}
	}
	n := float64(len(d.Tasks))
	report := object{"summary": object{"total_questions": n, "correct": sum, "accuracy": sum / n, "tokens": object{"agent": object{"input": 0}}}}
	files["madmax_kimi/report.json"] = &fstest.MapFile{Data: must.Get(json.Marshal(report))(t)}

	rep := ingesttest.Load(t, db, files, ingest.Identity{})
	if len(rep.Runs) != 1 || rep.Runs[0].Counts.Scored != len(d.Tasks) || rep.Runs[0].Counts.Passed != len(d.Tasks)-len(partial) {
		t.Fatalf("%+v", rep)
	}
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	want := results.System{Model: "gpt-5.2", Framework: "openclaw", Variant: "madmax_kimi"}
	if run.System != want || len(rep.Runs[0].Warnings) != 1 || !strings.Contains(rep.Runs[0].Warnings[0].Message, "the records name the model gpt-5.2") {
		t.Errorf("system %+v, warnings %+v", run.System, rep.Runs[0].Warnings)
	}
	got := map[string]float64{}
	for _, x := range must.Get(db.Outcomes(t.Context(), run.ID))(t) {
		if *x.Score < 1 {
			got[x.Scenario+"/"+x.Task] = *x.Score
		}
		if x.Usage.Input != nil || x.Usage.Output != nil {
			t.Errorf("%s/%s: tokens %+v, want none recorded", x.Scenario, x.Task, x.Usage)
		}
	}
	must.Same(t, partial, got, "scores below 1")
	sound := files["madmax_kimi/report.json"]
	report["summary"].(object)["accuracy"] = sum/n + 0.001
	files["madmax_kimi/report.json"] = &fstest.MapFile{Data: must.Get(json.Marshal(report))(t)}
	rep = ingesttest.Load(t, ingesttest.OpenBundled(t), files, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Runs[0].Exclusions) != 1 {
		t.Errorf("another accuracy in the report: %+v", rep.Runs)
	}
	files["madmax_kimi/report.json"] = sound
	for name := range partial {
		file := path.Join("madmax_kimi", path.Dir(name), name, "scoring.json")
		var doc object
		must.Do(t, json.Unmarshal(files[file].Data, &doc))
		doc["score"] = 0.99
		files[file] = &fstest.MapFile{Data: must.Get(json.Marshal(doc))(t)}
	}
	rep = ingesttest.Load(t, ingesttest.OpenBundled(t), files, ingest.Identity{})
	if len(rep.Runs) != 1 || rep.Runs[0].Counts.Scored != len(d.Tasks)-len(partial) {
		t.Errorf("scores that the options do not give: %+v", rep.Runs)
	}
}

// TestOriginalMetaClawLayout reads the layout of the benchmark's first repository: the
// short days as such although the list has the other set's name, and a run whose
// rounds lie in groups.
func TestOriginalMetaClawLayout(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	d := must.Get(db.FindDataset(t.Context(), smallSet))(t)
	files := original(t, d)
	for name, f := range ingesttest.Rounds(d, "lab_model-a_openclaw", func(*results.Task) string { return "" }) {
		parts := strings.Split(name, "/") // label, infer or scoring, day, round, file
		files[path.Join("out", parts[0], parts[2], "group1", parts[3], parts[4])] = f
	}
	rep := ingesttest.Load(t, db, files, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Datasets) != 1 || rep.Datasets[0].Benchmark != smallSet || rep.Datasets[0].Tasks != len(d.Tasks) {
		t.Fatalf("dataset %+v, refused %+v", rep.Datasets, rep.Refused)
	}
	if rep.Datasets[0].State == ingest.DatasetRefused || len(rep.Warnings) > 0 {
		t.Errorf("state %s, difference %+v, warnings %+v", rep.Datasets[0].State, rep.Datasets[0].Difference, rep.Warnings)
	}
	if len(rep.Runs) != 1 || rep.Runs[0].Benchmark != smallSet || rep.Runs[0].Counts.Passed != len(d.Tasks) {
		t.Errorf("runs %+v", rep.Runs)
	}
}
