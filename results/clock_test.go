package results

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestCutClock(t *testing.T) {
	for prompt, want := range map[string]string{
		"[Sat 2026-11-21 09:51 UTC] Count the desks.":       "Count the desks.",
		"[Mon 2026-04-27 03:46:10 GMT+8]\nCount the desks.": "Count the desks.",
		"[Previous Feedback] The dates are right.":          "[Previous Feedback] The dates are right.",
		"[Sat 2026-11-21 09:51] no zone":                    "[Sat 2026-11-21 09:51] no zone",
		"said [Sat 2026-11-21 09:51 UTC]":                   "said [Sat 2026-11-21 09:51 UTC]",
		"":                                                  "",
	} {
		must.Equal(t, want, CutClock(prompt), "CutClock(%q)", prompt)
	}
}
