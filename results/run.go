package results

import "strings"

// System is what is compared: a model in a framework.
type System struct {
	Model     string `json:"model"`     // canonical id
	Framework string `json:"framework"` // id of the agent framework
	Variant   string `json:"variant"`   // what sets it apart from the plain system; empty: nothing
	Provider  string `json:"provider"`  // of the model; empty if no record says
}

// Run is one pass of one system over one benchmark, from one source.
type Run struct {
	ID        int64
	Slug      string
	Benchmark string
	System    System
	ModelName string // as it was recorded, before aliases
	Evidence  Evidence
	Scripted  bool
	Label     string // name of the directory or archive that it was read from
	Counts    Counts
	Complete  bool

	Format     string // name of the ingest format
	Digest     string // sha256 over its records, hex
	IngestedAt int64
	StartedAt  *int64
	FinishedAt *int64
	Formula    int            // version of the formulas that its stored metrics come from
	ScoreKey   string         // digest of the tasks and formulas that they come from, see score.Key; empty if not known
	Reported   []Reported     // what the run's own report says
	Redactions map[string]int // hits per rule
	Facts      map[string]string
	Exclusions []Exclusion // why it is shown but not ranked; empty if nothing speaks against it
	// Fingerprint is a digest over the verdicts and answers of its trials, hex. It
	// is empty where they say too little to tell two runs apart.
	Fingerprint string
	Replaces    string // slug or digest of the run that it corrects, as the caller states it
	Reader      string // version of the reader and rules that read it, see package reading; empty: of before there were any
	Origin      ReadFrom
	// Reread is the slug of the stored run that this is another reading of, which it takes
	// the place of. The store fills it where the same records are stored as another reader
	// read them.
	Reread string
	// Mean is what it has of its benchmark's headline under the default convention, over the
	// tasks that have a verdict; nil without one. The store fills it.
	Mean *float64
}

// Reported is one number of a report that came with the run.
type Reported struct {
	File     string   `json:"file"`               // record that holds it
	Scenario string   `json:"scenario,omitempty"` // empty: the whole run
	Metric   string   `json:"metric"`             // key, or the report's own words for it
	Value    *float64 `json:"value"`              // 0..1 for scores
	Digits   int      `json:"digits"`             // written after the point

	Convention string `json:"convention,omitempty"` // by which it is computed; empty: that of the harness's report
}

// Metric is a computed number of a run, over all or one group of its tasks.
type Metric struct {
	Scope      string // "" for the run, else "scenario:hil_c7", "factor:A1" ...
	Convention string // paper, report, scenario; empty where there is only one
	Key        string
	Value      *float64
	// Num and Den are numerator and denominator where it is a ratio of counts, over
	// the tasks that have a verdict.
	Num, Den *float64
	// Lo and Hi are what the value would be if every task without a verdict had
	// failed or passed. Only an incomplete run has them, and has no Value then.
	Lo, Hi *float64
}

// Recorded is the metric over the tasks that have a verdict, whether or not
// others are missing; nil where that is not known. It is for comparing with a
// source that leaves the same tasks out, and is no value of the run.
func (m *Metric) Recorded() *float64 {
	if m.Value != nil || m.Num == nil || m.Den == nil || *m.Den == 0 {
		return m.Value
	}
	x := *m.Num / *m.Den
	return &x
}

// OwnMean is the metric whose value over a run's own trials stands beside bounds: Harbor's
// mean reward, which its job result states.
const OwnMean = "avg"

// Own is that value; nil for other metrics, and where nothing is missing.
func (m *Metric) Own() *float64 {
	if m.Key != OwnMean || m.Lo == nil || m.Hi == nil {
		return nil
	}
	return m.Recorded()
}

// Warning is something in a record that a reader has to know of.
type Warning struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // from 1; 0 if it concerns the whole file
	Message string `json:"message"`
}

// SignalMark begins the message of a warning about what is unusual and possible all the
// same, which is listed for whoever reviews a run.
const SignalMark = "signal: "

// Signals splits warnings into signals, without their mark, and all others.
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

// Trial is one attempt at one task inside a run.
type Trial struct {
	Scenario string
	Task     string
	Attempt  int // from 1
	// Attempts is the number of attempts that this row is the mean of: 1 for a
	// real trial, more for a published mean.
	Attempts int
	Status   Status
	Score    *float64 // 0..1, nil if there is no verdict
	// Points are what a checker gave of the points there are, 0..1, where the verdict
	// is drawn from them and Score is 0 or 1; nil elsewhere.
	Points *float64 `json:",omitempty"`
	Kind   string

	Selected   []string // options chosen; nil if not applicable or nothing extracted
	Gold       []string // options that the record calls correct
	Checks     []Check
	Details    TrialDetails
	PrefPassed *bool

	StartedAt  *int64
	FinishedAt *int64
	DurationMS *int64 // wall time
	AgentMS    *int64 // agent time only
	Usage      Usage
	TraceIDs   TraceIDs // of its trace, where others can refer to it

	// Filled by the store while the trace is written.
	StepsTotal  int
	ToolCalls   int
	FailedCalls int
	// LoopCalls is how often the most repeated failing call was made with the
	// same arguments; 0 or 1 is no loop.
	LoopCalls int
}

