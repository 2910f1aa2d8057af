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

// TrialVerdict is what is recorded of the verdict on one scored trial. Verdict
// is nil if the task has no outside checker or nothing of it was recorded.
type TrialVerdict struct {
	Scenario string
	Task     string
	Verdict  *CheckerVerdict
}
