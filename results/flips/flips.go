// Package flips says in a sentence why one of two systems passed a task and the other
// did not, as far as both records show it: what one saw and the other never opened, what
// both saw and one took otherwise, what one wrote, checked or did and the other did not.
// Calls are the same when their tool and their object are. The functions are pure.
package flips

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/why"
)

// Rule is the kind of a reason.
type Rule string

// The rules, in the order in which tables show them.
const (
	NeverOpened Rule = "never_opened"
	OlderValue  Rule = "older_value"
	OtherChoice Rule = "other_choice"
	NeverWrote  Rule = "never_wrote"
	Lacks       Rule = "lacks"
	OtherValue  Rule = "other_value"
	NotChecked  Rule = "not_checked"
	NotDone     Rule = "not_done"
	DidMore     Rule = "did_more"
	OtherCall   Rule = "other_call"
	Stuck       Rule = "stuck"
	Ended       Rule = "ended"
	OtherAnswer Rule = "other_answer"
	Untold      Rule = "untold"
)

// Rules lists them.
func Rules() []Rule {
	return []Rule{NeverOpened, OlderValue, OtherChoice, NeverWrote, Lacks, OtherValue, NotChecked, NotDone, DidMore, OtherCall, Stuck, Ended,
		OtherAnswer, Untold}
}

// Words say what the system that did not pass did, as "11 never opened ...".
func (r Rule) Words() string {
	switch r {
	case NeverOpened:
		return "never opened what the other had read"
	case OlderValue:
		return "kept an older value that was replaced, or did not look again"
	case OtherChoice:
		return "saw the same passage and chose otherwise"
	case NeverWrote:
		return "never wrote the file"
	case Lacks:
		return "left a part of the file out"
	case OtherValue:
		return "wrote another value"
	case NotChecked:
		return "did not check after the last write"
	case NotDone:
		return "left a call out"
	case DidMore:
		return "made a call too many"
	case OtherCall:
		return "made the call with other arguments"
	case Stuck:
		return "did not get past a failed call"
	case Ended:
		return "ended without a result"
	case OtherAnswer:
		return "did the same work and answered otherwise"
	case Untold:
		return "not told by the records"
	}
	return string(r)
}

// Reason is why one side passed and the other did not.
type Reason struct {
	Rule   Rule   `json:"rule"`             // see Rules
	Text   string `json:"text"`             // the sentence, which calls the sides A and B
	Likely bool   `json:"likely,omitempty"` // the rule may be wrong here
	Object string `json:"object,omitempty"` // file, option, value or tool that it is about
	A      *Place `json:"a"`                // where it shows in A's trace; null if nowhere
	B      *Place `json:"b"`                // where it shows in B's trace; null if nowhere
}

// Place is a step of a trace.
type Place struct {
	Task string `json:"task"`           // slug; an earlier one of the session may show it
	Step int    `json:"step"`           // number of the step
	Call int    `json:"call,omitempty"` // of the step's calls, from 1; 0 for a message
}

// Session goes through the trials of an agent in the order in which they ran: what it
// read in one of them counts for the next ones.
type Session struct {
	reader why.Reader
	trail  *files.Trail
	tasks  []string
	acts   []act
}

// Side is a trial of a pair with what its agent had done until then.
type Side struct {
	task   *results.Task
	trial  *results.StoredTrial
	steps  []*results.Step
	tasks  []string // slugs of the session's trials
	acts   []act
	first  int          // of the acts of the trial itself
	why    *results.Why // what stands against it, or would if it had chosen as the other did
	letter string
}

// Turn goes on with the next trial. failed is the one of the pair that did not pass, this
// one or the other; nil where the trial is of no pair, which gives no side.
func (s *Session) Turn(t why.Turn, failed *results.StoredTrial) *Side {
	if s.trail == nil {
		s.trail = files.NewTrail()
	}
	side := &Side{task: t.Task, trial: t.Trial, steps: t.Steps, first: len(s.acts)}
	c := *t.Trial
	if failed != nil {
		c.Status = results.Failed
		if c.Kind == results.KindMultiChoice {
			c.Selected = failed.Selected
		}
	} else {
		c.Status = results.Passed // of which nothing is asked
	}
	t.Trial = &c
	side.why = s.reader.Turn(t)
	s.tasks = append(s.tasks, c.Task)
	s.add(&t)
	if failed == nil {
		return nil
	}
	side.tasks, side.acts = s.tasks, s.acts
	return side
}

// Of says why exactly one of the two passed. It is nil if both or neither did.
func Of(a, b *Side) *Reason {
	pa, pb := a.trial.Status == results.Passed, b.trial.Status == results.Passed
	if pa == pb {
		return nil
	}
	p := pair{p: *a, f: *b}
	p.p.letter, p.f.letter = "A", "B"
	if pb {
		p = pair{p: *b, f: *a}
		p.p.letter, p.f.letter = "B", "A"
	}
	r := p.reason()
	if pb {
		r.A, r.B = r.B, r.A
	}
	return &r
}

// pair is the side that passed and the one that did not.
type pair struct{ p, f Side }

// reason is the first that a rule bears. A of it is the side that passed.
func (x *pair) reason() Reason {
	for _, s := range []*Side{&x.p, &x.f} {
		if len(s.steps) == 0 {
			if r := x.ended(); r != nil {
				return *r
			}
			whose := "The records of " + s.letter + " hold no trace"
			if len(x.p.steps) == len(x.f.steps) {
				whose = "The records of neither hold a trace"
			}
			return Reason{Rule: Untold, Text: whose + " of this trial."}
		}
	}
	rules := []func() *Reason{x.ended, x.asked, x.fields, x.lacking, x.unwritten, x.looked, x.called, x.unchecked, x.values,
		x.stuck, x.answered}
	if x.f.trial.Kind == results.KindMultiChoice {
		rules = []func() *Reason{x.ended, x.chosen}
	}
	for _, rule := range rules {
		if r := rule(); r != nil {
			r.Text = x.told(r)
			return *r
		}
	}
	return Reason{Rule: Untold, Text: "The records do not say what made the difference." + x.complaint()}
}

// told adds to a sentence what the checker says, where the rule did not begin there.
func (x *pair) told(r *Reason) string {
	if r.Likely && r.Rule != Ended {
		return r.Text + x.complaint()
	}
	return r.Text
}

// complaint is what stood against the side that did not pass, as a sentence.
func (x *pair) complaint() string {
	w := x.f.why
	if w == nil || len(w.Complaints) == 0 || w.Complaints[0].Option != "" { // the picks say it
		return ""
	}
	if text := strings.TrimLeft(w.Complaints[0].Text, "-* "); len(strings.Fields(text)) > 3 {
		return " The check of " + x.f.letter + " says: " + quoted(text)
	}
	return ""
}
