package report

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
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

// AgentRow is one sub-agent.
type AgentRow struct {
	Depth int    `json:"depth"` // 1 for those that the main agent called
	Name  string `json:"name"`  // as the record tells it apart
	// Kind is steps (its steps are in the same trace), trace (it has a trace of its
	// own), again (that trace stands further up) or unresolved (the reference means
	// no trace that is known).
	Kind       string            `json:"kind" enum:"steps,trace,again,unresolved"`
	Step       int               `json:"step"`        // that called it, in the trace of its caller; 0 if none says so
	Result     int               `json:"result"`      // of that step, from 1
	Tool       string            `json:"tool"`        // that called it; empty if none did
	Ref        *results.TraceRef `json:"ref"`         // as the record has it; null if no result refers to it
	Traces     []AgentTrace      `json:"traces"`      // that the reference can mean; at most six
	Matches    int               `json:"matches"`     // how many it can mean
	Status     results.Status    `json:"status"`      // of its trial; empty without one
	Steps      *int              `json:"steps"`       // null if not known, as the other numbers
	Calls      *int              `json:"calls"`       // tool calls
	Failed     *int              `json:"failed"`      // tool calls that failed
	Usage      results.Usage     `json:"usage"`       // tokens and cost of its record, or of its steps
	StartedAt  *int64            `json:"started_at"`  // Unix milliseconds
	FinishedAt *int64            `json:"finished_at"` // Unix milliseconds
	Said       string            `json:"said"`        // beginning of its last message
	URL        string            `json:"url"`         // of its page or its first step; empty if unresolved

	direct bool // the trial's own trace refers to it
}

// AgentTrace is a trial whose trace a reference can mean.
type AgentTrace struct {
	Run      string `json:"run"`      // slug
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug
	Attempt  int    `json:"attempt"`  // from 1
	URL      string `json:"url"`      // of its page
	Step     int    `json:"step"`     // with the reference, for a caller; 0 otherwise
}

// agentTree lays out the tree.
type agentTree struct {
	trial *Trial
	s     *StoredAgents
	out   *AgentTree
	at    map[string]int // places among s.Agents
	seen  map[int64]bool // traces that stand in the tree
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
	b := &agentTree{trial: t, s: s, out: &AgentTree{Rows: []AgentRow{}}, at: map[string]int{}, seen: map[int64]bool{self: true}}
	for i, a := range s.Agents {
		b.at[a.Agent] = i
	}
	b.add(self, s.IDs, "", 1)
	if len(b.out.Rows) == 0 {
		return
	}
	b.cost()
	t.Agents = b.out
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
	r := AgentRow{Depth: depth, Name: refName(&p.Ref, ids), Kind: "unresolved", Step: p.Step, Result: p.Result, Tool: p.Tool, Ref: &p.Ref, direct: own}
	found := b.means(trial, ids, &p.Ref)
	if len(found) == 0 {
		b.row(r)
		return
	}
	r.Kind, r.Matches = "trace", len(found)
	for _, x := range found[:min(len(found), agentLinks)] {
		r.Traces = append(r.Traces, traceOf(b.trial, &x.StoredTrial, 0))
	}
	first := found[0]
	r.URL = r.Traces[0].URL
	again := slices.ContainsFunc(found, func(x *results.NamedTrial) bool { return b.seen[x.ID] })
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

// means lists the traces that a reference can mean: those of its own run, or else of
// its own scenario, or else of the benchmark.
func (b *agentTree) means(trial int64, ids results.TraceIDs, ref *results.TraceRef) []*results.NamedTrial {
	var by [3][]*results.NamedTrial
	run, scenario := b.trial.Run, b.trial.Scenario
	for i := range b.s.Named {
		if x := &b.s.Named[i]; x.ID == trial {
			run, scenario = x.Run, x.Scenario
		}
	}
	for i := range b.s.Named {
		x := &b.s.Named[i]
		if x.ID == trial || !x.IDs.Means(ref, ids) {
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

// describe fills what all the traces that are meant agree on.
func (b *agentTree) describe(r *AgentRow, found []*results.NamedTrial) {
	x := found[0]
	r.Status = x.Status
	if b.trial.Stored.Benchmark.Scoring == results.ScoringNone {
		r.Status = ""
	}
	r.Steps, r.Calls, r.Failed = agreed(found, x.StepsTotal, steps), agreed(found, x.ToolCalls, toolCalls), agreed(found, x.FailedCalls, failedCalls)
	same := func(get func(*results.NamedTrial) *float64) bool {
		return !slices.ContainsFunc(found, func(y *results.NamedTrial) bool { return !equal(get(x), get(y)) })
	}
	if same(func(y *results.NamedTrial) *float64 { return y.Usage.CostUSD }) {
		r.Usage.CostUSD = x.Usage.CostUSD
	}
	for _, f := range []struct {
		to  **int64
		get func(*results.NamedTrial) *int64
	}{
		{&r.Usage.Input, func(y *results.NamedTrial) *int64 { return y.Usage.Input }}, {&r.Usage.Output, func(y *results.NamedTrial) *int64 { return y.Usage.Output }},
		{&r.Usage.CacheRead, func(y *results.NamedTrial) *int64 { return y.Usage.CacheRead }}, {&r.Usage.CacheWrite, func(y *results.NamedTrial) *int64 { return y.Usage.CacheWrite }},
		{&r.Usage.Total, func(y *results.NamedTrial) *int64 { return y.Usage.Total }},
		{&r.StartedAt, func(y *results.NamedTrial) *int64 { return y.StartedAt }}, {&r.FinishedAt, func(y *results.NamedTrial) *int64 { return y.FinishedAt }},
	} {
		if same(func(y *results.NamedTrial) *float64 { return number(f.get(y)) }) {
			*f.to = f.get(x)
		}
	}
	if a := b.s.Details[x.ID].Answer; a != nil && len(found) == 1 {
		r.Said = *a
	}
}

func steps(t *results.NamedTrial) int       { return t.StepsTotal }
func toolCalls(t *results.NamedTrial) int   { return t.ToolCalls }
func failedCalls(t *results.NamedTrial) int { return t.FailedCalls }

// agreed is a number that all traces have, nil if they differ.
func agreed(list []*results.NamedTrial, n int, get func(*results.NamedTrial) int) *int {
	if slices.ContainsFunc(list, func(x *results.NamedTrial) bool { return get(x) != n }) {
		return nil
	}
	return &n
}

func number(n *int64) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n)
	return &x
}

func equal(a, b *float64) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
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
		return strings.TrimSuffix(path.Base(ref.Path), path.Ext(ref.Path))
	}
	if ref.Trajectory != "" {
		return ref.Trajectory
	}
	if ref.Session != "" {
		return ref.Session
	}
	return "sub-agent"
}

