package results

// Looked says which changes of the environment a run's agent noticed; see package results/world.
type Looked struct {
	Looks []Look
	Signs []LookSign // what cases are mined from
}

// LookSign is a round in which a rule found a missed change.
type LookSign struct {
	Rule     string // id
	Scenario string // slug
	Round    string // slug of the task
	Proof    []CaseProof
}

// Look is how far the agent got with one change before the next change of that file or chat.
type Look struct {
	Scenario string // slug
	Round    string // slug of the task before which the object changed
	Kind     string // file or chat
	Path     string // of the object, as in WorldObject
	Level    string // content, opened, script, refused, listed, never, or untraced where no round has a trace
	// The first call that noticed it, or that reached the level; empty for never and untraced.
	At     string // slug of the task
	Step   int    // of its trace, from 1
	Rounds int    // rounds after the update's
}

// WorldScene is what is kept of the scene by which looks at a scenario's changes are
// found.
type WorldScene struct {
	Scenario string // slug
	Key      string // of tasks and rules that it was made by; empty: there is none
	Digest   string // sha256 of the scene
}
