package results

// The types of this file are what queries take and give.

// BenchmarkSize counts what a benchmark holds.
type BenchmarkSize struct {
	Scenarios int `db:"scenarios"`
	Tasks     int `db:"tasks"`
	Runs      int `db:"runs"`
	Figures   int `db:"figures"`
}

// RunFilter narrows a list of runs; empty fields do not filter.
type RunFilter struct {
	Benchmark string
	Model     string
	Scored    bool // only runs with a verdict
	Bare      bool // without Reported and Redactions, which long lists have no use for
	Limit     int
	Offset    int
}

// ScopedMetric is one metric of one run in one scope.
type ScopedMetric struct {
	Run   int64    `db:"run_id"`
	Scope string   `db:"scope"`
	Key   string   `db:"key"`
	Value *float64 `db:"value"`
	Num   *float64 `db:"num"`
	Den   *float64 `db:"den"`
}

// ToolCount is how often a run called a tool, and how often it failed by which sign.
type ToolCount struct {
	Run     int64  `db:"run_id"`
	Tool    string `db:"tool"`
	Failure string `db:"failure"` // empty: did not fail
	Calls   int    `db:"calls"`
}

// StoredTrial is a trial with its keys in the store.
type StoredTrial struct {
	Trial
	ID        int64
	Run       string // slug
	FirstStep int64
	Contrary  bool // the agent was told the opposite of the previous verdict
}

// StepRow is what is known of a step without opening its body.
type StepRow struct {
	ID        int64  `db:"id"`
	Source    string `db:"source"`
	Event     string `db:"event"`
	Agent     string `db:"agent"`
	Day       string `db:"day"`
	TS        *int64 `db:"ts"`
	Tools     string `db:"tools"`
	Calls     int    `db:"calls"`
	Failed    int    `db:"failed"`
	TokensIn  *int64 `db:"tokens_in"`
	TokensOut *int64 `db:"tokens_out"`
	Frame     int    `db:"frame"`
	Offset    int    `db:"offset"`
	Length    int    `db:"length"`
}

// Raw describes a kept raw record.
type Raw struct {
	ID    int64  `db:"id"`
	Name  string `db:"name"`
	Media string `db:"media"`
	Size  int64  `db:"size"` // bytes after redaction
}
