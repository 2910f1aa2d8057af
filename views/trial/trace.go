package trial

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	frameWeight = 1200 // bytes of HTML around the texts of a step
	nameMost    = 1000 // bytes of a record's name that an address may hold
)

// traceWindow lays out the window of the trace.
func (t trialView) traceWindow() *Trace {
	w := t.Trace
	v := &Trace{
		Total: t.StepsTotal, From: t.From, To: t.From + len(w.Steps) - 1, Failed: t.Stored.Trial.FailedCalls, Source: t.Query.Source,
		Action: link.To(nil, t.Query.Path()...), StepURL: strings.Replace(t.Query.At("step", "0"), "step=0", "step={n}", 1),
	}
	v.Search = []ui.Pair{{Name: "run", Value: t.Run}, {Name: "scenario", Value: t.Scenario}, {Name: "task", Value: t.Task},
		{Name: "attempt", Value: strconv.Itoa(t.Attempt)}}
	if t.Query.Static {
		v.Search, v.Action, v.StepURL = nil, "", link.To(nil, t.Query.Path("steps")...)+"/{n}"
	}
	v.Keep = pairs(t.Query.Values())
	v.Lead = traceLead(&t.Stored.Trial, v)
	t.traceLinks(v)
	v.Drawn = stepviews.Fitted(stepviews.WindowBudget, t.frameRoom(), func(room int) int { return t.Window(v, room) }, traceSection(v))
	return v
}

// pairs are the parameters that a form keeps: the query of its action is not sent.
func pairs(values url.Values) []ui.Pair {
	var list []ui.Pair
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, ui.Pair{Name: key, Value: values.Get(key)})
	}
	return list
}

// frameRoom is what a window of few steps has for the frames that it lacks.
func (t trialView) frameRoom() int {
	return max(0, results.WindowSteps-len(t.Trace.Steps)) * frameWeight
}

// Window lays out the steps in a room, and says how much of it their texts take.
func (t trialView) Window(v *Trace, room int) (spent int) {
	w := t.Trace
	b := t.newStepBuilder(w.Start, w.Agents)
	b.Room = room
	weights := make([]int, len(w.Rows))
	for i, r := range w.Rows {
		weights[i] = r.Calls
	}
	b.Calls = max(1, stepviews.FairShare(weights, stepviews.WindowCalls))
	v.Steps = b.Build(w.Before, w.Steps)
	closeLong(v.Steps, w.Rows)
	if v.Matches = t.markMatches(w.Matches, v.Steps, w.Steps, t.Query.MatchAt); v.Matches != nil {
		v.Matches.Without = t.Query.Bare().At("from", report.WindowOf(t.From)) + "#trace"
	}
	t.outline(v)
	return b.Spent
}

// closeLong says of the steps that were not opened how long they are.
func closeLong(list []stepviews.Step, rows []results.StepRow) {
	for i, r := range rows {
		if r.Bytes > trialreport.BodyMost {
			list[i].Closed, list[i].Tools, list[i].Failed = r.Bytes, r.Tools, r.Failed > 0
		}
	}
}

// newStepBuilder prepares the layout of some steps of the trial. start is the
// time of the first step of the trace, agents has the first step of sub-agents.
func (t trialView) newStepBuilder(start *int64, agents map[string]int) *stepviews.StepBuilder {
	b := &stepviews.StepBuilder{
		Budget: stepviews.Budget{Room: stepviews.WindowBudget, Most: stepviews.TextMost, Highlight: stepviews.WindowHighlight},
		Source: t.Query.Source, Each: stepviews.CallAnswers, Left: trialreport.WindowAnswers,
		Href: t.Query.Step, Window: t.Query.Window,
		Media: t.Media, Start: start, Agents: agents, Subs: t.AgentsAt,
	}
	if t.Query.Static {
		b.Raw = link.To(nil, t.Query.Path("raw")...)
	}
	return b
}

// Media is the address of a kept picture or sound.
func (t trialView) Media(p results.Part) string {
	if p.Raw == "" || len(p.Raw) > nameMost {
		return ""
	}
	return t.Query.Raw(p.Raw)
}

func traceLead(t *results.StoredTrial, v *Trace) string {
	s := words.Plural(t.StepsTotal, "step", "steps") + ", " + words.Plural(t.ToolCalls, "tool call",
		"tool calls") + ", of which " + words.Count(t.FailedCalls) + " failed."
	if v.From > 1 || v.To < v.Total {
		s += " Steps " + words.Count(v.From) + " to " + words.Count(v.To) + " are on this page."
	}
	return s
}

// traceLinks fills the addresses of other windows.
func (t trialView) traceLinks(v *Trace) {
	const size = results.WindowSteps
	if v.From > 1 {
		before := (v.From-2)/size*size + 1
		v.First, v.Prev, v.PrevStep = t.Query.Window(1), t.Query.Window(before), link.StepAnchor(v.From-1)
	}
	if v.To < v.Total {
		v.Next = t.Query.At("from", strconv.Itoa(v.To+1)) + "#" + link.StepAnchor(v.To+1)
		v.Last = t.Query.Window((v.Total-1)/size*size + 1)
	}
	if !t.Query.Static {
		v.Toggle = t.Query.At("view", toggled(t.Query.Source), "from", report.WindowOf(v.From))
	}
	v.LastMessage = t.Query.Window(t.Trace.LastMessage)
	for _, l := range []struct {
		Href *string
		step int
	}{{&v.FirstFailure, t.Trace.FirstFailure}, {&v.PrevFailed, t.Trace.FailedBefore}, {&v.NextFailed, t.Trace.FailedAfter}} {
		if l.step > 0 {
			*l.Href = t.Query.Window(l.step)
		}
	}
}

func toggled(source bool) string {
	if source {
		return ""
	}
	return "source"
}
