package trial

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// outline fills the outline of the whole trace: its days, its turns and its
// steps, the latter in stretches that open around the window.
func (t trialView) outline(v *Trace) {
	v.Days = nil
	for i := range t.Trace.Days {
		d := &t.Trace.Days[i]
		label := ui.Plain(d.Day)
		if d.Day == "" {
			label = "all further days"
		}
		line := outlineLine(d, label, t.Query.Window(d.First))
		line.Current = d.Day != "" && len(t.Trace.Steps) > 0 && t.Trace.Steps[0].Day == d.Day
		v.Days = append(v.Days, line)
	}
	v.Turns = t.stretches(t.Trace.Turns, nil, t.turnLine)
	steps := t.stepLinks(v)
	if v.Groups = t.stretches(t.Trace.Windows, steps, t.windowLine); len(v.Groups) == 0 {
		v.Groups = steps
	}
}

// stretches are the lines of one level. Below the one that is opened are those
// of the next level, or the steps of the window.
func (t trialView) stretches(list []trialreport.OutlineLine, steps []stepviews.TraceLink,
	line func(l *trialreport.OutlineLine) stepviews.TraceLink) []stepviews.TraceLink {
	links := make([]stepviews.TraceLink, len(list))
	for i := range list {
		l := &list[i]
		links[i] = line(l)
		if links[i].Current = l.Current; !l.Current {
			continue
		}
		if links[i].Kids = steps; len(l.Lines) > 0 {
			links[i].Kids = t.stretches(l.Lines, steps, line)
		}
	}
	return links
}

func (t trialView) windowLine(l *trialreport.OutlineLine) stepviews.TraceLink {
	return outlineLine(&l.TraceGroup, words.Count(l.First)+"–"+words.Count(l.First+l.Steps-1), t.Query.At("from", report.WindowOf(l.First)))
}

func (t trialView) turnLine(l *trialreport.OutlineLine) stepviews.TraceLink {
	label := "turn " + words.Count(l.Unit+1)
	if l.End > l.Unit+1 {
		label = "turns " + words.Count(l.Unit+1) + "–" + words.Count(l.End)
	}
	return outlineLine(&l.TraceGroup, label, t.Query.Window(l.First))
}

func outlineLine(g *results.TraceGroup, label, href string) stepviews.TraceLink {
	t := stepviews.TraceLink{Label: label, Href: href, Note: groupNote(g), Failed: g.Failed}
	t.Title = label + ": from step " + words.Count(g.First) + ", " + words.Plural(g.Steps, "step", "steps") + ", " + t.Note
	if g.TS != nil {
		t.Title += ", " + words.DateTime(g.TS)
	}
	return t
}

// groupNote sums up a stretch in a few words.
func groupNote(g *results.TraceGroup) string {
	list := []string{words.Plural(g.Calls, "call", "calls")}
	if g.Turns > 1 {
		list = append(list, words.Plural(g.Turns, "turn", "turns"))
	}
	if g.TokensIn != nil || g.TokensOut != nil {
		list = append(list, words.Tokens(g.TokensIn)+" in, "+words.Tokens(g.TokensOut)+" out")
	}
	return strings.Join(list, ", ")
}
