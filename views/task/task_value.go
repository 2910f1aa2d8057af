package task

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// TaskQuery is the state of a task's page.
type TaskQuery struct {
	All   bool         // also runs that newer records replace
	Block views.Window // of the trials side by side
}

// Task is everything that the page of one task and its twins are made of: what
// was asked, how every system answered, and whether the task itself is in doubt.
type Task struct {
	Benchmark      string             `json:"benchmark"`      // id of the benchmark
	Causes         []TaskCause        `json:"causes"`         // what checkers complained of, the cause of most runs first
	Checks         []TaskCheck        `json:"checks"`         // single checks, in the dataset's order, then those that only records name
	Counted        string             `json:"counted"`        // what scored, passed and mean are over: ranked for the ranked systems, or runs
	Day            int                `json:"day"`            // ordinal of its day within the scenario, from 0
	Discrimination TaskDiscrimination `json:"discrimination"` // how well it tells systems apart
	Doubtful       *string            `json:"doubtful"`       // why no answer can pass the task; null if one can
	Doubts         []item.Reason      `json:"doubts"`         // reasons to doubt the task itself
	Facts          results.TaskFacts  `json:"facts"`          // further facts of the dataset
	Kind           string             `json:"kind"`           // kind of the task, which says how it is scored
	Limit          int                `json:"limit"`          // the most trials of one answer
	Mean           *float64           `json:"mean"`           // mean score of those that are counted, 0 to 1; null unless each has a verdict
	Offset         int                `json:"offset"`         // trials before the first of this answer
	Options        []TaskOption       `json:"options"`        // options of a multi-choice task
	Ordinal        int                `json:"ordinal"`        // number of the task within the scenario, from 1
	PassCI         *[2]float64        `json:"pass_ci"`        // Wilson interval at 95 % of the share that passed, 0 to 1; null where the share does not stand
	Passed         int                `json:"passed"`         // of scored, those with a full score
	Prompt         *string            `json:"prompt"`         // what was asked; null where it is not known
	PromptFrom     string             `json:"prompt_from"`    // dataset, or the address of the trial whose record holds the prompt
	Scenario       string             `json:"scenario"`       // slug of the scenario
	Scored         int                `json:"scored"`         // how many of those that are counted have a verdict
	Slug           string             `json:"task"`           // slug of the task, unique within its scenario
	Title          string             `json:"title"`          // title of the task
	Told           []TaskFeedback     `json:"told"`           // what agents were told of the task afterwards; limit and offset count here too
	Total          int                `json:"total"`          // trials of all answers
	Trials         []TaskTrial        `json:"trials"`         // trials of this answer, in the order of the runs' mean scores
	Updates        []results.Update   `json:"updates"`        // updates that come right before the task

	Query    TaskQuery         `json:"-"`
	Records  *TaskRecords      `json:"-"`
	Runs     []views.RunColumn `json:"-"` // that have a trial and are shown
	All      []TaskTrial       `json:"-"` // on all pages; sums are over these
	Pass     views.Rate        `json:"-"` // of those that are counted
	Graded   bool              `json:"-"` // a score of those lies between 0 and 1
	Unit     string            `json:"-"` // of the counts: systems, or runs
	LeftOut  string            `json:"-"` // runs that are not shown, in words
	PromptOf string            `json:"-"` // label of the trial whose record holds the prompt; empty if the dataset does
	Pair     [2]string         `json:"-"` // slugs of two runs that are worth comparing
	Cases    []views.CaseLink  `json:"-"` // case studies of the task
}

