package trial

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/results"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
)

// TestChecksTitle holds that checks without a weight are not counted where others have one.
func TestChecksTitle(t *testing.T) {
	yes, no := true, false
	for want, list := range map[string][]results.Check{
		"1 of 2 (50.00 %) passed":                        {{Weight: 1, Passed: &yes}, {Weight: 1, Passed: &no}},
		"1 of 2 (50.00 %) passed; 2 more have no weight": {{Weight: 1, Passed: &yes}, {Weight: 2}, {Passed: &yes}, {Passed: &no}},
		"2 of 3 (66.67 %) passed":                        {{Passed: &yes}, {Passed: &yes}, {Passed: &no}},
	} {
		must.Equal(t, want, (trialView{Trial: &trialreport.Trial{Checks: list}}).checksTitle(), "what was got")
	}
}
