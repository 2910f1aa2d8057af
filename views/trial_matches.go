package views

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// traceMatches is the bar of the search that led to a trace.
type traceMatches struct {
	*report.TraceMatches
	Sought     string // how the search line was understood
	StepsTotal int
	Steps      []TraceLink // that hold a match, around the window
	Prev, Next string
	Without    string // the window without marks
}

// stepsNamed is how many steps with a match the bar names.
const stepsNamed = 12

// markMatches marks the matches in the steps of a window of the trace, or in the
// one step of its own page. at is the address of a match and its step.
func (t trialView) markMatches(m *report.TraceMatches, list []Step, steps []results.Step, at func(number, step int) string) *traceMatches {
	if m == nil || len(list) == 0 {
		return nil
	}
	v := &traceMatches{TraceMatches: m, Sought: termsInWords(m.Terms), StepsTotal: t.StepsTotal}
	terms := search.Patterns(m.Terms)
	for i := range list {
		first, last := m.In(list[i].Number)
		if first == 0 {
			continue
		}
		x := marker{terms: terms, first: first, count: last - first + 1, current: m.Current}
		if list[i].CallsFrom > 1 {
			x.count = 0 // which numbers the later calls have is not known
		}
		list[i].Marked = newMarkedStep(&list[i], &steps[i], x)
	}
	before, after := matchesBeside(m, list)
	if before > 0 {
		v.Prev = at(before, m.StepOf(before))
	}
	if after <= m.Total {
		v.Next = at(after, m.StepOf(after))
	}
	near := m.Place(list[0].Number)
	lo := max(0, min(near-stepsNamed/2, len(m.Steps)-stepsNamed))
	for _, s := range m.Steps[lo:min(lo+stepsNamed, len(m.Steps))] {
		first, _ := m.In(s.StepID)
		v.Steps = append(v.Steps, TraceLink{Label: words.Count(s.StepID), Href: at(first, s.StepID)})
	}
	return v
}

// matchesBeside gives the numbers of the matches before and after the current
// one; without one, of those before the steps and in them. Matches that a step
// shows in one place are one. The numbers may be 0 and beyond the last.
func matchesBeside(m *report.TraceMatches, list []Step) (before, after int) {
	before, after = m.Current-1, m.Current+1
	if m.Current == 0 {
		at := m.Place(list[0].Number)
		if at < len(m.Steps) {
			after, _ = m.In(m.Steps[at].StepID)
			before = after - 1
		} else {
			before, after = m.Total, m.Total+1
		}
	}
	for i := range list {
		x := list[i].Marked
		if x == nil || x.left() < 2 {
			continue
		}
		lo, hi := x.beyond(), x.first+x.count-1
		if before >= lo && before < hi && m.Current > hi {
			before = lo
		}
		if m.Current >= lo && m.Current <= hi {
			before, after = lo-1, hi+1
		}
	}
	return before, after
}

// CountText is how many matches there are, and which of them is framed.
func (m *traceMatches) CountText() string {
	n := words.Count(m.Total)
	if m.More { // what was not counted has one match a step
		n = "at least " + n
	}
	if m.Current > 0 {
		n = words.Count(m.Current) + " of " + n
	}
	noun := " matches"
	if m.Total == 1 {
		noun = " match"
	}
	return n + noun + " in " + words.Count(len(m.TraceMatches.Steps)) + " of " + words.Plural(m.StepsTotal, "step", "steps")
}

// markedStep is the body of a step with its matches.
type markedStep struct {
	marker
	body    string
	shown   int // matches that the body shows, at most count
	more    int // further ones, which the record writes in another way
	snippet search.Snippet
	href    string // of the whole step as plain text
	err     error
}

// newMarkedStep draws the body of a step. A match in what the page leaves out is
// shown in a snippet; so is one of the record where the page shows none.
func newMarkedStep(v *Step, s *results.Step, m marker) *markedStep {
	x := &markedStep{marker: m, href: v.PlainHref}
	var b bytes.Buffer
	if x.err = stepBody(*v).Render(context.Background(), &b); x.err != nil {
		return x
	}
	x.body, x.shown = m.mark(b.Bytes())
	x.more = max(x.shown-x.count, 0)
	if x.shown = min(x.shown, x.count); x.left() == 0 || v.Closed > 0 {
		return x
	}
	if x.snippet = search.CutSnippet(v.away(), x.terms); len(x.snippet.Marks) == 0 && x.shown == 0 {
		x.snippet = search.CutSnippet(search.PlainText(s), x.terms)
	}
	if len(x.snippet.Marks) == 0 {
		x.snippet = search.Snippet{}
	}
	return x
}

// away is what the page leaves out of the texts of a step.
func (s *Step) away() string {
	var b strings.Builder
	add := func(list ...*RecordText) {
		for _, t := range list {
			if t != nil && t.Fold.Away {
				b.WriteString(t.Fold.Middle + "\n")
			}
		}
	}
	add(s.Reasoning, s.Message, s.Error)
	answers := s.Loose
	for i := range s.Calls {
		add(s.Calls[i].Body, s.Calls[i].Long)
		answers = append(slices.Clone(answers), s.Calls[i].Results...)
	}
	for i := range answers {
		add(answers[i].Content, answers[i].Error)
	}
	add(s.Raw)
	return b.String()
}

// left is how many matches the body does not show; beyond is the number of the
// first of them.
func (x *markedStep) left() int   { return x.count - x.shown }
func (x *markedStep) beyond() int { return x.first + x.shown }

// Render implements templ.Component.
func (x *markedStep) Render(ctx context.Context, w io.Writer) error {
	if x.err != nil {
		return x.err
	}
	if x.shown == 0 {
		if err := matchesBeyond(x).Render(ctx, w); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, x.body); err != nil {
		return err
	}
	switch {
	case x.shown > 0 && x.left() > 0:
		return matchesBeyond(x).Render(ctx, w)
	case x.more > 0 && x.count > 0:
		return matchesUncounted(x.more).Render(ctx, w)
	}
	return nil
}

// isCurrent reports whether the framed match is one that the body does not show.
func (x *markedStep) isCurrent() bool {
	return x.current >= x.beyond() && x.current < x.first+x.count
}

// lastBeyond is the anchor of the last match that the body does not show, where
// it is another one than the first.
func (x *markedStep) lastBeyond() string {
	if x.left() < 2 {
		return ""
	}
	return link.MatchAnchor(x.first + x.count - 1)
}

// Snippet writes the text around the matches, of which the first has the anchor.
func (x *markedStep) Snippet(ctx context.Context, w io.Writer) error {
	var b strings.Builder
	text, at, number, current := x.snippet.Text, 0, x.beyond(), 0
	if x.isCurrent() {
		current = number
	}
	for _, m := range x.snippet.Marks {
		if err := ui.Visible(text[at:m[0]]).Render(ctx, &b); err != nil {
			return err
		}
		b.WriteString(markTag(number, current))
		if err := ui.Visible(text[m[0]:m[1]]).Render(ctx, &b); err != nil {
			return err
		}
		b.WriteString("</mark>")
		at, number = m[1], 0
	}
	if err := ui.Visible(text[at:]).Render(ctx, &b); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}
