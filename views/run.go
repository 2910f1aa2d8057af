package views

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// Title gives a noun a capital for the head of a column.
func Title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// PassedCount is how many were passed; none is recorded where nothing has a verdict.
func PassedCount(passed, judged int) string {
	if judged == 0 {
		return words.NotRecorded
	}
	return words.Count(passed)
}

func Ratio(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
}

// TrialURL is the address of a trial; the first attempt needs no number.
func TrialURL(run, scenario, task string, attempt int) templ.SafeURL {
	return templ.SafeURL(link.Attempt(run, scenario, task, attempt))
}
