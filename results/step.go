package results

import "encoding/json"

// Sources of a step, named as in ATIF (Harbor RFC 0001).
const (
	SourceUser   = "user"
	SourceAgent  = "agent"
	SourceSystem = "system"
)

// Step is an entry of a trace, with the fields of ATIF. A step of the agent holds the tool calls of
// one model response and, in its observation, their results.
type Step struct {
	StepID      int          `json:"step_id"`             // number of the step in the trace, from 1
	Timestamp   *int64       `json:"timestamp,omitempty"` // time in Unix milliseconds; nil if not recorded
	Source      string       `json:"source"`
	ModelName   string       `json:"model_name,omitempty"`
	Message     string       `json:"message"`
	Parts       []Part       `json:"parts,omitempty"` // images and audio attached to the message
	Reasoning   string       `json:"reasoning_content,omitempty"`
	Encrypted   bool         `json:"reasoning_encrypted,omitempty"` // set if the reasoning is encrypted
	ToolCalls   []ToolCall   `json:"tool_calls,omitempty"`
	Observation *Observation `json:"observation,omitempty"`
	Metrics     *Metrics     `json:"metrics,omitempty"`
	StopReason  string       `json:"stop_reason,omitempty"`
	Error       string       `json:"error,omitempty"` // error message of the model call

	// Event is the type of an entry that is not a message: "compaction", "model_change", "branch",
	// "meta", "log" or "raw".
	Event string `json:"event,omitempty"`
	// Boundary is set on steps that change the earlier context: "replace", "append" or "truncate"
	// (ATIF context_management).
	Boundary   string      `json:"boundary,omitempty"`
	Compaction *Compaction `json:"compaction,omitempty"`
	Copied     bool        `json:"is_copied_context,omitempty"` // set if the step is repeated from an earlier trace; it is then not counted
	// Agent is the path of sub-agents below the main agent, such as "research/2"; empty for the
	// main agent.
	Agent string `json:"agent,omitempty"`
	Depth int    `json:"depth,omitempty"`
	Day   string `json:"day,omitempty"` // id of the stage if a trace spans several days
	// Raw is the record's text if it could not be parsed.
	Raw string `json:"raw,omitempty"`
}

// Compaction describes the earlier steps that were replaced by a summary in an agent's context.
type Compaction struct {
	From         int    `json:"from"`                    // number of the first replaced step; 0 if there is none
	To           int    `json:"to"`                      // number of the last replaced step
	TokensBefore *int64 `json:"tokens_before,omitempty"` // recorded context size before the compaction, in tokens
	TokensAfter  *int64 `json:"tokens_after,omitempty"`  // recorded context size after the compaction, in tokens
}

// ToolCall is one call that the model requested.
type ToolCall struct {
	ID        string          `json:"tool_call_id"`  // id in the record, to which the result refers
	Name      string          `json:"function_name"` // name of the tool
	Arguments json.RawMessage `json:"arguments"`     // arguments as recorded: usually an object, but possibly any JSON value
}

// Observation holds the results of a step's tool calls.
type Observation struct {
	Results []Result `json:"results"`
}

// Result is the result of one tool call, or an unsolicited observation.
type Result struct {
	CallID  string `json:"source_call_id,omitempty"`
	Content string `json:"content"`
	Parts   []Part `json:"parts,omitempty"`   // images, audio and files attached to the text
	Failed  bool   `json:"failed,omitempty"`  // set if the call failed or was refused
	Failure string `json:"failure,omitempty"` // failure signal: "is_error", "status", "exit_code" or "output"; empty if none
	// Outcome distinguishes refused calls, which count as failed, from searches without results,
	// which do not.
	Outcome    CallOutcome `json:"outcome,omitempty"`
	ExitCode   *int        `json:"exit_code,omitempty"`  // exit code of the command; nil if unknown
	Status     string      `json:"status,omitempty"`     // status as recorded
	ErrorText  string      `json:"error_text,omitempty"` // error message of the tool
	DurationMS *int64      `json:"duration_ms,omitempty"`
	Cwd        string      `json:"cwd,omitempty"`
	Diff       string      `json:"diff,omitempty"`                    // diff of changed files as recorded
	Summary    string      `json:"summary,omitempty"`                 // summary as recorded, such as the files added, modified or deleted
	Truncation string      `json:"truncation,omitempty"`              // explanation of how the output was truncated
	Timestamp  *int64      `json:"timestamp,omitempty"`               // time in Unix milliseconds; nil if not recorded
	Subagent   string      `json:"subagent,omitempty"`                // agent path of the sub-agent steps to which the result refers
	Refs       []TraceRef  `json:"subagent_trajectory_ref,omitempty"` // references to traces of sub-agents
}

