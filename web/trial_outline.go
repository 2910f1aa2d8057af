package web

import (
	"context"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// linksMost is how many links one level of the outline has.
const linksMost = 40

// traceOutline fills the outline of the whole trace: its days, its turns and
// its steps, the latter in stretches that open around the window.
func (s *Server) traceOutline(ctx context.Context, l *loadedTrial, v *views.Trace, steps []results.Step) error {
	o := outline{store: s.store, l: l, v: v, steps: steps}
	if err := o.days(ctx); err != nil {
		return err
	}
	turns, err := s.store.TraceUnits(ctx, &l.trial, results.UnitTurn)
	if err != nil {
		return err
	}
	if turns > 1 {
		if v.Turns, err = o.level(ctx, results.UnitTurn, 0, turns); err != nil {
			return err
		}
	}
	windows, err := s.store.TraceUnits(ctx, &l.trial, results.UnitWindow)
	if err != nil {
		return err
	}
	if windows == 1 {
		v.Groups = stepLinks(v.Steps, steps)
		return nil
	}
	v.Groups, err = o.level(ctx, results.UnitWindow, 0, windows)
	return err
}

// outline makes the lines of the outline beside one window.
type outline struct {
	store Store
	l     *loadedTrial
	v     *views.Trace
	steps []results.Step
}

func (o *outline) days(ctx context.Context) error {
	days, err := o.store.TraceGroups(ctx, &o.l.trial, results.UnitDay, 0, results.DaysMost+1, 1)
	if err != nil {
		return err
	}
	for _, d := range days {
		label := ui.Plain(d.Day)
		if d.Day == "" {
			label = "all further days"
		}
		line := o.line(&d, label, o.l.window(d.First))
		line.Current = d.Day != "" && len(o.steps) > 0 && o.steps[0].Day == d.Day
		o.v.Days = append(o.v.Days, line)
	}
	return nil
}

// level lists the units from..to-1 in stretches; the one that holds the
// beginning of the window is opened.
func (o *outline) level(ctx context.Context, unit results.TraceUnit, from, to int) ([]views.TraceLink, error) {
	size := stretch(to - from)
	groups, err := o.store.TraceGroups(ctx, &o.l.trial, unit, from, to, size)
	if err != nil {
		return nil, err
	}
	list := make([]views.TraceLink, len(groups))
	for i := range groups {
		g := &groups[i]
		list[i] = o.stretch(unit, g, min(g.Unit+size, to))
		if list[i].Current = o.v.From >= g.First && o.v.From < g.First+g.Steps; !list[i].Current {
			continue
		}
		switch {
		case size > 1:
			list[i].Kids, err = o.level(ctx, unit, g.Unit, min(g.Unit+size, to))
		case unit == results.UnitWindow:
			list[i].Kids = stepLinks(o.v.Steps, o.steps)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// stretch is the line of the units from the first of g to end-1.
func (o *outline) stretch(unit results.TraceUnit, g *results.TraceGroup, end int) views.TraceLink {
	if unit == results.UnitWindow {
		return o.line(g, words.Count(g.First)+"–"+words.Count(g.First+g.Steps-1), o.l.at("from", windowOf(g.First)))
	}
	label := "turn " + words.Count(g.Unit+1)
	if end > g.Unit+1 {
		label = "turns " + words.Count(g.Unit+1) + "–" + words.Count(end)
	}
	return o.line(g, label, o.l.window(g.First))
}

func (o *outline) line(g *results.TraceGroup, label, href string) views.TraceLink {
	t := views.TraceLink{Label: label, Href: href, Note: groupNote(g), Failed: g.Failed}
	t.Title = label + ": from step " + words.Count(g.First) + ", " + words.Plural(g.Steps, "step", "steps") + ", " + t.Note
	if g.TS != nil {
		t.Title += ", " + words.DateTime(g.TS)
	}
	return t
}

// stretch is the smallest round size that leaves at most linksMost parts of n
// units. Of 1, 2 and 5 times powers of ten each divides those that are large
// enough to hold it as a level of the outline.
func stretch(n int) int {
	for round := 1; ; round *= 10 {
		for _, size := range []int{round, 2 * round, 5 * round} {
			if (n+size-1)/size <= linksMost {
				return size
			}
		}
	}
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

// stepLinks are the steps of the window by their tools or first words.
func stepLinks(list []views.Step, steps []results.Step) []views.TraceLink {
	links := make([]views.TraceLink, len(list))
	for i, st := range list {
		links[i] = views.TraceLink{Label: strconv.Itoa(st.Number) + " " + stepWords(&st, &steps[i]), Href: "#" + st.Anchor()}
		if st.Failed {
			links[i].Failed = max(1, failedResults(st))
		}
	}
	return links
}

func failedResults(st views.Step) int {
	n := 0
	for _, c := range st.Calls {
		for _, r := range c.Results {
			if r.Record.Failed {
				n++
			}
		}
	}
	for _, r := range st.Loose {
		if r.Record.Failed {
			n++
		}
	}
	return n
}

// stepWords says what a step is in a few words: its first call with what it
// is about, or the beginning of its message.
func stepWords(st *views.Step, s *results.Step) string {
	switch {
	case st.Event != "":
		return cutWords(strings.ReplaceAll(st.Event, "_", " ") + " " + s.Message)
	case st.Closed > 0:
		return cutWords(st.Source + " " + st.Tools)
	case len(s.ToolCalls) > 1:
		return cutWords(strconv.Itoa(len(s.ToolCalls)) + " calls: " + callWords(&s.ToolCalls[0]))
	case len(s.ToolCalls) == 1:
		return cutWords(callWords(&s.ToolCalls[0]))
	case s.Message != "" && st.Source == results.SourceAgent:
		return cutWords(s.Message)
	}
	return cutWords(st.Source + ": " + s.Message)
}

// callWords names a call and what it is about.
func callWords(call *results.ToolCall) string {
	c := views.ReadCall(call)
	about := c.Command
	if c.Path != "" {
		about = c.Path[strings.LastIndexByte(strings.TrimRight(c.Path, "/"), '/')+1:]
	}
	return call.Name + " " + about
}

// cutWords shortens a line of the outline, which its step shows in full.
func cutWords(s string) string {
	const most = 38
	if len(s) > 8*most {
		s = strings.ToValidUTF8(s[:8*most], "")
	}
	r := []rune(ui.Plain(strings.Join(strings.Fields(s), " ")))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}
