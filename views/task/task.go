package task

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// TaskQuery is the state of a task's page.
type TaskQuery struct {
	All   bool         // also runs that newer records replace
	Block table.Window // of the trials
}

// Task is one task: what was asked, how every system answered, and whether its check is
// suspect.
type Task struct {
	Benchmark  string            `json:"benchmark"`   // id of the benchmark
	Causes     []TaskCause       `json:"causes"`      // kinds of failure reasons, that of most runs first
	Checks     []TaskCheck       `json:"checks"`      // single checks, in the dataset's order, then those that only records name
	Counted    string            `json:"counted"`     // what scored, passed and mean are over: ranked for the ranked systems, or runs
	Day        int               `json:"day"`         // ordinal of its day within the scenario, from 0
	Impossible *string           `json:"doubtful"`    // why no answer can pass the task; null if one can
	Signals    []item.Signal     `json:"doubts"`      // signals that the task is faulty itself
	Facts      results.TaskFacts `json:"facts"`       // further facts of the dataset
	Kind       string            `json:"kind"`        // how the task is scored
	Limit      int               `json:"limit"`       // the most trials of one answer
	Mean       *float64          `json:"mean"`        // mean score of those that are counted, 0 to 1; null unless each has a verdict
	Offset     int               `json:"offset"`      // trials before the first of this answer
	Options    []TaskOption      `json:"options"`     // options of a multi-choice task
	Ordinal    int               `json:"ordinal"`     // number of the task within the scenario, from 1
	Passed     int               `json:"passed"`      // of scored, those with a full score
	Prompt     *string           `json:"prompt"`      // what was asked; null where it is not known
	PromptFrom string            `json:"prompt_from"` // dataset, or the address of the trial whose record holds the prompt
	Scenario   string            `json:"scenario"`    // slug of the scenario
	Scored     int               `json:"scored"`      // how many of those that are counted have a verdict
	Slug       string            `json:"task"`        // slug of the task, unique within its scenario
	Title      string            `json:"title"`       // title of the task
	Total      int               `json:"total"`       // trials of all answers
	Trials     []TaskTrial       `json:"trials"`      // trials of this answer, in the order of the runs' mean scores
	Updates    []results.Update  `json:"updates"`     // of the environment, right before the task

	Query    TaskQuery        `json:"-"`
	Records  *TaskRecords     `json:"-"`
	All      []TaskTrial      `json:"-"` // on all pages
	LeftOut  string           `json:"-"` // runs that are not shown, in words
	PromptOf string           `json:"-"` // label of the trial whose record holds the prompt; empty if the dataset does
	Pair     [2]string        `json:"-"` // slugs of a run that passed and of one that did not
	Cases    []views.CaseLink `json:"-"` // case studies of the task

	runs   []views.RunColumn // shown, each with a trial
	pass   views.Rate        // of those that are counted
	graded bool              // a score of those lies between 0 and 1
}

// TaskRecords is what a store holds of a task and of the runs that tried it.
type TaskRecords struct {
	Benchmark    results.Benchmark
	Task         results.Task
	Tasks        []results.Task // of the scenario
	Expected     int            // tasks of the whole benchmark
	Recorded     int            // runs of the benchmark; of very many only those that stand for a ranked system are in Runs
	Runs         views.ScoredRuns
	Trials       map[[2]string][]*results.StoredTrial // by run and task
	Details      map[int64]results.TrialDetails       // of these trials
	Checks       map[int64][]results.Check            // of these trials
	Explanations map[int64]*results.Explanation       // of those of these trials that did not pass and have a known reason
}

// Index is the place of the task in its scenario; -1 for a task that only a run names.
func (d *TaskRecords) Index() int {
	return slices.IndexFunc(d.Tasks, func(t results.Task) bool { return t.Slug == d.Task.Slug })
}

// Columns are the runs that the page shows: those with a trial at the task.
func (d *TaskRecords) Columns(all bool) []views.RunColumn {
	return d.Runs.Columns(func(r results.Run) bool { return (all || !views.Superseded(r)) && len(d.at(r.Slug)) > 0 })
}

