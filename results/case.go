package results

// MinedCase is a case study that a rule found in the records.
type MinedCase struct {
	Slug      string    `json:"slug"`
	Benchmark string    `json:"benchmark"`
	Rule      string    `json:"rule"`     // id of its rule
	Scenario  string    `json:"scenario"` // empty where it spans several
	Task      string    `json:"task"`     // empty where it spans several
	Option    string    `json:"option,omitempty"`
	Title     string    `json:"title"`
	Finding   string    `json:"finding"` // one sentence with its numbers
	Systems   int       `json:"systems"` // that show it
	Of        int       `json:"of"`      // that could have
	Trials    []CaseRef `json:"trials"`  // the evidence, in the order of the board
	Weight    float64   `json:"weight"`  // by which cases are ranked, larger first
}

// CaseRef is one trial that a case rests on.
type CaseRef struct {
	Run      string `json:"run"`
	Scenario string `json:"scenario"`
	Task     string `json:"task"`
	Attempt  int    `json:"attempt"`
	What     string `json:"what,omitempty"` // what it shows, in a few words
}

// Label is a maintainer's note on a trial.
type Label struct {
	Run      string `json:"run"`
	Scenario string `json:"scenario"`
	Task     string `json:"task"`
	Attempt  int    `json:"attempt"`
	Label    string `json:"label"`
	Step     int    `json:"step"` // 0: the whole trial
	Note     string `json:"note"`
}
