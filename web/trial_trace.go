package web

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	windowSteps = results.WindowSteps
	frameWeight = 1200 // bytes of HTML around the texts of a step
	nameMost    = 1000 // bytes of a record's name that an address may hold
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
		Action: link.To(nil, l.path()...), StepURL: strings.Replace(l.at("step", "0"), "step=0", "step={n}", 1),
	}
	v.Search = []ui.Pair{{Name: "run", Value: l.trialQuery.run}, {Name: "scenario", Value: l.scenario}, {Name: "task", Value: l.task}, {Name: "attempt", Value: strconv.Itoa(t.Attempt)}}
	if l.static {
		v.Search, v.Action, v.StepURL = nil, "", link.To(nil, l.path("steps")...)+"/{n}"
	}
	values := l.values()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		v.Keep = append(v.Keep, ui.Pair{Name: key, Value: values.Get(key)})
	}
	b, err := s.newStepBuilder(ctx, l, steps)
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
		if r.Bytes > bodyMost {
			continue
		}
		if sum += r.Bytes; sum > bodiesMost && i > from-first {
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
		if r.Bytes <= bodyMost {
			steps[i] = opened[at]
			at++
			continue
		}
		steps[i] = results.Step{StepID: r.StepID, Timestamp: r.TS, Source: r.Source, Event: r.Event, Agent: r.Agent, Day: r.Day}
	}
	if first == from {
		return rows, nil, steps, nil
	}
	return rows[1:], &steps[0], steps[1:], nil
}

// closeLong says of the steps that were not opened how long they are.
func closeLong(list []views.Step, rows []results.StepRow) {
	for i, r := range rows {
		if r.Bytes > bodyMost {
			list[i].Closed, list[i].Tools, list[i].Failed = r.Bytes, r.Tools, r.Failed > 0
		}
	}
}

// newStepBuilder prepares the layout of some steps of a trial.
func (s *Server) newStepBuilder(ctx context.Context, l *loadedTrial, steps []results.Step) (*stepBuilder, error) {
	b := &stepBuilder{
		budget: budget{room: windowBudget, most: textMost, highlight: windowHighlight},
		source: l.source, each: callAnswers, left: windowAnswers, href: l.step, window: l.window,
		media: func(p results.Part) string { return l.media(p) },
	}
	if l.static {
		b.raw = link.To(nil, l.path("raw")...)
	}
	rows, err := s.store.StepRows(ctx, &l.trial, 1, 1)
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 {
		b.start = rows[0].TS
	}
	b.agents, err = s.agentStarts(ctx, &l.trial, steps)
	return b, err
}

// agentStarts gives for the sub-agents that results of the steps refer to the
// number of their first step, where the trace has their steps.
func (s *Server) agentStarts(ctx context.Context, t *results.StoredTrial, steps []results.Step) (map[string]int, error) {
	starts := map[string]int{}
	for i := range steps {
		if steps[i].Observation == nil {
			continue
		}
		for _, r := range steps[i].Observation.Results {
			if _, known := starts[r.Subagent]; known || r.Subagent == "" || len(starts) == windowAnswers {
				continue
			}
			var err error
			if starts[r.Subagent], err = s.store.FindAgent(ctx, t, r.Subagent); err != nil {
				return nil, err
			}
		}
	}
	return starts, nil
}

// media is the address of a kept picture or sound.
func (l *loadedTrial) media(p results.Part) string {
	if p.Raw == "" || len(p.Raw) > nameMost {
		return ""
	}
	return rawHref(l.trialQuery, p.Raw)
}

func traceLead(t *results.StoredTrial, v *views.Trace) string {
	s := words.Plural(t.StepsTotal, "step", "steps") + ", " + words.Plural(t.ToolCalls, "tool call", "tool calls") + ", of which " + words.Count(t.FailedCalls) + " failed."
	if v.From > 1 || v.To < v.Total {
		s += " Steps " + words.Count(v.From) + " to " + words.Count(v.To) + " are on this page."
	}
	return s
}

// traceLinks fills the addresses of other windows.
func (s *Server) traceLinks(ctx context.Context, l *loadedTrial, v *views.Trace) error {
	if v.From > 1 {
		before := (v.From-2)/windowSteps*windowSteps + 1
		v.First, v.Prev, v.PrevStep = l.window(1), l.window(before), views.StepAnchor(v.From-1)
	}
	if v.To < v.Total {
		v.Next = l.at("from", strconv.Itoa(v.To+1)) + "#" + views.StepAnchor(v.To+1)
		v.Last = l.window((v.Total-1)/windowSteps*windowSteps + 1)
	}
	if !l.static {
		v.Toggle = l.at("view", toggled(l.source), "from", windowOf(v.From))
	}
	last, err := s.store.LastMessage(ctx, &l.trial)
	if err != nil {
		return err
	}
	v.LastMessage = l.window(last)
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

// rawHref is the address of a raw record of a trial by its name.
func rawHref(q trialQuery, name string) string {
	v := link.With(q.values(), "view", "")
	for _, e := range strings.Split(name, "/") {
		if e == "" || e == "." || e == ".." {
			return link.To(link.With(v, "name", name), q.path("raw")...)
		}
	}
	return link.To(v, append(q.path("raw"), strings.Split(name, "/")...)...)
}
