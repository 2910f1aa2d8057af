package results

import (
	"encoding/json"
	"strings"
)

// Scoring selects the formulas in package score that a benchmark uses.
type Scoring string

const (
	ScoringClawArena Scoring = "clawarena"  // metrics TCR, MC, EC, SC, FD, Robustness and CRS
	ScoringClawMark  Scoring = "clawmark"   // weighted rubric, Task Success, red lines
	ScoringReward    Scoring = "reward"     // Harbor metrics: mean reward, Avg@k, best@k, pass@k
	ScoringStageClaw Scoring = "stage-claw" // mean points and the share of tasks above a threshold
	ScoringNone      Scoring = "none"       // unscored transcripts
)

// Benchmark is a dataset with a version and a scoring method.
type Benchmark struct {
	ID       string
	Name     string
	Version  string // version according to the dataset; empty if none
	Scoring  Scoring
	Words    Words
	Headline string // key of the metric that sorts the leaderboard
	// FailureRule explains in one sentence which statuses count as a failed task.
	FailureRule string
	Summary     string // one or two sentences, written for this site
	Paper       string // citation, such as "arXiv 2604.04202v2"
	Repository  string // owner and name of the benchmark's public repository, such as "owner/name"
	Licence     string // licence of the dataset
	Scripted    bool   // set if scripted agents, not models, made the runs
	Digest      string // digest of the dataset's records; empty if only facts are known
	Ordinal     int    // position on the home page; 0 sorts last
	// Official is set for a dataset that ships with the program or that the operator has confirmed.
	Official bool
	// HasWorld is set if the updates' environment changes are known or the tasks have stages. The
	// store sets it.
	HasWorld bool
	// HasBoardLabels is set if a published leaderboard labels tasks by difficulty. The store sets
	// it.
	HasBoardLabels bool
	// Graded is set if tasks have partial scores; full marks are then called "solved" instead of
	// "passed". The store sets it.
	Graded bool
	// Views lists the URL path elements of the benchmark's non-empty tabs, in order. Package web
	// sets it.
	Views []string
	// Titles holds the titles of the scenarios and tasks. The store sets it.
	Titles Titles
}

// Replayed reports whether the environment changes of each update are known.
func (b Benchmark) Replayed() bool { return b.HasWorld && b.Scoring != ScoringClawMark }

// Full returns the word for full marks: "solved" or "passed".
func (b *Benchmark) Full() string {
	if b.Graded {
		return "solved"
	}
	return "passed"
}

// FullMeans returns the definition of the word that Full returns, or "" if it needs none.
func (b *Benchmark) FullMeans() string {
	switch {
	case !b.Graded:
		return ""
	case b.Scoring == ScoringClawMark:
		return "every check passed"
	case b.Scoring == ScoringClawArena:
		return "full score"
	}
	return "reward 1 on every attempt"
}

// FullDefined returns the word for full marks, followed by its definition in parentheses.
func (b *Benchmark) FullDefined() string {
	if !b.Graded {
		return b.Full()
	}
	return b.Full() + " (" + b.FullMeans() + ")"
}

// Scored reports whether trials have verdicts. A benchmark without verdicts has no ranking.
func (b *Benchmark) Scored() bool { return b.Scoring != ScoringNone }

// StageClawPasses reports whether a share of points passes a STAGE-Claw task: more than 60 of 100
// (arXiv 2606.10394, Table 2).
func StageClawPasses(points float64) bool { return points > 0.6 }

// HasHarness reports whether a public harness writes run records for the benchmark. STAGE-Claw has
// none (arXiv 2606.10394v1).
func (b *Benchmark) HasHarness() bool { return b.Scoring != ScoringStageClaw }

// Titles holds the titles of scenarios, keyed by slug, and of tasks, keyed by scenario/task.
type Titles map[string]string

func (t Titles) Scenario(scenario string) string { return t[scenario] }

func (t Titles) Task(scenario, task string) string { return t[scenario+"/"+task] }

// Only reports whether all titles belong to the scenario and at least one of them is the title of a
// task.
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

// Words are the benchmark's own words for scenario, task and day, in the singular.
type Words struct {
	Scenario string // word for a scenario, such as "scenario" or "domain"
	Task     string // word for a task, such as "round" or "task"
	Day      string // word for a day, such as "update phase" or "day"
}

