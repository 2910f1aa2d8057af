package results

// Shared lists the trials in which two runs of a benchmark have more in common than chance
// explains: call ids, long agent texts, all of the agent's text, times, or most of the partial
// scores.
type Shared struct {
	Run   string   `json:"run"`   // slug of the other run
	Tasks []string `json:"tasks"` // trials that have something in common, as scenario/task
	Of    int      `json:"of"`    // number of trials of this run
}
