package web

import (
	"context"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	windowSteps = 50     // steps of one window
	frameWeight = 1200   // bytes of HTML around the texts of a step
	nameMost    = 1000   // bytes of a record's name that an address may hold
	linksMost   = 40     // links on one level of the outline
	sumMost     = 20_000 // rows that are summed up for one page
)

// buildTrace lays out the window of the trace that the query asks for.
func (s *Server) buildTrace(ctx context.Context, l *loadedTrial) (*views.Trace, error) {
	t := &l.trial
	from := max(l.from, 1)
	rows, before, steps, err := s.readWindow(ctx, t, from)
	if err != nil {
		return nil, err
	}
	v := &views.Trace{
		Total: t.StepsTotal, From: from, To: from + len(steps) - 1, Failed: t.FailedCalls, Source: l.source,
		Action: link(nil, l.path()...), StepURL: strings.Replace(l.at("step", "0"), "step=0", "step={n}", 1),
	}
	if l.static {
		v.Action, v.StepURL = "", link(nil, l.path("steps")...)+"/{n}"
	}
	for key, list := range l.values() {
		v.Keep = append(v.Keep, ui.Pair{Name: key, Value: list[0]})
	}
	b, err := s.newStepBuilder(ctx, l)
	if err != nil {
		return nil, err
	}
	b.room += max(0, windowSteps-len(steps)) * frameWeight
	weights := make([]int, len(rows))
	for i, r := range rows {
		weights[i] = r.Calls
	}
	b.calls = max(1, fairShare(weights, windowCalls))
	v.Steps = b.build(before, steps)
	closeLong(v.Steps, rows)
	v.Lead = traceLead(t, v)
	if err := s.traceLinks(ctx, l, v); err != nil {
		return nil, err
	}
	return v, s.traceOutline(ctx, l, v, steps)
}

// readWindow opens the steps of a window and the one before it. The window
// ends early where its bodies would be many megabytes; a step that is too long
// by itself is not opened.
func (s *Server) readWindow(ctx context.Context, t *results.StoredTrial, from int) ([]results.StepRow, *results.Step, []results.Step, error) {
	first := max(from-1, 1)
	rows, err := s.store.StepRows(ctx, t, first, windowSteps+from-first)
	if err != nil {
		return nil, nil, nil, err
	}
	sum := 0
	var open []results.StepRow
	for i, r := range rows {
		if r.Length > bodyMost {
			continue
		}
		if sum += r.Length; sum > bodiesMost && i > from-first {
			rows = rows[:i]
			break
		}
		open = append(open, r)
	}
	opened, err := s.store.Steps(ctx, t, open)
	if err != nil {
		return nil, nil, nil, err
	}
	steps := make([]results.Step, len(rows))
	at := 0
	for i, r := range rows {
		if r.Length <= bodyMost {
			steps[i] = opened[at]
			at++
			continue
		}
		steps[i] = results.Step{StepID: int(r.ID-t.FirstStep) + 1, Timestamp: r.TS, Source: r.Source, Event: r.Event, Agent: r.Agent, Day: r.Day}
	}
	if first == from {
		return rows, nil, steps, nil
	}
	return rows[1:], &steps[0], steps[1:], nil
}

// closeLong says of the steps that were not opened how long they are.
func closeLong(list []views.Step, rows []results.StepRow) {
	for i, r := range rows {
		if r.Length > bodyMost {
			list[i].Closed, list[i].Tools, list[i].Failed = r.Length, r.Tools, r.Failed > 0
		}
	}
}

// newStepBuilder prepares the layout of steps of a trial.
func (s *Server) newStepBuilder(ctx context.Context, l *loadedTrial) (*stepBuilder, error) {
	b := &stepBuilder{
		budget: budget{room: windowBudget, most: textMost, highlight: windowHighlight},
		source: l.source, each: callAnswers, left: windowAnswers, href: l.step, window: l.window,
		media: func(p results.Part) string { return l.media(p) },
	}
	if l.static {
		b.raw = link(nil, l.path("raw")...)
	}
	rows, err := s.store.StepRows(ctx, &l.trial, 1, 1)
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 {
		b.start = rows[0].TS
	}
	if l.trial.StepsTotal <= sumMost {
		b.agents, err = s.store.TraceAgents(ctx, &l.trial)
	}
	return b, err
}

// media is the address of a kept picture or sound.
func (l *loadedTrial) media(p results.Part) string {
	if p.Raw == "" || len(p.Raw) > nameMost {
		return ""
	}
	return rawHref(l.trialQuery, p.Raw)
}

func traceLead(t *results.StoredTrial, v *views.Trace) string {
	s := ui.Plural(t.StepsTotal, "step", "steps") + ", " + ui.Plural(t.ToolCalls, "tool call", "tool calls") + ", of which " + ui.Count(t.FailedCalls) + " failed."
	if v.From > 1 || v.To < v.Total {
		s += " Steps " + ui.Count(v.From) + " to " + ui.Count(v.To) + " are on this page."
	}
	return s
}

