package task

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// TaskQuery holds the query parameters of a task's page.
type TaskQuery struct {
	All   bool         // true to include superseded runs
	Block table.Window // paging of the trials
}

// Task is one task with its prompt, the answers of all systems, and signs that its check may be
// faulty.
type Task struct {
	Benchmark  string            `json:"benchmark"`   // id of the benchmark
	Causes     []TaskCause       `json:"causes"`      // kinds of failure reasons, most frequent first
	Checks     []TaskCheck       `json:"checks"`      // checks in dataset order, followed by checks that only appear in records
	Counted    string            `json:"counted"`     // counted units of scored, passed and mean: "ranked" for ranked systems, or "runs"
	Day        int               `json:"day"`         // index of the task's day within the scenario, from 0
	Impossible *string           `json:"doubtful"`    // reason why the check cannot be passed; null if it can
	Signals    []item.Signal     `json:"doubts"`      // signs that the task itself is faulty
	Facts      results.TaskFacts `json:"facts"`       // further data about the task from the dataset
	Kind       string            `json:"kind"`        // kind of the task, which determines the scoring
	Limit      int               `json:"limit"`       // maximum number of trials on this page
	Mean       *float64          `json:"mean"`        // mean score of the counted runs or systems, 0 to 1; null unless all have a verdict
	Offset     int               `json:"offset"`      // number of trials before this page
	Options    []TaskOption      `json:"options"`     // options of a multiple-choice task
	Ordinal    int               `json:"ordinal"`     // position in the scenario, from 1
	Passed     int               `json:"passed"`      // number of counted runs or systems with a full score
	Prompt     *string           `json:"prompt"`      // prompt; null if unknown
	PromptFrom string            `json:"prompt_from"` // source of the prompt: "dataset", or the URL of the trial that recorded it
	Scenario   string            `json:"scenario"`    // slug of the scenario
	Scored     int               `json:"scored"`      // number of counted runs or systems with a verdict
	Slug       string            `json:"task"`        // slug of the task; unique within its scenario
	Title      string            `json:"title"`       // title of the task
	Total      int               `json:"total"`       // number of trials on all pages
	Trials     []TaskTrial       `json:"trials"`      // trials on this page, in the order of the runs
	Updates    []results.Update  `json:"updates"`     // updates of the environment directly before the task

	Query    TaskQuery        `json:"-"`
	Records  *TaskRecords     `json:"-"`
	All      []TaskTrial      `json:"-"` // trials on all pages
	LeftOut  string           `json:"-"` // description of the omitted runs
	PromptOf string           `json:"-"` // label of the trial that recorded the prompt; empty if it is from the dataset
	Pair     [2]string        `json:"-"` // slugs of a run that passed and of a run that did not, for a comparison; empty if there are none
	Cases    []views.CaseLink `json:"-"` // case studies about the task

	runs   []views.RunColumn // runs with a trial on this task
	pass   views.Rate        // pass rate of the counted runs or systems
	graded bool              // true if any counted score is between 0 and 1
}

// TaskRecords holds the stored data of a task and its runs.
type TaskRecords struct {
	Benchmark    results.Benchmark
	Task         results.Task
	Tasks        []results.Task // tasks of the scenario
	Expected     int            // number of tasks in the benchmark
	Recorded     int            // number of runs of the benchmark; if there are very many, Runs contains only those of ranked systems
	Runs         views.ScoredRuns
	Trials       map[[2]string][]*results.StoredTrial // trials by run and task
	Details      map[int64]results.TrialDetails       // details of the trials, by trial id
	Checks       map[int64][]results.Check            // checks of the trials, by trial id
	Explanations map[int64]*results.Explanation       // explanations of failed trials, by trial id; no entry if the reason is unknown
}

// Index returns the index of the task in its scenario, or -1 if the task is not in the dataset.
func (d *TaskRecords) Index() int {
	return slices.IndexFunc(d.Tasks, func(t results.Task) bool { return t.Slug == d.Task.Slug })
}

// Columns returns the runs to show: those with a trial on the task.
func (d *TaskRecords) Columns(all bool) []views.RunColumn {
	return d.Runs.Columns(func(r results.Run) bool { return (all || !views.Superseded(r)) && len(d.at(r.Slug)) > 0 })
}

