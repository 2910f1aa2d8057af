package board

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// withSessions are the runs of the page, where nothing is scored.
func (p boardView) withSessions() boardView {
	p.Sessions = report.Rows(&p.Window, p.Runs)
	p.Pager = p.pager("sessions")
	return p
}

// sessionsLine says how much there is to read.
func (p boardView) sessionsLine() views.Sentence {
	var s views.Sentence
	trials := 0
	for i := range p.Runs {
		trials += p.Runs[i].Counts.Expected
	}
	s.Strong(views.NounCount(trials, p.Of.Words.Task, "task"))
	s.Add(fmt.Sprintf(" in %s of %s. Nothing here is scored, so nothing is ranked.", words.Counted(len(p.Runs), "session"),
		words.Counted(p.all(), "system")))
	return s
}

// summed is a sum over the trials that record it; where not all do, it says how many.
func summed(text string, of, trials int) string {
	if of == 0 || of == trials {
		return text
	}
	return fmt.Sprintf("%s in %d of %d", text, of, trials)
}

// sessionChoices are the sessions of the page, told apart by the day on which they began.
func (p boardView) sessionChoices() []ui.Choice {
	var list []ui.Choice
	for _, r := range p.Sessions {
		label := ui.Plain(words.System(views.Name(p.Names, r.System.Model), r.System))
		if r.StartedAt != nil {
			label += ", " + words.Date(r.StartedAt)
		}
		list = append(list, ui.Choice{Value: r.Slug, Label: label})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// timed reports whether any session says how long it took.
func (p boardView) timed() bool {
	for _, t := range p.Totals {
		if t.DurationMS != nil {
			return true
		}
	}
	return false
}

func (p boardView) sessionHeaders() []ui.Header {
	list := []ui.Header{{Label: "System"}, {Label: words.Capital(views.NounOr(p.Of.Words.Task, "task")) + "s", Num: true},
		{Label: "Tool calls", Num: true}, {Label: "Tokens", Num: true}}
	if p.timed() {
		list = append(list, ui.Header{Label: "Time", Num: true})
	}
	return append(list, ui.Header{Label: "Started"})
}
