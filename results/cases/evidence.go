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

// evidence is what the rules look at of one trial.
type evidence struct {
	attempt  int
	status   results.Status
	scored   bool
	score    float64
	opposite bool   // told the opposite of the verdict on the task before
	loops    int    // of the most repeated failing call
	detail   string // the first line in which the checker says something
	redLines []redLineVerdict
	days     [2]dayChecks // of the first day and of the later ones, at a task of several
	late     []string     // checks of later days that passed, where none of the first did

	complaint string // first of a script's checker, unless it is about a value; may be empty

	watched bool                // what it looked at is known: the world is, and it has a trace
	noLook  []results.CaseProof // that it answered without a look at what had changed
}

// redLineVerdict is that of one red-line check that was evaluated.
type redLineVerdict struct {
	id     string
	passed bool
}

// dayChecks counts checks that were evaluated, and those of them that passed.
type dayChecks struct{ passed, of int }

// Version counts the changes of what evidence holds and how it is packed.
const version = 6

// Key is a digest of what evidence depends on beside the trials: evidence of
// another key is out of date.
func Key(tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintln(h, version, results.Statuses())
	for i := range tasks {
		t := &tasks[i]
		part, err := json.Marshal([]any{t.Scenario, t.Slug, t.Kind, t.Facts.Command, redLineIDs(t), checkDays(t)})
		if err != nil {
			panic(err) // texts
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

// evidenceOf reduces a trial at the task.
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

// detail is the first line in which the checker says something: banners and
// lines about what passed are skipped.
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

// passed matches a line about what passed, such as "P1: PASSED".
var passed = regexp.MustCompile(`^(?:[\w./-]+: )?(?:PASS(?:ED)?|OK)\b`)
