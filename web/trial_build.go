package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// othersMost is how many trials of other runs a trial's page links itself.
const othersMost = 24

// buildTrial gathers what the page of a trial shows.
func (s *Server) buildTrial(ctx context.Context, l *loadedTrial) (views.Trial, error) {
	p := views.Trial{
		Title: l.title(), Lead: trialLead(l), Run: l.run, Model: l.model, Benchmark: l.benchmark, Task: l.known, Trial: l.trial,
		Passed: passedChecks(l.trial.Checks), Phases: phases(l.trial.Details.Phases), Stages: l.trial.Details.Stages, Links: trialLinks(l),
		Impossible: l.impossible, Command: l.known.Facts.Command, Expected: l.known.Facts.ExpectExit, NoTrace: noTrace(l.trial.Details),
	}
	p.Meta = s.frame.Meta(trialTitle(l), p.Lead, l.at("from", windowOf(l.from)), l.twin("from", windowOf(l.from), "limit", strconv.Itoa(windowSteps)), l.crumbs()...)
	p.Meta.Wide, p.Meta.Scripted = true, l.run.Scripted
	p.Meta.MethodPath = link.Benchmark(l.benchmark.ID, "method")
	p.Options, p.Omitted, p.Extra = trialOptions(l)
	trialTexts(&p, l)
	var err error
	if p.Beside, p.Attempts, err = s.trialBeside(ctx, l); err != nil {
		return p, err
	}
	p.Compare = l.compareLink(p.Beside.Others, p.Attempts)
	if p.Cases, err = s.casesOf(ctx, l.benchmark.ID, l.scenario, l.task, l.run.Slug, ""); err != nil {
		return p, err
	}
	if p.Labels, err = s.store.TrialLabels(ctx, l.trial.ID); err != nil {
		return p, err
	}
	if l.trial.StepsTotal == 0 {
		return p, nil
	}
	if p.Evidence, err = s.trialEvidence(ctx, l); err != nil {
		return p, err
	}
	p.Trace, err = s.buildTrace(ctx, l)
	return p, err
}

// twin is the address of the JSON of a window. Written to files there is one
// document for the trial.
func (q trialQuery) twin(pairs ...string) string {
	path := []string{"api", "v1", "runs", q.run, q.scenario, q.task}
	if q.static {
		return link.To(nil, path...)
	}
	return link.To(link.With(link.With(q.values(), "view", ""), pairs...), path...)
}

func trialTitle(l *loadedTrial) string {
	t := strings.ReplaceAll(l.title(), " / ", "/") + " · " + l.system()
	if l.from > 1 {
		t += " · from step " + strconv.Itoa(l.from)
	}
	return t
}

// trialLead says in a sentence what the page shows and how it ended.
func trialLead(l *loadedTrial) string {
	return l.system() + " at " + l.benchmark.Words.Task + " " + l.task + " of " + l.scenario + ", " + l.benchmark.Name + ": " + words.StatusWord(l.trial.Status) + "."
}

func trialLinks(l *loadedTrial) views.TrialLinks {
	return views.TrialLinks{
		Task:     link.Task(l.benchmark.ID, l.scenario, l.task),
		Scenario: link.Scenario(l.benchmark.ID, l.scenario),
		Run:      link.Run(l.trialQuery.run),
		Raw:      link.To(link.With(l.values(), "view", ""), l.path("raw")...),
	}
}

func passedChecks(checks []results.Check) int {
	n := 0
	for _, c := range checks {
		if c.Passed != nil && *c.Passed {
			n++
		}
	}
	return n
}

func phases(list []results.Phase) []views.TrialPhase {
	out := make([]views.TrialPhase, len(list))
	for i, ph := range list {
		out[i] = views.TrialPhase{Name: ph.Name, StartedAt: ph.StartedAt}
		if ph.StartedAt != nil && ph.FinishedAt != nil {
			out[i].DurationMS = diff(*ph.FinishedAt, *ph.StartedAt)
		}
	}
	return out
}

