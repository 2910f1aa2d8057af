package results

// Looked is how far the agent of a run got with what updates changed in front of
// it. Package results/world finds it and says what its words mean.
type Looked struct {
	Looks  []Look
	Rounds []LookedRound
}

// Look is how far the agent got with one change of an object, as long as that
// state stood.
type Look struct {
	Scenario string `db:"scenario"` // slug
	Round    string `db:"round"`    // slug of the task before which the object changed
	Kind     string `db:"kind"`     // file or chat
	Path     string `db:"path"`     // of the object, as in WorldObject
	Level    string `db:"level"`    // content, opened, script, refused, listed, never, or untraced where no round has a trace
	// The first call that reached the level; nothing for never and untraced.
	At     string `db:"at_round"` // slug of the task
	Step   int    `db:"step"`     // of its trace, from 1
	Call   int    `db:"call"`     // of the step's calls, from 1
	CallID string `db:"call_id"`  // as the record has it
	Quote  string `db:"quote"`    // the line that shows it, cut at 200 characters; one of content without quotes, backslashes and runs of white space
	// The delay: rounds behind the update's, and tool calls from the first one of the
	// update's round, which is 1.
	Rounds  int `db:"delay_rounds"`
	Calls   int `db:"delay_calls"`
	Anchors int `db:"anchors"` // lines by which the new state is recognised
	Shown   int `db:"shown"`   // of them in the result of the call
	Missing int `db:"missing"` // rounds of the window that have no trace
	// Hidden is a listing of chats that left this one out; nil if there was none or
	// the chat was noticed or listed all the same.
	Hidden *LookListing `db:"-"`
}

// LookListing is a call that lists chats.
type LookListing struct {
	At    string `json:"round"` // slug of the task
	Step  int    `json:"step"`  // of its trace, from 1
	Call  int    `json:"call"`  // of the step's calls, from 1
	Shown int    `json:"shown"` // chats that it returned
	Exist int    `json:"exist"` // chats that were there
}

// LookedRound sums up the round of an update.
type LookedRound struct {
	Scenario string `db:"scenario"` // slug
	Round    string `db:"round"`    // slug of the task
	Objects  int    `db:"objects"`  // changed before it
	Same     int    `db:"same"`     // of them noticed in the round itself
	Ever     int    `db:"ever"`     // of them noticed as long as that state stood
	Traced   bool   `db:"traced"`   // the round has a trace
	// Blind is set where it was answered without a look at any changed object.
	Blind bool `db:"blind"`
}

// WorldScene is what is kept of the scene by which looks at a scenario's changes
// are found.
type WorldScene struct {
	Scenario string `db:"scenario"` // slug
	Key      string `db:"key"`      // of tasks and rules that it was made by; empty: there is none
	Digest   string `db:"digest"`   // sha256 of the scene
}
