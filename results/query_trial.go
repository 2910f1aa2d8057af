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
	Unit   int // place of its first unit, from 0
	First  int // number of its first step
	Steps  int
	Calls  int
	Failed int    // steps that show a failure
	Turns  int    // messages of the user
	Day    string // of its first step
	TS     *int64 // earliest time that is recorded
	// Tokens are nil where no step recorded any.
	TokensIn  *int64
	TokensOut *int64
}

// TrialRef points at a trial.
type TrialRef struct {
	Scenario string
	Task     string
	Attempt  int
	Status   Status
}

// Neighbours are the trials around a trial in its run; nil where there is none.
type Neighbours struct {
	Prev, Next  *TrialRef // the tasks before and after it in its scenario
	NextFailing *TrialRef // the next one in the run that was judged and not passed
}

// RunTrialRef is the same task in another run.
type RunTrialRef struct {
	Run       string
	ModelName string // for people
	Framework string
	Variant   string
	Attempt   int
	Status    Status
	Score     *float64
}