func noTrace(d results.TrialDetails) string {
	if d.TraceNote != "" {
		return "No step was recorded. " + ui.Plain(d.TraceNote)
	}
	return "The record of this trial holds no trace. Its raw record is linked above."
}

// trialOptions lists the options of a multi-choice task. Which are correct is
// what the trial's record says; the dataset decides where it says nothing.
func trialOptions(l *loadedTrial) (list []views.TrialOption, omitted, extra []string) {
	if l.trial.Kind != results.KindMultiChoice {
		return nil, nil, nil
	}
	seen := map[string]bool{}
	add := func(o views.TrialOption) {
		seen[o.Label] = true
		o.Picked = slices.Contains(l.trial.Selected, o.Label)
		if l.trial.Gold != nil {
			o.Gold = slices.Contains(l.trial.Gold, o.Label)
		}
		list = append(list, o)
		switch {
		case o.Gold && !o.Picked:
			omitted = append(omitted, o.Label)
		case o.Picked && !o.Gold:
			extra = append(extra, o.Label)
		}
	}
	for _, o := range l.known.Options {
		add(views.TrialOption{Label: o.Label, Text: o.Text, Gold: o.Gold, Feedback: o.Feedback})
	}
	for _, label := range append(slices.Clone(l.trial.Gold), l.trial.Selected...) {
		if !seen[label] {
			add(views.TrialOption{Label: label})
		}
	}
	return list, omitted, extra
}

// trialTexts fills the long texts of the verdict.
func trialTexts(p *views.Trial, l *loadedTrial) {
	b := &budget{room: verdictBudget, most: textMost}
	d := l.trial.Details
	raw := views.RecordText{Whole: p.Links.Raw}
	p.ErrorText = b.text(d.ErrorText, views.TextSource, raw)
	if v := d.Verdict; v != nil {
		raw.Lines = "stdout-L"
		p.Stdout = b.text(v.Stdout, views.TextLines, raw)
		raw.Lines = "stderr-L"
		p.Stderr = b.text(v.Stderr, views.TextLines, raw)
	}
	if t := d.Told; t != nil {
		p.Told = &views.TrialTold{Sentence: toldSentence(t), Warning: toldWarning(t), Text: b.text(t.Text, views.TextSource, raw)}
		if t.About != "" && results.ValidSlug(t.About) && t.Actual != results.Missing && t.Actual != "" {
			p.Told.Href = link.Trial(l.trialQuery.run, l.scenario, t.About)
		}
	}
	if l.trial.StepsTotal == 0 {
		p.Prompt = b.text(d.Prompt, views.TextSource, raw)
		if d.Answer != nil {
			p.Answer = b.text(*d.Answer, views.TextSource, raw)
		}
	}
	b.settle()
}

// toldSentence holds what the agent was told against what really was.
func toldSentence(t *results.Told) string {
	about := "the task before"
	if t.About != "" {
		about = ui.Plain(t.About)
	}
	var said string
	switch t.Verdict {
	case "correct":
		said = "Its prompt began by telling the agent that its answer to " + about + " was right."
	case "incorrect":
		said = "Its prompt began by telling the agent that its answer to " + about + " was wrong."
	case "options":
		said = "Its prompt began with feedback on the options of " + about + "."
	case "none":
		said = "Its prompt says nothing about " + about + "."
	default:
		said = "Its prompt began with feedback on " + about + " that states no verdict."
	}
	if t.Actual != "" {
		said += " The verdict on " + about + " in this run: " + words.StatusWord(t.Actual) + "."
	}
	return said
}

// toldWarning says in a sentence why feedback misled the agent; empty if it
// did not.
func toldWarning(t *results.Told) string {
	switch {
	case !t.Contrary:
		return ""
	case t.Verdict == "none":
		return "The agent was not told that it had failed " + ui.Plain(t.About) + ", the task before this one."
	}
	return "The agent was told the opposite of the verdict on " + ui.Plain(t.About) + ", the task before this one."
}

