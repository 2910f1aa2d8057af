package trace

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// atifStep is a step in ATIF. Token ids and logprobs remain only in the raw record.
type atifStep struct {
	ID          number      `json:"step_id"`
	Timestamp   stamp       `json:"timestamp"`
	Source      text        `json:"source"`
	Model       text        `json:"model_name"`
	Effort      text        `json:"reasoning_effort"`
	Message     content     `json:"message"`
	Reasoning   text        `json:"reasoning_content"`
	Calls       atifCalls   `json:"tool_calls"`
	Observation atifObs     `json:"observation"`
	Metrics     atifMetrics `json:"metrics"`
	Copied      flag        `json:"is_copied_context"`
	LLMCalls    number      `json:"llm_call_count"`
	Extra       atifExtra   `json:"extra"`

	Unknown jsontext.Value `json:",embed"`
}

type atifCalls []atifCall

type atifCall struct {
	ID        text           `json:"tool_call_id"`
	Name      text           `json:"function_name"`
	Arguments jsontext.Value `json:"arguments"`
	Extra     jsontext.Value `json:"extra"`
	Unknown   jsontext.Value `json:",embed"`
}

type atifObs struct {
	Results atifResults    `json:"results"`
	Unknown jsontext.Value `json:",embed"`
	odd     content        // observation that is not an object
}

type atifResults []atifResult

type atifResult struct {
	CallID  text           `json:"source_call_id"`
	Content content        `json:"content"`
	Refs    atifRefs       `json:"subagent_trajectory_ref"`
	Extra   atifExtra      `json:"extra"`
	Unknown jsontext.Value `json:",embed"`
}

type atifRefs []atifRef

type atifRef struct {
	ID      text `json:"trajectory_id"`
	Path    text `json:"trajectory_path"`
	Session text `json:"session_id"`

	Unknown jsontext.Value `json:",embed"`
}

type atifMetrics struct {
	Prompt     number         `json:"prompt_tokens"`
	Completion number         `json:"completion_tokens"`
	Cached     number         `json:"cached_tokens"`
	Cost       number         `json:"cost_usd"`
	PromptIDs  mark           `json:"prompt_token_ids"`
	OutputIDs  mark           `json:"completion_token_ids"`
	Logprobs   mark           `json:"logprobs"`
	Extra      atifExtra      `json:"extra"`
	Unknown    jsontext.Value `json:",embed"`
}

type atifExtra struct {
	IsErrorA   flag           `json:"is_error"`
	IsErrorT   flag           `json:"tool_result_is_error"`
	Success    jsontext.Value `json:"success"`
	ExitCode   number         `json:"exit_code"`
	Status     text           `json:"status"`
	DurationMS number         `json:"tool_duration_ms"`
	Error      text           `json:"error"`
	StopReason text           `json:"stop_reason"`
	Context    atifContext    `json:"context_management"`

	CacheCreation number `json:"cache_creation_input_tokens"` // number of tokens; included in the prompt tokens
	CacheWrite    number `json:"cache_write_tokens"`          // number of tokens; not included in the prompt tokens
	kept          `json:"-"`
}

// atifContext is set for steps that change the agent's context, as in ATIF 1.7.
type atifContext struct {
	Type     text `json:"type"`
	Boundary text `json:"boundary"`
}

func (o *atifObs) bare() any { return &o.odd }

func (r *atifResult) bare() any { return &r.Content }

func (r *atifRefs) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch dec.PeekKind() {
	case '[':
		return json.UnmarshalDecode(dec, (*[]atifRef)(r))
	case '{':
		*r = make(atifRefs, 1)
		return json.UnmarshalDecode(dec, &(*r)[0])
	}
	return dec.SkipValue()
}
