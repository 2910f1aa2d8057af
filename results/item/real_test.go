package item_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"GemmaImpossible": testGemmaImpossible,
		"GemmaComplaint":  testGemmaComplaint,
	}, "data", "clawarena")
}

// question is what these tests read of a dataset's round.
type question struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Question string `json:"question"`
	Feedback struct {
		Correct, Incorrect string
		Options            map[string]string
	} `json:"feedback"`
	Eval struct {
		Command string            `json:"command"`
		Options map[string]string `json:"options"`
		Answer  json.RawMessage   `json:"answer"`
	} `json:"eval"`
}

type answered struct {
	scenario string
	question
	score          float64
	selected, gold []string
	verdict        *results.CheckerVerdict
	given          string
}

func readJSON(t *testing.T, v any, elem ...string) {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join(elem...)))(t)
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", filepath.Join(elem...), err)
	}
}

// gemma reads all rounds of ClawArena's released run with their questions.
func gemma(t *testing.T) []answered {
	t.Helper()
	root := resultstest.Shared(t, "data", "clawarena")
	run := filepath.Join(root, "vllm_gemma-4-31b-it_openclaw")
	files := must.Get(filepath.Glob(filepath.Join(root, "data", "clawarena", "eval", "*", "questions.json")))(t)
	var list []answered
	for _, f := range files {
		var q struct {
			ID     string     `json:"id"`
			Rounds []question `json:"rounds"`
		}
		readJSON(t, &q, f)
		given := ""
		for _, r := range q.Rounds {
			given += r.Question + "\n"
			a := answered{scenario: q.ID, question: r, given: given}
			given += r.Feedback.Correct + "\n" + r.Feedback.Incorrect + "\n"
			var s struct {
				Score     float64  `json:"score"`
				Extracted []string `json:"extracted_answer"`
				Correct   []string `json:"correct_answer"`
			}
			readJSON(t, &s, run, "scoring", q.ID, r.ID, "scoring.json")
			a.score, a.selected, a.gold = s.Score, s.Extracted, s.Correct
			var i struct {
				Inline *struct {
					Passed   *bool  `json:"passed"`
					ExitCode *int   `json:"exit_code"`
					Stdout   string `json:"stdout"`
					Stderr   string `json:"stderr"`
				} `json:"inline_score"`
			}
			readJSON(t, &i, run, "infer", q.ID, r.ID, "infer_result.json")
			if x := i.Inline; x != nil {
				a.verdict = &results.CheckerVerdict{Passed: x.Passed, ExitCode: x.ExitCode, Stdout: x.Stdout, Stderr: x.Stderr}
			}
			list = append(list, a)
		}
	}
	return list
}
