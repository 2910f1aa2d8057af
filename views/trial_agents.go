package views

import (
	"path"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
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
	report.AgentRow
	Indent  string // class
	Call    string // address of the step that called it, in the trial's own trace
	X, W    string // of its bar, in percent; empty without times
	Time    string
	Outcome string // beginning of its last message
	Note    string // what the record says, where the trace is not known
}

// agentsMost is the deepest indent.
const agentsMost = 6

// agentParts lays out the tree; nil where there are no sub-agents.
func (t trialView) agentParts() *trialAgents {
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
		out.Axis = words.Duration(diff(*to, *from))
	}
	for i := range rows {
		r := &rows[i]
		l := agentLine{AgentRow: *r, Indent: "lv" + strconv.Itoa(min(r.Depth, agentsMost)), Outcome: firstLine(r.Said), Note: agentNote(r)}
		if r.Step > 0 && r.Depth == 1 {
			l.Call = t.Query.Window(r.Step)
		}
		if r.StartedAt != nil && r.FinishedAt != nil {
			l.Time = words.Duration(diff(*r.FinishedAt, *r.StartedAt))
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
func agentCount(a *report.AgentTree) string {
	n, unresolved, scorers := a.More, 0, 0
	for _, r := range a.Rows {
		switch {
		case r.Kind == "again":
		case isScorer(r.Name):
			scorers++
		default:
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
	if scorers == 0 {
		return s
	}
	judges := words.Plural(scorers, "scorer with a model", "scorers with models")
	if n == 0 {
		return judges
	}
	return s + ", " + judges
}

// isScorer reports whether what stands below a trial is a model that judged it, and no
// sub-agent: readers name those so.
func isScorer(name string) bool { return name == "scorer" || strings.HasPrefix(name, "scorer ") }

// agentWord is what a part of a trace that is not the main agent's is called.
func agentWord(name string) string {
	if isScorer(path.Base(name)) {
		return name
	}
	return "sub-agent " + name
}

// agentCost says whose the recorded cost is.
func agentCost(c *report.AgentCost) string {
	if c.Recorded == nil {
		return "The trace’s own record states no cost."
	}
	s := "The trace’s own record holds " + usd(c.Recorded)
	if c.Main != nil && c.Steps != nil {
		s += ", of which " + usd(c.Main) + " are of the main agent’s steps and " + usd(c.Steps) + " of steps of its sub-agents"
	}
	if c.Of == 0 {
		return s + "."
	}
	theirs := "the " + words.Plural(c.Of, "record of a sub-agent", "records of sub-agents") + " that it refers to"
	switch {
	case c.Whose == "beside" && c.Traces != nil && c.Total != nil:
		return s + ", which is the sum of its own steps; " + theirs + " " + holds(c.Of) + " " + usd(c.Traces) + " more: " + usd(c.Total) + " in all."
	case c.Whose == "beside" && c.Traces != nil:
		return s + ", which is the sum of its own steps; " + theirs + " " + holds(c.Of) + " " + usd(c.Traces) + " more."
	case c.Whose == "beside":
		return s + ", which is the sum of its own steps; the cost of all of " + theirs + " is not known."
	case c.Whose == "included":
		return s + ", in which the " + usd(c.Traces) + " of " + theirs + " are counted already."
	case c.Traces != nil:
		return s + "; " + theirs + " " + holds(c.Of) + " " + usd(c.Traces) + ". Whether the one is part of the other is not known."
	}
	return s + "; the cost of all of " + theirs + " is not known."
}

func holds(n int) string {
	if n == 1 {
		return "holds"
	}
	return "hold"
}

// usd is an amount of money; small ones have more digits.
func usd(v *float64) string {
	digits := 2
	if v != nil && *v < 0.1 {
		digits = 4
	}
	return "$" + words.Fixed(v, digits)
}

// agentNote says what a row means that is no single known trace.
func agentNote(r *report.AgentRow) string {
	switch {
	case r.Kind == "again":
		return "the same trace as above or around it; it is counted once"
	case r.Kind == "unresolved":
		return "not among the traces here; the record names " + refText(r)
	case r.Kind == "ambiguous":
		s := "one of " + words.Count(r.Matches) + " traces with this id"
		if r.Same > r.Matches {
			s = "one of " + words.Count(r.Matches) + " traces that fit, of " + words.Count(r.Same) + " with this id"
		}
		s += "; said of it is what all of them agree on"
		if more := r.Matches - len(r.Traces); more > 0 {
			s += "; the first " + words.Count(len(r.Traces))
		}
		return s + ":"
	case r.Same > 1:
		return "of " + words.Count(r.Same) + " traces with this id, the one that agrees with its caller’s record in " + words.List(r.By)
	}
	return ""
}

// refText is a reference as the record has it.
func refText(r *report.AgentRow) string {
	var list []string
	for _, part := range [][2]string{{"trajectory", r.Ref.Trajectory}, {"session", r.Ref.Session}, {"file", r.Ref.Path}} {
		if part[1] != "" {
			list = append(list, part[0]+" "+brief(part[1]))
		}
	}
	if len(list) == 0 {
		return "no id of it"
	}
	return strings.Join(list, ", ")
}

// firstLine is the first line of a text that says something, short enough for a
// line of a table.
func firstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(strings.NewReplacer("`", "", "**", "").Replace(strings.TrimLeft(line, "#* "))); line != "" {
			return ui.Plain(briefTo(line, 120))
		}
	}
	return ""
}

// briefTo cuts a text to so many characters.
func briefTo(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return strings.TrimRight(string(r[:most-1]), " ") + "…"
}

// agentFacts sums up a sub-agent at the step that called it.
func agentFacts(r *report.AgentRow) string {
	var list []string
	if r.Calls != nil {
		list = append(list, words.Plural(*r.Calls, "call", "calls"))
	}
	if r.Failed != nil && *r.Failed > 0 {
		list = append(list, words.Count(*r.Failed)+" failed")
	}
	if r.StartedAt != nil && r.FinishedAt != nil {
		list = append(list, words.Duration(diff(*r.FinishedAt, *r.StartedAt)))
	}
	if r.Usage.CostUSD != nil {
		list = append(list, usd(r.Usage.CostUSD))
	}
	return strings.Join(list, ", ")
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
	return usd(v)
}

// bar is the class of a row's bar: of steps in the same trace, or of another.
func (l agentLine) bar() string {
	if l.Kind == "steps" {
		return "own"
	}
	return "far"
}