// Dataset is a benchmark with its tasks.
type Dataset struct {
	Benchmark Benchmark
	Scenarios []Scenario
	Tasks     []Task
	Warnings  []Warning
	// Worlds are the environments of scenarios with known updates. They are loaded separately
	// because their texts are large.
	Worlds []World
	// FactsOnly is set for a dataset without task texts; saving it never overwrites stored texts.
	FactsOnly bool
}

// Scenario is a group of tasks; heatmaps have one row per scenario.
type Scenario struct {
	Slug        string
	Title       string
	Domain      string
	Description string
	Ordinal     int // position in the dataset, from 1
}

// Kinds of tasks.
const (
	KindMultiChoice = "multi_choice"
	KindExecCheck   = "exec_check"
	KindRubric      = "rubric"
	KindReward      = "reward"
)

// Task is the unit that a trial attempts and a score measures.
type Task struct {
	Scenario string // slug of the task's scenario
	Slug     string // name that is unique within the scenario
	Title    string
	Ordinal  int    // position in the scenario, from 1
	Kind     string // kind of task, one of the Kind constants
	Day      int    // index of the day (update phase) in the scenario, from 0
	Facts    TaskFacts
	Options  []Option
	Checks   []CheckSpec
	Updates  []Update
}

// TaskFacts holds fields for display and filters, stored as one JSON object.
type TaskFacts struct {
	Prompt            string   `json:"prompt,omitempty"`             // prompt of the task
	FeedbackCorrect   string   `json:"feedback_correct,omitempty"`   // feedback before the next task if this one was passed
	FeedbackIncorrect string   `json:"feedback_incorrect,omitempty"` // feedback before the next task if this one was not passed
	Command           string   `json:"command,omitempty"`            // command that checks the task
	ExpectExit        *int     `json:"expect_exit,omitempty"`        // exit code that the command must return
	ExpectStdout      *string  `json:"expect_stdout,omitempty"`      // output that the command must print
	StdoutPattern     bool     `json:"stdout_pattern,omitempty"`     // set if ExpectStdout is a regular expression
	TimeoutS          *float64 `json:"timeout_s,omitempty"`          // time limit of the agent, in seconds
	Pref              *Pref    `json:"pref,omitempty"`               // user's preference that is also checked; nil if there is none
	SilentPref        bool     `json:"silent_pref,omitempty"`        // set if Command also checks preferences
	Rules             []string `json:"rules,omitempty"`              // rules that the command checks in this order, stopping at the first failure
	Patterns          []string `json:"patterns,omitempty"`           // search patterns in the checker's script, verbatim
	Language          string   `json:"language,omitempty"`           // "zh" if the prompt is mainly Chinese, otherwise empty
	Difficulty        string   `json:"difficulty,omitempty"`         // difficulty label from the dataset
	DifficultyBoard   string   `json:"difficulty_board,omitempty"`   // difficulty label from a published leaderboard
	Domain            string   `json:"domain,omitempty"`             // domain label from the dataset
	Factors           []string `json:"factors,omitempty"`            // complexity factors, as the dataset labels them
	Tags              []string `json:"tags,omitempty"`               // tags from the dataset
	Role              string   `json:"role,omitempty"`               // role that the agent plays
	Stages            []Stage  `json:"stages,omitempty"`             // working days, in order
	SourcePath        string   `json:"source_path,omitempty"`        // path of the task in the benchmark's repository
	Pinned            string   `json:"pinned,omitempty"`             // digests of the question and check in the public dataset, see Task.Pin

	Descriptions map[string]string `json:"descriptions,omitempty"` // one-line descriptions from the dataset, by language: en, zh
	Rubric       []RubricPart      `json:"rubric,omitempty"`       // parts of the judge's rubric
}

// RubricPart is a weighted section of a judge's rubric.
type RubricPart struct {
	Name     string      `json:"name"`   // name of the part in the dataset
	Weight   float64     `json:"weight"` // weight of this part, relative to the other parts of the rubric
	Criteria []Criterion `json:"criteria,omitempty"`
}

// Criterion is one requirement in a part of a rubric.
type Criterion struct {
	Text   string  `json:"text"`   // wording in the dataset
	Weight float64 `json:"weight"` // weight of the criterion, relative to the other criteria of the part
}

func (f *TaskFacts) ChecksPreference() bool { return f.Pref != nil || f.SilentPref }

