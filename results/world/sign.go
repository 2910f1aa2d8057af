package world

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Rules that find a case in the trace of a round.
const (
	SignNoLook  = "no-look"        // answered without a look at any object that had just changed
	SignOlder   = "older-version"  // opened the older version of a file that the question names
	SignClaimed = "claimed-review" // says that it has reviewed what no call opened
	SignStale   = "stale-value"    // wrote the value that an update has replaced
	SignHidden  = "hidden-by-tool" // a listing of chats left a changed one out
)

// Kinds of evidence for a sign.
const (
	ProofChanged = "changed"   // an object that an update changed
	ProofOpened  = "opened"    // a call that reads
	ProofRan     = "ran"       // a command
	ProofCalled  = "called"    // another call
	ProofClaimed = "claimed"   // a sentence
	ProofWritten = "written"   // a passage that was written into a file
	ProofHolds   = "holds_now" // what holds since the update, in our words
	ProofListed  = "listed"    // a listing of chats
	ProofNoCall  = "no_call"   // no call of the round but ones that write or plan
)

// sign is a case found while going through the rounds. It is dropped in the end if a trace
// quotes earlier calls that opened its objects.
type sign struct {
	rule    string
	round   int
	changes []int
	proof   []results.CaseProof // beside the changes
}

// claims finds a sentence of the main agent that claims to have reviewed an object which no
// call had opened: in a message (call 0), or in what a call writes.
func (w *watch) claims(round int, step *results.Step, call int, text string, open []int) {
	if text == "" || step.Source != results.SourceAgent || step.Depth > 0 {
		return
	}
	for _, i := range open {
		if w.levels[i].Noticed() || w.scene.existed[i] && w.opened[i] || w.claimed[i] == round+1 || !w.wholeUpTo(i, round) {
			continue
		}
		find := w.scene.changes[i].Object.spoken(w.scene.alike[i])
		if find == nil || find(text) < 0 {
			continue
		}
		if sentence, ok := ReviewClaim(text, call > 0, find); ok {
			w.claimed[i] = round + 1
			w.signs = append(w.signs, sign{SignClaimed, round, []int{i},
				[]results.CaseProof{{What: ProofClaimed, Step: step.StepID, Call: call, Quote: short(sentence)}}})
		}
	}
}

// wholeUpTo reports whether all rounds in which an object could have been opened have
// a whole trace.
func (w *watch) wholeUpTo(change, round int) bool {
	from := w.scene.changes[change].Round
	if w.scene.existed[change] {
		from = 0
	}
	for r := from; r <= round; r++ {
		if !w.whole[r] {
			return false
		}
	}
	return true
}

// spoken finds the object's name in prose; nil if the name is too common a word.
func (id ObjectID) spoken(alike bool) func(string) int {
	n := naming{name: id.Name()}
	if alike && id.Kind == File {
		n.name = id.Path
	}
	if id.Kind == Chat && len(n.name) < leastStem {
		return nil
	}
	return n.in
}

// conclude finds the signs of a round after its last call.
func (w *watch) conclude(t *Turn, open []int) {
	if len(w.trail.hidden) > 0 {
		if left := slices.DeleteFunc(w.trail.hidden, func(i int) bool { return w.levels[i].Noticed() }); len(left) > 0 {
			w.signs = append(w.signs, sign{SignHidden, t.Round, left, []results.CaseProof{*w.trail.listing}})
		}
	}
	if !t.Answered || !w.whole[t.Round] {
		return
	}
	var changed []int
	for _, i := range open {
		if w.scene.changes[i].Round == t.Round {
			changed = append(changed, i)
		}
	}
	noticed := func(i int) bool { return w.levels[i].Noticed() }
	if len(changed) > 0 && !slices.ContainsFunc(changed, noticed) {
		if w.trail.instead == nil {
			w.trail.instead = []results.CaseProof{{What: ProofNoCall}}
		}
		w.signs = append(w.signs, sign{SignNoLook, t.Round, changed, w.trail.instead})
	}
	for _, i := range changed {
		if p, ok := w.trail.older[i]; ok && !noticed(i) && w.scene.names[i].in(prompted(t.Steps)) >= 0 {
			w.signs = append(w.signs, sign{SignOlder, t.Round, []int{i}, []results.CaseProof{p}})
		}
	}
}

// addSigns adds the signs of the watched run that hold, in the order of the rounds.
func (w *watch) addSigns(to *results.Looked, scenario string) {
	s := w.scene
	for _, x := range w.signs {
		told := func(i int) bool { return w.retold[i] }
		if x.rule != SignHidden && slices.ContainsFunc(x.changes, told) {
			continue
		}
		n := results.LookSign{Rule: x.rule, Scenario: scenario, Round: s.rounds[x.round].Slug}
		for _, i := range x.changes {
			n.Proof = append(n.Proof, results.CaseProof{What: ProofChanged, Object: s.changes[i].Object.Name(), Change: i + 1})
		}
		n.Proof = append(n.Proof, x.proof...)
		to.Signs = append(to.Signs, n)
	}
}

// prompted is what the agent was sent before it did anything.
func prompted(steps []*results.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Source == results.SourceAgent {
			break
		}
		b.WriteString(s.Message + "\n")
	}
	return b.String()
}

// lateAfter is how long after its round a trace may begin, in ms. In the public run whole
// traces begin within 49 s, those of rounds that were sent again after 80 s or more.
const lateAfter = 60_000

// Late reports whether a trace begins so late after its round that an earlier attempt may
// be missing; false where a time is not known.
func Late(started *int64, steps []*results.Step) bool {
	return started != nil && len(steps) > 0 && steps[0].Timestamp != nil && *steps[0].Timestamp-*started > lateAfter
}
