package harbor

import (
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// instant reads a time of a trial as Unix milliseconds. Without a zone it is
// read as UTC, which zoned tells: differences between such times are right,
// the times themselves may be off by the runner's zone.
func instant(s *string) (ms *int64, zoned bool) {
	if s == nil || *s == "" {
		return nil, true
	}
	for i, layout := range []string{
		time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00",
		"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	} {
		if t, err := time.Parse(layout, *s); err == nil {
			at := t.UnixMilli()
			return &at, i < 2
		}
	}
	return nil, true
}

// span returns the milliseconds between two times, nil if one is missing or
// they are in the wrong order.
func span(from, to *int64) *int64 {
	if from == nil || to == nil || *to < *from {
		return nil
	}
	d := *to - *from
	return &d
}

// phases lists the timed parts of the trial in the order of the harness.
func (t *trial) phases() []results.Phase {
	if t.res == nil {
		return nil
	}
	var out []results.Phase
	add := func(name string, at *timing) {
		if at == nil {
			return
		}
		from, _ := instant(at.StartedAt)
		to, _ := instant(at.FinishedAt)
		if from != nil || to != nil {
			out = append(out, results.Phase{Name: name, StartedAt: from, FinishedAt: to})
		}
	}
	add("environment_setup", t.res.EnvironmentSetup)
	add("agent_setup", t.res.AgentSetup)
	add("agent_execution", t.res.AgentExecution)
	add("verifier", t.res.VerifierTiming)
	for _, s := range t.res.Steps {
		add(s.Name+" agent_execution", s.AgentExecution)
		add(s.Name+" verifier", s.VerifierTiming)
	}
	return out
}

// agentMS is the time of the agent alone. A trial of several steps has one
// execution per step; they count only if all that were reached are timed.
func (t *trial) agentMS() *int64 {
	if t.res == nil {
		return nil
	}
	if d := t.res.AgentExecution.ms(); d != nil || len(t.res.Steps) == 0 {
		return d
	}
	var sum int64
	for _, s := range t.res.Steps {
		if !s.reached() {
			continue
		}
		d := s.AgentExecution.ms()
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

func (p *timing) ms() *int64 {
	if p == nil {
		return nil
	}
	from, _ := instant(p.StartedAt)
	to, _ := instant(p.FinishedAt)
	return span(from, to)
}

// earliest and latest keep the outer bounds of several times.
func earliest(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

func latest(a, b *int64) *int64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
