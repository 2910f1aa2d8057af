package step

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TraceMatches is the bar of the search that led to a trace.
type TraceMatches struct {
	*trialreport.TraceMatches
	Sought     string // how the search line was understood
	StepsTotal int
	Steps      []TraceLink // that hold a match, around the window
	Prev, Next string
	Without    string // the window without marks
}

// StepsNamed is how many steps with a match the bar names.
const StepsNamed = 12

// MatchesBeside gives the numbers of the matches before and after the current
// one; without one, of those before the steps and in them. Matches that a step
// shows in one place are one. The numbers may be 0 and beyond the last.
func MatchesBeside(m *trialreport.TraceMatches, list []Step) (before, after int) {
	before, after = m.Current-1, m.Current+1
	if m.Current == 0 {
		at := m.Place(list[0].StepID)
		if at < len(m.Steps) {
			after, _ = m.In(m.Steps[at].StepID)
			before = after - 1
		} else {
			before, after = m.Total, m.Total+1
		}
	}
	for i := range list {
		x := list[i].Marked
		if x == nil || x.Left() < 2 {
			continue
		}
		lo, hi := x.beyond(), x.First+x.Count-1
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
func (m *TraceMatches) CountText() string {
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
	Marker
	body    string
	Shown   int // matches that the body shows, at most count
	more    int // further ones, which the record writes in another way
	snippet search.Snippet
	Href    string // of the whole step as plain text
	err     error
}

// NewMarkedStep draws the body of a step. A match in what the page leaves out is
// shown in a snippet; so is one of the record where the page shows none.
func NewMarkedStep(v *Step, s *results.Step, m Marker) *markedStep {
	x := &markedStep{Marker: m, Href: v.PlainHref}
	var b bytes.Buffer
	if x.err = stepBody(*v).Render(context.Background(), &b); x.err != nil {
		return x
	}
	x.body, x.Shown = m.Mark(b.Bytes())
	x.more = max(x.Shown-x.Count, 0)
	if x.Shown = min(x.Shown, x.Count); x.Left() == 0 || v.Closed > 0 {
		return x
	}
	if x.snippet = search.CutSnippet(v.away(), x.Terms); len(x.snippet.Marks) == 0 && x.Shown == 0 {
		x.snippet = search.CutSnippet(search.PlainText(s), x.Terms)
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

// Left is how many matches the body does not show; beyond is the number of the
// first of them.
func (x *markedStep) Left() int { return x.Count - x.Shown }

func (x *markedStep) beyond() int { return x.First + x.Shown }

// Render implements templ.Component.
func (x *markedStep) Render(ctx context.Context, w io.Writer) error {
	if x.err != nil {
		return x.err
	}
	if x.Shown == 0 {
		if err := matchesBeyond(x).Render(ctx, w); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, x.body); err != nil {
		return err
	}
	switch {
	case x.Shown > 0 && x.Left() > 0:
		return matchesBeyond(x).Render(ctx, w)
	case x.more > 0 && x.Count > 0:
		return matchesUncounted(x.more).Render(ctx, w)
	}
	return nil
}

// isCurrent reports whether the framed match is one that the body does not show.
func (x *markedStep) isCurrent() bool {
	return x.Current >= x.beyond() && x.Current < x.First+x.Count
}

// lastBeyond is the anchor of the last match that the body does not show, where
// it is another one than the first.
func (x *markedStep) lastBeyond() string {
	if x.Left() < 2 {
		return ""
	}
	return link.MatchAnchor(x.First + x.Count - 1)
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
