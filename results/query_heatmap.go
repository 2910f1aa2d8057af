package results

// TaskScore is what one run reached on one task.
type TaskScore struct {
	Run      string   `db:"run"` // slug
	Scenario string   `db:"scenario"`
	Task     string   `db:"task"`
	Score    *float64 `db:"score"`    // mean of the scored attempts; nil without one
	Attempts int      `db:"attempts"` // that the mean is over
}
