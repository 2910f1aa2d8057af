package results

// MinedCase is a case study that a rule found in the records.
type MinedCase struct {
	Slug      string    `json:"slug"`             // its name in addresses
	Benchmark string    `json:"benchmark"`        // id of the benchmark
	Rule      string    `json:"rule"`             // id of the rule
	Scenario  string    `json:"scenario"`         // empty where it spans several
	Task      string    `json:"task"`             // empty where it spans several
	Option    string    `json:"option,omitempty"` // label of the one option that it is about
	Title     string    `json:"title"`            // heading
	Finding   string    `json:"finding"`          // one sentence with its numbers
	Systems   int       `json:"systems"`          // number of systems that show it
	Of        int       `json:"of"`               // number of systems that could have shown it
	Trials    []CaseRef `json:"trials"`           // the evidence, in the order of the board
	Weight    float64   `json:"weight"`           // by which cases are ranked, larger first
}

// CaseRef is one trial that a case rests on.
type CaseRef struct {
	Run      string `json:"run"`            // slug of the run
	Scenario string `json:"scenario"`       // slug of the scenario
	Task     string `json:"task"`           // slug of the task
	Attempt  int    `json:"attempt"`        // counted from 1
	What     string `json:"what,omitempty"` // what it shows, in a few words

	Proof []CaseProof `json:"proof,omitempty"` // the places that prove it, where the rule names them
}

// CaseProof is evidence for a case: a passage of a trace, or a file or chat of the environment.
type CaseProof struct {
	What   string `json:"what"`             // changed, opened, ran, called or no_call
	Object string `json:"object,omitempty"` // name of the object that it is about
	Change int    `json:"change,omitempty"` // number of that object's change in the scenario's world, from 1; absent: it is about no change
	Step   int    `json:"step,omitempty"`   // of the trial's trace, from 1; absent: it is not in the trace
	Call   int    `json:"call,omitempty"`   // of the step's calls, from 1; absent: it is the step's message
	Quote  string `json:"quote,omitempty"`  // words of the record, cut at 200 characters
}

// Label is a maintainer's note on a trial.
type Label struct {
	Run      string `json:"run"`      // slug of the run
	Scenario string `json:"scenario"` // slug of the scenario
	Task     string `json:"task"`     // slug of the task
	Attempt  int    `json:"attempt"`  // counted from 1
	Label    string `json:"label"`    // one or a few words
	Step     int    `json:"step"`     // number of the step; 0 for the whole trial
	Note     string `json:"note"`     // in a sentence or more
}
