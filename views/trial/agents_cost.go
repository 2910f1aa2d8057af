package trial

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// AgentCost says whose the cost is. Nothing is added to the trial's own cost.
type AgentCost struct {
	Recorded *float64 `json:"recorded"` // the trial's own, as its record has it
	Main     *float64 `json:"main"`     // sum over the steps of the main agent
	Steps    *float64 `json:"steps"`    // sum over the steps of sub-agents in the same trace
	Traces   *float64 `json:"traces"`   // sum over the records of sub-agents that the trace refers to itself; null if one is not known
	Of       int      `json:"of"`       // number of those records
	// Whose says whether the recorded cost has that of the traces in it.
	Whose string   `json:"whose" enum:"beside,included,unknown,none"`
	Total *float64 `json:"total"` // recorded and traces, only where one is beside the other
}

// Cost says whose the recorded cost is. The definition of ATIF has the cost of
// sub-agents in the totals of their caller, and real records leave it out: only the
// steps tell.
func (b *agentTree) Cost() {
	c := &b.out.Cost
	c.Recorded, c.Whose = b.trial.Usage.CostUSD, "none"
	for i := range b.s.Agents {
		a := &b.s.Agents[i]
		if a.Agent == "" {
			c.Main = a.Usage.CostUSD
		} else {
			c.Steps = results.Sum(c.Steps, a.Usage.CostUSD)
		}
	}
	known, nested := true, false
	for i := range b.out.Rows {
		switch r := &b.out.Rows[i]; {
		case !r.Direct:
			nested = nested || r.Kind == "trace" || r.Kind == "ambiguous"
		case r.Kind == "steps" || r.Kind == "again":
		case r.Usage.CostUSD == nil:
			known = false
			c.Of++
		default:
			c.Traces = results.Sum(c.Traces, r.Usage.CostUSD)
			c.Of++
		}
	}
	if c.Of == 0 {
		return
	}
	if !known {
		c.Traces = nil
	}
	c.settle(nested)
}

// settle finds out whether the recorded cost is that of the trace's own steps.
func (c *AgentCost) settle(nested bool) {
	c.Whose = "unknown"
	if c.Recorded == nil || c.Main == nil {
		return
	}
	own := *c.Main
	if c.Steps != nil {
		own += *c.Steps
	}
	switch {
	case sameSum(*c.Recorded, own):
		c.Whose = "beside"
		if c.Traces != nil && !nested {
			total := *c.Recorded + *c.Traces
			c.Total = &total
		}
	case c.Traces != nil && *c.Traces > 0 && sameSum(*c.Recorded, own+*c.Traces):
		c.Whose = "included"
	}
}

// sameSum is equal but for the rounding of sums.
func sameSum(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(math.Abs(a), math.Abs(b)) }
