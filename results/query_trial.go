package results

// TraceGroup sums up a stretch of a trace.
type TraceGroup struct {
	First  int    // number of its first step
	Steps  int    `db:"steps"`
	Failed int    `db:"failed"` // steps that show a failure
	Day    string `db:"day"`
	TS     *int64 `db:"ts"` // earliest time that is recorded
	// Calls, Turns and tokens are nil where they were not summed.
	Calls     *int   `db:"calls"`
	Turns     *int   `db:"turns"` // messages of the user
	TokensIn  *int64 `db:"tokens_in"`
	TokensOut *int64 `db:"tokens_out"`
}

// TrialRef points at a trial.
type TrialRef struct {
	Scenario string `db:"scenario"`
	Task     string `db:"task"`
	Attempt  int    `db:"attempt"`
	Status   Status `db:"status"`
}

// Neighbours are the trials around a trial in its run; nil where there is none.
type Neighbours struct {
	Prev, Next  *TrialRef // the tasks before and after it in its scenario
	NextFailing *TrialRef // the next one in the run that was not passed
}

// RunTrialRef is the same task in another run.
type RunTrialRef struct {
	Run       string   `db:"run"`
	ModelName string   `db:"model_name"` // for people
	Framework string   `db:"framework"`
	Variant   string   `db:"variant"`
	Attempt   int      `db:"attempt"`
	Status    Status   `db:"status"`
	Score     *float64 `db:"score"`
}

// StepHit is a step whose text holds what was looked for.
type StepHit struct {
	StepID int
	Tools  string
}
