package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

func TestExtract(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{`so: \bbox{C, a}`, []string{"A", "C"}},
		{`\[\boxed{B}\]`, []string{"B"}},
		{`\bbox{A} and \bbox{B}`, []string{"A"}},
		{`\bbox{None}`, []string{"E", "N", "O"}},
		{`\bbox{}`, []string{}},
		{"the first one", nil},
		{"bbox{A}", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, extract(tt.text)); diff != "" {
			t.Errorf("extract(%q): %s", tt.text, diff)
		}
	}
}

func TestCompareChoice(t *testing.T) {
	got := compareChoice([]string{"A", "B", "D"}, []string{"A", "C"})
	want := choiceMetrics{IoU: 0.25, Precision: number(1) / 3, Recall: 0.5, F1: 0.4}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b number) bool { d := a - b; return d < 1e-12 && d > -1e-12 })); diff != "" {
		t.Error(diff)
	}
	if got := compareChoice([]string{"A", "C"}, []string{"A", "C"}); got.ExactMatch != 1 || got.F1 != 1 {
		t.Errorf("equal sets: %+v", got)
	}
	if got := compareChoice(nil, []string{"A"}); got != (choiceMetrics{}) {
		t.Errorf("nothing selected: %+v", got)
	}
}

// The public harness's own report on a real run has to come out number by
// number, or the example's reports would not be in its format.
func TestReportReproducesPublicHarness(t *testing.T) {
	dir := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	var want report
	data, err := os.ReadFile(filepath.Join(dir, "report", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	var scenarios []scenario
	var rounds [][]roundReport
	for _, test := range want.ByTest {
		var list []roundReport
		for _, d := range test.RoundsDetail {
			list = append(list, realRound(t, dir, test.TestID, d))
		}
		scenarios, rounds = append(scenarios, scenario{ID: test.TestID}), append(rounds, list)
	}
	got := makeReport(scenarios, rounds)
	got.ExperimentID, got.Framework, got.GeneratedAt = want.ExperimentID, want.Framework, want.GeneratedAt
	got.Summary.TotalTokens = want.Summary.TotalTokens
	for i := range got.ByTest {
		got.ByTest[i].Tokens = want.ByTest[i].Tokens
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// realRound takes score and duration from the records, not from the report.
func realRound(t *testing.T, dir, test string, d roundReport) roundReport {
	t.Helper()
	var s scoring
	var rec struct {
		Timing struct {
			DurationMS int64 `json:"duration_ms"`
		} `json:"timing"`
	}
	for path, into := range map[string]any{
		filepath.Join(dir, "scoring", test, d.RoundID, "scoring.json"):    &s,
		filepath.Join(dir, "infer", test, d.RoundID, "infer_result.json"): &rec,
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	return roundReport{RoundID: d.RoundID, Type: s.Meta.QuestionType, Score: s.Score, Tokens: d.Tokens, DurationMS: rec.Timing.DurationMS}
}

func TestFeedbackFollowsVerdict(t *testing.T) {
	var choice, check round
	if err := json.Unmarshal([]byte(`{"type":"multi_choice","feedback":{"correct":"fine","options":{"A":"a!","B":"b!","C":"c!"}},"eval":{"options":{"A":"a","B":"b","C":"c"},"answer":["A","B"]}}`), &choice); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(`{"type":"exec_check","feedback":{"correct":"fine","incorrect":"look again"},"pref":{"feedback":{"correct":"","incorrect":"Format reminder (P1)"}}}`), &check); err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	tests := []struct {
		name string
		r    round
		v    verdict
		want string
	}{
		{"right", choice, verdict{passed: true, inline: choiceScore{}}, "fine"},
		{"wrong", choice, verdict{inline: choiceScore{Selected: []string{"A", "C"}}}, "You missed option B: b!\nYou incorrectly selected option C: c!\n" + keepInMind},
		{"no box", choice, verdict{inline: choiceScore{}, missing: true}, formatReminder},
		{"check failed", check, verdict{inline: checkScore{}, pref: &no}, "look again\n" + keepInMind + "\nFormat reminder (P1)"},
		{"check passed", check, verdict{inline: checkScore{}, passed: true, pref: &yes}, "fine"},
	}
	for _, tt := range tests {
		if got := feedbackFor(tt.r, tt.v); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
