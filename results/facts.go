package results

import (
	"strconv"
	"strings"
)

// Keys of run facts that the code uses; all other facts are only displayed. See also FactLabels.
const (
	FactSource         = "source"          // id of the FigureSource that published the verdicts of a run without traces
	FactSnapshot       = "snapshot"        // ISO date on which the source was retrieved
	FactDataset        = "dataset"         // dataset name in the records
	FactDatasetVersion = "dataset_version" // dataset version in the records
	FactDatasetTasks   = "dataset_tasks"   // number of tasks in the dataset according to the records, in digits
	FactTaskSet        = "task_set"        // number of the run's tasks and digest of their names, for a benchmark without a description
	FactAgentVersion   = "agent_version"   // version of the harness according to the records
	FactRefuted        = "refuted"         // measures of consumption (time, cost, tokens) whose total for the run differs from the sum over its trials
	FactStopped        = "stopped"         // reason why the run ended early: the clause after "The log says that "
	FactModelFrom      = "model_from"      // origin of the model's name
	FactModelPlace     = "model_place"     // directory that provides the model's name, because no record contains it
	FactModelRecorded  = "model_recorded"  // model name in Harbor's records, if the caller states a different one
	FactRecordedModel  = "recorded_model"  // model name in ClawMark's records, if the caller states a different one
)

// TaskSetSize returns the number of tasks in a value of FactTaskSet; 0 if it cannot be parsed.
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