// Pref is a preference rule that is checked after a task but not scored.
type Pref struct {
	Command   string `json:"command"`             // command that checks the preference, run after the task
	Correct   string `json:"correct,omitempty"`   // feedback to the agent if it followed the preference
	Incorrect string `json:"incorrect,omitempty"` // feedback to the agent if it did not follow the preference
}

// Stage is one working day of a multi-day task (ClawMark).
type Stage struct {
	ID           string `json:"id"`                     // id of the stage in the dataset
	Time         string `json:"time,omitempty"`         // time in the task's story, as recorded
	Notification string `json:"notification,omitempty"` // message to the agent when the stage begins
	Silent       int    `json:"silent"`                 // number of changes before the stage of which the agent is not notified
	Loud         int    `json:"loud"`                   // number of changes before the stage of which the agent is notified
	// Changes lists the changes that the task's program makes before the stage, without set-up; nil
	// if unknown.
	Changes []StageChange `json:"changes,omitempty"`
}

// StageChange is a call in the task's program that changes the environment before a stage.
type StageChange struct {
	Service     string          `json:"service"`               // service: "email", "notion", "google_sheets", "calendar", "fs" or "sandbox"
	Method      string          `json:"method"`                // called method of the service
	Line        int             `json:"line"`                  // line number in the task's program
	Object      string          `json:"object,omitempty"`      // name of the database, spreadsheet or calendar
	Label       string          `json:"label,omitempty"`       // "silent" or "loud", according to the author's comment
	Told        string          `json:"told"`                  // mention of the change in the stage's notification: "named", "service" (only the service is mentioned) or "no"
	Conditional bool            `json:"conditional,omitempty"` // set if the change is made only under a condition at run time
	Repeated    bool            `json:"repeated,omitempty"`    // set if the change is in a loop and may be made any number of times
	Static      bool            `json:"static"`                // set if all written values are literals
	Comment     string          `json:"comment,omitempty"`     // author's comment
	Payload     json.RawMessage `json:"payload"`               // JSON array of the arguments; keyword arguments form a final object, and a computed argument is given as its source expression
	Fields      []ChangedField  `json:"fields,omitempty"`      // fields of a row, or cells, that may have changed
	Checks      []string        `json:"checks,omitempty"`      // ids of the checks that search for a value introduced by this change
	LinkedBy    []string        `json:"linked_by,omitempty"`   // values that those checks search for
}

// ChangedField is one property of a row, or one cell.
type ChangedField struct {
	Name string  `json:"name"`          // name of the property, or the cell as A1
	New  string  `json:"new"`           // new value
	Old  *string `json:"old,omitempty"` // value that the task's program wrote before; nil if unknown
}

// Option is one candidate answer of a multiple-choice task.
type Option struct {
	Label    string `json:"label"`
	Text     string `json:"text"`
	Gold     bool   `json:"gold"`
	Feedback string `json:"feedback,omitempty"`
}

// CheckSpec is a check that the dataset expects for every trial of a task.
type CheckSpec struct {
	ID          string  `json:"id"`                 // id of the check in the dataset
	Day         string  `json:"day,omitempty"`      // id of the stage at which the check runs
	About       string  `json:"about,omitempty"`    // id of the stage named in the check's id, if different from Day
	Weight      float64 `json:"weight"`             // weight of the check, relative to the sum over the task's checks
	RedLine     bool    `json:"red_line,omitempty"` // set if a failure is a violation and not only a lost point
	Description string  `json:"description,omitempty"`
	// Services lists the services that the check reads (email, notion, google_sheets, calendar, fs,
	// sandbox or workspace); nil if unknown.
	Services []string `json:"services,omitempty"`
}

// Update is an environment change that is not made by the agent.
type Update struct {
	ID        string       `json:"id"`              // id of the update in the dataset
	Kind      string       `json:"kind"`            // kind: "session", "workspace" or "group"
	Dir       string       `json:"dir,omitempty"`   // dataset folder with the update's files
	Announced bool         `json:"announced"`       // set if the agent is notified
	Files     []UpdateFile `json:"files,omitempty"` // files or sessions that the update adds or changes
}

// UpdateFile is one file of an update.
type UpdateFile struct {
	Name   string `json:"name"`   // name of the file or session
	Action string `json:"action"` // action, such as "new", "append" or "replace"
}
