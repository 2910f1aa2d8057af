package harbor

import (
	"fmt"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// contradicted is our word for a reward that the verifier's own output denies.
const contradicted = "RewardContradicted"

// holdOutput takes a full reward away from a trial of whose tests one failed. Of the
// known records no trial with a full reward has such a test; a part of a reward goes
// with parts that failed. What else a verifier prints is not held against its reward:
// a genuine one prints failed cases beside a sum that is rounded to 1.00.
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
	if failed == 0 {
		return
	}
	text := fmt.Sprintf("the reward is %v, but %d of the verifier's tests failed, the first %s", *out.Score, failed, first)
	t.warn(ingest.Warn(path.Join(t.dir, "verifier"), 0, "%s: the trial has no score", text))
	out.Score, out.Status = nil, results.JudgeError
	out.Details.ErrorType, out.Details.ErrorText = contradicted, "T"+text[1:]+"."
}
