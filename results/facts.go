package results

import (
	"strconv"
	"strings"
)

// Facts of a run that code uses; others are only displayed. See also FactLabels.
const (
	FactSource         = "source"          // id of the FigureSource that a run of verdicts was taken from
	FactSnapshot       = "snapshot"        // ISO date on which that source was read
	FactDataset        = "dataset"         // as the records name it
	FactDatasetVersion = "dataset_version" // as the records name it
	FactDatasetTasks   = "dataset_tasks"   // how many tasks the records say that the dataset has, in digits
	FactTaskSet        = "task_set"        // number and digest of the tasks that a run of a benchmark has which nobody has described
	FactAgentVersion   = "agent_version"   // version of the framework
	FactRefuted        = "refuted"         // axes of expense (time, cost, tokens) of which the run's own total is not that of its trials
	FactStopped        = "stopped"         // how the run ended, if not well: what follows "The log says that "
	FactModelFrom      = "model_from"      // what has named the model
	FactModelPlace     = "model_place"     // the directory whose name was taken for the model's, because nothing names it
	FactModelRecorded  = "model_recorded"  // the model that Harbor's records name, where the caller names another
	FactRecordedModel  = "recorded_model"  // the same of ClawMark's records
)

// TaskSetSize returns the number of tasks in a FactTaskSet, or 0.
func TaskSetSize(set string) int {
	text, _, _ := strings.Cut(set, " ")
	n, _ := strconv.Atoi(text)
	return n
}

func (r *Run) SetFact(name, value string) {
	if r.Facts == nil {
		r.Facts = map[string]string{}
	}
	r.Facts[name] = value
}
