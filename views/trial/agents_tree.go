package trial

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// agentTree lays out the tree.
type agentTree struct {
	trial *Trial
	s     *StoredAgents
	out   *AgentTree
	at    map[string]int  // places among s.Agents
	seen  map[int64]bool  // traces that stand in the tree
	sets  map[string]bool // those that an ambiguous reference in the tree can mean
}

// add appends what an agent of a trace called.
func (b *agentTree) add(trial int64, ids results.TraceIDs, agent string, depth int) {
	own := trial == b.trial.Stored.Trial.ID
	for i := range b.s.Refs[trial] {
		if p := &b.s.Refs[trial][i]; !own || p.Agent == agent {
			b.ref(trial, ids, p, depth)
		}
	}
	if !own {
		return
	}
	for i := range b.s.Agents {
		if a := &b.s.Agents[i]; a.Agent != "" && a.Caller == 0 && b.above(a.Agent) == agent {
			b.steps(a, nil, depth)
		}
	}
}

// above is the nearest agent of the trace on the way to a path.
func (b *agentTree) above(agent string) string {
	for {
		up := path.Dir(agent)
		if _, known := b.at[up]; known || up == "." {
			return strings.TrimPrefix(up, ".")
		}
		agent = up
	}
}

// row takes in a row unless there are too many.
func (b *agentTree) row(r AgentRow) bool {
	if len(b.out.Rows) >= agentRows {
		b.out.More++
		return false
	}
	if r.Traces == nil {
		r.Traces = []AgentTrace{}
	}
	if r.By == nil {
		r.By = []string{}
	}
	b.out.Rows = append(b.out.Rows, r)
	return true
}

// ref adds what one reference means.
func (b *agentTree) ref(trial int64, ids results.TraceIDs, p *results.RefPlace, depth int) {
	own := trial == b.trial.Stored.Trial.ID
	if p.Ref.Agent != "" {
		if i, known := b.at[p.Ref.Agent]; own && known && b.s.Agents[i].Caller == p.Step && b.s.Agents[i].Result == p.Result {
			b.steps(&b.s.Agents[i], p, depth)
		}
		return
	}
	r := AgentRow{Depth: depth, Name: refName(&p.Ref, ids), Kind: "unresolved", Step: p.Step, Result: p.Result, Tool: p.Tool, Ref: &p.Ref,
		Direct: own}
	named := b.means(trial, ids, p)
	if len(named) == 0 {
		b.row(r)
		return
	}
	c := agentCall{place: p, ids: ids, caller: b.s.Details[trial]}
	if own {
		c.caller = b.trial.Stored.Trial.Details
	}
	found, by := c.choose(named, b.s.Details)
	r.Kind, r.Matches, r.Same, r.By = "trace", len(found), len(named), by
	for _, x := range found[:min(len(found), agentLinks)] {
		r.Traces = append(r.Traces, traceOf(b.trial, &x.StoredTrial, 0))
	}
	if len(found) > 1 {
		b.ambiguous(r, found)
		return
	}
	first := found[0]
	r.URL = r.Traces[0].URL
	again := b.seen[first.ID]
	if again {
		r.Kind = "again"
	} else {
		b.describe(&r, found)
	}
	if !b.row(r) || again {
		return
	}
	b.seen[first.ID] = true
	if depth < AgentDepth {
		b.add(first.ID, first.IDs, "", depth+1)
	}
}

// steps adds an agent whose steps are in the trial's own trace, and what it called.
func (b *agentTree) steps(a *results.TraceAgent, p *results.RefPlace, depth int) {
	r := AgentRow{
		Depth: depth, Name: path.Base(a.Agent), Kind: "steps", Steps: &a.Steps, Calls: &a.Calls, Failed: &a.Failed,
		Usage: a.Usage, StartedAt: a.StartedAt, FinishedAt: a.FinishedAt, Said: a.Said, URL: b.trial.Query.Window(a.First),
	}
	if p != nil {
		r.Step, r.Result, r.Tool, r.Ref = p.Step, p.Result, p.Tool, &p.Ref
	}
	if b.row(r) && depth < agentRows {
		b.add(b.trial.Stored.Trial.ID, b.s.IDs, a.Agent, depth+1)
	}
}

// refName is what tells a sub-agent apart from its caller in its id: what follows
// the caller's own, or the name of its file.
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
	if ref.Trajectory != "" {
		return ref.Trajectory
	}
	if ref.Session != "" {
		return ref.Session
	}
	return "sub-agent"
}
