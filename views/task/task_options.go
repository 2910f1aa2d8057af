package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/views"
)

// TaskOption is one option of a multi-choice task against all answers.
type TaskOption struct {
	Label      string      `json:"label"`       // letter of the option
	Text       string      `json:"text"`        // empty where the dataset's texts are not stored
	Gold       bool        `json:"gold"`        // it is correct
	Feedback   string      `json:"feedback"`    // the author's on this option
	SelectedBy []string    `json:"selected_by"` // slugs of the runs that chose it
	OmittedBy  []string    `json:"omitted_by"`  // slugs of the runs that did not choose it although it is correct
	Errors     int         `json:"errors"`      // answers that omit it if it is correct, that have it if not
	Answers    int         `json:"answers"`     // that could be read
	ErrorCI    *[2]float64 `json:"error_ci"`    // Wilson interval at 95 % of the share of errors, 0 to 1; null without an answer

	Error views.Rate `json:"-"` // errors of answers
}

// addOptions sets each option against all answers.
func (t *Task) addOptions() {
	if len(t.Records.Task.Options) == 0 && t.Kind != results.KindMultiChoice {
		return
	}
	var answers [][]string
	for i := range t.All {
		if x := &t.All[i]; x.Selected != nil {
			answers = append(answers, x.Selected)
		}
	}
	for _, o := range t.options() {
		n := item.CountOption(o.Label, o.Gold, answers)
		row := TaskOption{Label: o.Label, Text: o.Text, Gold: o.Gold, Feedback: o.Feedback, SelectedBy: []string{}, OmittedBy: []string{},
			Errors: n.Wrong, Answers: n.N, Error: views.NewRate(n.Wrong, n.N)}
		row.ErrorCI = row.Error.Interval()
		for i := range t.All {
			x := &t.All[i]
			switch {
			case slices.Contains(x.Selected, o.Label):
				row.SelectedBy = appendRun(row.SelectedBy, x.Run)
			case x.Selected != nil && o.Gold:
				row.OmittedBy = appendRun(row.OmittedBy, x.Run)
			}
		}
		t.Options = append(t.Options, row)
	}
}

// appendRun adds a run once to a list that grows run by run.
func appendRun(list []string, run string) []string {
	if n := len(list); n > 0 && list[n-1] == run {
		return list
	}
	return append(list, run)
}

// options are the dataset's or, where its texts are not stored, the letters that
// the records name.
func (t *Task) options() []results.Option {
	d := t.Records
	if len(d.Task.Options) > 0 {
		return d.Task.Options
	}
	gold := map[string]bool{}
	var letters []string
	for _, c := range t.Runs {
		for _, s := range d.at(c.Run.Slug, t.Slug) {
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
