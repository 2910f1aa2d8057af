package trial

import (
	"github.com/clawatlas/clawatlas/results/cycles"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// answeredBefore finds an earlier answer that was the same; nil if there is none.
func (t trialView) answeredBefore(step, result int) *stepviews.AnswerAgain {
	k := t.Trace.Sketch
	first, ok := k.Again[cycles.Place{Step: step, Result: result}]
	if !ok {
		return nil
	}
	a := &stepviews.AnswerAgain{Step: words.Count(first.Step), Href: t.mapHref(first.Step), Times: words.Plural(first.Times, "time", "times")}
	if a.Href == "#"+link.StepAnchor(first.Step) {
		a.Href = "#" + link.ResultAnchor(first.Step, first.Result)
	}
	if k.From > 1 {
		a.Times += " since step " + words.Count(k.From)
	}
	return a
}
