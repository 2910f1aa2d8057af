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
func (p trialParts) explained() bool {
	return slices.ContainsFunc(p.Trial.Checks, func(c results.Check) bool {
		return !slices.ContainsFunc(p.Options, func(o trialreport.TrialOption) bool { return o.Label == c.ID })
	})
}

// hasChecker reports whether the record says what a command found.
func (p trialParts) hasChecker() bool {
	if len(p.Options) > 0 {
		return false
	}
	return p.Trial.Kind == results.KindExecCheck || p.Trial.Details.Verdict != nil
}

// errorSummary is the kind of the error that ended a trial with the beginning of
// its text.
func (p trialParts) errorSummary() string {
	const most = 100
	line, _, more := strings.Cut(strings.TrimSpace(p.Trial.Details.ErrorText), "\n")
	if r := []rune(line); len(r) > most {
		line, more = string(r[:most]), true
	}
	if more {
		line += "…"
	}
	return errorLabel(p.Trial.Details.ErrorType) + ": " + ui.Plain(line)
}
