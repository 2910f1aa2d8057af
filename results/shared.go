package results

// Shared is what a run has in common with another run of its benchmark that no two runs
// have by chance: ids of calls, long texts of the agent, all that it wrote in a trial,
// moments, or most of the scores between failed and passed.
type Shared struct {
	Run   string   `json:"run"`   // slug of the other run
	Tasks []string `json:"tasks"` // scenario/task of each trial that both have
	Of    int      `json:"of"`    // trials of this run
}
