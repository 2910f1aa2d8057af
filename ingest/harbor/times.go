package harbor

import (
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// gauge parses quantities and times as Harbor writes them.
type gauge struct{ ingest.Gauge }

// period parses the start and end of a phase. It drops an end before the start.
func (g *gauge) period(p *timing, name string) (from, to *int64) {
	if p == nil {
		return nil, nil
	}
	from, to = g.Time(join(name, "started_at"), p.StartedAt), g.Time(join(name, "finished_at"), p.FinishedAt)
	if from != nil && to != nil && *to < *from {
		g.LeaveOut(join(name, "finished_at"), p.FinishedAt, fmt.Sprintf("before its started_at %s", p.StartedAt))
		to = nil
	}
	return from, to
}

func join(name, member string) string {
	if name == "" {
		return member
	}
	return name + "." + member
}

const agentPhase = "agent_execution"

func (g *gauge) phases(res *trialResult) []results.Phase {
	var out []results.Phase
	add := func(name string, at *timing) {
		if from, to := g.period(at, name); from != nil || to != nil {
			out = append(out, results.Phase{Name: name, StartedAt: from, FinishedAt: to})
		}
	}
	add("environment_setup", res.EnvironmentSetup)
	add("agent_setup", res.AgentSetup)
	add(agentPhase, res.AgentExecution)
	add("verifier", res.VerifierTiming)
	for _, s := range res.Steps {
		add(s.Name+" "+agentPhase, s.AgentExecution)
		add(s.Name+" verifier", s.VerifierTiming)
	}
	return out
}

// agentTime returns the agent's working time in ms. In a multi-step trial, it is nil unless all
// steps that were reached have times.
func agentTime(res *trialResult, phases []results.Phase) *int64 {
	timed := func(name string) *int64 {
		for _, p := range phases {
			if p.Name == name {
				return ingest.Took(p.StartedAt, p.FinishedAt)
			}
		}
		return nil
	}
	if d := timed(agentPhase); d != nil || len(res.Steps) == 0 {
		return d
	}
	var sum int64
	for _, s := range res.Steps {
		if !s.reached() {
			continue
		}
		d := timed(s.Name + " " + agentPhase)
		if d == nil {
			return nil
		}
		sum += *d
	}
	if sum == 0 {
		return nil
	}
	return &sum
}
