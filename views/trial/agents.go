package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// AgentRow and AgentTrace are rows of the tree and the traces that they can mean.
type (
	AgentRow   = stepviews.AgentRow
	AgentTrace = stepviews.AgentTrace
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
	q := link.TrialQuery{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Static: of.Query.Static}
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
		if r.Step == step && r.Result == result && (r.Direct || r.Kind == "steps") {
			list = append(list, r)
		}
	}
	return list
}
