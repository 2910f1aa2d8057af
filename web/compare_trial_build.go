package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// buildTrialPair makes the page of two trials.
func (s *Server) buildTrialPair(ctx context.Context, p *trialPair) (views.CompareTrial, error) {
	v := views.CompareTrial{Benchmark: p.benchmark, A: p.side(0), B: p.side(1)}
	word := p.benchmark.Words.Task
	v.Title = fmt.Sprintf("%s %s, side by side", p.scenario, p.task)
	v.Lead = fmt.Sprintf("One %s of %s as two runs took it: verdicts, what decided them, and both traces.", word, p.benchmark.Name)
	path := p.link("from", "", "fold", "")
	v.Meta = s.frame.Meta(fmt.Sprintf("%s %s: %s and %s", p.scenario, p.task, p.sides[0].label, p.sides[1].label), v.Lead, path, "/api/v1"+path,
		append(views.Crumbs(p.benchmark, "")[:1], ui.Crumb{Label: p.benchmark.Name, Href: link.Benchmark(p.benchmark.ID)}, ui.Crumb{Label: p.scenario, Href: link.Scenario(p.benchmark.ID, p.scenario)}, ui.Crumb{Label: p.task + " side by side"})...)
	v.Meta.Scripted = p.sides[0].run.Scripted && p.sides[1].run.Scripted
	v.Meta.Wide, v.Meta.Noindex = true, true
	v.Swap = link.To(link.With(p.values("fold", "", "from", ""), "a", p.sides[1].run.Slug, "b", p.sides[0].run.Slug, "attempt_a", attemptQuery(p.sides[1].attempt), "attempt_b", attemptQuery(p.sides[0].attempt)), "compare", p.scenario, p.task)
	if p.benchmark.ID != p.other.ID {
		v.Refusal = fmt.Sprintf("A is a run of %s and B of %s: they have no %s in common.", report.NameVersion(p.benchmark), report.NameVersion(p.other), word)
		return v, nil
	}
	v.Back = link.Compare(p.sides[0].run.Slug, p.sides[1].run.Slug)
	v.TaskHref = link.Task(p.benchmark.ID, p.scenario, p.task)
	for i, to := range []*string{&v.Prev, &v.Next} {
		if slug := p.neighbours[i]; slug != "" {
			*to = link.To(link.With(nil, "a", p.sides[0].run.Slug, "b", p.sides[1].run.Slug), "compare", p.scenario, slug)
		}
	}
	v.Warnings, v.Verdict, v.Facts = p.warnings(), p.verdict(), p.facts()
	v.Options = p.options()
	if len(v.Options) == 0 { // else the checks are the options
		v.Checks = p.checks()
	}
	for i := range p.sides {
		v.Trials[i] = p.left(i)
		v.Attempts[i] = p.attemptTabs(i)
	}
	var err error
	v.Trace, err = s.trace(ctx, p)
	return v, err
}

