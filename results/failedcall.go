package results

// FailedCall is a failed tool call with the cause found by package results/calls.
type FailedCall struct {
	Trial   int64  // number in the store
	Step    int    // of the trace, from 1
	Call    int    // of the step's calls, from 1
	Tool    string // its name
	Family  string // of the tool
	Failure string // the sign of failure: is_error, status, exit_code
	Cause   string // why it failed, see calls.Cause
	Asked   string // what was asked for: the command or path, cut at 200 characters
	Quote   string // the line of the result that shows the cause, cut at 200 characters; empty if it has none

	// Filled by the store when calls are read.
	Scenario string // slug
	Task     string // slug
	Attempt  int    // from 1
	Status   Status // of the trial
}

// RunFailures counts a run's failed calls by cause.
type RunFailures struct {
	Run    int64
	Causes []CauseCount
}

// CauseCount counts a tool family's calls that failed for one cause, and their trials.
type CauseCount struct {
	Family string
	Cause  string
	Calls  int
	Trials int
}