// trialBeside finds the trials around this one and its attempts.
func (s *Server) trialBeside(ctx context.Context, l *loadedTrial) (views.TrialBeside, []views.TrialLink, error) {
	var b views.TrialBeside
	near, err := s.store.Neighbours(ctx, l.trial.ID)
	if err != nil {
		return b, nil, err
	}
	b.Prev, b.Next = l.ref(near.Prev), l.ref(near.Next)
	b.NextFailing = l.ref(near.NextFailing)
	others, total, err := s.store.OtherRuns(ctx, l.trial.ID, othersMost)
	if err != nil {
		return b, nil, err
	}
	b.OthersTotal = total
	for _, o := range others {
		b.Others = append(b.Others, views.TrialLink{
			Label:  ui.Plain(words.System(o.ModelName, results.System{Framework: o.Framework, Variant: o.Variant})) + attemptText(o.Attempt),
			Href:   trialQuery{run: o.Run, scenario: l.scenario, task: l.task, attempt: later(o.Attempt), static: l.static}.at(),
			Status: o.Status, Compare: l.compare(o.Run, o.Attempt),
		})
	}
	attempts, err := s.store.Attempts(ctx, l.trial.ID)
	if err != nil || len(attempts) < 2 {
		return b, nil, err
	}
	var list []views.TrialLink
	for _, a := range attempts {
		list = append(list, views.TrialLink{
			Label: "attempt " + strconv.Itoa(a.Attempt), Status: a.Status, Current: a.Attempt == l.trial.Attempt, Compare: l.compare(l.trialQuery.run, a.Attempt),
			Href: trialQuery{run: l.trialQuery.run, scenario: l.scenario, task: l.task, attempt: later(a.Attempt), static: l.static}.at(),
		})
	}
	return b, list, nil
}

// compare is the address of this trial beside another one of its task. A site
// of files has none, because which trials are compared is a query.
func (l *loadedTrial) compare(run string, attempt int) string {
	if l.static {
		return ""
	}
	v := url.Values{"a": {l.trialQuery.run}, "b": {run}}
	if l.trial.Attempt > 1 {
		v.Set("attempt_a", strconv.Itoa(l.trial.Attempt))
	}
	if attempt > 1 {
		v.Set("attempt_b", strconv.Itoa(attempt))
	}
	return link.To(v, "compare", l.scenario, l.task)
}

// compareLink leads to the comparison that is nearest: with the newest other
// run, else with another attempt, else to where a run is chosen.
func (l *loadedTrial) compareLink(others, attempts []views.TrialLink) views.TrialLink {
	for _, o := range append(slices.Clone(others), attempts...) {
		if !o.Current && o.Compare != "" {
			return views.TrialLink{Label: "Compare with " + o.Label, Href: o.Compare}
		}
	}
	if l.static {
		return views.TrialLink{}
	}
	return views.TrialLink{Label: "Compare this run", Href: link.To(url.Values{"a": {l.trialQuery.run}}, "compare")}
}

func attemptText(n int) string {
	if n <= 1 {
		return ""
	}
	return ", attempt " + strconv.Itoa(n)
}

// later is the attempt as an address names it: the first needs no words.
func later(attempt int) int {
	if attempt <= 1 {
		return 0
	}
	return attempt
}

// ref is the link to a trial of the same run; the scenario is named where it
// is another one.
func (l *loadedTrial) ref(r *results.TrialRef) *views.TrialLink {
	if r == nil {
		return nil
	}
	v := &views.TrialLink{Label: r.Task + attemptText(r.Attempt), Status: r.Status, Href: trialQuery{run: l.trialQuery.run, scenario: r.Scenario, task: r.Task, attempt: later(r.Attempt), static: l.static}.at()}
	if r.Scenario != l.scenario {
		v.Label = r.Scenario + " / " + v.Label
	}
	return v
}
