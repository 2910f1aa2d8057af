package clawmark

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

const (
	resultFile   = "result.json"
	messagesFile = "messages.jsonl"
	workspaceDir = "workspace"

	stageFinal     = "final"
	stageFramework = "FRAMEWORK_ERROR"
	timeoutPrefix  = "Timeout after"
)

// record represents result.json (main.py of ClawMark). Pointers distinguish absent from zero.
type record struct {
	TaskID        string        `json:"task_id"`
	Score         *float64      `json:"score"`
	ExecutionTime ingest.Scalar `json:"execution_time"` // seconds including set-up and clean-up; any JSON type
	Stages        []stage       `json:"stages"`
	Rubric        []item        `json:"rubric"` // copy of all stages' rubric items, without the stage
}

// stage is a working day, the final checks ("final") or a harness crash.
type stage struct {
	ID                string   `json:"id"`
	Success           *bool    `json:"success"` // set if the agent exited with code 0
	Error             string   `json:"error"`
	VerificationScore *float64 `json:"verification_score"` // score; -1 if the stage raised an exception before its checks
	Verification      []item   `json:"verification"`
}

// raised reports whether the stage raised an exception before its checks.
func (s *stage) raised() bool {
	return s.VerificationScore != nil && *s.VerificationScore < 0
}

type item struct {
	ID     string   `json:"id"`
	Passed *bool    `json:"passed"`
	Weight *float64 `json:"weight"`
	Detail string   `json:"detail"`
}

type shape struct {
	TaskID jsontext.Value `json:"task_id"`
	Stages jsontext.Value `json:"stages"`
	Rubric jsontext.Value `json:"rubric"`
}

func (s *shape) fits() bool {
	return s.TaskID.Kind() == '"' && s.Stages.Kind() == '[' && s.Rubric.Kind() == '['
}