// NewTask computes what records say of a task.
func NewTask(d *TaskRecords, q TaskQuery) *Task {
	x := &d.Task
	t := &Task{Benchmark: d.Benchmark.ID, Scenario: x.Scenario, Slug: x.Slug, Title: x.Title, Ordinal: x.Ordinal, Day: x.Day,
		Kind: x.Kind, Facts: x.Facts,
		Causes: []TaskCause{}, Checks: []TaskCheck{}, Doubts: []item.Reason{}, Options: []TaskOption{}, Told: []TaskFeedback{},
		Updates: orEmpty(x.Updates),
		Counted: d.Runs.Counted(q.All), Unit: d.Runs.Unit(q.All), Query: q, Records: d, Runs: d.Columns(q.All)}
	if reason := words.Plain(d.Runs.Doubts.Reason(x.Scenario, x.Slug)); reason != "" {
		t.Doubtful = &reason
	}
	t.addTrials()
	t.addScope()
	t.addPrompt()
	scores := t.scores()
	t.addRates(scores)
	t.addOptions()
	t.addCauses()
	t.addChecks()
	t.addTold()
	t.addComparison()
	t.Doubts = append(t.Doubts, item.Doubts(t.evidence(scores))...)
	return t
}

// CutList leaves in the JSON twin the trials of one answer.
func (t *Task) CutList(limit, offset int) {
	t.Limit, t.Offset = limit, offset
	t.Trials, t.Told = views.Span(t.Trials, limit, offset), views.Span(t.Told, limit, offset)
}

// CutPage leaves in the page the trials of its block. What is counted over them
// was counted before, over all.
func (t *Task) CutPage() {
	lo, hi := t.Query.Block.Cut(len(t.All))
	t.Trials = t.All[min(lo, len(t.All)):min(hi, len(t.All))]
}

// addScope says which runs are not shown.
func (t *Task) addScope() {
	d, replaced := t.Records, 0
	for _, r := range d.Runs.Runs {
		if !t.Query.All && views.Superseded(r) && len(d.at(r.Slug, t.Slug)) > 0 {
			replaced++
		}
	}
	t.LeftOut = views.RunsLeftOut(replaced, 0, "")
	if rest := d.Recorded - len(d.Runs.Runs); rest > 0 {
		t.LeftOut = "Not shown: " + words.Plural(rest, "run that stands", "runs that stand") + " for no ranked system."
	}
}

// addPrompt takes the dataset's prompt or, where it is not stored, one that a
// record says was really sent.
func (t *Task) addPrompt() {
	t.PromptFrom = "dataset"
	if t.Facts.Prompt != "" {
		t.Prompt = &t.Facts.Prompt
		return
	}
	for i := range t.All {
		if x := &t.All[i]; x.Details.Prompt != "" {
			t.Prompt, t.PromptFrom, t.PromptOf = &x.Details.Prompt, x.URL, x.Label
			return
		}
	}
}

// addComparison chooses a pair whose traces are worth comparing: a run that
// passed and one that did not.
func (t *Task) addComparison() {
	for i := range t.All {
		switch x := &t.All[i]; {
		case x.Status == results.Passed && t.Pair[0] == "":
			t.Pair[0] = x.Run
		case x.Status != results.Passed && x.Status != results.NotJudged && t.Pair[1] == "":
			t.Pair[1] = x.Run
		}
	}
}

// orEmpty makes a list of none an empty list in JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// CheckLink is a change that a check looks for a new value of.
type CheckLink struct {
	Stage string `json:"stage"`           // id of the stage before which it happens
	Label string `json:"label,omitempty"` // silent or loud, as the author's comment says
	Value string `json:"value"`           // that is new with it and stands in the check
	Place int    `json:"change"`          // of the change among those of the stage, from 1
}

// linkChecks notes which changes the checks look for; at is where each check stands.
func (t *Task) linkChecks(at map[string]int) {
	for i := range t.Checks {
		t.Checks[i].NamesSilent = t.Checks[i].CheckSpec.NamesSilent()
	}
	for i := range t.Facts.Stages {
		st := &t.Facts.Stages[i]
		for k := range st.Changes {
			c := &st.Changes[k]
			for n, id := range c.Checks {
				link := CheckLink{Stage: st.ID, Label: c.Label, Place: k + 1}
				if n < len(c.LinkedBy) {
					link.Value = c.LinkedBy[n]
				}
				if j, known := at[id]; known {
					t.Checks[j].Linked = append(t.Checks[j].Linked, link)
				}
			}
		}
	}
}
