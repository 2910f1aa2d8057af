package trial

import (
	"cmp"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

const (
	agentRows  = 300 // maximum number of rows in a tree
	agentLinks = 6   // maximum number of traces linked by one reference
)

type StoredAgents struct {
	IDs     results.TraceIDs
	Agents  []results.TraceAgent // agents with steps in the trial's own trace
	Refs    []results.RefPlace
	Named   []results.NamedTrial           // traces that the references in Refs may refer to
	Details map[int64]results.TrialDetails // details of the trials in Named, by trial id
	From    []results.RefFrom              // references in other traces that may refer to this trial's trace
}

// AgentTree lists the sub-agents of a trace, whether their steps are in this trace or in traces of
// their own.
type AgentTree struct {
	Rows []stepviews.AgentRow `json:"rows"` // agents in the order of their calls, each after its caller
	More int                  `json:"more"` // number of sub-agents omitted from Rows
}

func (t *Trial) AddAgents(s *StoredAgents) {
	for i := range s.From {
		if f := &s.From[i]; f.ID != t.Stored.Trial.ID && s.IDs.Means(&f.Place.Ref, f.IDs) {
			t.CalledBy = append(t.CalledBy, traceOf(t, &f.StoredTrial, f.Place.Step))
		}
	}
	b := &agentTree{trial: t, s: s, at: map[string]int{}}
	for i, a := range s.Agents {
		b.at[a.Agent] = i
	}
	if b.add("", 1); len(b.Rows) > 0 {
		t.Agents = &b.AgentTree
	}
}

func traceOf(of *Trial, t *results.StoredTrial, step int) stepviews.AgentTrace {
	q := link.TrialQuery{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Static: of.Query.Static}
	if t.Attempt > 1 {
		q.Attempt = t.Attempt
	}
	out := stepviews.AgentTrace{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, URL: q.At(), Step: step}
	if step > 0 {
		out.URL = q.Window(step)
	}
	return out
}

func (t *Trial) AgentsAt(step, result int) (list []stepviews.AgentRow) {
	if t.Agents != nil {
		for _, r := range t.Agents.Rows {
			if r.Step == step && r.Result == result {
				list = append(list, r)
			}
		}
	}
	return list
}

type agentTree struct {
	AgentTree
	trial *Trial
	s     *StoredAgents
	at    map[string]int // indexes in s.Agents by agent path
}

func (b *agentTree) add(agent string, depth int) {
	for i := range b.s.Refs {
		p := &b.s.Refs[i]
		if p.Agent != agent {
			continue
		}
		n, known := b.at[p.Ref.Agent]
		switch {
		case p.Ref.Agent == "":
			b.row(b.trace(p, depth))
		case known && b.s.Agents[n].Caller == p.Step && b.s.Agents[n].Result == p.Result:
			b.steps(&b.s.Agents[n], p, depth)
		}
	}
	for i := range b.s.Agents {
		if a := &b.s.Agents[i]; a.Agent != "" && a.Caller == 0 && b.above(a.Agent) == agent {
			b.steps(a, nil, depth)
		}
	}
}

// above returns the path of the nearest ancestor of an agent in the trace, or "" for the main
// agent.
func (b *agentTree) above(agent string) string {
	for {
		agent = path.Dir(agent)
		if _, known := b.at[agent]; known || agent == "." {
			return strings.TrimPrefix(agent, ".")
		}
	}
}

// row appends a row and reports whether it did. If the table is full, it counts the row in More.
func (b *agentTree) row(r stepviews.AgentRow) bool {
	if len(b.Rows) >= agentRows {
		b.More++
		return false
	}
	b.Rows = append(b.Rows, r)
	return true
}

func (b *agentTree) trace(p *results.RefPlace, depth int) stepviews.AgentRow {
	r := stepviews.AgentRow{Depth: depth, Name: refName(&p.Ref, b.s.IDs), Kind: "unresolved", Step: p.Step, Result: p.Result, Tool: p.Tool, Ref: &p.Ref,
		Traces: []stepviews.AgentTrace{}}
	found := b.means(p)
	for _, x := range found[:min(len(found), agentLinks)] {
		r.Traces = append(r.Traces, traceOf(b.trial, &x.StoredTrial, 0))
	}
	switch len(found) {
	case 0:
		return r
	case 1:
		r.Kind, r.URL = "trace", r.Traces[0].URL
	default:
		r.Kind = "ambiguous"
		return r
	}
	x := found[0]
	if b.trial.Stored.Benchmark.Scored() {
		r.Status = x.Status
	}
	r.Steps, r.Calls, r.Failed, r.Usage, r.StartedAt, r.FinishedAt = &x.StepsTotal, &x.ToolCalls, &x.FailedCalls, x.Usage, x.StartedAt, x.FinishedAt
	if a := b.s.Details[x.ID].Answer; a != nil {
		r.Said = *a
	}
	return r
}

// means returns the traces that match a reference. It prefers traces from the same run and
// scenario, then from the same scenario, then from the same benchmark. If the reference has a file
// name that matches a trace, it returns only that trace.
func (b *agentTree) means(p *results.RefPlace) []*results.NamedTrial {
	var by [3][]*results.NamedTrial
	for i := range b.s.Named {
		x := &b.s.Named[i]
		switch {
		case x.ID == b.trial.Stored.Trial.ID || !x.IDs.Means(&p.Ref, b.s.IDs):
		case x.Scenario != b.trial.Scenario:
			by[2] = append(by[2], x)
		case x.Run != b.trial.Run:
			by[1] = append(by[1], x)
		default:
			by[0] = append(by[0], x)
		}
	}
	for _, list := range by {
		for _, x := range list {
			if p.Ref.Path != "" && x.Task == results.Slug(stem(p.Ref.Path)) {
				return []*results.NamedTrial{x}
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// steps adds a sub-agent whose steps are in this trace, followed by the agents that it called.
func (b *agentTree) steps(a *results.TraceAgent, p *results.RefPlace, depth int) {
	r := stepviews.AgentRow{
		Depth: depth, Name: path.Base(a.Agent), Kind: "steps", Steps: &a.Steps, Calls: &a.Calls, Failed: &a.Failed, Traces: []stepviews.AgentTrace{},
		Usage: a.Usage, StartedAt: a.StartedAt, FinishedAt: a.FinishedAt, Said: a.Said, URL: b.trial.Query.Window(a.First),
	}
	if p != nil {
		r.Step, r.Result, r.Tool, r.Ref = p.Step, p.Result, p.Tool, &p.Ref
	}
	if b.row(r) && depth < agentRows {
		b.add(a.Agent, depth+1)
	}
}

func stem(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// refName returns a name for a sub-agent: its id without the caller's id as prefix, otherwise its
// file name.
func refName(ref *results.TraceRef, ids results.TraceIDs) string {
	for _, id := range []string{ref.Trajectory, ref.Session} {
		for _, of := range []string{ids.Trajectory, ids.Session} {
			if rest, ok := strings.CutPrefix(id, of); ok && of != "" && strings.TrimLeft(rest, ":/-_.") != "" {
				return strings.TrimLeft(rest, ":/-_.")
			}
		}
	}
	if ref.Path != "" {
		return stem(ref.Path)
	}
	return cmp.Or(ref.Trajectory, ref.Session, "sub-agent")
}
