package harbor

import (
	"fmt"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// contradicted is our word for a reward that the verifier's own output denies.
const contradicted = "RewardContradicted"

// holdOutput takes a full reward away from a trial whose tests or whose verifier's
// output say that it failed. Of the known records no trial with a full reward has such
// an output; a part of a reward goes with parts that failed.
func (t *trial) holdOutput(out *results.Trial, tests []results.Check) {
	if out.Score == nil || *out.Score < 1 {
		return
	}
	failed, first := 0, ""
	for _, c := range tests {
		if c.Passed != nil && !*c.Passed {
			if failed++; failed == 1 {
				first = c.ID
			}
		}
	}
	text, words := "", ingest.Complaint(out.Details.Verdict)
	switch {
	case failed > 0:
		text = fmt.Sprintf("the reward is %v, but %d of the verifier's tests failed, the first %s", *out.Score, failed, first)
	case words != "":
		text = fmt.Sprintf("the reward is %v, but the verifier's output says %q", *out.Score, words)
	default:
		return
	}
	t.warn(ingest.Warn(path.Join(t.dir, "verifier"), 0, "%s: the trial has no score", text))
	out.Score, out.Status = nil, results.JudgeError
	out.Details.ErrorType, out.Details.ErrorText = contradicted, "T"+text[1:]+"."
}