// traceLinks fills the addresses of other windows.
func (s *Server) traceLinks(ctx context.Context, l *loadedTrial, v *views.Trace) error {
	at := func(step int) string { return l.at("from", windowOf(step)) }
	if v.From > 1 {
		v.First, v.Prev = l.at(), at(v.From-1)
	}
	if v.To < v.Total {
		v.Next, v.Last = l.at("from", strconv.Itoa(v.To+1)), at(v.Total)
	}
	if !l.static {
		v.Toggle = l.at("view", toggled(l.source), "from", windowOf(v.From))
	}
	last, err := s.store.LastMessage(ctx, &l.trial)
	if err != nil {
		return err
	}
	v.LastMessage = l.window(last)
	if l.trial.FailedCalls == 0 {
		return nil
	}
	failed, err := s.store.FailedSteps(ctx, &l.trial, 1)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		v.FirstFailure = l.window(failed[0])
	}
	prev, next, err := s.store.FailedBeside(ctx, &l.trial, v.From, v.To)
	if prev > 0 {
		v.PrevFailed = l.window(prev)
	}
	if next > 0 {
		v.NextFailed = l.window(next)
	}
	return err
}

func toggled(source bool) string {
	if source {
		return ""
	}
	return "source"
}

// traceOutline fills the outline: days, turns, and stretches of steps that
// open around the window down to its steps.
func (s *Server) traceOutline(ctx context.Context, l *loadedTrial, v *views.Trace, steps []results.Step) error {
	t := &l.trial
	if t.StepsTotal <= sumMost {
		days, err := s.store.TraceDays(ctx, t)
		if err != nil {
			return err
		}
		for _, d := range days {
			v.Days = append(v.Days, views.TraceLink{Label: ui.Plain(d.Day), Href: l.window(d.First), Note: groupNote(d), Failed: d.Failed})
		}
	}
	turns, err := s.store.TraceTurns(ctx, t, linksMost+1)
	if err != nil {
		return err
	}
	if len(turns) > 1 && len(turns) <= linksMost {
		for i, n := range turns {
			v.Turns = append(v.Turns, views.TraceLink{Label: "turn " + strconv.Itoa(i+1), Note: "from step " + strconv.Itoa(n), Href: l.window(n)})
		}
	}
	v.Groups, err = s.outlineLevel(ctx, l, v, steps, 1, t.StepsTotal+1)
	return err
}

// outlineLevel lists the stretches from..to-1; the one that holds the window
// is opened.
func (s *Server) outlineLevel(ctx context.Context, l *loadedTrial, v *views.Trace, steps []results.Step, from, to int) ([]views.TraceLink, error) {
	windows := (to - from + windowSteps - 1) / windowSteps
	if windows <= 1 {
		return stepLinks(v.Steps, steps), nil
	}
	size := (windows + linksMost - 1) / linksMost * windowSteps
	var groups []results.TraceGroup
	var err error
	if to-from <= sumMost {
		groups, err = s.store.TraceGroups(ctx, &l.trial, from, to, size)
	} else {
		groups, err = s.store.TraceStarts(ctx, &l.trial, size)
	}
	if err != nil {
		return nil, err
	}
	list := make([]views.TraceLink, len(groups))
	for i, g := range groups {
		end := g.First + g.Steps
		list[i] = views.TraceLink{
			Label: ui.Count(g.First) + "–" + ui.Count(end-1), Note: groupNote(g), Failed: g.Failed,
			Href: l.at("from", windowOf(g.First)), Current: v.From >= g.First && v.From < end,
		}
		if list[i].Current {
			if list[i].Kids, err = s.outlineLevel(ctx, l, v, steps, g.First, end); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// groupNote sums up a stretch in a few words.
func groupNote(g results.TraceGroup) string {
	var list []string
	if g.Calls != nil {
		list = append(list, ui.Plural(*g.Calls, "call", "calls"))
	}
	if g.TokensIn != nil || g.TokensOut != nil {
		list = append(list, ui.Tokens(g.TokensIn)+" in, "+ui.Tokens(g.TokensOut)+" out")
	}
	if g.Day != "" && g.Calls == nil {
		list = append(list, "day "+ui.Plain(g.Day))
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

// rawHref is the address of a raw record of a trial by its name.
func rawHref(q trialQuery, name string) string {
	v := with(q.values(), "view", "")
	for _, e := range strings.Split(name, "/") {
		if e == "" || e == "." || e == ".." {
			return link(with(v, "name", name), q.path("raw")...)
		}
	}
	return link(v, append(q.path("raw"), strings.Split(name, "/")...)...)
}