// TraceRef refers to a sub-agent's trace.
type TraceRef struct {
	Trajectory string `json:"trajectory_id,omitempty"`   // id of the trace
	Session    string `json:"session_id,omitempty"`      // id of the trace's session, which is the only id before ATIF 1.7
	Path       string `json:"trajectory_path,omitempty"` // path of the trace's file
	Agent      string `json:"agent,omitempty"`           // agent path of the trace's steps, if they are in the same trace
}

// CallOutcome is the reason why a call had no useful result.
type CallOutcome string

const (
	OutcomeFailed  CallOutcome = "failed"  // call ran and failed
	OutcomeRefused CallOutcome = "refused" // tool or harness refused the call
	OutcomeEmpty   CallOutcome = "empty"   // search without results; not counted as failed
)

// Fruitless reports whether the call failed, was refused or found nothing.
func (r *Result) Fruitless() bool { return r.Failed || r.Outcome == OutcomeEmpty }

// Part is non-text content of a message or result; text parts are joined into the message.
type Part struct {
	Type      string `json:"type"`                 // kind of content: "image", "audio" or "file"
	MediaType string `json:"media_type,omitempty"` // media type as recorded
	Path      string `json:"path,omitempty"`       // path as recorded
	Raw       string `json:"raw,omitempty"`        // name of the raw record with the content, if it is stored
	Bytes     int64  `json:"bytes,omitempty"`
	Width     int    `json:"width,omitempty"`  // width of a stored picture, in pixels
	Height    int    `json:"height,omitempty"` // height of a stored picture, in pixels
	Note      string `json:"note,omitempty"`   // reason why the content cannot be shown
}

// Metrics is the token use and cost of one model call.
type Metrics struct {
	PromptTokens     *int64   `json:"prompt_tokens,omitempty"` // number of prompt tokens including cached ones, as in ATIF 1.2
	CompletionTokens *int64   `json:"completion_tokens,omitempty"`
	CachedTokens     *int64   `json:"cached_tokens,omitempty"`      // tokens read from the provider's cache
	CacheWriteTokens *int64   `json:"cache_write_tokens,omitempty"` // tokens written to the provider's cache
	CostUSD          *float64 `json:"cost_usd,omitempty"`
}

// Add adds the token use and cost of another call; nil adds nothing. Once a call states its prompt
// tokens, it ignores the cached tokens of calls that do not, because cached tokens are part of the
// prompt.
func (m *Metrics) Add(x *Metrics) {
	if x == nil {
		return
	}
	switch {
	case x.PromptTokens != nil && m.PromptTokens == nil:
		m.CachedTokens, m.CacheWriteTokens = Sum(x.CachedTokens), Sum(x.CacheWriteTokens)
	case x.PromptTokens != nil || m.PromptTokens == nil:
		m.CachedTokens, m.CacheWriteTokens = Sum(m.CachedTokens, x.CachedTokens), Sum(m.CacheWriteTokens, x.CacheWriteTokens)
	}
	m.PromptTokens, m.CompletionTokens = Sum(m.PromptTokens, x.PromptTokens), Sum(m.CompletionTokens, x.CompletionTokens)
	m.CostUSD = Sum(m.CostUSD, x.CostUSD)
}

