package clawarena_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

const smallQuestions = "data/small/eval/t1/questions.json"

// A score that the rest of the record contradicts is no score.
func TestEvidenceContradicts(t *testing.T) {
	infer := func(old, text string) edit { return edit{smallFile("infer", "q2"), old, text} }
	const long = "Do the other thing that another round asks for."
	for _, tt := range []struct {
		name  string
		edits []edit
		says  string
	}{
		{"the output names a failure", []edit{infer(`"stdout": "ok"`, `"stdout": "FAILED: missing key 'a'"`)}, `says "missing key 'a'"`},
		{"in the middle of it", []edit{infer(`"stdout": "ok"`, `"stdout": "checked a\nresult: FAIL\n"`)}, `says "result: FAIL"`},
		{"it counts failures", []edit{infer(`"stdout": "ok"`, `"stdout": "Passed: 0\nFailed: 2\n"`)}, `says "Failed: 2"`},
		{"the program raised an error", []edit{infer(`"stderr": ""`, `"stderr": "Traceback (most recent call last):\n  File \"x\"\nKeyError: 1"`)},
			`says "Traceback`},
		{"the trace asks another round's question", []edit{{smallQuestions, `"Which?"`, `"` + long + `"`}, infer(`"content": "[Previous Feedback] Wrong.\n\nDo it."`, `"content": "`+long+`"`)},
			"the question in the trace differs from the recorded question"},
		{"last of all", []edit{{smallQuestions, `"Which?"`, `"` + long + `"`}, infer(`{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}`,
			`{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}, {"role": "user", "content": "`+long+`"}`)}, "the trace contains 2 user messages"},
		{"the trace asks what nobody asked", []edit{infer(`"content": "[Previous Feedback] Wrong.\n\nDo it."`, `"content": "Say hello."`)}, "differs from the recorded question"},
		{"no tool was called", []edit{infer(`, {"type": "toolCall", "id": "call-q2", "name": "exec", "arguments": {"command": "true"}}`, "")},
			"an executable check passed, but the trace has no tool call"},
		{"a second message", []edit{infer(`{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}, `, `{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}, {"role": "user", "content": "Mind the key."}, `)},
			"the trace contains 2 user messages"},
		{"a hint behind the question", []edit{infer(`\n\nDo it.",`, `\n\nDo it. Mind the key.",`), infer(`"content": "[Previous Feedback] Wrong.\n\nDo it."`, `"content": "Do it. Mind the key."`)},
			`contains text that is neither from the dataset nor from the harness: "Mind the key."`},
		{"a hint in the trace alone", []edit{infer(`"content": "[Previous Feedback] Wrong.\n\nDo it."`, `"content": "[Previous Feedback] Wrong.\n\nDo it. Mind the key."`)}, "differs from the recorded question"},
		{"a hint as feedback", []edit{infer(`Wrong.\n`, `Wrong. Mind the key.\n`)}, `"Mind the key."`},
		{"the feedback of this round", []edit{infer(`Wrong.\n`, `Done.\n`)}, `"Done."`},
		{"another question in record and trace", []edit{infer(`\n\nDo it.",`, `\n\nDo that.",`), infer(`"content": "[Previous Feedback] Wrong.\n\nDo it."`, `"content": "Do that."`)},
			"the recorded question differs from the question in the dataset"},
		{"it began before the round before it", []edit{infer(`"started_at": 1777254679.4`, `"started_at": 1777254600.4`)}, "before round t1/q1"},
		{"the agent failed", []edit{infer(`"status": "success"`, `"status": "failed"`)}, "score is 1, but the round's status is failed"},
		{"an error", []edit{infer(`"error": null},`, `"error": "exit 1"},`)}, "score is 1, but the answer's error is"},
		{"an error of the log", []edit{infer(`"success": true, "error": null`, `"success": false, "error": "boom"`)}, "score is 1, but the log's error is"},
		{"the check cannot run", []edit{{smallQuestions, `"command": "true"`, `"command": "python -c 'f(]'"`}}, "no answer can pass this round"},
	} {
		db, line := readOfficial(t, mutate(t, smallWhole(), tt.edits...))
		tr, err := db.FindTrial(t.Context(), line.Run, "t1", "q2", 1)
		if err != nil || tr.Status != results.JudgeError || tr.Score != nil || line.Complete || tr.Details.ErrorType != results.Contradiction ||
			len(line.Exclusions) == 0 || line.Exclusions[0].Kind != results.ExclusionContradiction {
			t.Errorf("%s: trial is %s with score %v (%v), want a judge error without a score", tt.name, tr.Status, tr.Score, err)
		}
		if warned(line, "", tt.says) == nil {
			t.Errorf("%s: no warning says %q: %+v", tt.name, tt.says, line.Warnings)
		}
	}
}

