package cases

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/clawatlas/clawatlas/results"
)

// evidence holds the data from one trial that the rules need.
type evidence struct {
	attempt  int
	status   results.Status
	zero     bool         // set if the score is 0
	opposite bool         // set if the feedback to the agent contradicted the verdict on the previous task
	loops    int          // number of repetitions of the most repeated failing call
	days     [2]dayChecks // counts of the checks on the first day and on later days, for a multi-day task
	late     []string     // ids of the passed checks of later days, if no check of the first day passed

	watched bool                // set if the agent's read access is known: the environment is known and the trial has a trace
	noLook  []results.CaseProof // evidence that the agent answered without reading what had changed; nil if there is none
}

// dayChecks counts passed checks and, in of, evaluated checks.
type dayChecks struct{ passed, of int }

// version must be increased when a change of the code alters the contents or the encoding of
// evidence.
const version = 7

// Key returns a digest of everything except the trials that evidence depends on. Stored evidence
// with a different key is out of date.
func Key(tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintln(h, version, results.Statuses())
	for i := range tasks {
		t := &tasks[i]
		part, err := json.Marshal([]any{t.Scenario, t.Slug, checkDays(t)})
		if err != nil {
			panic(err) // cannot happen: the values are strings and lists of strings
		}
		h.Write(part)
		io.WriteString(h, "\n")
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// evidenceOf extracts the evidence from a trial of the task.
func evidenceOf(task *results.Task, t *results.Trial) evidence {
	e := evidence{
		attempt: t.Attempt, status: t.Status, zero: t.Score != nil && *t.Score == 0,
		opposite: t.Details.Told != nil && t.Details.Told.Opposite,
		loops:    t.LoopCalls,
	}
	e.addDays(task, t)
	return e
}
