package results

// TraceIDs are the ids by which other traces refer to a trace.
type TraceIDs struct {
	Trajectory string // of the trace itself
	Session    string // of the session that it is of, which others can share
}

// Means reports whether a reference in a trace with ids from refers to the trace with ids to. A
// session id counts only without a trajectory id, and never for the referring session, which
// sub-agents may share (ATIF 1.7).
func (to TraceIDs) Means(ref *TraceRef, from TraceIDs) bool {
	if ref.Agent != "" {
		return false // in the same trace
	}
	if ref.Trajectory != "" && ref.Trajectory == to.Trajectory {
		return true
	}
	return ref.Session != "" && ref.Session == to.Session && ref.Session != from.Session && (ref.Trajectory == "" || to.Trajectory == "")
}

// Limits for sub-agents of a trace.
const (
	TraceAgentsMost = 500 // agents whose steps are summed up
	TraceRefsMost   = 500 // references
	AgentSaidMost   = 600 // bytes of the last message
	RefAnswerMost   = 200 // bytes of the result that refers to another trace
)

// TraceAgent sums the steps of one agent in a trace.
type TraceAgent struct {
	Agent      string `json:"agent"`            // path below the main agent, which has none
	First      int    `json:"first"`            // number of its first step, from 1
	Caller     int    `json:"caller,omitempty"` // step with the result that refers to it; 0 if none does
	Result     int    `json:"result,omitempty"` // place of that result in its step, from 1
	Steps      int    `json:"steps"`            // of the agent alone
	Calls      int    `json:"calls"`            // tool calls
	Failed     int    `json:"failed"`           // tool calls that failed
	Usage      Usage  `json:"usage"`            // sum over its steps
	StartedAt  *int64 `json:"started_at"`       // Unix milliseconds
	FinishedAt *int64 `json:"finished_at"`      // Unix milliseconds
	Said       string `json:"said,omitempty"`   // beginning of its last message
}

// RefPlace is a reference to another trace with its position.
type RefPlace struct {
	Step   int      `json:"step"`   // from 1
	Result int      `json:"result"` // of the step, from 1
	Agent  string   `json:"agent"`  // that took the step
	Tool   string   `json:"tool"`   // that the result is of; empty where it answers no call
	Ref    TraceRef `json:"ref"`

	Answer     string `json:"answer,omitempty"`      // beginning of the result
	StartedAt  *int64 `json:"started_at,omitempty"`  // of the call, Unix milliseconds
	FinishedAt *int64 `json:"finished_at,omitempty"` // of its result, Unix milliseconds
}

// Holds reports whether a known time lies within the call.
func (p *RefPlace) Holds(at *int64) bool {
	return at != nil && p.StartedAt != nil && p.FinishedAt != nil && *p.StartedAt <= *at && *at <= *p.FinishedAt
}

// NamedTrial is a trial with its trace's ids.
type NamedTrial struct {
	StoredTrial
	IDs TraceIDs
}

// RefFrom is a reference with its trial.
type RefFrom struct {
	NamedTrial
	Place RefPlace
}