// TrialIDs are the keys of the shown runs' trials.
func (d *TaskRecords) TrialIDs(all bool) (ids []int64) {
	for _, c := range d.Columns(all) {
		for _, t := range d.at(c.Run.Slug) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// at are the trials of a run at the task.
func (d *TaskRecords) at(run string) []*results.StoredTrial {
	return d.Trials[[2]string{run, d.Task.Slug}]
}

// NewTask computes what records say of a task.
func NewTask(d *TaskRecords, q TaskQuery) *Task {
	x := &d.Task
	t := &Task{Benchmark: d.Benchmark.ID, Scenario: x.Scenario, Slug: x.Slug, Title: x.Title, Ordinal: x.Ordinal, Day: x.Day,
		Kind: x.Kind, Facts: x.Facts, Causes: []TaskCause{}, Checks: []TaskCheck{}, Signals: []item.Signal{}, Options: []TaskOption{},
		Updates: orEmpty(x.Updates), Counted: d.Runs.Counted(q.All), Query: q, Records: d, runs: d.Columns(q.All)}
	if reason := words.Plain(d.Runs.FaultyChecks.Reason(x.Scenario, x.Slug)); reason != "" {
		t.Impossible = &reason
	}
	t.addTrials()
	t.addScope()
	t.addPrompt()
	t.addRates()
	t.addOptions()
	t.addCauses()
	t.addChecks()
	return t
}

// Span leaves the trials of one answer of the API.
func (t *Task) Span(limit, offset int) {
	t.Limit, t.Offset, t.Trials = limit, offset, views.Span(t.Trials, limit, offset)
}

// CutPage leaves the trials of one page.
func (t *Task) CutPage() { t.Trials = table.Rows(&t.Query.Block, t.All) }

// TaskTrial is one trial of the task.
type TaskTrial struct {
	views.TrialOutcome
	Selected []string `json:"selected" nullable:"true"` // labels of the options that were chosen; null where no answer could be read
	Omitted  []string `json:"omitted" nullable:"true"`  // correct options that were not chosen; null where no answer could be read
	Added    []string `json:"added" nullable:"true"`    // chosen options that are not correct; null where no answer could be read

	Label   string               `json:"-"` // unique among the trials
	Column  results.Run          `json:"-"` // of the trial
	Stored  *results.StoredTrial `json:"-"`
	Details results.TrialDetails `json:"-"`
	Checks  []results.Check      `json:"-"`
	Reason  *results.Reason      `json:"-"` // why it did not pass; nil where that is not known
}

// Check is what the trial's record says of a check; nil if it does not name it.
func (x *TaskTrial) Check(id string) *results.Check {
	for i := len(x.Checks) - 1; i >= 0; i-- {
		if x.Checks[i].ID == id {
			return &x.Checks[i]
		}
	}
	return nil
}

// addTrials lists the trials of the shown runs, and a pair of which one passed.
func (t *Task) addTrials() {
	gold := Solution(t.options())
	t.All = []TaskTrial{}
	for _, r := range t.runs {
		trials := t.Records.at(r.Run.Slug)
		for _, s := range trials {
			x := TaskTrial{TrialOutcome: views.NewTrialOutcome(s), Selected: s.Selected, Label: r.Label, Column: r.Run,
				Stored: s, Details: t.Records.Details[s.ID], Checks: t.Records.Checks[s.ID]}
			if len(trials) > 1 {
				x.Label += " #" + strconv.Itoa(s.Attempt)
			}
			if t.Kind == results.KindMultiChoice && s.Selected != nil {
				key := gold
				if s.Gold != nil {
					key = s.Gold
				}
				x.Omitted, x.Added = views.Without(key, s.Selected), views.Without(s.Selected, key)
			}
			if w := t.Records.Explanations[s.ID]; w != nil {
				x.Reason = w.Reason
			}
			switch {
			case x.Status == results.Passed && t.Pair[0] == "":
				t.Pair[0] = x.Run
			case x.Status != results.Passed && x.Status != results.NotJudged && t.Pair[1] == "":
				t.Pair[1] = x.Run
			}
			t.All = append(t.All, x)
		}
	}
	t.Trials, t.Total = t.All, len(t.All)
}

// addScope says which runs are not shown.
func (t *Task) addScope() {
	d, replaced := t.Records, 0
	for _, r := range d.Runs.Runs {
		if !t.Query.All && views.Superseded(r) && len(d.at(r.Slug)) > 0 {
			replaced++
		}
	}
	t.LeftOut = views.RunsLeftOut(replaced, 0, "")
	if rest := d.Recorded - len(d.Runs.Runs); rest > 0 {
		t.LeftOut = "Not shown: " + words.Plural(rest, "run that stands", "runs that stand") + " for no ranked system."
	}
}

// addPrompt takes the dataset's prompt or, where it is not stored, one that a record says
// was sent.
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

// addRates counts passes over the counted runs, and lists signals that the task is faulty.
func (t *Task) addRates() {
	d := t.Records
	e := item.Evidence{Task: &d.Task, Tasks: d.Expected}
	for _, c := range t.runs {
		v := views.VerdictOf(d.at(c.Run.Slug))
		if v.Score == nil || !d.Runs.Counts(c.Run.Slug, t.Query.All) {
			continue
		}
		s := item.SystemScore{Run: c.Run.Slug, Score: *v.Score}
		if x, ok := d.Runs.Sums[c.Run.Slug]; ok && d.Index() >= 0 {
			s.Rest = item.Rest(x.Sum, x.Scored, d.Expected, *v.Score)
		}
		e.Scores, t.graded = append(e.Scores, s), t.graded || *v.Score > 0 && *v.Score < 1
	}
	t.pass, t.Mean = d.Runs.TaskRate(e.Scores, t.Query.All)
	t.Scored, t.Passed = t.pass.Den, t.pass.Num
	gold := Solution(d.Task.Options)
	for i := range t.All {
		if x := &t.All[i]; len(gold) > 0 && x.Stored.Gold != nil && !SameLabels(gold, x.Stored.Gold) {
			e.GoldDiffers = views.AppendNew(e.GoldDiffers, x.Run)
		}
	}
	t.Signals = append(t.Signals, item.Signals(e)...)
}

// TaskOption is one option of a multi-choice task against all answers.
type TaskOption struct {
	Label      string   `json:"label"`       // letter of the option
	Text       string   `json:"text"`        // empty where the dataset's texts are not stored
	Gold       bool     `json:"gold"`        // it is correct
	Feedback   string   `json:"feedback"`    // the author's on this option
	SelectedBy []string `json:"selected_by"` // slugs of the runs that chose it
	OmittedBy  []string `json:"omitted_by"`  // slugs of the runs that did not choose it although it is correct
	Errors     int      `json:"errors"`      // answers that omit it if it is correct, that have it if not
	Answers    int      `json:"answers"`     // that could be read
}

// addOptions sets each option against all answers.
func (t *Task) addOptions() {
	if len(t.Records.Task.Options) == 0 && t.Kind != results.KindMultiChoice {
		return
	}
	for _, o := range t.options() {
		row := TaskOption{Label: o.Label, Text: o.Text, Gold: o.Gold, Feedback: o.Feedback, SelectedBy: []string{}, OmittedBy: []string{}}
		for i := range t.All {
			x := &t.All[i]
			if x.Selected == nil {
				continue
			}
			row.Answers++
			picked := slices.Contains(x.Selected, o.Label)
			if picked != o.Gold {
				row.Errors++
			}
			switch {
			case picked:
				row.SelectedBy = views.AppendNew(row.SelectedBy, x.Run)
			case o.Gold:
				row.OmittedBy = views.AppendNew(row.OmittedBy, x.Run)
			}
		}
		t.Options = append(t.Options, row)
	}
}

// options are the dataset's or, where its texts are not stored, the letters that the
// records name.
func (t *Task) options() []results.Option {
	d := t.Records
	if len(d.Task.Options) > 0 {
		return d.Task.Options
	}
	gold := map[string]bool{}
	var letters []string
	for _, c := range t.runs {
		for _, s := range d.at(c.Run.Slug) {
			for _, l := range s.Gold {
				gold[l] = true
			}
			letters = append(append(letters, s.Gold...), s.Selected...)
			for _, k := range d.Checks[s.ID] {
				if s.Kind == results.KindMultiChoice {
					letters = append(letters, k.ID)
				}
			}
		}
	}
	slices.Sort(letters)
	var list []results.Option
	for _, l := range slices.Compact(letters) {
		list = append(list, results.Option{Label: l, Gold: gold[l]})
	}
	return list
}

// Solution are the labels of the correct options.
func Solution(options []results.Option) []string {
	var list []string
	for _, o := range options {
		if o.Gold {
			list = append(list, o.Label)
		}
	}
	return list
}

// SameLabels reports whether two lists hold the same labels in any order.
func SameLabels(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TaskCause is one kind of failure reason.
type TaskCause struct {
	Cause string `json:"cause"` // name of the kind
	Runs  int    `json:"runs"`  // runs with a trial that failed for it
}

// addCauses counts the runs that failed for each kind of reason.
func (t *Task) addCauses() {
	for _, kind := range results.ReasonKinds() {
		var runs []string
		for i := range t.All {
			if r := t.All[i].Reason; r != nil && r.Kind == kind && kind != results.ReasonUnknown {
				runs = views.AppendNew(runs, t.All[i].Run)
			}
		}
		if len(runs) > 0 {
			t.Causes = append(t.Causes, TaskCause{strings.ToLower(kind.Title()), len(runs)})
		}
	}
	slices.SortStableFunc(t.Causes, func(a, b TaskCause) int { return b.Runs - a.Runs })
}

// TaskCheck is one check against all trials.
type TaskCheck struct {
	results.CheckSpec
	Passed    int `json:"passed"`    // trials that passed it
	Evaluated int `json:"evaluated"` // trials in which it was evaluated
}

// addChecks sets each check against all trials: the dataset's checks in its order, then
// those that only records name. Options and a single command have sections of their own.
func (t *Task) addChecks() {
	if t.Kind == results.KindMultiChoice || t.Kind == results.KindExecCheck {
		return
	}
	at := map[string]int{}
	put := func(c results.CheckSpec) {
		if _, known := at[c.ID]; !known {
			at[c.ID] = len(t.Checks)
			t.Checks = append(t.Checks, TaskCheck{CheckSpec: c})
		}
	}
	for _, c := range t.Records.Task.Checks {
		put(c)
	}
	for i := range t.All {
		for _, c := range t.All[i].Checks {
			put(results.CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine})
			if c.Passed == nil {
				continue // neither passed nor failed
			}
			x := &t.Checks[at[c.ID]]
			x.Evaluated++
			if *c.Passed {
				x.Passed++
			}
		}
	}
	if len(t.Checks) == 1 && t.Kind == results.KindReward {
		t.Checks = []TaskCheck{} // the reward itself, which is the score
	}
}
