package results

// RunTotal sums what the trials of a run record. A sum is nil if no trial
// records it; its Of is the number of trials that do.
type RunTotal struct {
	Run         int64
	Trials      int
	DurationMS  *int64
	DurationOf  int
	Tokens      *int64 // total, or input and output where no total is recorded
	TokensOf    int
	CostUSD     *float64
	CostOf      int
	ToolCalls   *int64
	ToolCallsOf int // trials with a trace
}
