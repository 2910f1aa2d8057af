package results

// ScoreSum is the sum of a run's scores over the expected tasks. A task with several attempts
// contributes their mean score.
type ScoreSum struct {
	Run    string
	Scored int
	Sum    float64
}

// RunOutcomes holds the results of one run on the expected tasks of its benchmark.
type RunOutcomes struct {
	ID int64
	ScoreSum
	Tasks []TaskOutcome // results of the tasks that have a trial with a judge
}

// TaskOutcome is the result of one run on one task.
type TaskOutcome struct {
	Scenario string
	Task     string
	Score    *float64 // mean over the scored attempts; nil without a verdict
	Trials   int
	Errors   int    // number of attempts without a score
	Gold     string // correct answer according to the run's record, as JSON; empty if none
}

// TaskName identifies a task within a benchmark.
type TaskName struct {
	Scenario string `json:"scenario"` // slug of the scenario
	Task     string `json:"task"`     // slug of the task
}

// String returns the name for display, such as "hr/q1".
func (n TaskName) String() string { return n.Scenario + "/" + n.Task }

// Name returns the task's name within its benchmark.
func (t *Task) Name() TaskName { return TaskName{t.Scenario, t.Slug} }

// TaskName returns the name of the trial's task.
func (t *Trial) TaskName() TaskName { return TaskName{t.Scenario, t.Task} }
