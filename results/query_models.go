package results

// ModelSize counts what is known of a model.
type ModelSize struct {
	Model      string
	Benchmarks int // that have a run or a figure of it
	Runs       int
	Figures    int // with a value
}

// TaskMean is how one run did at one expected task, over its attempts.
type TaskMean struct {
	Run      int64
	Scenario string
	Task     string
	Attempts int      // scored ones; 0: no verdict
	Mean     *float64 // of the scored attempts
	Status   Status   // of the first attempt
}

// Name is what the task is called inside its benchmark.
func (m TaskMean) Name() TaskName { return TaskName{m.Scenario, m.Task} }

// Solved reports whether every scored attempt had full marks.
func (m TaskMean) Solved() bool { return m.Mean != nil && *m.Mean >= 1 }
