package results

import "strings"

// System is the unit of comparison: a model in a harness.
type System struct {
	Model     string `json:"model"`     // canonical id of the model
	Framework string `json:"framework"` // id of the harness
	Variant   string `json:"variant"`   // difference from the plain system; empty if there is none
	Provider  string `json:"provider"`  // provider of the model; empty if not recorded
}

// Run is the execution of one benchmark by one system, from one source.
type Run struct {
	ID        int64
	Slug      string
	Benchmark string
	System    System
	ModelName string // model name in the records, before aliases are resolved
	Evidence  Evidence
	Scripted  bool
	Label     string // name of the imported directory or archive
	Counts    Counts
	Complete  bool

	Format     string // name of the ingest format
	Digest     string // hex SHA-256 of the run's records
	IngestedAt int64
	StartedAt  *int64
	FinishedAt *int64
	Formula    int            // version of the formulas by which the stored metrics were computed
	ScoreKey   string         // digest of the tasks and formulas from which the metrics were computed, see score.Key; empty if not known
	Reported   []Reported     // results in the run's own report
	Redactions map[string]int // number of redactions, by redaction rule
	Facts      map[string]string
	Exclusions []Exclusion // reasons why the run is shown but not ranked; empty if it may be ranked
	// Fingerprint is a hex digest of the trials' verdicts and answers. It is empty if the agent wrote
	// too little to distinguish two runs.
	Fingerprint string
	Replaces    string // slug or digest of the run that this run corrects, as stated by the caller
	Reader      string // version of the importer and rules, see package reading; empty for runs imported before versions existed
	Origin      ReadFrom
	// Reread is the slug of a stored run with the same records that a different version of the
	// importer has imported. The new run replaces it. The store sets Reread.
	Reread string
	// Mean is the value of the headline metric under the default convention, over the tasks with a
	// verdict; nil if there are none. The store sets it.
	Mean *float64
}

// Reported is one number from the report in a run's records.
type Reported struct {
	File     string   `json:"file"`               // name of the record that contains the number
	Scenario string   `json:"scenario,omitempty"` // slug of the scenario; empty for the whole run
	Metric   string   `json:"metric"`             // metric key, or the term that the report uses
	Value    *float64 `json:"value"`              // reported value, 0 to 1 for scores; nil if the report has none
	Digits   int      `json:"digits"`             // number of decimal places in the report

	Convention string `json:"convention,omitempty"` // convention of the value; empty for the usual convention of the harness's report
}

// Metric is a computed value of a run, over all tasks or over a group of them.
type Metric struct {
	Scope      string // "" for the whole run, otherwise a scope such as "scenario:hil_c7" or "factor:A1"
	Convention string // "paper", "report" or "scenario"; empty if there is only one convention
	Key        string
	Value      *float64
	// Num and Den are the numerator and denominator of a ratio of counts, over the tasks with a
	// verdict; otherwise nil.
	Num, Den *float64
	// Lo and Hi are the values if every task without a verdict counts as failed, or as passed. They
	// are set only for an incomplete run, whose Value is nil.
	Lo, Hi *float64
}

// Recorded returns the metric over the tasks with a verdict, even if other tasks have none; nil if
// unknown. It is not the value of the run. Use it to compare the run with a source that omits the
// same tasks.
func (m *Metric) Recorded() *float64 {
	if m.Value != nil || m.Num == nil || m.Den == nil || *m.Den == 0 {
		return m.Value
	}
	x := *m.Num / *m.Den
	return &x
}

// OwnMean is the key of the metric whose mean over an incomplete run's own trials is shown next to
// its bounds: Harbor's mean reward, which its job result contains.
const OwnMean = "avg"

// Own returns the mean over the trials of an incomplete run. It returns nil for complete runs and
// for metrics other than OwnMean.
func (m *Metric) Own() *float64 {
	if m.Key != OwnMean || m.Lo == nil || m.Hi == nil {
		return nil
	}
	return m.Recorded()
}

