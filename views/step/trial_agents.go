package step

import (
	"strings"

	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// agentWord is what a part of a trace that is not the main agent's is called.
func agentWord(name string) string {
	return "sub-agent " + name
}

// Usd is an amount of money; small ones have more digits.
func Usd(v *float64) string {
	digits := 2
	if v != nil && *v < 0.1 {
		digits = 4
	}
	return "$" + words.Fixed(v, digits)
}

// AgentNote says what a row means that is no single known trace.
func AgentNote(r *trialreport.AgentRow) string {
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
func refText(r *trialreport.AgentRow) string {
	var list []string
	for _, part := range [][2]string{{"trajectory", r.Ref.Trajectory}, {"session", r.Ref.Session}, {"file", r.Ref.Path}} {
		if part[1] != "" {
			list = append(list, part[0]+" "+Brief(part[1]))
		}
	}
	if len(list) == 0 {
		return "no id of it"
	}
	return strings.Join(list, ", ")
}

// FirstLine is the first line of a text that says something, short enough for a
// line of a table.
func FirstLine(s string) string {
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
func agentFacts(r *trialreport.AgentRow) string {
	var list []string
	if r.Calls != nil {
		list = append(list, words.Plural(*r.Calls, "call", "calls"))
	}
	if r.Failed != nil && *r.Failed > 0 {
		list = append(list, words.Count(*r.Failed)+" failed")
	}
	if r.StartedAt != nil && r.FinishedAt != nil {
		list = append(list, words.Duration(Diff(*r.FinishedAt, *r.StartedAt)))
	}
	if r.Usage.CostUSD != nil {
		list = append(list, Usd(r.Usage.CostUSD))
	}
	return strings.Join(list, ", ")
}
