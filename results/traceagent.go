package results

// TraceIDs are the ids by which other traces can refer to a trace.
type TraceIDs struct {
	Trajectory string
	Session    string // id of the session, which several traces may share
}

// Means reports whether a reference refers to the trace with the ids to; from are the ids of the
// trace that contains the reference. A session id is used only if the reference has no trajectory
// id. It never refers to the containing trace's own session, which sub-agents may share (ATIF 1.7).
func (to TraceIDs) Means(ref *TraceRef, from TraceIDs) bool {
	if ref.Agent != "" {
		return false // reference to an agent in the same trace
	}
	if ref.Trajectory != "" && ref.Trajectory == to.Trajectory {
		return true
	}
	return ref.Session != "" && ref.Session == to.Session && ref.Session != from.Session && (ref.Trajectory == "" || to.Trajectory == "")
}

// Limits on what is stored about the sub-agents of a trace.
const (
	TraceAgentsMost = 500 // maximum number of agents whose steps are summed
	TraceRefsMost   = 500 // maximum number of references
	AgentSaidMost   = 600 // maximum bytes of an agent's last message
	RefAnswerMost   = 200 // maximum bytes of a result that refers to another trace
)

// TraceAgent is the sum of one agent's steps in a trace.
type TraceAgent struct {
	Agent      string `json:"agent"`            // path of the sub-agent below the main agent; empty for the main agent
	First      int    `json:"first"`            // number of the agent's first step, from 1
	Caller     int    `json:"caller,omitempty"` // number of the step with a result that refers to the agent; 0 if there is none
	Result     int    `json:"result,omitempty"` // number of that result in the step, from 1
	Steps      int    `json:"steps"`            // number of the agent's own steps
	Calls      int    `json:"calls"`            // number of tool calls
	Failed     int    `json:"failed"`           // number of failed tool calls
	Usage      Usage  `json:"usage"`            // sum of the resources that the agent's steps used
	StartedAt  *int64 `json:"started_at"`       // time of the first step, in Unix milliseconds; nil if not recorded
	FinishedAt *int64 `json:"finished_at"`      // time of the last step, in Unix milliseconds; nil if not recorded
	Said       string `json:"said,omitempty"`   // beginning of the agent's last message
}

// RefPlace is a reference to another trace, with its position.
type RefPlace struct {
	Step   int      `json:"step"`   // number of the step, from 1
	Result int      `json:"result"` // number of the result in the step, from 1
	Agent  string   `json:"agent"`  // path of the agent that made the step
	Tool   string   `json:"tool"`   // name of the called tool; empty if the result does not belong to a call
	Ref    TraceRef `json:"ref"`

	Answer     string `json:"answer,omitempty"`      // beginning of the result's text
	StartedAt  *int64 `json:"started_at,omitempty"`  // time of the call, in Unix milliseconds
	FinishedAt *int64 `json:"finished_at,omitempty"` // time of the result, in Unix milliseconds
}

// Holds reports whether a time is known and is between the start and the end of the call.
func (p *RefPlace) Holds(at *int64) bool {
	return at != nil && p.StartedAt != nil && p.FinishedAt != nil && *p.StartedAt <= *at && *at <= *p.FinishedAt
}

// NamedTrial is a trial with the ids of its trace.
type NamedTrial struct {
	StoredTrial
	IDs TraceIDs
}

// RefFrom is a reference with the trial whose trace contains it.
type RefFrom struct {
	NamedTrial
	Place RefPlace
}
