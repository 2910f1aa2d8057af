package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Step is a step with ATIF's field names; absent values are null.
type Step struct {
	StepID      int                `json:"step_id"`                         // counted from 1
	Timestamp   *int64             `json:"timestamp"`                       // Unix milliseconds
	Source      string             `json:"source" enum:"user,agent,system"` // whose it is
	ModelName   *string            `json:"model_name"`                      // as it was recorded
	Message     string             `json:"message"`                         // text of the step
	Reasoning   *string            `json:"reasoning_content"`               // of the model
	Encrypted   bool               `json:"reasoning_encrypted"`             // there was reasoning that cannot be read
	Parts       []results.Part     `json:"parts"`                           // pictures, sounds and files of the message
	ToolCalls   []results.ToolCall `json:"tool_calls"`                      // in their order
	Observation *Observation       `json:"observation"`                     // what the environment answered
	Failed      bool               `json:"failed"`                          // a call failed
	// what it did: no call, looked and found nothing, any other call, changed a file, was refused, failed
	Kind  outline.Kind `json:"kind" enum:"said,empty,looked,wrote,refused,failed"`
	Error *string      `json:"error"` // error text of the step
	Event *string      `json:"event"` // what a step is that is no message
	// what became of the context here: replace, append or truncate
	Boundary *string `json:"boundary"`
	// what a compaction stands for; null where the step is none
	Compaction *results.Compaction `json:"compaction"`
	Copied     bool                `json:"is_copied_context"` // repeated from an earlier trace
	Agent      *string             `json:"agent"`             // sub-agent that took the step
	Day        *string             `json:"day"`               // day of the benchmark's time
	// the record's own text, where it could not be read
	Raw     *string          `json:"raw"`
	Metrics *results.Metrics `json:"metrics"` // tokens and cost of the model's call
	URL     string           `json:"url"`     // of the step in its trace
}

// Observation is what the environment answered to the calls of a step.
type Observation struct {
	Results []Result `json:"results"` // in the order of the record
}

// Result keeps the two names that every client reads, also where they are empty,
// beside whatever else was recorded.
type Result struct {
	CallID  *string `json:"source_call_id"` // of the call that it answers
	Content string  `json:"content"`        // text of the result
	results.Result
}

func (t *Trial) newStep(s *results.Step, kind outline.Kind) Step {
	out := Step{
		StepID: s.StepID, Timestamp: s.Timestamp, Source: s.Source, ModelName: absent(s.ModelName), Message: s.Message,
		Reasoning: absent(s.Reasoning), Encrypted: s.Encrypted, Parts: s.Parts, ToolCalls: s.ToolCalls, Failed: s.Failed(),
		Error: absent(s.Error),
		Event: absent(s.Event), Boundary: absent(s.Boundary), Compaction: s.Compaction, Copied: s.Copied, Agent: absent(s.Agent),
		Day: absent(s.Day), Raw: absent(s.Raw),
		Metrics: s.Metrics, Kind: kind, URL: t.Query.Window(s.StepID),
	}
	if out.ToolCalls == nil {
		out.ToolCalls = []results.ToolCall{}
	}
	if out.Parts == nil {
		out.Parts = []results.Part{}
	}
	if s.Observation != nil {
		out.Observation = &Observation{Results: []Result{}}
		for _, r := range s.Observation.Results {
			out.Observation.Results = append(out.Observation.Results, Result{CallID: absent(r.CallID), Content: r.Content, Result: r})
		}
	}
	return out
}