// TrialIDs returns the ids of the trials of the runs to show.
func (d *TaskRecords) TrialIDs(all bool) (ids []int64) {
	for _, c := range d.Columns(all) {
		for _, t := range d.at(c.Run.Slug) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

func (d *TaskRecords) at(run string) []*results.StoredTrial {
	return d.Trials[[2]string{run, d.Task.Slug}]
}

// NewTask returns the data for a task's page.
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

// Span restricts the trials to one page of an API response.
func (t *Task) Span(limit, offset int) {
	t.Limit, t.Offset, t.Trials = limit, offset, views.Span(t.Trials, limit, offset)
}

// CutPage restricts the trials to one page.
func (t *Task) CutPage() { t.Trials = table.Rows(&t.Query.Block, t.All) }

// TaskTrial is one trial on the task.
type TaskTrial struct {
	views.TrialOutcome
	Selected []string `json:"selected" nullable:"true"` // labels of the chosen options; null if the answer could not be parsed
	Omitted  []string `json:"omitted" nullable:"true"`  // labels of correct options that were not chosen; null if the answer could not be parsed
	Added    []string `json:"added" nullable:"true"`    // labels of incorrect options that were chosen; null if the answer could not be parsed

	Label   string               `json:"-"` // label of the trial, unique on the page
	Column  results.Run          `json:"-"` // run of the trial
	Stored  *results.StoredTrial `json:"-"`
	Details results.TrialDetails `json:"-"`
	Checks  []results.Check      `json:"-"`
	Reason  *results.Reason      `json:"-"` // failure reason; nil if the trial passed or the reason is unknown
}

// Check returns the trial's result of the check with the given id, or nil if there is none.
func (x *TaskTrial) Check(id string) *results.Check {
	for i := len(x.Checks) - 1; i >= 0; i-- {
		if x.Checks[i].ID == id {
			return &x.Checks[i]
		}
	}
	return nil
}

// addTrials adds the trials of the runs to show, and selects a passing and a failing run for a
// comparison.
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

// addPrompt adds the dataset's prompt. If the dataset does not contain it, it adds a prompt
// recorded in a trial.
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

// addRates adds the pass counts over the counted runs, and signs that the task is faulty.
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
		e.Scores = d.Runs.Add(e.Scores, s, len(d.at(c.Run.Slug)), t.Query.All)
	}
	t.graded = slices.ContainsFunc(e.Scores, func(s item.SystemScore) bool { return s.Score > 0 && s.Score < 1 })
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

// TaskOption is one option of a multiple-choice task, with counts over all answers.
type TaskOption struct {
	Label      string   `json:"label"`       // letter of the option
	Text       string   `json:"text"`        // text of the option, from the dataset or a recorded prompt; empty if neither states it
	Gold       bool     `json:"gold"`        // true if the option is correct
	Feedback   string   `json:"feedback"`    // feedback on the option by the benchmark's authors
	SelectedBy []string `json:"selected_by"` // slugs of the runs that chose the option
	OmittedBy  []string `json:"omitted_by"`  // slugs of the runs that did not choose the option, if it is correct
	Errors     int      `json:"errors"`      // number of answers that are wrong about this option
	Answers    int      `json:"answers"`     // number of answers that could be parsed
}

// addOptions adds the options with their counts over all answers.
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

// options returns the dataset's options. If the dataset does not contain them, it returns the
// letters that occur in the records.
func (t *Task) options() []results.Option {
	d := t.Records
	if len(d.Task.Options) > 0 {
		prompt := ""
		if t.Prompt != nil {
			prompt = *t.Prompt
		}
		return why.Options(&d.Task, prompt)
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

// Solution returns the labels of the correct options.
func Solution(options []results.Option) []string {
	var list []string
	for _, o := range options {
		if o.Gold {
			list = append(list, o.Label)
		}
	}
	return list
}

// SameLabels reports whether two lists contain the same labels, in any order.
func SameLabels(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TaskCause is one kind of failure reason with the number of runs that failed for it.
type TaskCause struct {
	Cause string `json:"cause"`
	Runs  int    `json:"runs"` // number of runs with a trial that failed for this kind of reason
}

// addCauses adds the kinds of failure reasons, with the number of runs that failed for each.
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

// TaskCheck is one check of the task, with counts over all trials.
type TaskCheck struct {
	results.CheckSpec
	Passed    int `json:"passed"`    // number of trials in which the check passed
	Evaluated int `json:"evaluated"` // number of trials in which the check was evaluated
}

// addChecks adds the checks with counts over all trials: the dataset's checks in order, followed by
// checks that only appear in records. It adds none for multiple-choice tasks and script checks,
// which have sections of their own.
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
				continue
			}
			x := &t.Checks[at[c.ID]]
			x.Evaluated++
			if *c.Passed {
				x.Passed++
			}
		}
	}
	if len(t.Checks) == 1 && t.Kind == results.KindReward {
		t.Checks = []TaskCheck{} // drop a single check that is only the reward, because the score shows it already
	}
}