// An answer that no message of the agent bears out is not judged, and the run says
// of how many that is so.
func TestUnheard(t *testing.T) {
	const call = `{"type": "toolCall", "id": "call-q2", "name": "exec", "arguments": {"command": "true"}}`
	const said = `{"role": "assistant", "model": "model", "content": [{"type": "text", "text": "done"}, ` + call + `], "usage": {"input": 3, "output": 4}}`
	const chose = `"text": "\\bbox{A}"}, `
	for _, tt := range []struct {
		name, round, old, new string
	}{
		{"no message of the agent", "q2", ", " + said, ""},
		{"an empty one", "q2", `"text": "done"}, ` + call, `"text": " "}`},
		{"one of a helper alone", "q2", `"role": "assistant"`, `"role": "system"`},
		{"no messages at all", "q2", `"messages": [{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}, ` + said + `]`, `"messages": []`},
		{"no log", "q2", `"llm_log"`, `"log"`},
		{"no question", "q2", `{"role": "user", "content": "[Previous Feedback] Wrong.\n\nDo it."}, `, ""},
		{"letters that stand in none", "q1", chose, `"text": "I think so"}, `},
	} {
		db, line := readSmall(t, mutate(t, smallWhole(), edit{smallFile("infer", tt.round), tt.old, tt.new}, edit{smallRun + "report/report.json", "", ""}))
		tr, err := db.FindTrial(t.Context(), line.Run, "t1", tt.round, 1)
		if err != nil || tr.Status != results.NotJudged || tr.Score != nil || len(tr.Details.Signals) != 1 {
			t.Errorf("%s: trial is %s with score %v (%v), want it not judged", tt.name, tr.Status, tr.Score, err)
		}
		if line.Complete || line.Counts.NotJudged != 1 || len(line.Exclusions) != 1 || line.Exclusions[0].Kind != results.ExclusionUnheard ||
			line.Exclusions[0].Message != "1 of 3 answers have no message from the agent and count as not judged" {
			t.Errorf("%s: %+v with %+v, want one answer not judged and said", tt.name, line.Counts, line.Exclusions)
		}
	}
	lost := mutate(t, smallWhole(), edit{smallFile("infer", "q2"), `"llm_log"`, `"log"`}, edit{smallFile("infer", "q2"), `"status": "success", "text": "done"`,
		`"status": "timeout", "text": ""`}, edit{smallFile("infer", "q2"), `"passed": true`, `"passed": false`}, edit{smallFile("infer", "q2"),
		`"exit_code": 0`, `"exit_code": 1`}, edit{smallFile("scoring", "q2"), `"score": 1.0`, `"score": 0.0`}, edit{smallFile("scoring", "q2"),
		`"passed": true`, `"passed": false`})
	if _, line := readSmall(t, lost); !line.Complete || line.Counts.Timeout != 1 {
		t.Errorf("%+v: a round that timed out without a message needs none", line.Counts)
	}
}

// Of a dataset that nobody vouches for no question is held against the run's, because the
// order in which datasets come would decide.
func TestOtherQuestions(t *testing.T) {
	m := mutate(t, smallWhole(), edit{smallQuestions, `"Do it."`, `"Do it well."`})
	if _, line := readSmall(t, m); !line.Complete || len(line.Exclusions) != 0 {
		t.Errorf("%+v", line)
	}
	if _, line := readOfficial(t, m); line.Complete {
		t.Errorf("of the official dataset: %+v", line)
	}
}

// readOfficial reads the run beside its dataset, which the caller vouches for.
func readOfficial(t *testing.T, m fstest.MapFS) (*sqlite.DB, ingest.RunLine) {
	t.Helper()
	dataset, run := fstest.MapFS{}, fstest.MapFS{}
	for name, f := range m {
		if strings.HasPrefix(name, "data/") {
			dataset[name] = f
		} else {
			run[name] = f
		}
	}
	db := ingesttest.Open(t)
	rep, err := ingesttest.Loader(db).Load(t.Context(), []ingest.Source{{FS: dataset, Name: "dataset", Official: true}, {FS: run, Name: "run"}})
	if err != nil || len(rep.Runs) != 1 {
		t.Fatalf("%v, %+v", err, rep)
	}
	return db, rep.Runs[0]
}
