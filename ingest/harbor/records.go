package harbor

import (
	"github.com/clawatlas/clawatlas/ingest"
	"github.com/go-json-experiment/json/jsontext"
)

// Types of Harbor's records, limited to the fields in use. Fields that differ between versions are
// raw values or pointers, so that an unexpected value does not invalidate a record.

type jobConfig struct {
	JobName  string          `json:"job_name"`
	Attempts ingest.Scalar   `json:"n_attempts"`
	Agents   []agentConfig   `json:"agents"`
	Datasets []datasetConfig `json:"datasets"`
	Tasks    []taskConfig    `json:"tasks"`
	Verifier verifierConfig  `json:"verifier"`

	Environment environmentConfig `json:"environment"`
	multipliers
}

type multipliers struct {
	All      ingest.Scalar `json:"timeout_multiplier"`
	Agent    ingest.Scalar `json:"agent_timeout_multiplier"`
	Verifier ingest.Scalar `json:"verifier_timeout_multiplier"`
	Setup    ingest.Scalar `json:"agent_setup_timeout_multiplier"`
	Build    ingest.Scalar `json:"environment_build_timeout_multiplier"`
}

type datasetConfig struct {
	Name    *string `json:"name"`
	Version *string `json:"version"`
	Ref     *string `json:"ref"`
	Path    *string `json:"path"`

	TaskNames jsontext.Value `json:"task_names"`
}

type taskConfig struct {
	Name   *string `json:"name"`
	Path   *string `json:"path"`
	GitURL *string `json:"git_url"`
	Source *string `json:"source"`
}

type agentConfig struct {
	Name       *string        `json:"name"`
	ImportPath *string        `json:"import_path"`
	ModelName  *string        `json:"model_name"`
	Kwargs     jsontext.Value `json:"kwargs"`
}

type environmentConfig struct {
	Type *string `json:"type"`
}

type verifierConfig struct {
	Disable *bool `json:"disable"`
}

type trialConfig struct {
	TrialName   string            `json:"trial_name"`
	JobID       *string           `json:"job_id"`
	Task        taskConfig        `json:"task"`
	Agent       agentConfig       `json:"agent"`
	Environment environmentConfig `json:"environment"`
	Verifier    verifierConfig    `json:"verifier"`
	SourceTrial *struct{}         `json:"source_trial"` // non-nil if the trial re-grades an earlier trial
	multipliers
}

type lockFile struct {
	Harbor struct {
		Version *string `json:"version"`
	} `json:"harbor"`
	Trials []lockTrial `json:"trials"`
}

type lockTrial struct {
	Task  taskConfig  `json:"task"`
	Agent agentConfig `json:"agent"`
}

type jobResult struct {
	ID           *string          `json:"id"`
	StartedAt    ingest.Scalar    `json:"started_at"`
	FinishedAt   ingest.Scalar    `json:"finished_at"`
	TotalTrials  ingest.Scalar    `json:"n_total_trials"`
	Stats        jobStats         `json:"stats"`
	TrialResults []jsontext.Value `json:"trial_results"`
}

// jobStats holds the totals of a job, under the keys of both generations of Harbor.
type jobStats struct {
	Retries ingest.Scalar       `json:"n_retries"`
	Output  ingest.Scalar       `json:"n_output_tokens"`
	CostUSD ingest.Scalar       `json:"cost_usd"`
	Evals   map[string]evalStat `json:"evals"`
}

type evalStat struct {
	Errors  ingest.Scalar               `json:"n_errors"`
	Metrics []map[string]jsontext.Value `json:"metrics"`
	PassAtK map[string]jsontext.Value   `json:"pass_at_k"`
}

type trialResult struct {
	ID          *string         `json:"id"`
	TaskName    string          `json:"task_name"`
	TrialName   string          `json:"trial_name"`
	TaskID      jsontext.Value  `json:"task_id"`
	Source      *string         `json:"source"`
	Checksum    *string         `json:"task_checksum"`
	Config      trialConfig     `json:"config"`
	AgentInfo   agentInfo       `json:"agent_info"`
	AgentResult *agentResult    `json:"agent_result"`
	Verifier    *verifierResult `json:"verifier_result"`
	Exception   *exceptionInfo  `json:"exception_info"`
	StartedAt   ingest.Scalar   `json:"started_at"`
	FinishedAt  ingest.Scalar   `json:"finished_at"`

	EnvironmentSetup *timing `json:"environment_setup"`
	AgentSetup       *timing `json:"agent_setup"`
	AgentExecution   *timing `json:"agent_execution"`
	VerifierTiming   *timing `json:"verifier"`

	Steps []stepResult `json:"step_results"`
}

type agentInfo struct {
	Name    string  `json:"name"`
	Version *string `json:"version"`
	Model   *struct {
		Name     string  `json:"name"`
		Provider *string `json:"provider"`
	} `json:"model_info"`
}

type agentResult struct {
	Input    ingest.Scalar  `json:"n_input_tokens"`
	Cache    ingest.Scalar  `json:"n_cache_tokens"`
	Output   ingest.Scalar  `json:"n_output_tokens"`
	CostUSD  ingest.Scalar  `json:"cost_usd"`
	Metadata jsontext.Value `json:"metadata"`
}

type verifierResult struct {
	Rewards map[string]jsontext.Value `json:"rewards"`
}

type exceptionInfo struct {
	Type      string `json:"exception_type"`
	Message   string `json:"exception_message"`
	Traceback string `json:"exception_traceback"`
}

type timing struct {
	StartedAt  ingest.Scalar `json:"started_at"`
	FinishedAt ingest.Scalar `json:"finished_at"`
}

type stepResult struct {
	Name           string          `json:"step_name"`
	AgentResult    *agentResult    `json:"agent_result"`
	Verifier       *verifierResult `json:"verifier_result"`
	Exception      *exceptionInfo  `json:"exception_info"`
	AgentExecution *timing         `json:"agent_execution"`
	VerifierTiming *timing         `json:"verifier"`
}

func (s *stepResult) reached() bool {
	return s.AgentExecution != nil || s.AgentResult != nil || s.Verifier != nil || s.Exception != nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
