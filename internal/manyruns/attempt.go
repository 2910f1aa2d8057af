package manyruns

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// attempt is what one agent did in one round.
type attempt struct {
	a               Arena
	agent, s, r     int
	kind            kind
	passed, timeout bool
	selected        []string // multi_choice; nil after a timeout
	stdout, stderr  string   // exec_check
	calls           int      // times that the script was run
	preferred       *bool

	started, finished time.Time
	failedPrevious    bool
	previousChoice    bool
}

func (a Arena) attempt(agent, s, r int) attempt {
	t := a.judged(agent, s, r)
	t.started = epoch.Add(time.Duration(agent)*10*time.Minute + time.Duration(a.Again)*time.Hour + time.Duration(s*a.rounds()+r)*time.Second)
	t.finished = t.started.Add(time.Duration(400+500*uniform(ofLoop, agent, s, r)) * time.Millisecond)
	if r > 0 {
		p := a.judged(agent, s, r-1)
		t.failedPrevious, t.previousChoice = !p.passed, p.kind.multiChoice()
	}
	return t
}

// judged draws the verdict and what the agent or the checker said with it.
func (a Arena) judged(agent, s, r int) attempt {
	t := attempt{a: a, agent: agent, s: s, r: r, kind: a.kindOf(s, r), calls: 1}
	t.timeout = uniform(ofTimeout, agent, s, r, a.Again) < 0.01
	t.passed = !t.timeout && t.kind <= exam && a.succeeds(agent, s, r)
	fault := uniform(ofFault, agent, s, r, a.Again)
	if t.kind.multiChoice() {
		t.choose(fault)
	} else {
		t.check(fault)
		if !t.passed && uniform(ofLoop, agent, s, r, a.Again) < 0.01 {
			t.calls = 6
		}
	}
	if reminded(r) {
		t.preferred = new(uniform(ofPreference, agent, s, r, a.Again) < 0.7)
	}
	return t
}

func (t *attempt) choose(fault float64) {
	switch {
	case t.timeout:
	case t.passed:
		t.selected = gold
	case fault < 0.6:
		t.selected = slices.DeleteFunc(slices.Clone(gold), func(l string) bool { return l == claim })
	case fault < 0.8:
		t.selected = append(slices.Clone(gold), "E")
		slices.Sort(t.selected)
	default:
		t.selected = []string{"A", "C"}
	}
}

func (t *attempt) check(fault float64) {
	switch {
	case t.timeout:
		t.stderr = "Timeout after 30 s"
	case t.passed:
		t.stdout = "OK: all checks passed"
	case t.kind == broken:
		t.stderr = "  File \"<string>\", line 1\n    " + brokenLine + "\n       ^^^\nSyntaxError: invalid syntax. Perhaps you forgot a comma?"
	case t.kind == unnamed:
		t.stdout = "FAILED: missing field 'ledger_total'"
	case t.kind == exam && fault < 0.7:
		t.stdout = "FAILED: P1: the file name does not begin with the date"
	case fault < 0.4:
		t.stdout = "FAILED: missing field 'totals'"
	case fault < 0.6:
		t.stdout = "FAILED: report.json not found"
	default:
		t.stdout = fmt.Sprintf("FAILED: total expected 42, got %d", int(100*fault))
	}
}

func (t *attempt) exitCode() int {
	if t.passed {
		return 0
	}
	if t.timeout {
		return -1
	}
	return 1
}

// answer is the agent's last message.
func (t *attempt) answer() string {
	switch {
	case t.timeout:
		return ""
	case t.kind.multiChoice():
		return `\bbox{` + strings.Join(t.selected, ",") + "}"
	}
	return "The report is written."
}

// question is the text that was sent: feedback on the round before as the
// public harness gives it, which asks the class of the round that begins, then
// the note of an update, then the question.
func (t *attempt) question() string {
	text := t.a.prompt(t.s, t.r)
	multi := t.kind.multiChoice()
	if multi {
		text += "\nA. Statement A\nB. Statement B\n\n" + `Answer with \bbox{X,Y,...} format directly.`
		if updated(t.r) {
			text = "The workspace and messages in other channels are updated.\n" + text
		}
	}
	said := ""
	switch {
	case t.r == 0:
	case !t.failedPrevious, multi && !t.previousChoice:
		said = correct(t.s, t.r-1)
	case !multi && !t.previousChoice:
		said = incorrect(t.s, t.r-1)
	case multi:
		said = "You missed option " + claim + "."
	}
	if said == "" {
		return text
	}
	return "[Previous Feedback] " + said + "\n\n" + text
}
