package clawarena

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

type recordMeta struct {
	Framework    string `json:"framework"`
	TestID       string `json:"test_id"`
	RoundID      string `json:"round_id"`
	QuestionType string `json:"question_type"`
	SessionID    string `json:"session_id"`
}

// inferRecord represents infer_result.json. Fields of varying type stay raw.
type inferRecord struct {
	Meta     recordMeta   `json:"meta"`
	Question string       `json:"question"`
	Answer   answerRecord `json:"answer"`
	Timing   timing       `json:"timing"`
	Inline   *inlineScore `json:"inline_score"`
	Log      *llmLog      `json:"llm_log"`

	topRecord
	Status string `json:"status"`
	Run    timing `json:"run_metadata"`
}

type timing struct {
	StartedAt  ingest.Scalar `json:"started_at"`  // epoch seconds
	FinishedAt ingest.Scalar `json:"finished_at"` // epoch seconds
	DurationMS ingest.Scalar `json:"duration_ms"`
}

// inlineScore is the verdict recorded when the round ended. Only exec checks have an exit code.
type inlineScore struct {
	Passed     ingest.Scalar `json:"passed"`
	Selected   []string      `json:"selected"`
	ExitCode   ingest.Scalar `json:"exit_code"`
	Stdout     string        `json:"stdout"`
	Stderr     string        `json:"stderr"`
	PrefPassed ingest.Scalar `json:"pref_passed"`
}

type llmLog struct {
	Session    string         `json:"sessionId"`
	Workspace  string         `json:"workspaceDir"`
	Error      jsontext.Value `json:"error"`
	DurationMS ingest.Scalar  `json:"durationMs"`
	Messages   span           `json:"messages"`
	Usage      span           `json:"usage"`
	CostUSD    ingest.Scalar  `json:"totalCostUsd"`
}

// scoringRecord represents scoring.json. Score is decoded later to distinguish null, strings and
// numbers out of range.
type scoringRecord struct {
	Meta      recordMeta         `json:"meta"`
	Extracted []string           `json:"extracted_answer"`
	Correct   []string           `json:"correct_answer"`
	Score     jsontext.Value     `json:"score"`
	Metrics   map[string]float64 `json:"-"`
	RawMetric jsontext.Value     `json:"metrics"`

	topRecord
}

func first(a, b string) string {
	return cmp.Or(a, b)
}
