package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// number is a float that keeps its point in JSON, as in the records of the
// public harness: a score of one is written 1.0.
type number float64

// MarshalJSON writes the shortest decimal that has a point.
func (n number) MarshalJSON() ([]byte, error) {
	s := strconv.FormatFloat(float64(n), 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return []byte(s), nil
}

// inferResult is infer_result.json.
type inferResult struct {
	Meta struct {
		roundMeta
		AgentID          string `json:"agent_id"`
		SessionID        string `json:"session_id"`
		EvalQuestionPath string `json:"eval_question_path"`
	} `json:"meta"`
	Question    string `json:"question"`
	Answer      answer `json:"answer"`
	Timing      timing `json:"timing"`
	LLMLog      llmLog `json:"llm_log"`
	InlineScore any    `json:"inline_score"`
}

type roundMeta struct {
	Framework    string `json:"framework"`
	TestID       string `json:"test_id"`
	RoundID      string `json:"round_id"`
	QuestionType string `json:"question_type"`
}

type answer struct {
	Status string  `json:"status"`
	Text   string  `json:"text"`
	Error  *string `json:"error"`
}

type timing struct {
	StartedAt  number `json:"started_at"`
	FinishedAt number `json:"finished_at"`
	DurationMS int64  `json:"duration_ms"`
	RetryCount int    `json:"retry_count"`
}

// llmLog is the round's transcript in OpenClaw's shape. MessageCount counts
// the whole session, Messages holds this round alone.
type llmLog struct {
	Stage        string  `json:"stage"`
	Timestamp    string  `json:"timestamp"`
	AgentID      string  `json:"agentId"`
	SessionID    string  `json:"sessionId"`
	SessionKey   string  `json:"sessionKey"`
	WorkspaceDir string  `json:"workspaceDir"`
	Success      bool    `json:"success"`
	Error        *string `json:"error,omitempty"`
	DurationMS   int64   `json:"durationMs"`
	MessageCount int     `json:"messageCount"`
	Messages     []any   `json:"messages"`
}

type textPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type callPart struct {
	Type      string         `json:"type"`
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

type userMessage struct {
	Role      string     `json:"role"`
	Content   []textPart `json:"content"`
	Timestamp int64      `json:"timestamp"`
}

// assistantMessage has no usage: a scripted agent has no tokens, and absent is
// not zero.
type assistantMessage struct {
	Role       string `json:"role"`
	Content    []any  `json:"content"`
	API        string `json:"api"`
	Provider   string `json:"provider"`
	Model      string `json:"model"`
	StopReason string `json:"stopReason"`
	Timestamp  int64  `json:"timestamp"`
	ResponseID string `json:"responseId"`
}

type toolResult struct {
	Role       string     `json:"role"`
	ToolCallID string     `json:"toolCallId"`
	ToolName   string     `json:"toolName"`
	Content    []textPart `json:"content"`
	Details    any        `json:"details,omitempty"`
	IsError    bool       `json:"isError"`
	Timestamp  int64      `json:"timestamp"`
}

type execDetails struct {
	Status     string `json:"status"`
	ExitCode   int    `json:"exitCode"`
	DurationMS int64  `json:"durationMs"`
	Aggregated string `json:"aggregated"`
	Cwd        string `json:"cwd"`
}

type errorDetails struct {
	Status string `json:"status"`
	Tool   string `json:"tool"`
	Error  string `json:"error"`
}

type editDetails struct {
	Diff             string `json:"diff"`
	FirstChangedLine int    `json:"firstChangedLine"`
}

type choiceScore struct {
	Passed      bool     `json:"passed"`
	Type        string   `json:"type"`
	FormatValid bool     `json:"format_valid"`
	Selected    []string `json:"selected"`
	PrefPassed  *bool    `json:"pref_passed,omitempty"`
}

type checkScore struct {
	Passed     bool   `json:"passed"`
	ExitCode   int    `json:"exit_code"`
	Stdout     string `json:"stdout"`
	Stderr     string `json:"stderr"`
	PrefPassed *bool  `json:"pref_passed,omitempty"`
}

// scoring is scoring.json. Metrics is choiceMetrics, checkMetrics or, where no
// answer could be extracted, an empty object.
type scoring struct {
	Meta            roundMeta `json:"meta"`
	ExtractedAnswer []string  `json:"extracted_answer"`
	CorrectAnswer   []string  `json:"correct_answer"`
	Score           number    `json:"score"`
	Metrics         any       `json:"metrics"`
}

type choiceMetrics struct {
	IoU        number `json:"iou"`
	Precision  number `json:"precision"`
	Recall     number `json:"recall"`
	F1         number `json:"f1"`
	ExactMatch number `json:"exact_match"`
}

type checkMetrics struct {
	Passed bool `json:"passed"`
}

// writeJSON writes v with an indent of two, text as it is and no final line
// break, as the public harness does.
func writeJSON(path string, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode %s: %w", filepath.Base(path), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	if err := os.WriteFile(path, bytes.TrimRight(buf.Bytes(), "\n"), 0o644); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// epochSeconds is a time as the harness writes it in timing.
func epochSeconds(t time.Time) number { return number(float64(t.UnixMicro()) / 1e6) }
