package results

// MinedCase is a case study that a rule generated from the records.
type MinedCase struct {
	Slug      string    `json:"slug"`      // name of the case in URLs
	Benchmark string    `json:"benchmark"` // id of the benchmark
	Rule      string    `json:"rule"`      // id of the rule
	Scenario  string    `json:"scenario"`  // slug of the scenario
	Task      string    `json:"task"`      // slug of the task
	Title     string    `json:"title"`
	Finding   string    `json:"finding"` // summary in one sentence, with the numbers
	Systems   int       `json:"systems"` // number of systems that show the case
	Of        int       `json:"of"`      // number of systems that could have shown the case
	Trials    []CaseRef `json:"trials"`  // trials that support the case, in the order of the leaderboard
	Weight    float64   `json:"weight"`  // sort key of the case, larger first
}

// CaseRef is one trial that supports a case.
type CaseRef struct {
	Run      string `json:"run"`            // slug of the run
	Scenario string `json:"scenario"`       // slug of the scenario
	Task     string `json:"task"`           // slug of the task
	Attempt  int    `json:"attempt"`        // number of the attempt, from 1
	What     string `json:"what,omitempty"` // finding about the trial, in a few words

	Proof []CaseProof `json:"proof,omitempty"` // evidence for the case, if the rule provides it
}

// CaseProof is evidence for a case: a passage of a trace, or a file or chat in the environment.
type CaseProof struct {
	What   string `json:"what"`             // kind of evidence: "changed", "opened", "ran", "called" or "no_call"
	Object string `json:"object,omitempty"` // name of the file or chat
	Change int    `json:"change,omitempty"` // number of the change in the scenario's environment, from 1; 0 if the evidence does not concern a change
	Step   int    `json:"step,omitempty"`   // number of the step in the trial's trace, from 1; 0 if the evidence is not in the trace
	Call   int    `json:"call,omitempty"`   // number of the call in the step, from 1; 0 for the step's message
	Quote  string `json:"quote,omitempty"`  // quotation from the record, at most 200 characters
}

// Label is a maintainer's comment on a trial.
type Label struct {
	Run      string `json:"run"`      // slug of the run
	Scenario string `json:"scenario"` // slug of the scenario
	Task     string `json:"task"`     // slug of the task
	Attempt  int    `json:"attempt"`  // number of the attempt, from 1
	Label    string `json:"label"`    // label in one or a few words
	Step     int    `json:"step"`     // number of the step; 0 if the label applies to the whole trial
	Note     string `json:"note"`     // explanation in one or more sentences
}
