package run

import (
	"github.com/clawatlas/clawatlas/results"
)

// RunTotals are sums over the trials of a run, which may have run beside each
// other: Wall is the time from the first start to the last end.
type RunTotals struct {
	Trials, Steps            int
	Wall, Rounds, Agent      Sum // ms
	Input, CacheRead, Output Sum // tokens
	CostUSD                  *float64
	CostOf                   int // trials that record it
}

// Sum is a sum over trials; nil if none of them records it.
type Sum struct {
	Value *int64
	Of    int // trials that record it
}

// totals adds up what trials record and counts how many record it.
func totals(trials []results.StoredTrial) RunTotals {
	t := RunTotals{Trials: len(trials)}
	var from, until *int64
	for i := range trials {
		x := &trials[i]
		t.Steps += x.StepsTotal
		for _, s := range []struct {
			to *Sum
			x  *int64
		}{
			{&t.Rounds, x.DurationMS}, {&t.Agent, x.AgentMS}, {&t.Input, x.Usage.Input},
			{&t.CacheRead, x.Usage.CacheRead}, {&t.Output, x.Usage.Output},
		} {
			addTo(s.to, s.x)
		}
		if x.Usage.CostUSD != nil {
			t.CostOf++
			if t.CostUSD == nil {
				t.CostUSD = new(float64)
			}
			*t.CostUSD += *x.Usage.CostUSD
		}
		if x.StartedAt == nil || x.FinishedAt == nil {
			continue
		}
		t.Wall.Of++
		from, until = results.Earlier(from, x.StartedAt), results.Later(until, x.FinishedAt)
	}
	if from != nil {
		wall := *until - *from
		t.Wall.Value = &wall
	}
	return t
}

func addTo(s *Sum, x *int64) {
	if x == nil {
		return
	}
	s.Of++
	if s.Value == nil {
		s.Value = new(int64)
	}
	*s.Value += *x
}
