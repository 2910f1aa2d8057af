package trial

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/views/ui"
)

// explained reports whether checks are of more than single options, as those of a scorer
// that says why.
func (t trialView) explained() bool {
	return slices.ContainsFunc(t.Checks, func(c results.Check) bool {
		return !slices.ContainsFunc(t.Options, func(o trialreport.TrialOption) bool { return o.Label == c.ID })
	})
}

// hasChecker reports whether the record says what a command found.
func (t trialView) hasChecker() bool {
	if len(t.Options) > 0 {
		return false
	}
	return t.Kind == results.KindExecCheck || t.Stored.Trial.Details.Verdict != nil
}

// errorSummary is the kind of the error that ended a trial with the beginning of
// its text.
func (t trialView) errorSummary() string {
	const most = 100
	line, _, more := strings.Cut(strings.TrimSpace(t.Stored.Trial.Details.ErrorText), "\n")
	if r := []rune(line); len(r) > most {
		line, more = string(r[:most]), true
	}
	if more {
		line += "…"
	}
	return errorLabel(t.Stored.Trial.Details.ErrorType) + ": " + ui.Plain(line)
}
