package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cycles"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// answerAgain leads to where an answer was given first.
type answerAgain struct {
	Step, Href string
	Times      string // how often until now
}

// answeredBefore finds an earlier answer that was the same; nil if there is none.
func (t trialView) answeredBefore(step, result int) *answerAgain {
	k := t.Trace.Sketch
	first, ok := k.Again[cycles.Place{Step: step, Result: result}]
	if !ok {
		return nil
	}
	a := &answerAgain{Step: words.Count(first.Step), Href: t.mapHref(first.Step), Times: words.Plural(first.Times, "time", "times")}
	if a.Href == "#"+link.StepAnchor(first.Step) {
		a.Href = "#" + link.ResultAnchor(first.Step, first.Result)
	}
	if k.From > 1 {
		a.Times += " since step " + words.Count(k.From)
	}
	return a
}

// answerWord is what a result is called by how it ended.
func answerWord(r *results.Result) string {
	switch {
	case r.Outcome == results.OutcomeRefused:
		return "refusal"
	case r.Failed:
		return "failure"
	}
	return "answer"
}
