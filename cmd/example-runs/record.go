package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
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
	Question    string          `json:"question"`
	Answer      answer          `json:"answer"`
	Timing      json.RawMessage `json:"timing"`
	LLMLog      llmLog          `json:"llm_log"`
	InlineScore any             `json:"inline_score"`
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

// llmLog is the round's transcript in OpenClaw's shape. MessageCount counts
// the whole session, Messages holds this round alone.
type llmLog struct {
	Stage        string    `json:"stage"`
	Timestamp    string    `json:"timestamp"`
	AgentID      string    `json:"agentId"`
	SessionID    string    `json:"sessionId"`
	SessionKey   string    `json:"sessionKey"`
	WorkspaceDir string    `json:"workspaceDir"`
	Success      bool      `json:"success"`
	Error        *string   `json:"error,omitempty"`
	DurationMS   int64     `json:"durationMs"`
	MessageCount int       `json:"messageCount"`
	Messages     []message `json:"messages"`
}

// message is a prompt, a turn of the agent or a tool's result. No message has a
// usage: a scripted agent has no tokens, and absent is not zero.
type message struct {
	Role       string `json:"role"`
	ToolCallID string `json:"toolCallId,omitempty"`
	ToolName   string `json:"toolName,omitempty"`
	Content    []part `json:"content"`
	API        string `json:"api,omitempty"`
	Provider   string `json:"provider,omitempty"`
	Model      string `json:"model,omitempty"`
	StopReason string `json:"stopReason,omitempty"`
	Details    any    `json:"details,omitempty"`
	IsError    *bool  `json:"isError,omitempty"`
	Timestamp  int64  `json:"timestamp"`
	ResponseID string `json:"responseId,omitempty"`
}

// took is how long a recorded command ran, in milliseconds.
func (m message) took() int64 {
	d, _ := m.Details.(map[string]any)
	ms, _ := d["durationMs"].(float64)
	return int64(ms)
}

// part is a text or a tool call.
type part struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

func text(s string) []part { return []part{{Type: "text", Text: &s}} }

// encode writes v with an indent of two, text as it is and no final line break,
// as the public harness does. The types of records cannot fail.
func encode(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(buf.Bytes(), "\n")
}