// TrialDetails are shown on the trial's page and stored as one JSON object.
type TrialDetails struct {
	Prompt           string             `json:"prompt,omitempty"` // what was really sent
	Answer           *string            `json:"answer,omitempty"`
	Told             *Told              `json:"told,omitempty"`
	Verdict          *CheckerVerdict    `json:"verdict,omitempty"`
	Metrics          map[string]float64 `json:"metrics,omitempty"` // iou, f1, reward keys ...
	ErrorType        string             `json:"error_type,omitempty"`
	ErrorText        string             `json:"error_text,omitempty"`
	Phases           []Phase            `json:"phases,omitempty"`
	Provider         string             `json:"provider,omitempty"`          // as the messages name it
	Model            string             `json:"model,omitempty"`             // that of most messages of the main agent
	Models           map[string]int     `json:"models,omitempty"`            // messages of the main agent by the model that they name, if they name several
	Stated           []string           `json:"stated,omitempty"`            // other models that records of the trial name outside of its messages
	Framework        string             `json:"framework,omitempty"`         // agent framework, as the trial's own records name it
	FrameworkVersion string             `json:"framework_version,omitempty"` // of the agent framework, as the trace states it
	Schema           string             `json:"schema,omitempty"`            // format and version that the trace states of itself
	TraceNote        string             `json:"trace_note,omitempty"`        // why there is no trace, or what is odd about it
	Session          string             `json:"session,omitempty"`
	Workspace        string             `json:"workspace,omitempty"` // directory of the agent's files, as the record states it
	Signals          []string           `json:"suspicions,omitempty"`
	Ended            string             `json:"ended,omitempty"`    // how the agent's own record says that it ended, in its words
	Failures         []string           `json:"failures,omitempty"` // types of failure that the evaluation names
	Stages           []StageResult      `json:"stages,omitempty"`
	SourceTrial      string             `json:"source_trial,omitempty"` // the record's own name of the trial
	Did              *Session           `json:"did,omitempty"`          // what the agent did, where nobody judged it; absent in databases of before it was kept
}

// Told is the feedback on the previous task that opened this trial's prompt.
// It is taken from the recorded prompt, never from the dataset.
type Told struct {
	Text     string `json:"text"`     // as the prompt has it
	About    string `json:"about"`    // slug of the previous task
	Verdict  string `json:"verdict"`  // correct, incorrect, options, unknown, none
	Actual   Status `json:"actual"`   // what the previous trial really was
	Opposite bool   `json:"contrary"` // told the opposite of the verdict, or nothing after a failure
}

// CheckerVerdict is the output of an exec check or another outside checker.
type CheckerVerdict struct {
	Passed   *bool  `json:"passed,omitempty"`    // absent if the record does not say
	ExitCode *int   `json:"exit_code,omitempty"` // of its process
	Stdout   string `json:"stdout,omitempty"`    // its output
	Stderr   string `json:"stderr,omitempty"`    // its errors
	File     string `json:"file,omitempty"`      // record that holds it
}

// Phase is a timed part of a trial, such as environment set-up.
type Phase struct {
	Name       string `json:"name"`
	StartedAt  *int64 `json:"started_at,omitempty"`
	FinishedAt *int64 `json:"finished_at,omitempty"`
}

// StageResult is what a multi-day harness recorded of one stage.
type StageResult struct {
	ID      string   `json:"id"`
	Success *bool    `json:"success,omitempty"`
	Error   string   `json:"error,omitempty"`
	Score   *float64 `json:"score,omitempty"` // nil if nothing was checked
	State   string   `json:"state"`           // checked, unchecked, not_reached, framework_error
}

// Check is one verdict inside a trial. Passed is nil if it was not evaluated.
type Check struct {
	ID      string  `json:"id"`       // as the record names it
	Day     string  `json:"day"`      // id of the stage at which it is made; empty: none
	Weight  float64 `json:"weight"`   // its share among the weights of the trial's checks
	RedLine bool    `json:"red_line"` // failing it is a breach, not a missing point
	Passed  *bool   `json:"passed"`   // nil if it was not evaluated
	Detail  string  `json:"detail"`   // what the checker wrote
}

// Usage is what a trial consumed. Nil means not recorded, also where a harness
// writes zeros for "unknown".
type Usage struct {
	Input      *int64   `json:"input"`       // tokens read
	Output     *int64   `json:"output"`      // tokens written
	CacheRead  *int64   `json:"cache_read"`  // tokens read from the provider's cache
	CacheWrite *int64   `json:"cache_write"` // tokens written to the provider's cache
	Total      *int64   `json:"total"`       // tokens, as recorded
	CostUSD    *float64 `json:"cost_usd"`    // US dollars
}

// Traced is a count of the trace; nil without one, which is not a count of zero.
func (t *Trial) Traced(n int) *int {
	if t.StepsTotal == 0 {
		return nil
	}
	return &n
}

// PointsOrScore is what a checker gave: the points that the verdict is drawn from, or else
// the score.
func (t *Trial) PointsOrScore() *float64 {
	if t.Points != nil {
		return t.Points
	}
	return t.Score
}

// Tokens are all of them: as recorded, or those read and written; ok is false where
// neither is known.
func (u *Usage) Tokens() (n int64, ok bool) {
	switch {
	case u.Total != nil:
		return *u.Total, true
	case u.Input != nil && u.Output != nil:
		return *u.Input + *u.Output, true
	}
	return 0, false
}
