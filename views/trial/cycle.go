package trial

import (
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cycles"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// tracePart are steps of a window that follow each other, or those of a cycle.
type tracePart struct {
	Steps []stepviews.Step
	Cycle *traceCycle // nil for steps that do not repeat
}

// traceCycle is a cycle of calls with the part of it that is in the window.
type traceCycle struct {
	*cycles.Cycle
	ID         string // of the element
	Title      string
	Changed    string                // what differs between the turns
	Field      cycleField            // of all its turns
	Fold       string                // what is folded away
	Others     []stepviews.TraceLink // windows with its other steps
	OthersLeft int                   // such windows that are not linked
	Kind       outline.Kind
	Shown      string // numbers of its steps in the window
	view       trialView
}

// cycleField draws turns as columns and the steps of a turn as rows.
type cycleField struct {
	Box           string
	Width, Height int // px
	Cells         []mapCell
	Rows          []int // of the cells
	Left          int   // turns that are not drawn
}

// fieldUnit is a cell of a cycle with its gap in px.
const fieldUnit = 15

// partsOf sets the steps of the window apart that repeat.
func (t trialView) partsOf(steps []stepviews.Step) []tracePart {
	var parts []tracePart
	at := 0 // the first step that has no part yet
	cut := func(to int, c *traceCycle) {
		if to > at {
			parts = append(parts, tracePart{steps[at:to], c})
			at = to
		}
	}
	if len(steps) == 0 {
		return nil
	}
	first, last := steps[0].StepID, steps[len(steps)-1].StepID
	list := t.Trace.Sketch.Cycles
	for i := range list {
		c := &list[i]
		from, to := max(c.From, first), min(c.To, last)
		if from > to {
			continue
		}
		cut(from-first, nil)
		cut(to-first+1, t.cycle(c, from, to))
	}
	cut(len(steps), nil)
	return parts
}

// cycle lays out a cycle of which the window has the steps from..to.
func (t trialView) cycle(c *cycles.Cycle, from, to int) *traceCycle {
	v := &traceCycle{Cycle: c, ID: "cycle-" + strconv.Itoa(c.From), Title: cycleTitle(c), Changed: cycleChanged(c), Field: t.cycleField(c),
		Kind: c.Kind(), Shown: strconv.Itoa(from), view: t}
	if to > from {
		v.Shown += "–" + strconv.Itoa(to)
	}
	v.Fold = "Steps " + words.Count(from) + " to " + words.Count(to) + " as recorded"
	if n := c.To - c.From + 1; to-from+1 < n {
		v.Fold += ", of " + words.Count(n)
	}
	v.Others, v.OthersLeft = t.cycleElsewhere(c, from, to)
	return v
}

// othersMost is how many windows with other steps of a cycle are linked.
const othersMost = 12

// cycleElsewhere leads to the windows that have the steps of a cycle beside from..to:
// of many to the first, the last and those around.
func (t trialView) cycleElsewhere(c *cycles.Cycle, from, to int) (list []stepviews.TraceLink, left int) {
	var before, after []int // first steps
	for step := c.From; step <= c.To; step = (step-1)/results.WindowSteps*results.WindowSteps + results.WindowSteps + 1 {
		switch {
		case step < from:
			before = append(before, step)
		case step > to:
			after = append(after, step)
		}
	}
	all := len(before) + len(after)
	if half := othersMost / 2; all > othersMost {
		if len(before) > half {
			before = append(before[:1], before[len(before)-half+1:]...)
		}
		if len(after) > half {
			after = append(after[:half-1], after[len(after)-1])
		}
	}
	for _, step := range slices.Concat(before, after) {
		list = append(list, stepviews.TraceLink{Label: words.Count(step), Href: t.Query.Window(step)})
	}
	return list, all - len(list)
}

// link is the line of the cycle in the outline.
func (c *traceCycle) link() stepviews.TraceLink {
	m := &c.Members[0]
	about := m.About
	if len(c.Members) > 1 {
		about += " and " + words.Count(len(c.Members)-1) + " more in turn"
	}
	n := strconv.Itoa(c.To - c.From + 1)
	return stepviews.TraceLink{
		Href: "#" + c.ID, Title: oneLine(c.Title, 160),
		Mark: &stepviews.OutlineMark{Number: c.Shown, Kind: c.Kind, Tool: n + " ×", About: oneLine(m.Tool+" "+about, 2*aboutMost)},
	}
}

// Open reports whether a step of the part holds a match of the search that led here.
func (p tracePart) Open() bool {
	for i := range p.Steps {
		if p.Steps[i].Marked != nil {
			return true
		}
	}
	return false
}

func cycleTitle(c *cycles.Cycle) string {
	s := "Steps " + words.Count(c.From) + " to " + words.Count(c.To) + " repeat: "
	if len(c.Members) == 1 {
		return s + "one step, " + words.Count(c.Turns) + " times"
	}
	s += words.Count(c.Turns) + " turns of " + words.Count(len(c.Members)) + " steps"
	if c.Rest > 0 {
		s += " and " + words.Count(c.Rest) + " more"
	}
	return s
}

// cycleChanged says whether anything was another answer in a later turn.
func cycleChanged(c *cycles.Cycle) string {
	changed := 0
	for i := range c.Members {
		if c.Members[i].Answers > 1 {
			changed++
		}
	}
	switch {
	case changed == 0:
		return "Nothing changed between the turns: the same calls, the same answers."
	case len(c.Members) == 1:
		return "The call is the same each time, its answers are not."
	}
	return "The calls are the same in each turn; " + words.Count(changed) + " of " + words.Count(len(c.Members)) +
		" got other answers in between."
}

func (t trialView) cycleField(c *cycles.Cycle) cycleField {
	period := len(c.Members)
	columns := c.Turns
	if c.Rest > 0 {
		columns++
	}
	shown := min(columns, cycles.KindsMost/period)
	f := cycleField{Width: shown*fieldUnit + 2, Height: period*fieldUnit + 2, Left: columns - shown}
	f.Box = "0 0 " + strconv.Itoa(f.Width) + " " + strconv.Itoa(f.Height)
	for i := range min(shown*period, len(c.Kinds)) {
		f.Cells = append(f.Cells, mapCell{Class: "mk-" + string(c.Kinds[i]), X: i/period*fieldUnit + 1})
		f.Rows = append(f.Rows, i%period*fieldUnit+1)
	}
	return f
}

// memberOutcome says how the calls of a member ended.
func memberOutcome(m *cycles.Member) []stepviews.OutlineMark {
	var list []stepviews.OutlineMark
	for _, x := range []struct {
		kind outline.Kind
		n    int
	}{{outline.Failed, m.Failed}, {outline.Refused, m.Refused}, {outline.Empty, m.Empty}} {
		if x.n > 0 {
			list = append(list, stepviews.OutlineMark{Kind: x.kind, About: times(x.n, m.Times)})
		}
	}
	return list
}

// times is a number of steps, but for all of them.
func times(n, of int) string {
	if n == of {
		return "each time"
	}
	return words.Count(n) + " times"
}

// turnsText puts what the first and the last turn showed beside each other.
func turnsText(first, last string) string {
	if first == last {
		return first
	}
	return first + " → " + last
}

func exitCode(code *int) string {
	if code == nil {
		return "–"
	}
	return strconv.Itoa(*code)
}

func tookText(ms *int64) string {
	if ms == nil {
		return "–"
	}
	return words.Seconds(ms)
}

// tookTurns is the time of the first and the last turn in seconds.
func tookTurns(m *cycles.Member) string {
	if m.First.TookMS == nil && m.Last.TookMS == nil {
		return words.NotRecorded
	}
	return tookText(m.First.TookMS) + " → " + tookText(m.Last.TookMS)
}

// memberName is the call of a member.
func memberName(m *cycles.Member) string {
	s := m.Tool + " " + m.About
	if m.Calls > 1 {
		s += " and " + words.Plural(m.Calls-1, "more call", "more calls")
	}
	return oneLine(s, 100)
}

// stepHref leads to a step of the cycle, which may be in another window.
func (c *traceCycle) stepHref(step int) string { return c.view.mapHref(step) }
