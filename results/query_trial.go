package results

// TraceUnit is what stretches of a trace are counted in.
type TraceUnit string

// The units of an outline.
const (
	UnitWindow TraceUnit = "step" // WindowSteps steps
	UnitTurn   TraceUnit = "turn" // from a message of the user to the main agent to the next
	UnitDay    TraceUnit = "day"
)

// WindowSteps is how many steps of a trace are shown and summed up together.
const WindowSteps = 50

// DaysMost is how many days of a trace are summed up each for itself. Those
// beyond have one sum, without a name.
const DaysMost = 200

// TraceGroup sums up a stretch of a trace. What is repeated from an earlier
// trace counts as steps, but neither calls nor tokens count again.
type TraceGroup struct {
	Unit   int    `db:"unit"`  // place of its first unit, from 0
	First  int    `db:"first"` // number of its first step
	Steps  int    `db:"steps"`
	Calls  int    `db:"calls"`
	Failed int    `db:"failed"` // steps that show a failure
	Turns  int    `db:"turns"`  // messages of the user
	Day    string `db:"day"`    // of its first step
	TS     *int64 `db:"ts"`     // earliest time that is recorded
	// Tokens are nil where no step recorded any.
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
	NextFailing *TrialRef // the next one in the run that was judged and not passed
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