// AllMetrics returns the sum of several totals, such as those by model. A count is nil if any total
// lacks it. Empty totals are skipped. Costs are added as far as they are known, because records
// contain 0 for unknown prices.
func AllMetrics(list ...*Metrics) Metrics {
	var all Metrics
	for _, m := range list {
		all.Add(m)
	}
	for _, m := range list {
		if m == nil {
			continue
		}
		for _, f := range []struct{ all, one **int64 }{
			{&all.PromptTokens, &m.PromptTokens}, {&all.CompletionTokens, &m.CompletionTokens},
			{&all.CachedTokens, &m.CachedTokens}, {&all.CacheWriteTokens, &m.CacheWriteTokens},
		} {
			if *f.one == nil {
				*f.all = nil
			}
		}
		if m.PromptTokens == nil {
			all.CachedTokens, all.CacheWriteTokens = nil, nil
		}
	}
	return all
}

// Usage converts the metrics to a Usage, whose input tokens exclude cached tokens, both read and
// written.
func (m *Metrics) Usage() Usage {
	u := Usage{Output: m.CompletionTokens, CacheRead: m.CachedTokens, CacheWrite: m.CacheWriteTokens, CostUSD: m.CostUSD}
	if m.PromptTokens == nil {
		return u
	}
	input := *m.PromptTokens
	for _, part := range []*int64{m.CachedTokens, m.CacheWriteTokens} {
		if part != nil {
			input -= *part
		}
	}
	input = max(input, 0)
	u.Input = &input
	if m.CompletionTokens != nil {
		u.Total = Sum(m.PromptTokens, m.CompletionTokens)
	}
	return u
}

// Failed reports whether a tool call, the model call or another observation of the step failed.
func (s *Step) Failed() bool {
	return s.Error != "" || s.count(func(r *Result) bool { return r.Failed }) > 0
}

func (s *Step) FailedCalls() int {
	return s.count(func(r *Result) bool { return r.Failed && (r.CallID != "" || len(s.ToolCalls) > 0) })
}

func (s *Step) count(holds func(*Result) bool) int {
	if s.Observation == nil {
		return 0
	}
	n := 0
	for i := range s.Observation.Results {
		if holds(&s.Observation.Results[i]) {
			n++
		}
	}
	return n
}

// FailedResult returns the last failed result of the call with the given id; nil if there is none.
func (s *Step) FailedResult(call string) *Result {
	if s.Observation == nil {
		return nil
	}
	for i := len(s.Observation.Results) - 1; i >= 0; i-- {
		if r := &s.Observation.Results[i]; r.CallID == call && r.Failed {
			return r
		}
	}
	return nil
}

// ResultOf returns the result of the call with the given index in the step; nil if there is none.
// It matches results by id, otherwise by position.
func (s *Step) ResultOf(call int) *Result {
	if s.Observation == nil {
		return nil
	}
	list := s.Observation.Results
	if id := s.ToolCalls[call].ID; id != "" {
		for i := range list {
			if list[i].CallID == id {
				return &list[i]
			}
		}
	}
	if call < len(list) && list[call].CallID == "" {
		return &list[call]
	}
	return nil
}

// End returns the latest time of the step and its results; nil if no time is recorded.
func (s *Step) End() *int64 {
	end := s.Timestamp
	if s.Observation == nil {
		return end
	}
	for i := range s.Observation.Results {
		if t := s.Observation.Results[i].Timestamp; t != nil && (end == nil || *t > *end) {
			end = t
		}
	}
	return end
}

// TookMS returns the milliseconds from the step to its last result; nil if not recorded.
func (s *Step) TookMS() *int64 {
	end := s.End()
	if end == nil || s.Timestamp == nil || *end <= *s.Timestamp {
		return nil
	}
	took := *end - *s.Timestamp
	return &took
}
