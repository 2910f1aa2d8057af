package results

// Shared lists the trials in which two runs of a benchmark have more in common than chance
// explains: random call ids or an entire trace. If there are none, it lists the trials with equal
// scores between 0 and 1, provided that all such scores of both runs are equal.
type Shared struct {
	Run   string   `json:"run"`   // slug of the other run
	Tasks []string `json:"tasks"` // trials that have something in common, as scenario/task
	Of    int      `json:"of"`    // number of trials of this run
}
