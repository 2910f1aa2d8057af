package task

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/views"
)

// TaskTrial is one trial of the task.
type TaskTrial struct {
	views.TrialOutcome
	Selected []string `json:"selected" nullable:"true"` // labels of the options that were chosen; null where no answer could be read
	Omitted  []string `json:"omitted" nullable:"true"`  // correct options that were not chosen; null where no answer could be read
	Added    []string `json:"added" nullable:"true"`    // chosen options that are not correct; null where no answer could be read
	Exact    *bool    `json:"exact"`                    // whether exactly the correct options were chosen; null where no answer could be read
	IoU      *float64 `json:"iou"`                      // intersection over union of the chosen and the correct options, 0 to 1; null where no answer could be read
	F1       *float64 `json:"f1"`                       // harmonic mean of precision and recall of the chosen options, 0 to 1; null where no answer could be read

	Label    string               `json:"-"` // unique among the trials
	Head     string               `json:"-"` // the same for narrow heads: what tells it apart comes first
	Column   results.Run          `json:"-"` // of the trial
	Stored   *results.StoredTrial `json:"-"`
	Details  results.TrialDetails `json:"-"`
	Checks   []results.Check      `json:"-"`
	Findings []item.Finding       `json:"-"` // complaints of the checker
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

// addTrials lists the trials of the shown runs.
func (t *Task) addTrials() {
	gold := Solution(t.options())
	t.All = []TaskTrial{}
	for _, r := range t.Runs {
		trials := t.Records.at(r.Run.Slug, t.Slug)
		for _, s := range trials {
			x := TaskTrial{TrialOutcome: views.NewTrialOutcome(s), Selected: s.Selected, Label: r.Label, Head: r.Head, Column: r.Run,
				Stored: s, Details: t.Records.Details[s.ID], Checks: t.Records.Checks[s.ID]}
			if len(trials) > 1 {
				n := "#" + strconv.Itoa(s.Attempt)
				x.Label, x.Head = x.Label+" "+n, n+" "+x.Head
			}
			if t.Kind == results.KindMultiChoice && s.Selected != nil {
				key := gold
				if s.Gold != nil {
					key = s.Gold
				}
				set := item.CompareSets(s.Selected, key)
				x.Exact, x.IoU, x.F1, x.Omitted, x.Added = &set.Exact, &set.IoU, &set.F1, orEmpty(set.Omitted), orEmpty(set.Added)
			}
			x.Findings = t.findings(&x)
			t.All = append(t.All, x)
		}
	}
	t.Trials, t.Total = t.All, len(t.All)
}

// findings are the complaints of the checker about one trial.
func (t *Task) findings(x *TaskTrial) []item.Finding {
	if x.Score != nil && *x.Score >= 1 {
		return nil
	}
	v := x.Details.Verdict
	if v != nil && v.Stdout == "" && v.Stderr == "" && t.Kind != results.KindExecCheck {
		return nil // a verifier that writes numbers only has nothing to complain in words
	}
	return item.Findings(v, t.Facts.Command)
}

// TaskFeedback is what one agent was told of this task afterwards.
type TaskFeedback struct {
	Run      string `json:"run"`      // slug of the run
	Verdict  string `json:"verdict"`  // what was said: correct, incorrect, options, preference, none or unknown
	Text     string `json:"text"`     // the words, as the prompt of the next task holds them
	Contrary bool   `json:"contrary"` // the opposite of the verdict, or nothing after a failure
	URL      string `json:"url"`      // of the trial whose prompt holds the words
}

// addTold takes what the agents were told of this task from the recorded prompts
// of the next one.
func (t *Task) addTold() {
	d, next := t.Records, t.Records.Next()
	if next == "" {
		return
	}
	for _, c := range t.Runs {
		for _, s := range d.at(c.Run.Slug, next) {
			told := d.Details[s.ID].Told
			if told == nil || told.About != t.Slug {
				continue
			}
			t.Told = append(t.Told, TaskFeedback{Run: c.Run.Slug, Verdict: told.Verdict, Text: told.Text, Contrary: told.Contrary,
				URL: views.TrialAddress(s)})
		}
	}
}
