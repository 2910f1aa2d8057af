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
	"github.com/clawatlas/clawatlas/results/item"
)

// evidence is what the rules look at of one trial.
type evidence struct {
	attempt  int
	status   results.Status
	scored   bool
	score    float64
	selected []string // nil: nothing was extracted
	gold     []string // nil: not recorded
	kept     bool     // a preference that it was reminded of
	contrary bool     // told the opposite of the verdict on the task before
	loops    int      // of the most repeated failing call
	detail   string   // the first line in which the checker says something
	redLines []redLineVerdict
	days     [2]dayChecks // of the first day and of the later ones, at a task of several
	late     []string     // checks of later days that passed, where none of the first did

	complains  bool       // the checker of a script does
	complaint  string     // its first complaint
	cause      item.Cause // of that
	formal     bool       // all of them are about names of files or keys, or form
	preference bool       // one is about a preference

	watched bool   // what it looked at is known: the world is, and it has a trace
	signs   []sign // of what its trace shows beside a change
}

// sign is what a rule of package world found in the trace.
type sign struct {
	rule  string // id
	proof []results.CaseProof
}

// redLineVerdict is that of one red-line check that was evaluated.
type redLineVerdict struct {
	id     string
	passed bool
}

// dayChecks counts checks that were evaluated, and those of them that passed.
type dayChecks struct{ passed, of int }

// Version counts the changes of what evidence holds and how it is packed.
const version = 3

// Key is a digest of what evidence depends on beside the trials: evidence of
// another key is out of date.
func Key(tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintln(h, version, results.Statuses(), item.Causes())
	for i := range tasks {
		t := &tasks[i]
		part, err := json.Marshal([]any{t.Scenario, t.Slug, t.Kind, t.Facts.Command, t.Facts.SilentPref, redLineIDs(t), checkDays(t)})
		if err != nil {
			panic(err) // texts and a bool
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
		attempt: t.Attempt, status: t.Status, scored: t.Score != nil, selected: t.Selected, gold: t.Gold,
		kept: t.PrefPassed != nil && *t.PrefPassed, contrary: t.Details.Told != nil && t.Details.Told.Contrary,
		loops: t.LoopCalls, detail: detail(t),
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
		if list := findings(task, t); len(list) > 0 {
			e.complains, e.complaint, e.cause = true, list[0].Text, list[0].Cause
			e.formal = !slices.ContainsFunc(list, func(f item.Finding) bool {
				return f.Cause != item.MissingFile && f.Cause != item.MissingKey && f.Cause != item.Format
			})
		}
	}
	e.preference = task.Facts.SilentPref && complainsOfPreference(t)
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
			if strings.Trim(line, "=-*# ") != "" && !strings.HasPrefix(line, "PASS") && !strings.HasPrefix(line, "OK") {
				return line
			}
		}
	}
	return string(t.Status)
}

// findings are the checker's complaints about a trial.
func findings(task *results.Task, t *results.Trial) []item.Finding {
	var all []item.Finding
	for _, c := range t.Checks {
		if c.Detail == "" || c.Passed != nil && *c.Passed {
			continue
		}
		no := false
		all = append(all, item.Findings(&results.CheckerVerdict{Passed: &no, Stdout: c.Detail}, task.Facts.Command)...)
	}
	return all
}

// preferenceWord is how checkers name a preference: by the word or as P1, P2.
var preferenceWord = regexp.MustCompile(`(?i)preference|\bP[0-9]\b`)

// complainsOfPreference tells an exam whose preference check spoke from one
// that ended before it.
func complainsOfPreference(t *results.Trial) bool {
	for _, c := range t.Checks {
		if c.Passed != nil && *c.Passed {
			continue
		}
		for line := range strings.Lines(c.Detail) {
			if preferenceWord.MatchString(line) && !strings.Contains(line, "PASS") {
				return true
			}
		}
	}
	return false
}
