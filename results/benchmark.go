package results

// Scoring names the family of formulas in package score that a benchmark uses.
type Scoring string

// The scoring families.
const (
	ScoringClawArena Scoring = "clawarena"  // TCR, MC, EC, SC, FD, Robustness, CRS
	ScoringClawMark  Scoring = "clawmark"   // weighted rubric, Task Success, red-lines
	ScoringReward    Scoring = "reward"     // Harbor: mean reward, Avg@k, best@k, pass@k
	ScoringStageClaw Scoring = "stage-claw" // published figures only
	ScoringNone      Scoring = "none"       // transcripts without verdicts: nothing is expected of a run but what it has
)

// Benchmark is a dataset with a version and a way of scoring.
type Benchmark struct {
	ID       string // public slug
	Name     string
	Version  string // as the dataset states it; empty if it states none
	Scoring  Scoring
	Words    Words
	Headline string // metric key that the leaderboard is sorted by
	// FailureRule says in one sentence which statuses count as a failed task.
	FailureRule string
	Summary     string // one or two sentences of our own
	Paper       string // citation, e.g. "arXiv 2604.04202v2"
	Repository  string // owner/name of the benchmark's public repository
	Licence     string // licence of the dataset's facts
	Scripted    bool   // runs are made by scripted agents, not by models
	Digest      string // of the dataset's records; empty if only facts are known
	Ordinal     int    // order on the home page; 0 sorts last
	// Official marks a dataset that ships with the program or that the operator
	// has vouched for. Another one came first, beside some records.
	Official bool
}

// Words are the benchmark's own labels for our nouns, in the singular.
type Words struct {
	Scenario string // e.g. "scenario", "domain"
	Task     string // e.g. "round", "task"
	Day      string // e.g. "update phase", "day"
}

// Dataset is a benchmark with everything that is known of its tasks.
type Dataset struct {
	Benchmark Benchmark
	Scenarios []Scenario
	Tasks     []Task
	Warnings  []Warning
	// FactsOnly marks a dataset that knows which tasks exist but not their
	// texts; saving it never overwrites texts that are already stored.
	FactsOnly bool
}

// Scenario is the group of tasks that heatmaps have as rows.
type Scenario struct {
	Slug        string
	Title       string
	Domain      string
	Description string
	Ordinal     int // from 1, in the dataset's order
}

// Kinds of tasks that the site knows how to show.
const (
	KindMultiChoice = "multi_choice"
	KindExecCheck   = "exec_check"
	KindRubric      = "rubric"
	KindReward      = "reward"
)

// Task is what is attempted, scored and traced once per trial.
type Task struct {
	Scenario string // slug of its scenario
	Slug     string // unique within its scenario
	Title    string
	Ordinal  int    // from 1 within the scenario
	Kind     string // one of the Kind constants
	Day      int    // ordinal of its day (update phase) within the scenario, from 0
	Facts    TaskFacts
	Options  []Option
	Checks   []CheckSpec
	Updates  []Update
}

// TaskFacts are the fields of a task that are only shown or filtered by. They
// are stored as one JSON object, so a benchmark may leave out what it lacks.
type TaskFacts struct {
	Prompt            string   `json:"prompt,omitempty"`
	FeedbackCorrect   string   `json:"feedback_correct,omitempty"`
	FeedbackIncorrect string   `json:"feedback_incorrect,omitempty"`
	Command           string   `json:"command,omitempty"`
	ExpectExit        *int     `json:"expect_exit,omitempty"`
	ExpectStdout      *string  `json:"expect_stdout,omitempty"`
	StdoutPattern     bool     `json:"stdout_pattern,omitempty"` // ExpectStdout is a regular expression
	TimeoutS          *float64 `json:"timeout_s,omitempty"`
	Pref              *Pref    `json:"pref,omitempty"`
	SilentPref        bool     `json:"silent_pref,omitempty"`
	Language          string   `json:"language,omitempty"` // "zh" where the prompt is mainly Chinese
	Difficulty        string   `json:"difficulty,omitempty"`
	DifficultyBoard   string   `json:"difficulty_board,omitempty"` // second labelling used by a published board
	Domain            string   `json:"domain,omitempty"`
	Factors           []string `json:"factors,omitempty"`
	Tags              []string `json:"tags,omitempty"`
	Role              string   `json:"role,omitempty"`
	Stages            []Stage  `json:"stages,omitempty"`
	SourcePath        string   `json:"source_path,omitempty"` // inside the benchmark's repository
}

// Pref is a preference rule that is checked after a task but never scored.
type Pref struct {
	Command   string `json:"command"`
	Correct   string `json:"correct,omitempty"`
	Incorrect string `json:"incorrect,omitempty"`
}

// Stage is one working day of a task that spans several (ClawMark).
type Stage struct {
	ID           string `json:"id"`
	Time         string `json:"time,omitempty"` // in-universe, as recorded
	Notification string `json:"notification,omitempty"`
	Silent       int    `json:"silent"` // silent changes before it
	Loud         int    `json:"loud"`   // announced events before it
}

// Option is one candidate answer of a multi-choice task.
type Option struct {
	Label    string `json:"label"`
	Text     string `json:"text"`
	Gold     bool   `json:"gold"`
	Feedback string `json:"feedback,omitempty"`
}

// CheckSpec is a check that the dataset expects of every trial of a task.
type CheckSpec struct {
	ID          string  `json:"id"`
	Day         string  `json:"day,omitempty"`   // id of the stage at which it is checked
	About       string  `json:"about,omitempty"` // stage that its id speaks of, if another
	Weight      float64 `json:"weight"`
	RedLine     bool    `json:"red_line,omitempty"`
	Description string  `json:"description,omitempty"`
}

// Update is a change of the environment that the agent did not make.
type Update struct {
	ID        string       `json:"id"`
	Kind      string       `json:"kind"` // session, workspace or group
	Dir       string       `json:"dir,omitempty"`
	Announced bool         `json:"announced"`
	Files     []UpdateFile `json:"files,omitempty"`
}

// UpdateFile is one file that an update brings.
type UpdateFile struct {
	Name   string `json:"name"`
	Action string `json:"action"` // new, append, replace ...
}
