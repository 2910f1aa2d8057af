package cases

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/why"
)

// evidence holds the data from one trial that the rules need.
type evidence struct {
	attempt  int
	status   results.Status
	scored   bool
	score    float64
	opposite bool   // set if the feedback to the agent contradicted the verdict on the previous task
	loops    int    // number of repetitions of the most repeated failing call
	detail   string // first line of the checker's output that is not a banner or a passed check
	redLines []redLineVerdict
	days     [2]dayChecks // counts of the checks on the first day and on later days, for a multi-day task
	late     []string     // ids of the passed checks of later days, if no check of the first day passed

	complaint string // first error message of a checker script, unless it is about a value; may be empty

	watched bool                // set if the agent's read access is known: the environment is known and the trial has a trace
	noLook  []results.CaseProof // evidence that the agent answered without reading what had changed; nil if there is none
}

type redLineVerdict struct {
	id     string
	passed bool
}

// dayChecks counts passed checks and, in of, evaluated checks.
type dayChecks struct{ passed, of int }

// version must be increased when a change of the code alters the contents or the encoding of
// evidence.
const version = 6

// Key returns a digest of everything except the trials that evidence depends on. Stored evidence
// with a different key is out of date.
func Key(tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintln(h, version, results.Statuses())
	for i := range tasks {
		t := &tasks[i]
		part, err := json.Marshal([]any{t.Scenario, t.Slug, t.Kind, t.Facts.Command, redLineIDs(t), checkDays(t)})
		if err != nil {
			panic(err) // cannot happen: the values are strings and lists of strings
		}
		h.Write(part)
		io.WriteString(h, "\n")
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func redLineIDs(t *results.Task) []string {
	var ids []string
	for _, c := range t.Checks {
		if c.RedLine {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// evidenceOf extracts the evidence from a trial of the task.
func evidenceOf(task *results.Task, t *results.Trial) evidence {
	e := evidence{
		attempt: t.Attempt, status: t.Status, scored: t.Score != nil,
		opposite: t.Details.Told != nil && t.Details.Told.Opposite,
		loops:    t.LoopCalls, detail: detail(t),
	}
	if t.Score != nil {
		e.score = *t.Score
	}
	ids := redLineIDs(task)
	for _, c := range t.Checks {
		if c.Passed != nil && slices.Contains(ids, c.ID) {
			e.redLines = append(e.redLines, redLineVerdict{c.ID, *c.Passed})
		}
	}
	e.addDays(task, t)
	if task.Kind == results.KindExecCheck {
		if list := why.FailedChecks(t); len(list) > 0 && list[0].Got == "" {
			e.complaint = list[0].Text
		}
	}
	return e
}

// detail returns the first informative line of the checker's output. It skips banners and lines
// about passed checks.
func detail(t *results.Trial) string {
	for _, c := range t.Checks {
		if c.Passed != nil && *c.Passed {
			continue
		}
		for line := range strings.Lines(c.Detail) {
			line = strings.TrimSpace(line)
			if strings.Trim(line, "=-*# ") != "" && !passed.MatchString(line) {
				return line
			}
		}
	}
	return string(t.Status)
}

// passed matches a line about a passed check, such as "P1: PASSED".
var passed = regexp.MustCompile(`^(?:[\w./-]+: )?(?:PASS(?:ED)?|OK)\b`)
