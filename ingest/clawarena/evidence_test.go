package clawarena_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
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
		{"the trace asks another round's question", []edit{{smallQuestions, `"Which?"`, `"` + long + `"`}, infer(`"content": "Do it."`, `"content": "`+long+`"`)},
			"the question in the trace is that of round t1/q1"},
		{"last of all", []edit{{smallQuestions, `"Which?"`, `"` + long + `"`}, infer(`{"role": "user", "content": "Do it."}`,
			`{"role": "user", "content": "Do it."}, {"role": "user", "content": "`+long+`"}`)}, "the question in the trace is that of round t1/q1"},
		{"the trace asks what nobody asked", []edit{infer(`"content": "Do it."`, `"content": "Say hello."`)}, "is not the recorded one"},
		{"the check cannot run", []edit{{smallQuestions, `"command": "true"`, `"command": "python -c 'f(]'"`}}, "no answer can pass this round"},
	} {
		db, line := readSmall(t, mutate(t, smallWhole(), tt.edits...))
		tr, err := db.FindTrial(t.Context(), line.Run, "t1", "q2", 1)
		if err != nil || tr.Status != results.JudgeError || tr.Score != nil || line.Complete {
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
	const said = `{"role": "assistant", "model": "model", "content": [{"type": "text", "text": "done"}], "usage": {"input": 3, "output": 4}}`
	const chose = `"text": "\\bbox{A}"}], "usage"`
	for _, tt := range []struct {
		name, round, old, new string
	}{
		{"no message of the agent", "q2", ", " + said, ""},
		{"an empty one", "q2", `"text": "done"}], "usage"`, `"text": " "}], "usage"`},
		{"one of a helper alone", "q2", `"role": "assistant"`, `"role": "system"`},
		{"no messages at all", "q2", `"messages": [{"role": "user", "content": "Do it."}, ` + said + `]`, `"messages": []`},
		{"no log", "q2", `"llm_log"`, `"log"`},
		{"no question", "q2", `{"role": "user", "content": "Do it."}, `, ""},
		{"letters that stand in none", "q1", chose, `"text": "I think so"}], "usage"`},
	} {
		db, line := readSmall(t, mutate(t, smallWhole(), edit{smallFile("infer", tt.round), tt.old, tt.new}, edit{smallRun + "report/report.json", "", ""}))
		tr, err := db.FindTrial(t.Context(), line.Run, "t1", tt.round, 1)
		if err != nil || tr.Status != results.NotJudged || tr.Score != nil || len(tr.Details.Suspicions) != 1 {
			t.Errorf("%s: trial is %s with score %v (%v), want it not judged", tt.name, tr.Status, tr.Score, err)
		}
		if line.Complete || line.Counts.NotJudged != 1 || len(line.Objections) != 1 || line.Objections[0].Kind != results.ObjectionUnheard ||
			line.Objections[0].Message != "answers that no message of the agent bears out, which count as not judged: 1 of 3" {
			t.Errorf("%s: %+v with %+v, want one answer not judged and said", tt.name, line.Counts, line.Objections)
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

// Other words than those of the official dataset are of another revision: the verdicts
// stay, and the run is not ranked. Of a dataset that nobody vouches for it is not said,
// because the order in which datasets come would decide.
func TestOtherQuestions(t *testing.T) {
	m := mutate(t, smallWhole(), edit{smallQuestions, `"Do it."`, `"Do it well."`},
		edit{smallFile("infer", "q2"), `"content": "Do it."`, `"content": "[Previous Feedback] Wrong.\n\nDo it."`})
	dataset, run := fstest.MapFS{}, fstest.MapFS{}
	for name, f := range m {
		if strings.HasPrefix(name, "data/") {
			dataset[name] = f
		} else {
			run[name] = f
		}
	}
	for _, official := range []bool{true, false} {
		l := ingesttest.Loader(ingesttest.Open(t))
		rep, err := l.Load(t.Context(), []ingest.Source{{FS: dataset, Name: "dataset", Official: official}, {FS: run, Name: "run"}})
		if err != nil || len(rep.Runs) != 1 || !rep.Runs[0].Complete {
			t.Fatalf("%v, %+v", err, rep)
		}
		o := rep.Runs[0].Objections
		if official && (len(o) != 1 || o[0].Kind != results.ObjectionQuestions ||
			o[0].Message != "recorded questions that are not the dataset's: 1 of 3") || !official && len(o) != 0 {
			t.Errorf("official %v: objections %+v", official, o)
		}
	}
}