// Warning describes a problem in a record for display.
type Warning struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // number of the line, from 1; 0 for the whole file
	Message string `json:"message"`
}

// SignalMark is the prefix of warnings about something unusual but possible. The reviewers of a run
// see a list of them.
const SignalMark = "signal: "

// Signals splits warnings into signals, whose prefix it removes, and all others.
func Signals(list []Warning) (signals, others []Warning) {
	for _, w := range list {
		if text, is := strings.CutPrefix(w.Message, SignalMark); is {
			signals = append(signals, Warning{w.File, w.Line, text})
		} else {
			others = append(others, w)
		}
	}
	return signals, others
}

// Trial is one attempt at one task in a run.
type Trial struct {
	Scenario string
	Task     string
	Attempt  int // number of the attempt, from 1
	// Attempts is the number of attempts that the trial represents: 1 for a recorded trial, more
	// for a published mean.
	Attempts int
	Status   Status
	Score    *float64 // score, 0 to 1; nil if there is no verdict
	// Points is the share of points awarded by the checker, 0 to 1, if Score is a verdict of 0 or 1
	// derived from them; otherwise nil.
	Points *float64 `json:",omitempty"`
	Kind   string

	Selected   []string // labels of the selected options; nil if not applicable or if none could be extracted
	Gold       []string // labels of the correct options according to the record
	Checks     []Check
	Details    TrialDetails
	PrefPassed *bool

	StartedAt  *int64
	FinishedAt *int64
	DurationMS *int64 // wall-clock time in milliseconds; nil if not recorded
	AgentMS    *int64 // agent's share of that time, in milliseconds; nil if not recorded
	Usage      Usage
	TraceIDs   TraceIDs // ids of the trace by which other traces can refer to it

	// The store sets these fields while it writes the trace.
	StepsTotal  int
	ToolCalls   int
	FailedCalls int
	// LoopCalls is the number of times that the most repeated failing call was made with the same
	// arguments. 0 or 1 means that no failing call was repeated.
	LoopCalls int
}

// TrialDetails are shown on the trial's page and stored as one JSON object.
type TrialDetails struct {
	Prompt           string             `json:"prompt,omitempty"` // prompt as sent to the agent
	Answer           *string            `json:"answer,omitempty"`
	Told             *Told              `json:"told,omitempty"`
	Verdict          *CheckerVerdict    `json:"verdict,omitempty"`
	Metrics          map[string]float64 `json:"metrics,omitempty"` // values in the record, such as iou, f1 or components of the reward
	ErrorType        string             `json:"error_type,omitempty"`
	ErrorText        string             `json:"error_text,omitempty"`
	Phases           []Phase            `json:"phases,omitempty"`
	Provider         string             `json:"provider,omitempty"`          // provider according to the messages
	Model            string             `json:"model,omitempty"`             // model of most messages of the main agent
	Models           map[string]int     `json:"models,omitempty"`            // number of main-agent messages by model, if there are several
	Stated           []string           `json:"stated,omitempty"`            // further models that the trial's records name outside of messages
	Framework        string             `json:"framework,omitempty"`         // harness according to the trial's own records
	FrameworkVersion string             `json:"framework_version,omitempty"` // version of the harness according to the trace
	Schema           string             `json:"schema,omitempty"`            // format and version of the trace, according to the trace
	TraceNote        string             `json:"trace_note,omitempty"`        // reason why there is no trace, or description of an anomaly in it
	Session          string             `json:"session,omitempty"`
	Workspace        string             `json:"workspace,omitempty"` // directory of the agent's files according to the record
	Signals          []string           `json:"suspicions,omitempty"`
	Ended            string             `json:"ended,omitempty"`    // agent's own record of how the trial ended
	Failures         []string           `json:"failures,omitempty"` // types of failure according to the evaluation
	Stages           []StageResult      `json:"stages,omitempty"`
	SourceTrial      string             `json:"source_trial,omitempty"` // name of the trial in its source
	Did              *Session           `json:"did,omitempty"`          // summary of the agent's actions if the trial is not scored; absent in databases older than this field
}

