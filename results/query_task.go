package results

// ScoreSum sums a run's scores over the expected tasks. A task with several
// attempts counts with the mean of its scored ones.
type ScoreSum struct {
	Run    string  `db:"run"`
	Scored int     `db:"scored"`
	Sum    float64 `db:"sum"`
}

// TaskOutcome is how one run fared at one task.
type TaskOutcome struct {
	Run      string   `db:"run"`
	Scenario string   `db:"scenario"`
	Task     string   `db:"task"`
	Score    *float64 `db:"score"` // mean over scored attempts; nil without a verdict
	Trials   int      `db:"trials"`
	Errors   int      `db:"errors"`   // attempts without a score
	Contrary bool     `db:"contrary"` // the agent was told the opposite of the verdict on the task before
	Gold     string   `db:"gold"`     // the solution that its record names, as JSON; empty if none
}

// CheckWords is what the checker of one exec trial that was not passed said.
type CheckWords struct {
	Trial    int64  `db:"trial"`
	Run      string `db:"run"`
	Scenario string `db:"scenario"`
	Task     string `db:"task"`
	Words    string `db:"words"` // its standard output; empty if it wrote none
}

// TaskName names a task inside a benchmark.
type TaskName struct {
	Scenario string `db:"scenario"`
	Task     string `db:"task"`
}
