package web

// tasksAnswer is a window of the tasks of a benchmark.
type tasksAnswer struct {
	Benchmark string        `json:"benchmark"` // slug
	Counted   string        `json:"counted"`   // runs that the rows are over: ranked or runs (all)
	Limit     int           `json:"limit"`     // tasks of the window at most
	Offset    int           `json:"offset"`    // tasks left out before it
	Runs      int           `json:"runs"`      // counted runs
	Tasks     []taskRowJSON `json:"tasks"`     // a window of them
	Total     int           `json:"total"`     // tasks that fit the filters
}
