package results

// FailedCall is a failed tool call with the cause found by package results/calls.
type FailedCall struct {
	Trial   int64 // id of the trial in the store
	Step    int   // number of the step in the trace, from 1
	Call    int   // number of the call in the step, from 1
	Tool    string
	Family  string // family of the tool
	Failure string // failure signal: "is_error", "status", "exit_code" or "output"
	Cause   string // cause of the failure, see calls.Cause
	Asked   string // command or path of the call, at most 200 characters
	Quote   string // line of the result that shows the cause, at most 200 characters; empty if there is none

	// The store fills these fields when calls are loaded.
	Scenario string // slug of the scenario
	Task     string // slug of the task
	Attempt  int    // number of the attempt, from 1
	Status   Status
}

// RunFailures is the number of failed calls in a run by cause.
type RunFailures struct {
	Run    int64
	Causes []CauseCount
}

// CauseCount is the number of a tool family's calls that failed for one cause, and the number of
// trials with such calls.
type CauseCount struct {
	Family string
	Cause  string
	Calls  int
	Trials int
}
