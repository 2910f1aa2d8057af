package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// Limits of the tree of sub-agents.
const (
	AgentDepth  = 6   // levels of traces below the trial's own
	AgentTraces = 200 // traces that are opened for it
	agentRows   = 300
	agentLinks  = 6 // traces that one reference may mean
)

// StoredAgents is what a store holds of the traces around a trial's.
type StoredAgents struct {
	IDs     results.TraceIDs
	Agents  []results.TraceAgent           // of the trial's own trace
	Refs    map[int64][]results.RefPlace   // by trial
	Named   []results.NamedTrial           // traces that the references can mean
	Details map[int64]results.TrialDetails // of some of those
	From    []results.RefFrom              // references that can mean this trial's trace
}

// AgentTree is who did what in a trace: its sub-agents, with steps in the same
// trace or traces of their own.
type AgentTree struct {
	Rows []AgentRow `json:"rows"` // in the order of their calls, each below its caller
	More int        `json:"more"` // sub-agents that are left out
	Cost AgentCost  `json:"cost"` // in US dollars
}

// AgentRow is one sub-agent.
type AgentRow struct {
	Depth int    `json:"depth"` // 1 for those that the main agent called
	Name  string `json:"name"`  // as the record tells it apart
	// Kind is steps (its steps are in the same trace), trace (it has a trace of its
	// own), ambiguous (several traces have its id and nothing tells which is meant),
	// again (what it means stands further up) or unresolved (the reference means no
	// trace that is known).
	Kind    string            `json:"kind" enum:"steps,trace,ambiguous,again,unresolved"`
	Step    int               `json:"step"`    // that called it, in the trace of its caller; 0 if none says so
	Result  int               `json:"result"`  // of that step, from 1
	Tool    string            `json:"tool"`    // that called it; empty if none did
	Ref     *results.TraceRef `json:"ref"`     // as the record has it; null if no result refers to it
	Traces  []AgentTrace      `json:"traces"`  // that the reference can mean; at most six
	Matches int               `json:"matches"` // how many it can mean
	Same    int               `json:"same_id"` // how many have its id
	// in what the taken one agrees with the reference, and not all of the others do; empty unless one of several was
	// taken
	By         []string       `json:"by"`
	Status     results.Status `json:"status"`      // of its trial; empty without one, or where those that it can mean differ
	Steps      *int           `json:"steps"`       // null if not known, or not the same in all that it can mean, as the other numbers
	Calls      *int           `json:"calls"`       // tool calls
	Failed     *int           `json:"failed"`      // tool calls that failed
	Usage      results.Usage  `json:"usage"`       // tokens and cost of its record, or of its steps
	StartedAt  *int64         `json:"started_at"`  // Unix milliseconds
	FinishedAt *int64         `json:"finished_at"` // Unix milliseconds
	Said       string         `json:"said"`        // beginning of its last message
	URL        string         `json:"url"`         // of its page or its first step; empty if unresolved or ambiguous

	direct bool // the trial's own trace refers to it
}

// AgentTrace is a trial whose trace a reference can mean.
type AgentTrace struct {
	Run      string `json:"run"`      // slug
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug
	Attempt  int    `json:"attempt"`  // from 1
	URL      string `json:"url"`      // of its page
	Step     int    `json:"step"`     // with the reference, for a caller; 0 otherwise
}

// AddAgents adds the tree of sub-agents, and the callers of the trial's own trace.
func (t *Trial) AddAgents(s *StoredAgents) {
	self := t.Stored.Trial.ID
	for i := range s.From {
		f := &s.From[i]
		if f.ID == self || !s.IDs.Means(&f.Place.Ref, f.IDs) {
			continue
		}
		t.CalledBy = append(t.CalledBy, traceOf(t, &f.StoredTrial, f.Place.Step))
	}
	b := &agentTree{trial: t, s: s, out: &AgentTree{Rows: []AgentRow{}}, at: map[string]int{}, seen: map[int64]bool{self: true},
		sets: map[string]bool{}}
	for i, a := range s.Agents {
		b.at[a.Agent] = i
	}
	b.add(self, s.IDs, "", 1)
	if len(b.out.Rows) == 0 {
		return
	}
	b.Cost()
	t.Agents = b.out
}

// traceOf leads to a trial.
func traceOf(of *Trial, t *results.StoredTrial, step int) AgentTrace {
	q := report.TrialQuery{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Static: of.Query.Static}
	if t.Attempt > 1 {
		q.Attempt = t.Attempt
	}
	out := AgentTrace{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, URL: q.At(), Step: step}
	if step > 0 {
		out.URL = q.Window(step)
	}
	return out
}

// AgentsAt are the sub-agents that a result of the trial's own trace refers to.
func (t *Trial) AgentsAt(step, result int) []AgentRow {
	if t.Agents == nil {
		return nil
	}
	var list []AgentRow
	for _, r := range t.Agents.Rows {
		if r.Step == step && r.Result == result && (r.direct || r.Kind == "steps") {
			list = append(list, r)
		}
	}
	return list
}
