package trial

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// barMost is the length of the bar of the step that took longest, in px.
const barMost = 30

// aboutMost is the longest label of the outline, in characters.
const aboutMost = 38

// stepLinks are the steps of the window by what they did.
func (t trialView) stepLinks(v *Trace) []stepviews.TraceLink {
	longest := int64(0) // of the window, in milliseconds
	for i := range t.Trace.Marks {
		longest = max(longest, value(t.Trace.Marks[i].TookMS))
	}
	links := make([]stepviews.TraceLink, len(v.Steps))
	for i := range v.Steps {
		links[i] = t.stepLink(&v.Steps[i], &t.Trace.Steps[i], &t.Trace.Marks[i], longest)
	}
	return links
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// stepLink is the line of a step, whose words are the step's heading too.
func (t trialView) stepLink(st *stepviews.Step, s *results.Step, m *outline.Mark, longest int64) stepviews.TraceLink {
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

// oneLine is a stranger's text on one line of at most that many characters.
func oneLine(s string, most int) string {
	if len(s) > 8*most {
		s = strings.ToValidUTF8(s[:8*most], "")
	}
	r := []rune(ui.Plain(strings.Join(strings.Fields(s), " ")))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}
