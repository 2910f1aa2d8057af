package results

// This file holds the parameter and result types of queries.

// BenchmarkSize counts the scenarios, tasks, runs and other contents of a benchmark.
type BenchmarkSize struct {
	Scenarios int
	Tasks     int
	Runs      int
}

// RunFilter restricts a list of runs; empty fields match everything.
type RunFilter struct {
	Benchmark string
	Model     string
	Slugs     []string // slugs of the runs to include; nil for all runs
	Scored    bool     // only runs that have a verdict
	Bare      bool     // omit the fields Reported and Redactions, which long lists do not need
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

// ToolCount is the number of a run's calls of one tool with one failure signal.
type ToolCount struct {
	Run     int64
	Tool    string
	Failure string // failure signal; empty if the calls did not fail
	Calls   int
}

// StoredTrial is a trial with its keys in the store.
type StoredTrial struct {
	Trial
	ID           int64
	Run          string // slug of the run
	ToldOpposite bool   // set if the feedback to the agent contradicts the verdict on the previous task
}

// StepRow describes a step without its content, which stays compressed in the store.
type StepRow struct {
	StepID    int // number of the step in the trace, from 1
	Source    string
	Event     string
	Agent     string
	Day       string
	TS        *int64
	Tools     string // names of the called tools, separated by spaces
	Calls     int
	Failed    int // number of failed results
	TokensIn  *int64
	TokensOut *int64
	Bytes     int // size of the step as JSON
	Frame     int // index of the compressed frame of the trace that contains the step
	Offset    int // byte offset of the step in the unpacked frame
}

// Raw describes a stored raw record.
type Raw struct {
	ID    int64
	Name  string
	Media string
	Size  int64 // size after redaction, in bytes
}
