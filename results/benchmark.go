package results

import (
	"encoding/json"
	"strings"
)

// Scoring names the family of formulas in package score that a benchmark uses.
type Scoring string

const (
	ScoringClawArena Scoring = "clawarena"  // TCR, MC, EC, SC, FD, Robustness, CRS
	ScoringClawMark  Scoring = "clawmark"   // weighted rubric, Task Success, red-lines
	ScoringReward    Scoring = "reward"     // Harbor: mean reward, Avg@k, best@k, pass@k
	ScoringStageClaw Scoring = "stage-claw" // mean points, and the share of tasks above a line
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
	// Official marks a dataset that ships with the program or that the operator has confirmed.
	Official bool
	// HasWorld reports that its updates' changes are known, or that tasks have stages. Set by the
	// store.
	HasWorld bool
	// HasBoardLabels reports that a published board labels tasks by difficulty. Set by the store.
	HasBoardLabels bool
	// Graded reports that a task's score is a share, so that full marks are called solved, not
	// passed. Set by the store.
	Graded bool
	// Views are the paths of its tabs with content, in order. Set by web.
	Views []string
	// Titles are those of its scenarios and tasks. Set by the store.
	Titles Titles
}

// Replayed reports whether the changes of each update are known by scenario.
func (b Benchmark) Replayed() bool { return b.HasWorld && b.Scoring != ScoringClawMark }

// Full is the word for full marks.
func (b *Benchmark) Full() string {
	if b.Graded {
		return "solved"
	}
	return "passed"
}

// FullMeans defines Full, or is empty where it needs no definition.
func (b *Benchmark) FullMeans() string {
	switch {
	case !b.Graded:
		return ""
	case b.Scoring == ScoringClawMark:
		return "every check passed"
	}
	return "reward 1 on every attempt"
}

// FullDefined is Full with its definition.
func (b *Benchmark) FullDefined() string {
	if !b.Graded {
		return b.Full()
	}
	return b.Full() + " (" + b.FullMeans() + ")"
}

// Scored reports whether trials get verdicts; otherwise nothing is ranked.
func (b *Benchmark) Scored() bool { return b.Scoring != ScoringNone }

// StageClawPasses reports whether a share of points passes a STAGE-Claw task: more than 60 of 100
// (arXiv 2606.10394, Table 2).
func StageClawPasses(points float64) bool { return points > 0.6 }

// HasHarness reports whether a public program writes its run records (STAGE-Claw has none, arXiv
// 2606.10394v1).
func (b *Benchmark) HasHarness() bool { return b.Scoring != ScoringStageClaw }

// Titles are a dataset's titles of scenarios, by slug, and tasks, by scenario/task.
type Titles map[string]string

func (t Titles) Scenario(scenario string) string { return t[scenario] }

func (t Titles) Task(scenario, task string) string { return t[scenario+"/"+task] }

// Only reports whether all titles belong to one scenario and its tasks, with at least one task.
func (t Titles) Only(scenario string) bool {
	tasks := 0
	for name := range t {
		of, _, task := strings.Cut(name, "/")
		if of != scenario {
			return false
		}
		if task {
			tasks++
		}
	}
	return tasks > 0
}

// Words are the benchmark's own labels for our nouns, in the singular.
type Words struct {
	Scenario string // e.g. "scenario", "domain"
	Task     string // e.g. "round", "task"
	Day      string // e.g. "update phase", "day"
}