// traceOf leads to a trial.
func traceOf(of *Trial, t *results.StoredTrial, step int) AgentTrace {
	q := TrialQuery{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Static: of.Query.Static}
	if t.Attempt > 1 {
		q.Attempt = t.Attempt
	}
	out := AgentTrace{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, URL: q.At(), Step: step}
	if step > 0 {
		out.URL = q.Window(step)
	}
	return out
}

// cost says whose the recorded cost is. The definition of ATIF has the cost of
// sub-agents in the totals of their caller, and real records leave it out: only the
// steps tell.
func (b *agentTree) cost() {
	c := &b.out.Cost
	c.Recorded, c.Whose = b.trial.Usage.CostUSD, "none"
	for i := range b.s.Agents {
		a := &b.s.Agents[i]
		if a.Agent == "" {
			c.Main = a.Usage.CostUSD
		} else if a.Usage.CostUSD != nil {
			c.Steps = sum(c.Steps, *a.Usage.CostUSD)
		}
	}
	known, nested := true, false
	for i := range b.out.Rows {
		switch r := &b.out.Rows[i]; {
		case !r.direct:
			nested = nested || r.Kind == "trace"
		case r.Kind != "trace" && r.Kind != "unresolved":
		case r.Usage.CostUSD == nil:
			known = false
			c.Of++
		default:
			c.Traces = sum(c.Traces, *r.Usage.CostUSD)
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

func sum(to *float64, x float64) *float64 {
	if to != nil {
		x += *to
	}
	return &x
}

// sameSum is equal but for the rounding of sums.
func sameSum(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(math.Abs(a), math.Abs(b)) }

// AgentsAt are the sub-agents that a result of the trial's own trace refers to.
func (t *Trial) AgentsAt(step, result int) []AgentRow {
	if t.Agents == nil {
		return nil
	}
	var list []AgentRow
	for _, r := range t.Agents.Rows {
		if r.Step == step && r.Result == result && (r.direct || r.Kind == "steps") {
			list = append(list, r)
		}
	}
	return list
}
