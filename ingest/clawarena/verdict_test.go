package clawarena_test

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// A verdict that does not follow from its evidence is none: the round has no
// score and is a judge error, both sides are quoted, and the run is incomplete
// and cannot be ranked.
func TestVerdictFollowsEvidence(t *testing.T) {
	const multi, exec = "q1", "q2"
	scoring := func(round, old, new string) []edit { return []edit{{smallFile("scoring", round), old, new}} }
	infer := func(round, old, new string) []edit { return []edit{{smallFile("infer", round), old, new}} }
	for _, tt := range []struct {
		name, round string
		edits       []edit
		says        string
	}{
		{"score 0.99", multi, scoring(multi, `"score": 1.0`, `"score": 0.99`), "score: 0.99 is neither 0 nor 1"},
		{"score 2", exec, scoring(exec, `"score": 1.0`, `"score": 2`), "score: 2 is neither 0 nor 1"},
		{"score -1", exec, scoring(exec, `"score": 1.0`, `"score": -1`), "score: -1 is neither 0 nor 1"},
		{"score as text", multi, scoring(multi, `"score": 1.0`, `"score": "1"`), `score: "1" is not a number`},
		{"score true", exec, scoring(exec, `"score": 1.0`, `"score": true`), "score: true is not a number"},
		{"score NaN", multi, scoring(multi, `"score": 1.0`, `"score": NaN`), "not valid JSON"},
		{"answer is wrong", multi, infer(multi, `bbox{A}`, `bbox{B}`), "extracted_answer is {A}, but the recorded answer gives {B}"},
		{"answer without a box", multi, infer(multi, `bbox{A}`, `A`), "the recorded answer gives nothing"},
		{"solution made to fit", multi, append(infer(multi, `bbox{A}`, `bbox{B}`),
			scoring(multi, `"extracted_answer": ["A"]`, `"extracted_answer": ["B"]`)...), "{B} against the solution {A} is wrong"},
		{"solution absent", multi, scoring(multi, `"correct_answer": ["A"]`, `"correct_answer": null`), "scored without its solution"},
		{"solution empty", multi, scoring(multi, `"correct_answer": ["A"]`, `"correct_answer": []`), "scored without its solution"},
		{"exact_match denies", multi, scoring(multi, `"iou": 1.0`, `"exact_match": 0.0`), "metrics.exact_match is 0"},
		{"inline denies the choice", multi, infer(multi, `"passed": true`, `"passed": false`),
			"inline_score.passed is false, but the score is 1"},
		{"inline selected otherwise", multi, infer(multi, `"selected": ["A"]`, `"selected": ["B"]`), "inline_score.selected is {B}"},
		{"answer that the agent has not given", multi, infer(multi, `"text": "\\bbox{A}"}, `, `"text": "I choose \\bbox{B}"}, `),
			"the recorded answer gives {A}, but the agent's messages give {B}"},
		{"record of another round", exec, infer(exec, `Do it.`, `Which?`), "the recorded question belongs to another round, t1/q1"},
		{"kind changed", multi, append(scoring(multi, `"multi_choice"`, `"exec_check"`), infer(multi, `"multi_choice"`, `"exec_check"`)...),
			"question_type is exec_check, but the dataset's round is multi_choice"},
		{"check failed", exec, infer(exec, `"passed": true`, `"passed": false`),
			"score is 1 and metrics.passed is true in scoring.json, but the checker's recorded verdict is passed=false, exit_code=0"},
		{"score denies the check", exec, scoring(exec, `"score": 1.0`, `"score": 0.0`), "score is 0 and metrics.passed is true"},
		{"metrics deny the check", exec, scoring(exec, `"passed": true`, `"passed": false`), "score is 1 and metrics.passed is false"},
		{"exit code denies", exec, infer(exec, `"exit_code": 0`, `"exit_code": 1`), "passed=true, exit_code=1 (a pass needs exit code 0)"},
		{"exit -1 passed", exec, infer(exec, `"exit_code": 0`, `"exit_code": -1`), "passed=true, exit_code=-1"},
		{"no exit code", exec, infer(exec, `"exit_code": 0, `, ``), "exit_code=absent"},
		{"exit code as text", exec, infer(exec, `"exit_code": 0`, `"exit_code": "0"`), `exit_code="0"`},
		{"passed as text", exec, infer(exec, `"passed": true`, `"passed": "true"`), `passed="true"`},
		{"no inline score", exec, infer(exec, `"inline_score"`, `"inline"`), "there is no inline_score"},
		{"no answer", exec, infer(exec, "", ""), "there is no readable infer_result.json to support it"},
		{"no choice", multi, infer(multi, "", ""), "there is no readable infer_result.json to support it"},
		{"expected exit code", exec, []edit{{"data/small/eval/t1/questions.json", `"command": "true"`,
			`"command": "true", "expect_exit": 3`}}, "a pass needs exit code 3"},
		{"expected output", exec, []edit{{"data/small/eval/t1/questions.json", `"command": "true"`,
			`"command": "true", "expect_stdout": "all is well"`}}, `the output "all is well"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db, line := readSmall(t, mutate(t, smallWhole(), tt.edits...))
			if line.Complete || line.Counts.Passed != 2 || line.Counts.Error != 1 {
				t.Errorf("complete %v, counts %+v; want an incomplete run with one error beside two passes", line.Complete, line.Counts)
			}
			if warned(line, "", tt.says) == nil {
				t.Errorf("no warning says %q: %+v", tt.says, line.Warnings)
			}
			tr, err := db.FindTrial(t.Context(), line.Run, "t1", tt.round, 1)
			if err != nil || tr.Status != results.JudgeError || tr.Score != nil {
				t.Errorf("trial is %s with score %v (%v), want a judge error without a score", tr.Status, tr.Score, err)
			}
			if b, err := db.FindBoard(t.Context(), "small", "paper", ""); err != nil || len(b.Rows) != 1 || b.Rows[0].Rank != nil {
				t.Errorf("board %+v (%v), want one row without a rank", b.Rows, err)
			}
		})
	}
}

// What the harness itself writes is accepted.
func TestVerdictsOfTheHarness(t *testing.T) {
	file := "data/small/eval/t1/questions.json"
	failed := []edit{
		{smallFile("scoring", "q2"), `"score": 1.0`, `"score": 0`}, {smallFile("scoring", "q2"), `"passed": true`, `"passed": false`},
		{smallFile("infer", "q2"), `"passed": true`, `"passed": false`},
	}
	with := func(more ...edit) []edit { return append(slices.Clone(failed), more...) }
	for _, tt := range []struct {
		name   string
		edits  []edit
		status results.Status
		score  float64
	}{
		{"the check fails", with(edit{smallFile("infer", "q2"), `"exit_code": 0`, `"exit_code": 1`}), results.Failed, 0},
		{"the output is not the expected one", with(edit{file, `"command": "true"`, `"command": "true", "expect_stdout": "all is well"`}),
			results.Failed, 0},
		{"the answer is in a box of another kind", []edit{{smallFile("infer", "q1"), `bbox{A}`, `box{A}`}}, results.Passed, 1},
		{"the output is the expected one", []edit{{file, `"command": "true"`, `"command": "true", "expect_stdout": "o"`}}, results.Passed,
			1},
		{"the output matches a pattern", []edit{{file, `"command": "true"`,
			`"command": "true", "expect_stdout": "^(?!bad)", "expect_stdout_regex": true`}}, results.Passed, 1},
		{"the exit code is the expected one", []edit{{file, `"command": "true"`, `"command": "true", "expect_exit": 3`},
			{smallFile("infer", "q2"), `"exit_code": 0`, `"exit_code": 3`}}, results.Passed, 1},
		// The check itself timed out or raised: the harness scores it 0, and it is
		// the judge that failed.
		{"the check cannot be run", with(edit{smallFile("infer", "q2"), `"exit_code": 0`, `"exit_code": -1`}), results.JudgeError, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db, line := readSmall(t, mutate(t, mutate(t, smallWhole(), edit{smallRun + "report/report.json", "", ""}), tt.edits...))
			if !line.Complete || len(line.Warnings) != 0 {
				t.Errorf("complete %v, warnings %+v; want a complete run without a warning", line.Complete, line.Warnings)
			}
			tr, err := db.FindTrial(t.Context(), line.Run, "t1", "q2", 1)
			if err != nil || tr.Status != tt.status || tr.Score == nil || *tr.Score != tt.score {
				t.Errorf("trial is %s with score %v (%v), want %s with %v", tr.Status, tr.Score, err, tt.status, tt.score)
			}
		})
	}
}

// A run without any recorded answer has verdicts alone: it says so, and none of
// them can be followed.
func TestVerdictsAlone(t *testing.T) {
	var edits []edit
	for _, round := range []string{"q1", "q2", "q3"} {
		edits = append(edits, edit{smallFile("infer", round), "", ""})
	}
	db, line := readSmall(t, mutate(t, smallWhole(), edits...))
	r, err := db.FindRun(t.Context(), line.Run)
	if err != nil || r.Evidence != results.Records || r.Complete || r.Counts.Scored != 0 {
		t.Errorf("evidence is %s, counts %+v (%v); want records alone and no score", r.Evidence, r.Counts, err)
	}
}

// A run whose solutions are not the dataset's is of another revision: its
// verdicts stay, it is not ranked, and the rounds are listed, until a dataset
// with its solutions is read.
func TestOtherRevision(t *testing.T) {
	const questions = "data/small/eval/t1/questions.json"
	other := mutate(t, smallWhole(),
		edit{smallFile("scoring", "q1"), `"extracted_answer": ["A"], "correct_answer": ["A"]`,
			`"extracted_answer": ["B"], "correct_answer": ["B"]`},
		edit{smallFile("infer", "q1"), `bbox{A}`, `bbox{B}`}, edit{smallFile("infer", "q1"), `bbox{A}`, `bbox{B}`},
		edit{smallFile("infer", "q1"), `"selected": ["A"]`, `"selected": ["B"]`})
	db, line := readSmall(t, other)
	if len(line.Exclusions) != 1 || line.Exclusions[0].Kind != results.ExclusionRevision || !line.Complete || line.Counts.Passed != 3 {
		t.Fatalf("line = %+v, want a complete run with its own verdicts and one objection", line)
	}
	o := line.Exclusions[0]
	if !slices.Equal(o.Tasks, []string{"t1/q1"}) || o.Scenarios["t1"] != 1 || o.Message == "" {
		t.Errorf("objection = %+v, want t1/q1 named", o)
	}
	if warned(line, "q1/scoring.json", "correct_answer is {B}, but the dataset") == nil {
		t.Errorf("warnings = %+v, want both solutions quoted", line.Warnings)
	}
	ranked := func(want bool) {
		t.Helper()
		r, err := db.FindRun(t.Context(), line.Run)
		if err != nil || r.Ranked() != want {
			t.Errorf("ranked %v with %+v (%v), want %v", r.Ranked(), r.Exclusions, err, want)
		}
		b, err := db.FindBoard(t.Context(), "small", "paper", "")
		if err != nil || len(b.Rows) != 1 || (b.Rows[0].Rank != nil) != want {
			t.Errorf("row %+v (%v), want a rank: %v", b.Rows, err, want)
		}
	}
	ranked(false)
	// The revision that the run was scored against clears it, the other one
	// brings the exclusion back.
	revised := mutate(t, smallDataset(), edit{questions, `"answer": ["A"]`, `"answer": ["B"]`})
	ingesttest.LoadOfficial(t, db, revised)
	ranked(true)
	ingesttest.LoadOfficial(t, db, smallDataset())
	ranked(false)
}