// Dataset is a benchmark with its tasks.
type Dataset struct {
	Benchmark Benchmark
	Scenarios []Scenario
	Tasks     []Task
	Warnings  []Warning
	// Worlds are the environments of scenarios with known updates. They are read separately,
	// because their texts are large.
	Worlds []World
	// FactsOnly marks a dataset without task texts; saving it never overwrites stored texts.
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

// Kinds of tasks.
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

// TaskFacts are fields for display and filters, stored as one JSON object.
type TaskFacts struct {
	Prompt            string   `json:"prompt,omitempty"`             // what the agent is asked
	FeedbackCorrect   string   `json:"feedback_correct,omitempty"`   // told before the next task if this one was passed
	FeedbackIncorrect string   `json:"feedback_incorrect,omitempty"` // told before the next task if it was not
	Command           string   `json:"command,omitempty"`            // that checks the task
	ExpectExit        *int     `json:"expect_exit,omitempty"`        // exit code that the command has to give
	ExpectStdout      *string  `json:"expect_stdout,omitempty"`      // output that the command has to give
	StdoutPattern     bool     `json:"stdout_pattern,omitempty"`     // the expected output is a regular expression
	TimeoutS          *float64 `json:"timeout_s,omitempty"`          // seconds that the agent has
	Pref              *Pref    `json:"pref,omitempty"`               // preference that is checked beside the task
	SilentPref        bool     `json:"silent_pref,omitempty"`        // the command checks preferences too
	Rules             []string `json:"rules,omitempty"`              // that the command checks one after the other, up to the first that is broken
	Patterns          []string `json:"patterns,omitempty"`           // that the checker's script searches for, as it has them
	Language          string   `json:"language,omitempty"`           // "zh" where the prompt is mainly Chinese
	Difficulty        string   `json:"difficulty,omitempty"`         // as the dataset labels it
	DifficultyBoard   string   `json:"difficulty_board,omitempty"`   // second labelling used by a published board
	Domain            string   `json:"domain,omitempty"`             // as the dataset labels it
	Factors           []string `json:"factors,omitempty"`            // of complexity, as the dataset labels them
	Tags              []string `json:"tags,omitempty"`               // of the dataset
	Role              string   `json:"role,omitempty"`               // that the agent plays
	Stages            []Stage  `json:"stages,omitempty"`             // working days, in their order
	SourcePath        string   `json:"source_path,omitempty"`        // inside the benchmark's repository
	Pinned            string   `json:"pinned,omitempty"`             // what question and check of the public dataset are held to, see Task.Pin

	Descriptions map[string]string `json:"descriptions,omitempty"` // the dataset's one line on the task, by language: en, zh
	Rubric       []RubricPart      `json:"rubric,omitempty"`       // what its judge weighs
}

// RubricPart is one part of what a judge weighs.
type RubricPart struct {
	Name     string      `json:"name"`               // as the dataset names it
	Weight   float64     `json:"weight"`             // its share of the rubric
	Criteria []Criterion `json:"criteria,omitempty"` // what it is made of
}

// Criterion is what a part of a rubric asks for.
type Criterion struct {
	Text   string  `json:"text"`   // in the dataset's words
	Weight float64 `json:"weight"` // its share of the part
}

// ChecksPreference reports whether a preference is checked after the task.
func (f *TaskFacts) ChecksPreference() bool { return f.Pref != nil || f.SilentPref }

// Pref is a preference rule that is checked after a task but never scored.
type Pref struct {
	Command   string `json:"command"`             // that checks it, run after the task
	Correct   string `json:"correct,omitempty"`   // told to the agent if it was followed
	Incorrect string `json:"incorrect,omitempty"` // told to the agent if it was not
}

// Stage is one working day of a task that spans several (ClawMark).
type Stage struct {
	ID           string `json:"id"`                     // as the dataset names it
	Time         string `json:"time,omitempty"`         // in-universe, as recorded
	Notification string `json:"notification,omitempty"` // what the agent is told when it begins
	Silent       int    `json:"silent"`                 // silent changes before it
	Loud         int    `json:"loud"`                   // announced events before it
	// Changes before it as written in the task's program, without set-up; nil if unknown.
	Changes []StageChange `json:"changes,omitempty"`
}

// StageChange is a call by which a task changes the environment before a stage.
type StageChange struct {
	Service     string          `json:"service"`               // email, notion, google_sheets, calendar, fs or sandbox
	Method      string          `json:"method"`                // of the service
	Line        int             `json:"line"`                  // in the task's program
	Object      string          `json:"object,omitempty"`      // database, spreadsheet or calendar
	Label       string          `json:"label,omitempty"`       // silent or loud, as the author's comment says
	Told        string          `json:"told"`                  // how the stage's notification speaks of it: named, service (alone) or no
	Conditional bool            `json:"conditional,omitempty"` // it depends on what the task finds when it runs
	Repeated    bool            `json:"repeated,omitempty"`    // it may happen any number of times
	Static      bool            `json:"static"`                // everything that it writes is written down
	Comment     string          `json:"comment,omitempty"`     // of the author
	Payload     json.RawMessage `json:"payload"`               // array of the arguments, those with a name as an object at its end; what is not written down is its expression
	Fields      []ChangedField  `json:"fields,omitempty"`      // of a row or of cells, where they may have changed
	Checks      []string        `json:"checks,omitempty"`      // ids of the checks that look for a value that is new with it
	LinkedBy    []string        `json:"linked_by,omitempty"`   // the value that each of these checks looks for
}

// ChangedField is one property of a row, or one cell.
type ChangedField struct {
	Name string  `json:"name"`          // of the property, or of the cell as A1
	New  string  `json:"new"`           // value that it gets
	Old  *string `json:"old,omitempty"` // what the task's program writes there before; null where that is not known
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
	ID          string  `json:"id"`                    // as the dataset names it
	Day         string  `json:"day,omitempty"`         // id of the stage at which it is checked
	About       string  `json:"about,omitempty"`       // stage that its id speaks of, if another
	Weight      float64 `json:"weight"`                // its share among the weights of the task's checks
	RedLine     bool    `json:"red_line,omitempty"`    // failing it is a breach, not a missing point
	Description string  `json:"description,omitempty"` // what is checked
	// Services that its function reads (email, notion, google_sheets, calendar, fs, sandbox or
	// workspace); nil if unknown.
	Services []string `json:"services,omitempty"`
}

// Update is a change of the environment that the agent did not make.
type Update struct {
	ID        string       `json:"id"`              // as the dataset names it
	Kind      string       `json:"kind"`            // session, workspace or group
	Dir       string       `json:"dir,omitempty"`   // folder of the dataset that holds it
	Announced bool         `json:"announced"`       // the agent is told of it
	Files     []UpdateFile `json:"files,omitempty"` // files or sessions that it brings
}

// UpdateFile is one file that an update brings.
type UpdateFile struct {
	Name   string `json:"name"`   // of the file or session
	Action string `json:"action"` // new, append, replace ...
}
