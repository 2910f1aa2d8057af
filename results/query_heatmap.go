package results

// TaskScore is the score of one run on one task.
type TaskScore struct {
	Run      string // slug of the run
	Scenario string
	Task     string
	Score    *float64 // mean of the scored attempts; nil if there are none
	Attempts int      // number of scored attempts
}
