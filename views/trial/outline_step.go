package trial

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// barMost is the length of the bar of the step that took longest, in px.
const barMost = 30

// aboutMost is the longest label of the outline, in characters.
const aboutMost = 38

// stepLinks are the steps of the window by what they did; those of a cycle share a
// line.
func (t trialView) stepLinks(v *Trace) []stepviews.TraceLink {
	longest := longestStep(t.Trace.Sketch)
	var links []stepviews.TraceLink
	at := 0
	for _, p := range v.Parts {
		if p.Cycle != nil {
			links = append(links, p.Cycle.link())
			for i := range p.Steps {
				t.stepLink(&p.Steps[i], &t.Trace.Steps[at], longest)
				at++
			}
			continue
		}
		for i := range p.Steps {
			links = append(links, t.stepLink(&p.Steps[i], &t.Trace.Steps[at], longest))
			at++
		}
	}
	return links
}

// longestStep is the most time that a step of the stretch took, in milliseconds.
func longestStep(k *trialreport.TraceSketch) int64 {
	var most int64
	for i := range k.Marks {
		if n := k.Marks[i].TookMS; n != nil {
			most = max(most, *n)
		}
	}
	return most
}

// stepLink is the line of a step, whose words are the step's heading too.
func (t trialView) stepLink(st *stepviews.Step, s *results.Step, longest int64) stepviews.TraceLink {
	m := t.Trace.Sketch.Mark(st.StepID)
	o := &stepviews.OutlineMark{Number: strconv.Itoa(st.StepID), Kind: m.Kind}
	o.Tool, o.About = t.stepWords(st, s, m)
	if m.TookMS != nil && longest > 0 {
		o.Bar = max(1, int(*m.TookMS*barMost/longest))
	}
	full := strings.TrimSpace(o.Tool + " " + o.About)
	o.Tool, o.About = oneLine(o.Tool, aboutMost), oneLine(o.About, aboutMost)
	st.Label = strings.TrimSpace(o.Tool + " " + o.About)
	l := stepviews.TraceLink{Href: "#" + st.Anchor(), Mark: o}
	if len(o.Tool)+len(o.About) > 24 {
		l.Title = oneLine(full, 120)
	}
	return l
}

// stepWords says who did something in a step and what it is about: its first call,
// or its message: of a prompt what it asks.
func (t trialView) stepWords(st *stepviews.Step, s *results.Step, m *outline.Mark) (who, about string) {
	switch {
	case st.Event != "":
		return strings.ReplaceAll(st.Event, "_", " "), s.Message
	case st.Closed > 0:
		return st.Source, st.Tools
	case m.Calls > 1:
		return m.Tool, m.Label + " and " + words.Plural(m.Calls-1, "more call", "more calls")
	case m.Calls == 1:
		return m.Tool, m.Label
	}
	if s.Source != results.SourceUser {
		return st.Source, s.Message
	}
	d := &t.Stored.Trial.Details
	told := ""
	if d.Told != nil {
		told = d.Told.Text
	}
	return st.Source, outline.Asked(s.Message, t.Stored.Task.Facts.Prompt, told)
}
