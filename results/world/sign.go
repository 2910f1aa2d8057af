package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// SignNoLook is the rule of a round that was answered without a look at any object that had
// just changed.
const SignNoLook = "no-look"

// Kinds of evidence for a sign.
const (
	ProofChanged = "changed" // an object that an update changed
	ProofOpened  = "opened"  // a call that reads
	ProofRan     = "ran"     // a command
	ProofCalled  = "called"  // another call
	ProofNoCall  = "no_call" // no call of the round but ones that write or plan
)

// insteadMost is how many calls a sign lists that were made instead of a look.
const insteadMost = 8

// note keeps one of the first calls of a round as what was done instead of a look.
func (w *watch) note(c *seen) {
	if len(w.instead) == insteadMost {
		return
	}
	proof := results.CaseProof{What: ProofCalled, Step: c.step, Call: c.call, Quote: short(c.tool)}
	switch c.args.Kind {
	case calls.Look:
		proof.What, proof.Quote = ProofOpened, short(c.args.Path)
	case calls.Shell:
		proof.What, proof.Quote = ProofRan, short(c.args.Command)
	}
	w.instead = append(w.instead, proof)
}

// conclude adds the sign of a round after its last call.
func (w *watch) conclude(t *Turn, open []int) {
	if !t.Answered || len(t.Steps) == 0 || t.Late {
		return
	}
	s := results.LookSign{Rule: SignNoLook, Round: w.scene.rounds[t.Round].Slug}
	for _, i := range open {
		if c := &w.scene.changes[i]; c.Round == t.Round {
			if w.levels[i].Noticed() {
				return
			}
			s.Proof = append(s.Proof, results.CaseProof{What: ProofChanged, Object: c.Object.Name(), Change: i + 1})
		}
	}
	if len(s.Proof) == 0 {
		return
	}
	if w.instead == nil {
		w.instead = []results.CaseProof{{What: ProofNoCall}}
	}
	s.Proof = append(s.Proof, w.instead...)
	w.signs = append(w.signs, s)
}

// lateAfter is how long after its round a trace may begin, in ms. In the public run whole
// traces begin within 49 s, those of rounds that were sent again after 80 s or more.
const lateAfter = 60_000

// Late reports whether a trace begins so late after its round that an earlier attempt may
// be missing; false where a time is not known.
func Late(started *int64, steps []*results.Step) bool {
	return started != nil && len(steps) > 0 && steps[0].Timestamp != nil && *steps[0].Timestamp-*started > lateAfter
}
