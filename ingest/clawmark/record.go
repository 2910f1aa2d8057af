package clawmark

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// Names that the harness writes.
const (
	resultFile   = "result.json"
	messagesFile = "messages.jsonl"
	workspaceDir = "workspace"

	stageFinal     = "final"
	stageFramework = "FRAMEWORK_ERROR"
	timeoutPrefix  = "Timeout after"
)

// record is a result.json (main.py of ClawMark). Pointers tell absent from zero.
type record struct {
	TaskID        string        `json:"task_id"`
	Score         *float64      `json:"score"`
	ExecutionTime ingest.Scalar `json:"execution_time"` // seconds, with set-up and clean-up; of any JSON type
	Stages        []stage       `json:"stages"`
	Rubric        []item        `json:"rubric"` // the stages' items again, without their stage
}

// stage is a working day, the final checks ("final") or a crash of the harness.
type stage struct {
	ID                string   `json:"id"`
	Success           *bool    `json:"success"` // exit code 0 of the agent
	Error             string   `json:"error"`
	VerificationScore *float64 `json:"verification_score"` // -1: the stage raised before it was checked
	Verification      []item   `json:"verification"`
}

// raised reports whether the stage failed before its checks.
func (s *stage) raised() bool {
	return s.VerificationScore != nil && *s.VerificationScore < 0
}

type item struct {
	ID     string   `json:"id"`
	Passed *bool    `json:"passed"`
	Weight *float64 `json:"weight"`
	Detail string   `json:"detail"`
}

// shape lists the keys of a ClawMark result.
type shape struct {
	TaskID jsontext.Value `json:"task_id"`
	Stages jsontext.Value `json:"stages"`
	Rubric jsontext.Value `json:"rubric"`
}

func (s *shape) fits() bool {
	return s.TaskID.Kind() == '"' && s.Stages.Kind() == '[' && s.Rubric.Kind() == '['
}
