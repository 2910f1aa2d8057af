package trial

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// trialAgents is the tree of a trace's sub-agents as its page shows it.
type trialAgents struct {
	Count string // of sub-agents
	Lead  string
	Axis  string // how long the bars' scale is
	Rows  []agentLine
	More  int
}

// agentLine is one sub-agent.
type agentLine struct {
	trialreport.AgentRow
	Indent  string // class
	Call    string // address of the step that called it, in the trial's own trace
	X, W    string // of its bar, in percent; empty without times
	Time    string
	Outcome string // beginning of its last message
	Note    string // what the record says, where the trace is not known
}

// agentsMost is the deepest indent.
const agentsMost = 6

// agentTree lays out the tree; nil where there are no sub-agents.
func (t trialView) agentTree() *trialAgents {
	if t.Agents == nil {
		return nil
	}
	rows := t.Agents.Rows
	out := &trialAgents{Count: agentCount(t.Agents), Lead: agentCost(&t.Agents.Cost), More: t.Agents.More}
	from, to := t.StartedAt, t.FinishedAt
	for i := range rows {
		if r := &rows[i]; r.StartedAt != nil && r.FinishedAt != nil {
			from, to = results.Earlier(from, r.StartedAt), results.Later(to, r.FinishedAt)
		}
	}
	if from != nil && to != nil && *to > *from {
		out.Axis = words.Duration(stepviews.Diff(*to, *from))
	}
	for i := range rows {
		r := &rows[i]
		l := agentLine{AgentRow: *r, Indent: "lv" + strconv.Itoa(min(r.Depth, agentsMost)), Outcome: stepviews.FirstLine(r.Said),
			Note: stepviews.AgentNote(r)}
		if r.Step > 0 && r.Depth == 1 {
			l.Call = t.Query.Window(r.Step)
		}
		if r.StartedAt != nil && r.FinishedAt != nil {
			l.Time = words.Duration(stepviews.Diff(*r.FinishedAt, *r.StartedAt))
			if out.Axis != "" {
				span := float64(*to - *from)
				x, w := 100*float64(*r.StartedAt-*from)/span, 100*float64(*r.FinishedAt-*r.StartedAt)/span
				l.X, l.W = percent(x), percent(max(w, 0.5))
			}
		}
		out.Rows = append(out.Rows, l)
	}
	return out
}

func percent(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) + "%" }

// agentCount says how many sub-agents there are.
func agentCount(a *trialreport.AgentTree) string {
	n, unresolved := a.More, 0
	for _, r := range a.Rows {
		if r.Kind != "again" {
			n++
		}
		if r.Kind == "unresolved" {
			unresolved++
		}
	}
	s := words.Plural(n, "sub-agent", "sub-agents")
	if unresolved > 0 {
		s += ", " + words.Count(unresolved) + " of them not among the traces here"
	}
	return s
}

// agentCost says whose the recorded cost is.
func agentCost(c *trialreport.AgentCost) string {
	if c.Recorded == nil {
		return "The trace’s own record states no cost."
	}
	s := "The trace’s own record holds " + stepviews.Usd(c.Recorded)
	if c.Main != nil && c.Steps != nil {
		s += ", of which " + stepviews.Usd(c.Main) + " are of the main agent’s steps and " + stepviews.Usd(c.Steps) +
			" of steps of its sub-agents"
	}
	if c.Of == 0 {
		return s + "."
	}
	theirs := "the " + words.Plural(c.Of, "record of a sub-agent", "records of sub-agents") + " that it refers to"
	switch {
	case c.Whose == "beside" && c.Traces != nil && c.Total != nil:
		return s + ", which is the sum of its own steps; " + theirs + " " + holds(c.Of) + " " + stepviews.Usd(c.Traces) + " more: " +
			stepviews.Usd(c.Total) + " in all."
	case c.Whose == "beside" && c.Traces != nil:
		return s + ", which is the sum of its own steps; " + theirs + " " + holds(c.Of) + " " + stepviews.Usd(c.Traces) + " more."
	case c.Whose == "beside":
		return s + ", which is the sum of its own steps; the cost of all of " + theirs + " is not known."
	case c.Whose == "included":
		return s + ", in which the " + stepviews.Usd(c.Traces) + " of " + theirs + " are counted already."
	case c.Traces != nil:
		return s + "; " + theirs + " " + holds(c.Of) + " " + stepviews.Usd(c.Traces) + ". Whether the one is part of the other is not known."
	}
	return s + "; the cost of all of " + theirs + " is not known."
}

func holds(n int) string {
	if n == 1 {
		return "holds"
	}
	return "hold"
}

// callersMost is how many callers a page leads to.
const callersMost = 6

func agentCaption(a *trialAgents) string {
	s := "Sub-agents, each below its caller"
	if a.Axis != "" {
		s += "; the bars are of " + a.Axis + " in all"
	}
	return s
}

func countOr(n *int) string {
	if n == nil {
		return words.NotRecorded
	}
	return words.Count(*n)
}

func textOr(s string) string {
	if s == "" {
		return words.NotRecorded
	}
	return s
}

func costOr(v *float64) string {
	if v == nil {
		return words.NotRecorded
	}
	return stepviews.Usd(v)
}

// bar is the class of a row's bar: of steps in the same trace, or of another.
func (l agentLine) bar() string {
	if l.Kind == "steps" {
		return "own"
	}
	return "far"
}
