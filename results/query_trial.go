package results

// TraceUnit is the unit in which a trace outline divides a trace.
type TraceUnit string

// Units of a trace outline.
const (
	UnitWindow TraceUnit = "step" // groups of WindowSteps steps
	UnitTurn   TraceUnit = "turn" // steps from one user message to the next, in the main agent
	UnitDay    TraceUnit = "day"
)

// WindowSteps is the number of steps of a trace that one page shows and that are summed together.
const WindowSteps = 50

// DaysMost is the maximum number of days of a trace that are summed separately. Other days are
// summed together, without a name.
const DaysMost = 200

// TraceGroup holds the sums over a section of a trace. Steps repeated from an earlier trace are
// counted, but their calls and tokens are not.
type TraceGroup struct {
	Unit   int // index of the first unit in the section, from 0
	First  int // number of the first step
	Steps  int
	Calls  int
	Failed int    // number of steps with a failure
	Turns  int    // number of user messages
	Day    string // day of the first step in the benchmark's simulated time, see Step.Day
	TS     *int64 // earliest recorded time, in Unix milliseconds; nil if none
	// Numbers of tokens; nil if no step records any.
	TokensIn  *int64
	TokensOut *int64
}

// TrialRef identifies a trial and its status.
type TrialRef struct {
	Scenario string
	Task     string
	Attempt  int
	Status   Status
}

// Neighbours are the trials before and after a trial in the same run; nil if there is none.
type Neighbours struct {
	Prev, Next  *TrialRef // trials of the previous and next task in the scenario
	NextFailing *TrialRef // next trial in the run that was scored and did not pass
}

// RunTrialRef refers to a trial of the same task in another run.
type RunTrialRef struct {
	Run       string
	ModelName string // display name
	Framework string
	Variant   string
	Attempt   int
	Status    Status
	Score     *float64
}
