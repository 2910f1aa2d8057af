package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// SignNoLook is the id of the rule for a round that the agent answered without opening any file or
// chat that had just changed.
const SignNoLook = "no-look"

// Kinds of evidence for a missed change.
const (
	ProofChanged = "changed" // file or chat that an update changed
	ProofOpened  = "opened"  // call that opened a file
	ProofRan     = "ran"     // shell command
	ProofCalled  = "called"  // other call
	ProofNoCall  = "no_call" // the round has no calls except those that write files or plan
)

// insteadMost is the maximum number of other calls listed as evidence.
const insteadMost = 8

// note records a call of the round as something that the agent did instead of reading the change.
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

// conclude adds the evidence for a missed change after the last call of a round, if the agent
// answered without having noticed any of the round's changes.
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

// lateAfter is the maximum delay in milliseconds between the start of a round and the start of its
// trace. In the public run, complete traces begin within 49 s. Traces of rounds that were sent
// again begin after 80 s or more.
const lateAfter = 60_000

// Late reports whether a trace begins so long after the start of its round that an earlier attempt
// may be missing. It returns false if a time is unknown.
func Late(started *int64, steps []*results.Step) bool {
	return started != nil && len(steps) > 0 && steps[0].Timestamp != nil && *steps[0].Timestamp-*started > lateAfter
}
