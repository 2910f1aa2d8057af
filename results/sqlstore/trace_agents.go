package sqlstore

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// agentSums sums up the agents of a trace and collects its references.
type agentSums struct {
	list  []results.TraceAgent
	spent []results.Metrics // in the same order
	at    map[string]int
	refs  []results.RefPlace
}

// add takes the next step.
func (a *agentSums) add(s *results.Step) {
	if a.at == nil {
		a.at = map[string]int{}
	}
	i, known := a.at[s.Agent]
	if !known && len(a.list) < results.TraceAgentsMost {
		i = len(a.list)
		a.at[s.Agent], known = i, true
		a.list = append(a.list, results.TraceAgent{Agent: s.Agent, First: s.StepID})
		a.spent = append(a.spent, results.Metrics{})
	}
	if known {
		addStep(&a.list[i], &a.spent[i], s)
	}
	a.addRefs(s)
}

// addStep adds a step to the sum of its agent.
func addStep(g *results.TraceAgent, spent *results.Metrics, s *results.Step) {
	g.Steps++
	if s.Timestamp != nil {
		g.StartedAt, g.FinishedAt = results.Earlier(g.StartedAt, s.Timestamp), results.Later(g.FinishedAt, s.Timestamp)
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			g.FinishedAt = results.Later(g.FinishedAt, s.Observation.Results[i].Timestamp)
		}
	}
	if s.Source == results.SourceAgent && s.Message != "" {
		g.Said = beginning(s.Message, results.AgentSaidMost)
	}
	if s.Copied {
		return
	}
	g.Calls += len(s.ToolCalls)
	g.Failed += s.FailedCalls()
	spent.Add(s.Metrics)
}

func (a *agentSums) addRefs(s *results.Step) {
	if s.Observation == nil {
		return
	}
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		tool := ""
		for j := range s.ToolCalls {
			if r.CallID != "" && s.ToolCalls[j].ID == r.CallID {
				tool = s.ToolCalls[j].Name
			}
		}
		refs := r.Refs
		if len(refs) == 0 && r.Subagent != "" {
			refs = []results.TraceRef{{Agent: r.Subagent}}
		}
		for _, ref := range refs {
			if len(a.refs) < results.TraceRefsMost {
				a.refs = append(a.refs, results.RefPlace{
					Step: s.StepID, Result: i + 1, Agent: s.Agent, Tool: tool, Ref: ref,
					Answer: beginning(strings.TrimSpace(r.Content), results.RefAnswerMost), StartedAt: s.Timestamp, FinishedAt: r.Timestamp,
				})
			}
		}
	}
}

// end settles the sums; nil where the trace has neither sub-agents nor references.
func (a *agentSums) end() []results.TraceAgent {
	if len(a.list) <= 1 && len(a.refs) == 0 {
		return nil
	}
	for i := range a.refs {
		at, known := a.at[a.refs[i].Ref.Agent]
		if g := a.refs[i]; known && g.Ref.Agent != "" && a.list[at].Caller == 0 {
			a.list[at].Caller, a.list[at].Result = g.Step, g.Result
		}
	}
	for i := range a.list {
		a.list[i].Usage = a.spent[i].Usage()
	}
	return a.list
}

// beginning is at most so many bytes of a text, whole characters only.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// saveAgents writes what the trial's trace says of sub-agents.
func (w *trialWriter) saveAgents() error {
	if ids := w.row.TraceIDs; w.steps > 0 && ids != (results.TraceIDs{}) {
		if err := w.run.add(idRows, w.n, ids.Trajectory, ids.Session); err != nil {
			return fmt.Errorf("save ids of trace: %w", err)
		}
	}
	for i, g := range w.agents.end() {
		data, err := json.Marshal(g)
		if err != nil {
			return fmt.Errorf("encode sub-agent %s: %w", g.Agent, err)
		}
		if err := w.run.add(agentRows, w.n, i, string(data)); err != nil {
			return fmt.Errorf("save sub-agent %s: %w", g.Agent, err)
		}
	}
	for i, r := range w.agents.refs {
		data, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("encode reference of step %d: %w", r.Step, err)
		}
		if err := w.run.add(refRows, w.n, i, r.Ref.Trajectory, r.Ref.Session, string(data)); err != nil {
			return fmt.Errorf("save reference of step %d: %w", r.Step, err)
		}
	}
	return nil
}
