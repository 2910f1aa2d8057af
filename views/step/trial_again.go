package step

import (
	"github.com/clawatlas/clawatlas/results"
)

// AnswerAgain leads to where an answer was given first.
type AnswerAgain struct {
	Step, Href string
	Times      string // how often until now
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
