package trial

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	WindowAnswers = 200     // maximum number of sub-agents that the results on a page refer to
	BodyMost      = 8 << 20 // maximum size in bytes of one step that a page loads
	BodiesMost    = 4 << 20 // maximum size in bytes of all steps on a page
	WholeMost     = 600     // maximum number of steps of a trace that is loaded completely, to find loops
	windowsMost   = 40      // maximum number of windows listed in the outline
	searchMost    = 12      // maximum number of matching steps listed in the search bar
	stripWidth    = 1000
)

type TraceWindow struct {
	Rows   []results.StepRow
	Before *results.Step // step before the window; nil if the window begins with the first step
	// Steps contains the steps of the window. A step that is too long has no texts.
	Steps        []results.Step
	All          []results.Step // all steps of the trace; nil if the trace is too long
	Start        *int64         // time of the first step in the trace
	Agents       map[string]int // number of the first step of each sub-agent that a result refers to, by agent path
	LastMessage  int            // number of the step with the agent's last message; 0 if there is none
	FirstFailure int
	FailedBefore int // number of the last failed step before the window; 0 if there is none
	FailedAfter  int
	Days         []results.TraceGroup
	Matches      *TraceMatches // matches of the search; nil without a search

	shown []stepviews.Step
	items []Item
	loops []Loop
}

// TraceMatches lists the steps of a trace that match a search.
type TraceMatches struct {
	Terms []search.Term
	Steps []search.StepMatches
}

// Total returns the minimum number of matches. A step whose matches were not counted counts as one.
func (m *TraceMatches) Total() (n int) {
	for _, s := range m.Steps {
		n += max(s.Count, 1)
	}
	return n
}

func (m *TraceMatches) Near(step int) []search.StepMatches {
	at := 0
	for at < len(m.Steps) && m.Steps[at].StepID < step {
		at++
	}
	lo := max(0, min(at-searchMost/2, len(m.Steps)-searchMost))
	return m.Steps[lo:min(lo+searchMost, len(m.Steps))]
}

type Item struct {
	Step *stepviews.Step
	Loop *Loop
}

func (w *TraceWindow) step(n int) *results.Step {
	for _, list := range [][]results.Step{w.All, w.Steps} {
		for i := range list {
			if list[i].StepID == n {
				return &list[i]
			}
		}
	}
	return nil
}

func (t *Trial) lay() {
	w := t.Trace
	b := t.builder()
	b.Start, b.Agents, b.Calls = w.Start, w.Agents, max(1, stepviews.WindowCalls/max(len(w.Steps), 1))
	if w.Matches != nil {
		b.Terms = w.Matches.Terms
	}
	w.shown = b.Build(w.Before, w.Steps)
	for i, r := range w.Rows {
		if r.Bytes > BodyMost {
			w.shown[i].Closed, w.shown[i].About = r.Bytes, r.Tools
		}
	}
	w.loops = loops(w.All)
	w.items = nil
	for i := range w.shown {
		s := &w.shown[i]
		if l := w.loopOf(s.StepID); l == nil {
			w.items = append(w.items, Item{Step: s})
		} else {
			if len(l.Steps) == 0 {
				l.Open = t.From > l.From
				w.items = append(w.items, Item{Loop: l})
			}
			l.Steps = append(l.Steps, *s)
		}
	}
	for i := range w.loops {
		for k := range w.loops[i].Rows {
			t.nameLoop(&w.loops[i].Rows[k])
		}
	}
}

// nameLoop sets the description of a loop: its repeated call and the last result.
func (t *Trial) nameLoop(r *LoopRow) {
	s := t.Trace.step(r.Last)
	m := outline.Marks([]results.Step{*s}, t.names())[0]
	r.What = strings.TrimSpace(m.Tool + " " + m.Label)
	r.MS /= int64(r.Times)
	if x := s.ResultOf(0); x != nil {
		if r.Result = strings.TrimSpace(stepviews.KindMark(m.Kind) + " " + views.KindText(m.Kind)); m.Kind == outline.Looked || m.Kind == outline.Wrote {
			r.Result = words.Plural(len(stepviews.SplitLines(x.Content)), "line", "lines")
		}
	}
}

