package results

// RunTotal sums what the trials of a run record. A sum is nil if no trial
// records it; its Of is the number of trials that do.
type RunTotal struct {
	Run         int64    `db:"run_id"`
	Trials      int      `db:"trials"`
	DurationMS  *int64   `db:"duration_ms"`
	DurationOf  int      `db:"duration_of"`
	Tokens      *int64   `db:"tokens"` // total, or input and output where no total is recorded
	TokensOf    int      `db:"tokens_of"`
	CostUSD     *float64 `db:"cost_usd"`
	CostOf      int      `db:"cost_of"`
	ToolCalls   *int64   `db:"tool_calls"`
	ToolCallsOf int      `db:"tool_calls_of"` // trials with a trace
}
