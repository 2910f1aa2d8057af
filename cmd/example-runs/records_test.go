package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The records in the repository have to be what the agents do today.
func TestRecordsAreReproduced(t *testing.T) {
	var out bytes.Buffer
	if err := checkTree(context.Background(), exampleDir(t), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
}

// heard is what the tests need to know of a message.
type heard struct {
	Role       string                       `json:"role"`
	API        string                       `json:"api"`
	Provider   string                       `json:"provider"`
	Model      string                       `json:"model"`
	Usage      json.RawMessage              `json:"usage"`
	ToolCallID string                       `json:"toolCallId"`
	Details    map[string]json.RawMessage   `json:"details"`
	Content    []map[string]json.RawMessage `json:"content"`
	Timestamp  int64                        `json:"timestamp"`
}

type heardRecord struct {
	Meta struct {
		TestID  string `json:"test_id"`
		RoundID string `json:"round_id"`
	} `json:"meta"`
	Question string `json:"question"`
	Answer   answer `json:"answer"`
	LLMLog   struct {
		WorkspaceDir string  `json:"workspaceDir"`
		Messages     []heard `json:"messages"`
	} `json:"llm_log"`
	InlineScore struct {
		Passed      bool     `json:"passed"`
		FormatValid *bool    `json:"format_valid"`
		Selected    []string `json:"selected"`
		Pref        *bool    `json:"pref_passed"`
	} `json:"inline_score"`
}

// records reads all infer results and their scorings by agent and round.
func records(t *testing.T) (map[string]heardRecord, map[string]scoring) {
	t.Helper()
	infer, scores := map[string]heardRecord{}, map[string]scoring{}
	for _, a := range agents() {
		for _, sc := range loadExample(t).scenarios {
			for _, r := range sc.Rounds {
				key := a.name() + "/" + sc.ID + "/" + r.ID
				base := filepath.Join(exampleDir(t), "result_example", runName(a))
				var rec heardRecord
				var score scoring
				readRecord(t, filepath.Join(base, "infer", sc.ID, r.ID, "infer_result.json"), &rec)
				readRecord(t, filepath.Join(base, "scoring", sc.ID, r.ID, "scoring.json"), &score)
				infer[key], scores[key] = rec, score
			}
		}
	}
	return infer, scores
}

func readRecord(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func TestRecordsAreScriptedAndConsistent(t *testing.T) {
	infer, scores := records(t)
	ids := map[string]bool{}
	for key, rec := range infer {
		if got := scores[key].Score == 1; got != rec.InlineScore.Passed {
			t.Errorf("%s: scoring says passed=%v, inline_score %v", key, got, rec.InlineScore.Passed)
		}
		if selected := extract(rec.Answer.Text); !slices.Equal(selected, rec.InlineScore.Selected) {
			t.Errorf("%s: the answer has %v, inline_score %v", key, selected, rec.InlineScore.Selected)
		}
		open := map[string]bool{}
		last := int64(0)
		for i, m := range rec.LLMLog.Messages {
			if (i == 0) != (m.Role == "user") || m.Timestamp < last {
				t.Errorf("%s: message %d is out of order", key, i)
			}
			last = m.Timestamp
			if m.Usage != nil {
				t.Errorf("%s: message %d has a usage", key, i)
			}
			if m.Role == "assistant" && (m.API != scripted || m.Provider != scripted || m.Model != scripted) {
				t.Errorf("%s: message %d is not labelled as scripted", key, i)
			}
			for _, part := range m.Content {
				if id, ok := part["id"]; ok {
					if ids[string(id)] {
						t.Errorf("%s: call id %s occurs twice", key, id)
					}
					ids[string(id)], open[string(id)] = true, true
				}
			}
			if m.Role == "toolResult" {
				delete(open, `"`+m.ToolCallID+`"`)
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: calls without result: %v", key, open)
		}
	}
}

// What the example is there to show has to be in it.
func TestRecordsShowEveryKindOfTrouble(t *testing.T) {
	infer, _ := records(t)
	var timeouts, unanswered, exits, toolErrors, notes, prefPassed int
	for _, rec := range infer {
		if rec.Answer.Status == statusTimeout {
			timeouts++
		}
		if v := rec.InlineScore.FormatValid; v != nil && !*v {
			unanswered++
		}
		if p := rec.InlineScore.Pref; p != nil && *p {
			prefPassed++
		}
		if strings.Contains(rec.Question, updateNote) {
			notes++
		}
		for _, m := range rec.LLMLog.Messages {
			if code := string(m.Details["exitCode"]); code != "" && code != "0" {
				exits++
			}
			if string(m.Details["status"]) == `"error"` {
				toolErrors++
			}
		}
	}
	if timeouts != 1 || unanswered < 1 || exits < 1 || toolErrors < 2 || prefPassed < 1 || notes != 12 {
		t.Errorf("timeouts %d, unanswered %d, exit codes %d, tool errors %d, preferences %d, notes %d",
			timeouts, unanswered, exits, toolErrors, prefPassed, notes)
	}
}

// Each temper has to show in the scores, or the example explains nothing.
func TestTempersShowInTheScores(t *testing.T) {
	b := loadExample(t)
	_, scores := records(t)
	passed := map[string]int{}
	for key, s := range scores {
		name, _, _ := strings.Cut(key, "/")
		passed[name] += int(s.Score)
	}
	if n := passed["thorough-reader"]; n != 27 {
		t.Errorf("thorough-reader passed %d of 31, want 27", n)
	}
	if passed["never-revises"] < 10 || passed["never-revises"] > 16 || passed["skimmer"] < 6 || passed["selects-everything"] > 6 {
		t.Errorf("passed: %v", passed)
	}
	for _, sc := range b.scenarios {
		updated := false
		for _, r := range sc.Rounds {
			updated = updated || len(r.UpdateIDs) > 0
			key := sc.ID + "/" + r.ID
			if !updated && scores["never-revises/"+key].Score != scores["thorough-reader/"+key].Score {
				t.Errorf("%s: never-revises differs from thorough-reader before any update", key)
			}
			if len(r.UpdateIDs) > 0 && scores["never-revises/"+key].Score != 0 {
				t.Errorf("%s: never-revises passes an update round", key)
			}
			if r.multiChoice() && scores["selects-everything/"+key].Score != 0 {
				t.Errorf("%s: selects-everything passes a multi-choice round", key)
			}
		}
	}
}

func TestRecordsNameNoMachinePath(t *testing.T) {
	root := filepath.Join(exampleDir(t), "result_example")
	tree, err := normalTree(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(tree) != 4*63 {
		t.Errorf("%d files, want %d", len(tree), 4*63)
	}
	for name, text := range tree {
		for _, place := range []string{os.TempDir() + "/", "example-workspace-", filepath.Dir(exampleDir(t)), "/home/", "/root/", "/Users/"} {
			if strings.Contains(text, place) {
				t.Errorf("%s names %s", name, place)
			}
		}
	}
}

func TestCompareTrees(t *testing.T) {
	base := "{\n  \"score\": 1.0,\n  \"duration_ms\": 5,\n  \"text\": \"[Sat 2026-11-21 09:45 UTC] ask\"\n}"
	tests := []struct {
		name, text string
		same       bool
	}{
		{"equal", base, true},
		{"another duration", strings.Replace(base, "5,", "77,", 1), true},
		{"another time of asking", strings.Replace(base, "09:45", "10:01", 1), true},
		{"another score", strings.Replace(base, "1.0", "0.0", 1), false},
		{"another question", strings.Replace(base, "ask", "tell", 1), false},
		{"another spacing", strings.Replace(base, "  \"score\"", "\"score\"", 1), false},
	}
	for _, tt := range tests {
		a, b := t.TempDir(), t.TempDir()
		for dir, text := range map[string]string{a: base, b: tt.text} {
			if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		diffs, err := compareTrees(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if (len(diffs) == 0) != tt.same {
			t.Errorf("%s: %v", tt.name, diffs)
		}
	}
	empty := t.TempDir()
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x.json"), []byte(base), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{{empty, full}, {full, empty}} {
		if diffs, err := compareTrees(pair[0], pair[1]); err != nil || len(diffs) != 1 {
			t.Errorf("a file that one tree lacks: %v, %v", diffs, err)
		}
	}
}
