package results

// The facts of a run that code asks for; records may state others, which are
// only shown. See also FactLabels.
const (
	FactSource         = "source"          // id of the FigureSource that a run of verdicts was taken from
	FactSnapshot       = "snapshot"        // ISO date on which that source was read
	FactDataset        = "dataset"         // as the records name it
	FactDatasetVersion = "dataset_version" // as the records name it
	FactAgentVersion   = "agent_version"   // version of the framework
	FactModelFrom      = "model_from"      // what has named the model
	FactModelRecorded  = "model_recorded"  // the model that Harbor's records name, where the caller names another
	FactRecordedModel  = "recorded_model"  // the same of ClawMark's records
)
