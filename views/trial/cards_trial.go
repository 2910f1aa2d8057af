package trial

import (
	"strings"

	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TrialCard is the picture of a trial: why it did not pass and the step that decided it,
// or else what was done.
func TrialCard(d *trialreport.Trial, p views.CardPlace) card.Card {
	t := trialView{Trial: d}
	b := d.Stored.Benchmark
	x := card.Card{Title: views.InFull(t.system()) + ": " + words.StatusWord(d.Stored.Trial.Status) + " on " + t.Name(),
		Sub: "A trial of " + b.Name, Foot: p.Foot(words.Counted(d.StepsTotal, "step"))}
	if d.Why != nil && d.Why.Reason != nil {
		x.Body = card.Prose(ui.Plain(d.Why.Reason.Sentence) + t.deciding())
	} else {
		x.Body = t.cardFacts()
	}
	if d.Stored.Run.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	return x
}

// deciding says what the first step did that the reason leads to.
func (t trialView) deciding() string {
	open, folded := t.why()
	for _, c := range append(open, folded...) {
		for _, cell := range c.Cells {
			if cell.Step != "" {
				said := strings.TrimSpace(" " + cell.Step + cell.Text + cell.File)
				if cell.Quote != "" {
					said += ": “" + cell.Quote + "”"
				}
				return " " + said + "."
			}
		}
	}
	return ""
}

// cardFacts are what is recorded of a trial that nothing explains.
func (t trialView) cardFacts() card.Lines {
	list := card.Lines{{Name: "Score", Text: t.score()},
		{Name: "Tool calls", Text: words.Count(t.ToolCalls) + ", of which " + words.Count(t.Failed) + " failed"}}
	for _, f := range []card.Line{{Name: "Wall time", Text: words.Duration(t.DurationMS)},
		{Name: "Tokens in", Text: words.Tokens(t.Usage.Input)}, {Name: "Tokens out", Text: words.Tokens(t.Usage.Output)}} {
		if f.Text != words.NotRecorded {
			list = append(list, f)
		}
	}
	return list
}
