package results

// The types of this file are what queries take and give.

// BenchmarkSize counts what a benchmark holds.
type BenchmarkSize struct {
	Scenarios int
	Tasks     int
	Runs      int
}

// RunFilter narrows a list of runs; empty fields do not filter.
type RunFilter struct {
	Benchmark string
	Model     string
	Slugs     []string // only these runs; nil: all
	Scored    bool     // only runs with a verdict
	Bare      bool     // without Reported and Redactions, which long lists have no use for
	Limit     int
	Offset    int
}

// ScopedMetric is one metric of one run in one scope.
type ScopedMetric struct {
	Run   int64
	Scope string
	Key   string
	Value *float64
	Num   *float64
	Den   *float64
}

// ToolCount is how often a run called a tool, and how often it failed by which sign.
type ToolCount struct {
	Run     int64
	Tool    string
	Failure string // empty: did not fail
	Calls   int
}

// StoredTrial is a trial with its keys in the store.
type StoredTrial struct {
	Trial
	ID           int64
	Run          string // slug
	ToldOpposite bool   // the agent was told the opposite of the previous verdict
}

// StepRow is what is known of a step without opening its body.
type StepRow struct {
	StepID    int // from 1, in the order of the trace
	Source    string
	Event     string
	Agent     string
	Day       string
	TS        *int64
	Tools     string // names of the tools that it calls, joined by spaces
	Calls     int
	Failed    int // results that show a failure
	TokensIn  *int64
	TokensOut *int64
	Bytes     int // of its body as JSON
	Frame     int // of the trace that has the body
	Offset    int // of the body in its frame
}

// Raw describes a kept raw record.
type Raw struct {
	ID    int64
	Name  string
	Media string
	Size  int64 // bytes after redaction
}
