package results

// ModelSize counts the runs and reported results of a model.
type ModelSize struct {
	Model      string
	Benchmarks int // number of benchmarks with a run or reported result
	Runs       int
	Figures    int // number of reported results with a value
}

// TaskMean is the result of one run on one expected task, over all attempts.
type TaskMean struct {
	Run      int64
	Scenario string
	Task     string
	Attempts int      // number of scored attempts; 0 if there is no verdict
	Mean     *float64 // mean score of the scored attempts
	Status   Status   // status of the first attempt
}

// Name returns the task's name within its benchmark.
func (m TaskMean) Name() TaskName { return TaskName{m.Scenario, m.Task} }

// Solved reports whether every scored attempt had full marks.
func (m TaskMean) Solved() bool { return m.Mean != nil && *m.Mean >= 1 }
