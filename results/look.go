package results

// Looked is how far the agent of a run got with what updates changed in front of
// it. Package results/world finds it and says what its words mean.
type Looked struct {
	Looks  []Look
	Rounds []LookedRound
	Signs  []LookSign // what cases are mined from
	Used   []UsedValue
	Values []WrittenValue
}

// WrittenValue is which states of a value that an update replaces a run wrote in a
// round which asks for the new one.
type WrittenValue struct {
	Value    string `json:"value"`    // its name, in our words
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug of the round
	Written  string `json:"written"`  // new, both, stale, or neither, which is not decidable
}

// UsedValue is the first call that wrote a value which only one change of an object
// brings: evidence that it was used. That there is none proves nothing.
type UsedValue struct {
	Scenario string   // slug
	Round    string   // slug of the task before which the object changed
	Kind     string   // file or chat
	Path     string   // of the object, as in WorldObject
	At       string   // slug of the task
	Step     int      // of its trace, from 1
	Call     int      // of the step's calls, from 1
	File     string   // base name of what was written; empty where only a command says it
	Values   []string // one that is hardly there by chance or two others; at most three
	Quote    string   // the line with the first of them, cut at 200 characters
}

// LookSign is a round in whose trace a rule found that a change was missed, or that
// a tool left it out.
type LookSign struct {
	Rule     string // id
	Scenario string // slug
	Round    string // slug of the task
	Proof    []CaseProof
}

// Look is how far the agent got with one change of an object, as long as that
// state stood.
type Look struct {
	Scenario string // slug
	Round    string // slug of the task before which the object changed
	Kind     string // file or chat
	Path     string // of the object, as in WorldObject
	Level    string // content, opened, script, refused, listed, never, or untraced where no round has a trace
	// The first call that noticed it, or else that reached the level; nothing for never
	// and untraced.
	At     string // slug of the task
	Step   int    // of its trace, from 1
	Call   int    // of the step's calls, from 1
	CallID string // as the record has it
	Quote  string // the line that shows it, cut at 200 characters; one of content without quotes, backslashes and runs of white space
	// The delay: rounds behind the update's, and tool calls from the first one of the
	// update's round, which is 1.
	Rounds  int
	Calls   int
	Anchors int // lines by which the new state is recognised
	Shown   int // of them in the result of the call
	Missing int // rounds of the window that have no trace
	// Hidden is a listing of chats that left this one out; nil if there was none or
	// the chat was noticed or listed all the same.
	Hidden *LookListing
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
	Scenario string // slug
	Round    string // slug of the task
	Objects  int    // changed before it
	Same     int    // of them noticed in the round itself
	Ever     int    // of them noticed as long as that state stood
	Traced   bool   // the round has a trace
	// Blind is set where it was answered without a look at any changed object.
	Blind bool
}

// RunLookedRound is such a round of one run.
type RunLookedRound struct {
	Run int64 // key of the run in the store
	LookedRound
}

// WorldScene is what is kept of the scene by which looks at a scenario's changes
// are found.
type WorldScene struct {
	Scenario string // slug
	Key      string // of tasks and rules that it was made by; empty: there is none
	Digest   string // sha256 of the scene
}
