package trace

import (
	"cmp"
	"encoding/json"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json/jsontext"
)

// ownKey is the key in ATIF's extra objects under which WriteATIF stores data that has no field in
// the format. With this data, ATIF restores the original steps exactly.
const ownKey = "clawatlas"

type ownStep struct {
	Order      int                 `json:"order,omitempty"`      // position in the trace, from 1, if there are sub-agents
	Model      *string             `json:"model_name,omitempty"` // set if the document's model would apply to the step otherwise
	Message    *string             `json:"message,omitempty"`    // set if the message contains media
	Parts      []results.Part      `json:"parts,omitempty"`
	Reasoning  string              `json:"reasoning_content,omitempty"` // only for steps whose source is not the agent, like the fields below
	Calls      []results.ToolCall  `json:"tool_calls,omitempty"`
	Results    []results.Result    `json:"results,omitempty"` // results without their content, in order
	Metrics    *results.Metrics    `json:"metrics,omitempty"`
	Encrypted  bool                `json:"reasoning_encrypted,omitempty"`
	StopReason string              `json:"stop_reason,omitempty"`
	Error      string              `json:"error,omitempty"`
	Event      string              `json:"event,omitempty"`
	Boundary   string              `json:"boundary,omitempty"`
	Compaction *results.Compaction `json:"compaction,omitempty"`
	Copied     bool                `json:"is_copied_context,omitempty"`
	Agent      string              `json:"agent,omitempty"`
	Depth      int                 `json:"depth,omitempty"`
	Day        string              `json:"day,omitempty"`
	Raw        string              `json:"raw,omitempty"`
}

type ownDocument struct {
	Version      int               `json:"version"` // always 1
	Usage        *results.Usage    `json:"usage,omitempty"`
	Agent        *string           `json:"agent_name"` // recorded name, which may be empty; ATIF itself requires a name
	AgentVersion *string           `json:"agent_version"`
	Session      string            `json:"session_id,omitempty"`
	Trajectory   string            `json:"trajectory_id,omitempty"`
	Trial        *results.TaskName `json:"trial,omitempty"`
	Benchmark    string            `json:"benchmark,omitempty"`
	Status       string            `json:"status,omitempty"`
	Score        *float64          `json:"score,omitempty"`
	Attempt      int               `json:"attempt,omitempty"`
}

// own decodes the value of ownKey in an extra object. It returns false if there is none.
func own(extra []byte, v any) bool {
	for name, value := range Members(jsontext.Value(extra)) {
		if name == ownKey {
			return json.Unmarshal(value, v) == nil
		}
	}
	return false
}

// restore sets the fields of a step that have no counterpart in ATIF.
func (o *ownStep) restore(s *results.Step) {
	s.ModelName, s.Message = *cmp.Or(o.Model, &s.ModelName), *cmp.Or(o.Message, &s.Message)
	s.Parts, s.Reasoning = o.Parts, cmp.Or(o.Reasoning, s.Reasoning)
	if o.Calls != nil {
		s.ToolCalls = o.Calls
	}
	if s.Observation != nil && len(o.Results) == len(s.Observation.Results) {
		for i := range o.Results {
			if was := &s.Observation.Results[i]; o.Results[i].Content == "" {
				o.Results[i].Content = was.Content
			}
			s.Observation.Results[i] = o.Results[i]
		}
	}
	s.Metrics = cmp.Or(o.Metrics, s.Metrics)
	s.Encrypted, s.StopReason, s.Error = o.Encrypted, o.StopReason, o.Error
	s.Event, s.Boundary, s.Compaction = o.Event, o.Boundary, o.Compaction
	s.Copied, s.Agent, s.Depth, s.Day, s.Raw = o.Copied, o.Agent, o.Depth, o.Day, o.Raw
}

func (o *ownDocument) restore(sum *Summary) {
	sum.Agent, sum.AgentVersion = *cmp.Or(o.Agent, &sum.Agent), *cmp.Or(o.AgentVersion, &sum.AgentVersion)
	sum.SessionID, sum.TrajectoryID = o.Session, o.Trajectory
	sum.Usage = *cmp.Or(o.Usage, &sum.Usage)
}