func (w *TraceWindow) loopOf(step int) *Loop {
	for i := range w.loops {
		if l := &w.loops[i]; step >= l.From && step <= l.To {
			return l
		}
	}
	return nil
}

func (t *Trial) builder() *stepviews.Builder {
	return &stepviews.Builder{Names: t.names(), Quotes: t.quotes(), Last: t.StepsTotal, Room: stepviews.PageRoom, Href: t.Query.Step,
		Window: t.Query.Window, Media: t.media, Subs: t.AgentsAt}
}

func (t *Trial) media(p results.Part) string {
	if p.Raw == "" || len(p.Raw) > 1000 {
		return ""
	}
	return t.Query.Raw(p.Raw)
}

func (t *Trial) lead() string {
	s := words.Plural(t.StepsTotal, "step", "steps") + ", " + words.Plural(t.ToolCalls, "call", "calls") + ", " + words.Count(t.Failed) + " failed"
	for _, l := range t.Trace.loops {
		s += "; " + words.Count(l.To-l.From+1) + " are one loop"
	}
	return s
}

func (t *Trial) span() string {
	return "Steps " + words.Count(t.From) + " to " + words.Count(t.From+len(t.Trace.Steps)-1) + " of " + words.Count(t.StepsTotal)
}

// stepURL returns a template for the URL of a step, with {n} in place of its number.
func (t *Trial) stepURL() string {
	if t.Query.Static {
		return link.To(nil, t.Query.Path("steps")...) + "/{n}"
	}
	return strings.Replace(t.Query.At("step", "0"), "step=0", "step={n}", 1)
}

// pages returns the URLs of the first, previous, next and last windows; empty if there is no such
// window.
func (t *Trial) pages() (first, prev, next, last string) {
	const size = results.WindowSteps
	if t.From > 1 {
		first, prev = t.Query.Window(1), t.Query.Window((t.From-2)/size*size+1)
	}
	if to := t.From + len(t.Trace.Steps); to <= t.StepsTotal {
		next = t.Query.At("from", strconv.Itoa(to)) + "#" + link.StepAnchor(to)
		last = t.Query.Window((t.StepsTotal-1)/size*size + 1)
	}
	return first, prev, next, last
}

// Returns links to the windows of a trace, or nil if there is only one window. For a very long
// trace, each link covers a range of windows.
func (t *Trial) windows() (list []TrialLink) {
	const size = results.WindowSteps
	n := (t.StepsTotal + size - 1) / size
	if n < 2 {
		return nil
	}
	every := outline.RoundSize(n, windowsMost)
	for i := 0; i < n; i += every {
		from, to := i*size+1, min((i+every)*size, t.StepsTotal)
		list = append(list, TrialLink{Label: words.Count(from) + "–" + words.Count(to), Href: t.Query.At("from", link.WindowOf(from)) + "#trace",
			Current: t.From >= from && t.From <= to})
	}
	return list
}

type bar struct{ X, Width, Kind, Title string }

func (t *Trial) strip() (list []bar) {
	steps := t.Trace.All
	if steps == nil {
		steps = t.Trace.Steps
	}
	marks := outline.Marks(steps, t.names())
	total := 0.0
	width := func(m *outline.Mark) float64 {
		if m.TookMS == nil || *m.TookMS < 100 {
			return 100
		}
		return float64(*m.TookMS)
	}
	for i := range marks {
		total += width(&marks[i])
	}
	at := 0.0
	for i := range marks {
		m := &marks[i]
		w := width(m) / total * stripWidth
		title := "step " + strconv.Itoa(m.Step)
		if m.TookMS != nil {
			title += ", " + words.Duration(m.TookMS)
		}
		list = append(list, bar{X: fixed(at), Width: fixed(max(w-min(1, w/4), 0.5)), Kind: string(m.Kind), Title: title})
		at += w
	}
	return list
}

func fixed(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func (t *Trial) days() (list []TrialLink) {
	for i := range t.Trace.Days {
		d := &t.Trace.Days[i]
		label := ui.Plain(d.Day)
		if d.Day == "" {
			label = "all further days"
		}
		list = append(list, TrialLink{Label: label, Href: t.Query.Window(d.First),
			Current: d.Day != "" && len(t.Trace.Steps) > 0 && t.Trace.Steps[0].Day == d.Day})
	}
	return list
}
