package results

// Looked states which environment changes a run's agent read; see package results/world.
type Looked struct {
	Looks []Look
	Signs []LookSign // missed changes from which cases are generated
}

// LookSign is a round in which the agent missed a change made before it, according to a rule.
type LookSign struct {
	Rule     string // id of the rule
	Scenario string // slug of the scenario
	Round    string // slug of the task
	Proof    []CaseProof
}

// Look states how much of a change the agent read before the same file or chat changed again.
type Look struct {
	Scenario string // slug of the scenario
	Round    string // slug of the task before which the file or chat changed
	Kind     string // "file" or "chat"
	Path     string // path of the file or chat, see WorldObject.Path
	Level    string // "content", "opened", "script", "refused", "listed", "never", or "untraced" if no round has a trace
	// At and Step locate the first call that reached Level; both are empty for "never" and
	// "untraced".
	At     string // slug of the task
	Step   int    // number of the step in its trace, from 1
	Rounds int    // number of rounds from the update's round to the round of that call; 0 for the same round
}

// WorldScene identifies the stored data of a scenario from which its Looks are computed.
type WorldScene struct {
	Scenario string // slug of the scenario
	Key      string // digest of the tasks and rules from which the data was computed; empty if there is none
	Digest   string // hex SHA-256 of the data
}