// Told is the feedback on the previous task at the beginning of a trial's prompt. It is taken from
// the recorded prompt, never from the dataset.
type Told struct {
	Text     string `json:"text"`     // text of the feedback in the prompt
	About    string `json:"about"`    // slug of the earlier task that the feedback refers to
	Verdict  string `json:"verdict"`  // verdict according to the feedback: "correct", "incorrect", "options", "unknown" or "none"
	Actual   Status `json:"actual"`   // actual status of the previous trial
	Opposite bool   `json:"contrary"` // set if the feedback contradicts the actual status
}

// CheckerVerdict is the verdict of an exec check or another external checker, with its output.
type CheckerVerdict struct {
	Passed   *bool  `json:"passed,omitempty"`    // set if the check passed; absent if not recorded
	ExitCode *int   `json:"exit_code,omitempty"` // exit code of the process
	Stdout   string `json:"stdout,omitempty"`
	Stderr   string `json:"stderr,omitempty"`
	File     string `json:"file,omitempty"` // name of the record that contains the output
}

// Phase is a timed part of a trial, such as environment set-up.
type Phase struct {
	Name       string `json:"name"`
	StartedAt  *int64 `json:"started_at,omitempty"`
	FinishedAt *int64 `json:"finished_at,omitempty"`
}

// StageResult is the result of one stage, as recorded by a multi-day harness.
type StageResult struct {
	ID      string   `json:"id"`
	Success *bool    `json:"success,omitempty"`
	Error   string   `json:"error,omitempty"`
	Score   *float64 `json:"score,omitempty"` // score of the stage; nil if nothing was checked
	State   string   `json:"state"`           // "checked", "unchecked", "not_reached" or "framework_error"
}

// Check is the result of one check of a trial.
type Check struct {
	ID      string  `json:"id"`       // id of the check in the record
	Day     string  `json:"day"`      // id of the stage at which the check runs; empty if there is none
	Weight  float64 `json:"weight"`   // weight of the check, relative to the sum over the trial's checks
	RedLine bool    `json:"red_line"` // set if a failure is a violation and not only a lost point
	Passed  *bool   `json:"passed"`   // set if the check passed; nil if it was not evaluated
	Detail  string  `json:"detail"`   // checker's message
}

// Usage is the resource consumption of a trial. Nil means not recorded, even if a harness writes
// zeros for "unknown".
type Usage struct {
	Input      *int64   `json:"input"`       // number of input tokens
	Output     *int64   `json:"output"`      // number of output tokens
	CacheRead  *int64   `json:"cache_read"`  // number of tokens read from the provider's cache
	CacheWrite *int64   `json:"cache_write"` // number of tokens written to the provider's cache
	Total      *int64   `json:"total"`       // total number of tokens, as recorded
	CostUSD    *float64 `json:"cost_usd"`
}

// Traced returns n if the trial has a trace. Otherwise it returns nil, because without a trace the
// count is unknown, not zero.
func (t *Trial) Traced(n int) *int {
	if t.StepsTotal == 0 {
		return nil
	}
	return &n
}

// PointsOrScore returns the points from which the verdict is derived, or the score if there are no
// points.
func (t *Trial) PointsOrScore() *float64 {
	if t.Points != nil {
		return t.Points
	}
	return t.Score
}

// Tokens returns the recorded total or, if there is none, the sum of input and output tokens; ok is
// false if these are not known either.
func (u *Usage) Tokens() (n int64, ok bool) {
	switch {
	case u.Total != nil:
		return *u.Total, true
	case u.Input != nil && u.Output != nil:
		return *u.Input + *u.Output, true
	}
	return 0, false
}
