package results

// TaskScore is what one run reached on one task.
type TaskScore struct {
	Run      string // slug
	Scenario string
	Task     string
	Score    *float64 // mean of the scored attempts; nil without one
	Attempts int      // that the mean is over
}
