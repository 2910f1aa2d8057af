package results

import "encoding/json"

// Sources of a step, after ATIF (Harbor RFC 0001).
const (
	SourceUser   = "user"
	SourceAgent  = "agent"
	SourceSystem = "system"
)

// Step is an entry of a trace in ATIF's fields. An agent step holds the tool calls of one model
// answer and, in its observation, their results.
type Step struct {
	StepID      int          `json:"step_id"`             // from 1, in the order of the trace
	Timestamp   *int64       `json:"timestamp,omitempty"` // ms
	Source      string       `json:"source"`
	ModelName   string       `json:"model_name,omitempty"`
	Message     string       `json:"message"`
	Parts       []Part       `json:"parts,omitempty"` // images and audio beside the message
	Reasoning   string       `json:"reasoning_content,omitempty"`
	Encrypted   bool         `json:"reasoning_encrypted,omitempty"` // reasoning happened but is not readable
	ToolCalls   []ToolCall   `json:"tool_calls,omitempty"`
	Observation *Observation `json:"observation,omitempty"`
	Metrics     *Metrics     `json:"metrics,omitempty"`
	StopReason  string       `json:"stop_reason,omitempty"`
	Error       string       `json:"error,omitempty"` // the model call itself failed

	// Event marks entries that are not messages: compaction, model_change,
	// branch, meta, log, raw.
	Event string `json:"event,omitempty"`
	// Boundary is set on steps after which earlier context is lost: replace, append or truncate
	// (ATIF context_management).
	Boundary string `json:"boundary,omitempty"`
	// Compaction describes a compaction step.
	Compaction *Compaction `json:"compaction,omitempty"`
	Copied     bool        `json:"is_copied_context,omitempty"` // repeated from an earlier trace, not counted
	// Agent is the path of sub-agents below the main one, e.g. "research/2";
	// empty for the main agent.
	Agent string `json:"agent,omitempty"`
	Depth int    `json:"depth,omitempty"`
	Day   string `json:"day,omitempty"` // stage id where a trace spans days
	// Raw is the record's text where it could not be parsed.
	Raw string `json:"raw,omitempty"`
}

// Compaction is what replaced earlier steps in an agent's context.
type Compaction struct {
	From         int    `json:"from"`                    // first step that it stands for: the one after the compaction before, or the first; 0 if none is before it
	To           int    `json:"to"`                      // last step that it stands for
	TokensBefore *int64 `json:"tokens_before,omitempty"` // of the context, as recorded
	TokensAfter  *int64 `json:"tokens_after,omitempty"`  // of the context, as recorded
}

// ToolCall is one call that the model asked for.
type ToolCall struct {
	ID        string          `json:"tool_call_id"`  // as the record has it; its result names it
	Name      string          `json:"function_name"` // of the tool
	Arguments json.RawMessage `json:"arguments"`     // any JSON value; an object where the record is sound
}

// Observation holds what the environment answered.
type Observation struct {
	Results []Result `json:"results"`
}

// Result is the answer to one tool call, or an unasked-for observation.
type Result struct {
	CallID  string `json:"source_call_id,omitempty"`
	Content string `json:"content"`
	Parts   []Part `json:"parts,omitempty"`   // images, audio and files beside the text
	Failed  bool   `json:"failed,omitempty"`  // the call failed or was refused
	Failure string `json:"failure,omitempty"` // which sign says so: is_error, status, exit_code, output
	// Outcome tells refused calls, which count as failed, and searches without results, which do
	// not.
	Outcome    CallOutcome `json:"outcome,omitempty"`
	ExitCode   *int        `json:"exit_code,omitempty"`               // of the command's process
	Status     string      `json:"status,omitempty"`                  // as the record states it
	ErrorText  string      `json:"error_text,omitempty"`              // what the tool wrote as an error
	DurationMS *int64      `json:"duration_ms,omitempty"`             // milliseconds
	Cwd        string      `json:"cwd,omitempty"`                     // working directory
	Diff       string      `json:"diff,omitempty"`                    // change of files that the record keeps
	Summary    string      `json:"summary,omitempty"`                 // e.g. files added, modified, deleted
	Truncation string      `json:"truncation,omitempty"`              // what was cut from the output, in words
	Timestamp  *int64      `json:"timestamp,omitempty"`               // Unix milliseconds
	Subagent   string      `json:"subagent,omitempty"`                // Agent path of the steps that it refers to
	Refs       []TraceRef  `json:"subagent_trajectory_ref,omitempty"` // traces of sub-agents that it refers to
}

// TraceRef refers to a sub-agent's trace.
type TraceRef struct {
	Trajectory string `json:"trajectory_id,omitempty"`   // of the trace itself
	Session    string `json:"session_id,omitempty"`      // of the session that it is of; the only id before ATIF 1.7
	Path       string `json:"trajectory_path,omitempty"` // of its file
	Agent      string `json:"agent,omitempty"`           // Agent path of its steps, where they are in the same trace
}

// CallOutcome is why a call gave no result.
type CallOutcome string

const (
	OutcomeFailed  CallOutcome = "failed"  // it was tried
	OutcomeRefused CallOutcome = "refused" // the tool or the harness did not let it run
	OutcomeEmpty   CallOutcome = "empty"   // a search that found nothing; not counted as failed
)

// Fruitless reports whether the call failed, was refused, or found nothing.
func (r *Result) Fruitless() bool { return r.Failed || r.Outcome == OutcomeEmpty }

// Part is non-text content; text parts are joined into the message.
type Part struct {
	Type      string `json:"type"`                 // image, audio, file
	MediaType string `json:"media_type,omitempty"` // as the record states it
	Path      string `json:"path,omitempty"`       // as the record names it
	Raw       string `json:"raw,omitempty"`        // name of the stored raw record, if the bytes are kept
	Bytes     int64  `json:"bytes,omitempty"`      // size
	Width     int    `json:"width,omitempty"`      // pixels of a kept picture
	Height    int    `json:"height,omitempty"`     // pixels of a kept picture
	Note      string `json:"note,omitempty"`       // why it cannot be shown
}

// Metrics is what one model call consumed.
type Metrics struct {
	PromptTokens     *int64   `json:"prompt_tokens,omitempty"`      // including cached, as ATIF 1.2 defines it
	CompletionTokens *int64   `json:"completion_tokens,omitempty"`  // written by the model
	CachedTokens     *int64   `json:"cached_tokens,omitempty"`      // read from the provider's cache
	CacheWriteTokens *int64   `json:"cache_write_tokens,omitempty"` // written to the provider's cache
	CostUSD          *float64 `json:"cost_usd,omitempty"`           // US dollars
}

// Add adds another call's consumption; nil adds nothing. Once some call states its prompt, cached
// tokens of calls without a prompt are left out, because cached tokens are part of the prompt.
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

// AllMetrics adds totals, such as those by model. A count that one total lacks is nil; totals that
// state nothing are skipped. Costs are added as far as known, because records write 0 for unknown
// prices.
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

// Usage converts the metrics; its input excludes tokens read from or written to the cache.
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

// Failed reports whether the step has a failed tool call, model call or other observation.
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

// FailedResult returns the last failed result of a call, or nil.
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

// ResultOf returns the result of the step's call, counted from 0, by id or else position; nil if
// there is none.
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

// End returns the last time of the step and its results, or nil.
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

// TookMS returns the ms from the step to its last result, or nil.
func (s *Step) TookMS() *int64 {
	end := s.End()
	if end == nil || s.Timestamp == nil || *end <= *s.Timestamp {
		return nil
	}
	took := *end - *s.Timestamp
	return &took
}
