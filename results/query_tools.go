package results

// RunTotal holds the sums of times, tokens, costs and tool calls over a run's trials. A sum is nil
// if no trial records the value. A field ending in Of is the number of trials that record it.
type RunTotal struct {
	Run         int64
	Trials      int
	DurationMS  *int64
	DurationOf  int
	Tokens      *int64 // sum of the recorded totals, or of input and output tokens if a trial records no total
	TokensOf    int
	CostUSD     *float64
	CostOf      int
	ToolCalls   *int64
	ToolCallsOf int // number of trials with a trace
}
