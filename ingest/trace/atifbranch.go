package trace

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// branch is the trajectory of one agent that WriteATIF writes: the indexes of the agent's steps and
// the trajectories of its sub-agents.
type branch struct {
	path  string // agent path, see results.Step.Agent; empty for the main agent
	id    string
	steps []int
	subs  []*branch
	above *branch
}

// branches groups the steps by agent. If the main agent has no steps, it puts all steps into one
// trajectory, because ATIF requires at least one step.
func (t *Written) branches() *branch {
	top := &branch{}
	known := map[string]*branch{"": top}
	var order []*branch
	for i := range t.Steps {
		name := t.Steps[i].Agent
		b := known[name]
		if b == nil {
			b = &branch{path: name, id: fmt.Sprintf("sub-agent-%d", len(order)+1)}
			known[name], order = b, append(order, b)
		}
		b.steps = append(b.steps, i)
	}
	if len(top.steps) == 0 {
		for i := range t.Steps {
			top.steps = append(top.steps, i)
		}
		return top
	}
	for _, b := range order {
		above := b.path
		for b.above == nil {
			above = above[:max(0, strings.LastIndexByte(above, '/'))]
			b.above = known[above]
		}
		b.above.subs = append(b.above.subs, b)
	}
	return top
}

// find returns the sub-agent with the given path if it is a direct sub-agent of b. Steps of b can
// refer only to these.
func (b *branch) find(name string) *branch {
	if i := slices.IndexFunc(b.subs, func(s *branch) bool { return s.path == name }); i >= 0 {
		return b.subs[i]
	}
	return nil
}

func (t *Written) embedded(b *branch) []orderedObject {
	var list []orderedObject
	for _, sub := range b.subs {
		var steps []orderedObject
		t.eachStep(sub, func(_ int, step orderedObject) { steps = append(steps, step) })
		agent := orderedObject{{"name", path.Base(sub.path)}, {"version", cmp.Or(t.AgentVersion, "unknown")}}
		doc := orderedObject{
			{"schema_version", fmt.Sprintf("ATIF-v1.%d", newestATIF)}, {"trajectory_id", sub.id}, {"agent", agent}, {"steps", steps},
		}
		if len(sub.subs) > 0 {
			doc.set("subagent_trajectories", t.embedded(sub))
		}
		list = append(list, doc)
	}
	return list
}

// placed is a step that was read from a document by WriteATIF, with its position in the original
// trace. The document may contain the steps in several trajectories.
type placed struct {
	step  *results.Step
	order int // position in the trace, from 1
}

func (a *atif) emitPlaced() error {
	slices.SortStableFunc(a.placed, func(x, y placed) int { return x.order - y.order })
	for _, p := range a.placed {
		a.r.asIs = true
		if err := a.r.emit(p.step); err != nil {
			return err
		}
	}
	return nil
}
