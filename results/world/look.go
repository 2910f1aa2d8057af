package world

import "github.com/clawatlas/clawatlas/results"

// LookRules is the version of the rules by which looks are found. Stored looks of
// another version are computed again.
const LookRules = 5

// Level says how far an agent got with a changed object.
type Level string

// The levels. An agent has noticed a change if it reached one of the first three.
const (
	ByContent Level = "content" // a tool showed lines that only the new state has
	Opened    Level = "opened"  // a call opened it and got something
	ByScript  Level = "script"  // a script that the agent wrote opened it and ran
	Refused   Level = "refused" // a call asked for it and failed
	Listed    Level = "listed"  // only its name was shown
	Never     Level = "never"
	// Untraced is no level: no round of the window has a trace.
	Untraced Level = "untraced"
)

// Levels lists the levels from the surest look to none.
func Levels() []Level { return []Level{ByContent, Opened, ByScript, Refused, Listed, Never} }

// Noticed reports whether the level is a look at the object.
func (l Level) Noticed() bool { return l == ByContent || l == Opened || l == ByScript }

// rank orders the levels, the surest highest.
func (l Level) rank() int {
	for i, x := range Levels() {
		if x == l {
			return len(Levels()) - i
		}
	}
	return 0
}

// Place is a tool call of a run.
type Place struct {
	Round  int    // index of the scenario's round
	Step   int    // number of the step in the round's trace
	Call   int    // of the step's calls, counted from 1
	CallID string // as the record has it
}

// Look is how far a run's agent got with one changed object within its window: from
// the update up to the round before the object changes again.
type Look struct {
	Change int // index into the changes
	Level  Level
	At     Place  // the first call that noticed it, or else that reached the level; meaningless for never and untraced
	Quote  string // the line that shows it, shortened: of the object, the command, the error or the listing
	// Rounds and Calls are the delay: rounds behind the update's, and tool calls from
	// the first one of the update's round, which is 1.
	Rounds, Calls int
	Anchors       int // lines of the new state by which it is recognised
	Shown         int // of them in the result of the call, for content
	// Missing is how many rounds of the window have no trace: in them it may have been
	// seen.
	Missing int
	// Hidden is the first listing of the window that showed fewer chats than there were
	// and not this one; nil if the chat was noticed or listed all the same.
	Hidden *Listing
}

// Listing is a call that lists chats.
type Listing struct {
	At    Place
	Shown int // chats that it returned
	Exist int // chats that were there
}

// LookedRound sums up the round of an update.
type LookedRound struct {
	Round   int // index
	Objects int // changed before it
	Same    int // of them noticed in the round itself
	Ever    int // of them noticed within their windows
	Traced  bool
	// Blind is set where the round was answered without a look at any object that
	// had changed before it.
	Blind bool
}

// Turn is one round as a run went through it.
type Turn struct {
	Round    int // index
	Steps    []*results.Step
	Answered bool
	// Late is set where the trace begins so long after the round did that an earlier
	// try at it may be missing.
	Late bool
}
