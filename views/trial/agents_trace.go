package trial

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// means lists the traces with the id of a reference: those of its own run, or else of
// its own scenario, or else of the benchmark.
func (b *agentTree) means(trial int64, ids results.TraceIDs, p *results.RefPlace) []*results.NamedTrial {
	var by [3][]*results.NamedTrial
	run, scenario := b.trial.Run, b.trial.Scenario
	for i := range b.s.Named {
		if x := &b.s.Named[i]; x.ID == trial {
			run, scenario = x.Run, x.Scenario
		}
	}
	for i := range b.s.Named {
		x := &b.s.Named[i]
		if x.ID == trial || !x.IDs.Means(&p.Ref, ids) {
			continue
		}
		place := 2
		if x.Run == run && x.Scenario == scenario {
			place = 0
		} else if x.Scenario == scenario {
			place = 1
		}
		by[place] = append(by[place], x)
	}
	for _, list := range by {
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// ambiguous adds a reference that can mean several traces: only what all of them
// agree on is said of it, and what each of them calls stands on its own page.
func (b *agentTree) ambiguous(r AgentRow, found []*results.NamedTrial) {
	list := make([]int64, len(found))
	for i, x := range found {
		list[i] = x.ID
	}
	slices.Sort(list)
	key := fmt.Sprint(list)
	if r.Kind = "again"; !b.sets[key] {
		r.Kind = "ambiguous"
		b.describe(&r, found)
	}
	b.sets[key] = true
	b.row(r)
}

// describe fills what all the traces that are meant agree on.
func (b *agentTree) describe(r *AgentRow, found []*results.NamedTrial) {
	x := found[0]
	differ := slices.ContainsFunc(found, func(y *results.NamedTrial) bool { return y.Status != x.Status })
	if b.trial.Stored.Benchmark.Scored() && !differ {
		r.Status = x.Status
	}
	r.Steps = agreed(found, func(y *results.NamedTrial) *int { return &y.StepsTotal })
	r.Calls = agreed(found, func(y *results.NamedTrial) *int { return &y.ToolCalls })
	r.Failed = agreed(found, func(y *results.NamedTrial) *int { return &y.FailedCalls })
	r.Usage = results.Usage{
		Input:      agreed(found, func(y *results.NamedTrial) *int64 { return y.Usage.Input }),
		Output:     agreed(found, func(y *results.NamedTrial) *int64 { return y.Usage.Output }),
		CacheRead:  agreed(found, func(y *results.NamedTrial) *int64 { return y.Usage.CacheRead }),
		CacheWrite: agreed(found, func(y *results.NamedTrial) *int64 { return y.Usage.CacheWrite }),
		Total:      agreed(found, func(y *results.NamedTrial) *int64 { return y.Usage.Total }),
		CostUSD:    agreed(found, func(y *results.NamedTrial) *float64 { return y.Usage.CostUSD }),
	}
	r.StartedAt = agreed(found, func(y *results.NamedTrial) *int64 { return y.StartedAt })
	r.FinishedAt = agreed(found, func(y *results.NamedTrial) *int64 { return y.FinishedAt })
	if a := b.s.Details[x.ID].Answer; a != nil && len(found) == 1 {
		r.Said = *a
	}
}

// agreed is a number that all traces have; nil if they differ, or if it is not known.
func agreed[T int | int64 | float64](list []*results.NamedTrial, get func(*results.NamedTrial) *T) *T {
	first := get(list[0])
	for _, x := range list[1:] {
		if n := get(x); n == nil || first == nil || *n != *first {
			return nil
		}
	}
	return first
}