func attemptQuery(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func (p *trialPair) side(i int) report.CompareSide {
	side := report.NewCompareSide(p.sides[i].run)
	side.Label = p.sides[i].label
	return side
}

func (p *trialPair) attemptTabs(i int) []ui.Tab {
	var tabs []ui.Tab
	t := p.sides[i].trial
	for _, n := range p.sides[i].attempts {
		tabs = append(tabs, ui.Tab{Label: fmt.Sprintf("Attempt %d", n), Href: p.link("attempt_"+[]string{"a", "b"}[i], fmt.Sprint(n), "from", ""), Current: t != nil && t.Attempt == n})
	}
	return tabs
}

func (p *trialPair) status(i int) results.Status {
	if t := p.sides[i].trial; t != nil {
		return t.Status
	}
	return results.Missing
}

// verdict says in words what became of the task in each run.
func (p *trialPair) verdict() string {
	a, b := p.status(0), p.status(1)
	switch {
	case p.doubtful != "" && a != results.Passed && b != results.Passed:
		return fmt.Sprintf("Neither passed, and no answer can (A: %s, B: %s).", words.StatusWord(a), words.StatusWord(b))
	case a == results.Passed && b == results.Passed:
		return "Both passed."
	case a == results.Passed:
		return "A passed, B did not (" + words.StatusWord(b) + ")."
	case b == results.Passed:
		return "B passed, A did not (" + words.StatusWord(a) + ")."
	case a == b:
		return "Neither passed (both: " + words.StatusWord(a) + ")."
	}
	return fmt.Sprintf("Neither passed (A: %s, B: %s).", words.StatusWord(a), words.StatusWord(b))
}

// warnings say what a reader has to know before blaming an agent.
func (p *trialPair) warnings() []string {
	var list []string
	if p.doubtful != "" {
		list = append(list, fmt.Sprintf("No answer can pass this %s: %s", p.benchmark.Words.Task, ui.Plain(p.doubtful)))
	}
	for i, letter := range []string{"A", "B"} {
		t := p.sides[i].trial
		if t == nil {
			continue
		}
		if t.Contrary && t.Details.Told != nil {
			list = append(list, fmt.Sprintf("The prompt of %s told the agent the opposite of what its previous %s had really been (%s).", letter, p.benchmark.Words.Task, words.StatusWord(t.Details.Told.Actual)))
		}
		for _, s := range t.Details.Suspicions {
			list = append(list, letter+": "+ui.Plain(s))
		}
	}
	if a, b := p.sides[0].run.System.Framework, p.sides[1].run.System.Framework; a != b {
		list = append(list, fmt.Sprintf("A ran in %s and B in %s: their tools and prompts differ as well.", report.FrameworkName(a), report.FrameworkName(b)))
	}
	return list
}

// facts is the table of both trials.
func (p *trialPair) facts() []views.CompareFact {
	list := []views.CompareFact{{Label: "Verdict", A: string(p.status(0)), B: string(p.status(1)), Status: true}}
	add := func(label string, of func(*results.StoredTrial) (text string, n *float64), diff func(float64) string) {
		f := views.CompareFact{Label: label, A: words.NotRecorded, B: words.NotRecorded}
		var x [2]*float64
		for i, to := range []*string{&f.A, &f.B} {
			if t := p.sides[i].trial; t != nil {
				*to, x[i] = of(t)
			}
		}
		if x[0] != nil && x[1] != nil && diff != nil {
			f.Diff = diff(*x[0] - *x[1])
		}
		if f.A != words.NotRecorded || f.B != words.NotRecorded {
			list = append(list, f)
		}
	}
	whole := func(show func(*int64) string, of func(*results.StoredTrial) *int64) func(*results.StoredTrial) (string, *float64) {
		return func(t *results.StoredTrial) (string, *float64) {
			n := of(t)
			if n == nil {
				return words.NotRecorded, nil
			}
			x := float64(*n)
			return show(n), &x
		}
	}
	counted := func(of func(*results.StoredTrial) int) func(*results.StoredTrial) (string, *float64) {
		return func(t *results.StoredTrial) (string, *float64) {
			if t.StepsTotal == 0 {
				return words.NotRecorded, nil
			}
			x := float64(of(t))
			return words.Count(of(t)), &x
		}
	}
	signed := func(show func(int64) string) func(float64) string {
		return func(x float64) string {
			text := show(int64(x))
			if x > 0 {
				return "+" + text
			}
			return text
		}
	}
	count := signed(func(n int64) string { return words.Count(n) })
	add("Score, %", func(t *results.StoredTrial) (string, *float64) { return words.Pct(t.Score), t.Score }, func(x float64) string { return words.Points(&x) })
	add("Steps", counted(func(t *results.StoredTrial) int { return t.StepsTotal }), count)
	add("Tool calls", counted(func(t *results.StoredTrial) int { return t.ToolCalls }), count)
	add("Failed calls", counted(func(t *results.StoredTrial) int { return t.FailedCalls }), count)
	add("Wall time", whole(words.Duration[int64], func(t *results.StoredTrial) *int64 { return t.DurationMS }), signed(func(n int64) string { return words.Duration(&n) }))
	add("Agent time", whole(words.Duration[int64], func(t *results.StoredTrial) *int64 { return t.AgentMS }), signed(func(n int64) string { return words.Duration(&n) }))
	add("Input tokens", whole(words.Tokens[int64], func(t *results.StoredTrial) *int64 { return t.Usage.Input }), signed(func(n int64) string { return words.Tokens(&n) }))
	add("Output tokens", whole(words.Tokens[int64], func(t *results.StoredTrial) *int64 { return t.Usage.Output }), signed(func(n int64) string { return words.Tokens(&n) }))
	add("Preference check", func(t *results.StoredTrial) (string, *float64) {
		switch {
		case t.PrefPassed == nil:
			return words.NotRecorded, nil
		case *t.PrefPassed:
			return "kept", nil
		}
		return "broken", nil
	}, nil)
	return list
}

// options sets what each side chose against what is correct.
func (p *trialPair) options() []views.CompareOption {
	var list []views.CompareOption
	if len(p.spec.Options) == 0 {
		return nil
	}
	picks := func(i int) (picked []string, answered bool) {
		if t := p.sides[i].trial; t != nil {
			return t.Selected, t.Selected != nil
		}
		return nil, false
	}
	a, okA := picks(0)
	b, okB := picks(1)
	for _, o := range p.spec.Options {
		list = append(list, views.CompareOption{Label: o.Label, Text: o.Text, Gold: o.Gold, A: slices.Contains(a, o.Label), B: slices.Contains(b, o.Label), AnsweredA: okA, AnsweredB: okB})
	}
	return list
}

// checks lists the checks of both trials by id, those that differ first.
func (p *trialPair) checks() []views.CompareCheck {
	var list []views.CompareCheck
	at := map[[2]string]int{}
	for i := range p.sides {
		if p.sides[i].trial == nil {
			continue
		}
		for _, c := range p.sides[i].trial.Checks {
			k := [2]string{c.Day, c.ID}
			n, ok := at[k]
			if !ok {
				n = len(list)
				at[k] = n
				list = append(list, views.CompareCheck{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine})
			}
			if i == 0 {
				list[n].A = c.Passed
			} else {
				list[n].B = c.Passed
			}
		}
	}
	if len(list) == 1 && (p.left(0).Verdict != nil || p.left(1).Verdict != nil) {
		return nil // the checker's own words say as much
	}
	slices.SortStableFunc(list, func(x, y views.CompareCheck) int {
		return strings.Compare(checkOrder(x), checkOrder(y))
	})
	return list
}

func checkOrder(c views.CompareCheck) string {
	if (c.A == nil) != (c.B == nil) || c.A != nil && *c.A != *c.B {
		return "0"
	}
	return "1"
}

// left is what one trial left behind beside its trace.
func (p *trialPair) left(i int) views.CompareTrialSide {
	v := views.CompareTrialSide{Letter: []string{"A", "B"}[i], Status: p.status(i), Href: p.trialHref(i, 0)}
	t := p.sides[i].trial
	if t == nil {
		return v
	}
	v.Recorded, v.Answer, v.Verdict = true, t.Details.Answer, t.Details.Verdict
	if t.Details.ErrorType != "" || t.Details.ErrorText != "" {
		v.Error = strings.TrimSpace(t.Details.ErrorType + "\n" + t.Details.ErrorText)
	}
	return v
}
