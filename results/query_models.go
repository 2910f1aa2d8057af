package results

// ModelSize counts what is known of a model.
type ModelSize struct {
	Model      string `db:"model"`
	Benchmarks int    `db:"benchmarks"` // that have a run or a figure of it
	Runs       int    `db:"runs"`
	Figures    int    `db:"figures"` // with a value
}

// TaskMean is how one run did at one expected task, over its attempts.
type TaskMean struct {
	Run      int64    `db:"run_id"`
	Scenario string   `db:"scenario"`
	Task     string   `db:"task"`
	Attempts int      `db:"attempts"` // scored ones; 0: no verdict
	Mean     *float64 `db:"mean"`     // of the scored attempts
	Status   Status   `db:"status"`   // of the first attempt
}

// Solved reports whether every scored attempt had full marks.
func (m TaskMean) Solved() bool { return m.Mean != nil && *m.Mean >= 1 }
