package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Answers maps rounds to the options that a run selected. The value is nil for a judged round
// without an answer. Rounds that were not judged are not in the map.
type Answers map[results.TaskName][]string

// AnswersOf returns the answers of a run. It uses the first judged attempt at each round, because
// later attempts may have received feedback.
func AnswersOf(trials []results.StoredTrial) Answers {
	a := Answers{}
	for i := range trials {
		t := &trials[i].Trial
		if _, known := a[t.TaskName()]; !known && t.Kind == results.KindMultiChoice && t.Score != nil {
			a[t.TaskName()] = t.Selected
		}
	}
	return a
}

// Revised summarises how a run answers questions about beliefs that an update has reversed. An
// option is answered correctly if it restates the old belief and was rejected, or states the new
// belief and was selected. In a question without an answer no option is answered correctly.
//
// There is no rate before the update, because early questions ask what a document says and not what
// is true.
type Revised struct {
	First   days.Count `json:"first"`   // reversals with all options answered correctly in the first question
	Held    days.Count `json:"held"`    // reversals with all options answered correctly in all later questions, among those that have later questions
	All     days.Count `json:"all"`     // reversals with all options answered correctly in all questions
	Options days.Count `json:"options"` // correctly answered options about a reversed belief
	Control days.Count `json:"control"` // correctly answered options among the other options of the same questions

	Misses []Miss `json:"misses"` // wrongly answered options, grouped by reversal
}

// Miss is an option that tests a reversed belief and that the run got wrong.
type Miss struct {
	Scenario string `json:"scenario"` // scenario slug
	Task     string `json:"task"`     // slug of the round
	Option   string `json:"option"`   // label of the option
	Stale    bool   `json:"stale"`    // set if an option with the old belief was not rejected; otherwise an option with the new belief was not selected
	Answered bool   `json:"answered"` // set if the question was answered at all
	Before   string `json:"before"`   // old belief, in our own words
	After    string `json:"after"`    // new belief, in our own words
}

// Fitting returns the reversals that agree with the tasks: options with the old belief are wrong
// there, and options with the new belief are correct. All other reversals belong to a different
// revision of the dataset.
func (a *Annotation) Fitting(tasks []results.Task) []Reversal {
	gold := map[results.TaskName]map[string]bool{}
	for i := range tasks {
		gold[tasks[i].Name()] = map[string]bool{}
		for _, o := range tasks[i].Options {
			gold[tasks[i].Name()][o.Label] = o.Gold
		}
	}
	return slices.DeleteFunc(slices.Clone(a.Reversals), func(r Reversal) bool {
		differs := func(want bool) func(Choice) bool {
			return func(c Choice) bool {
				is, known := gold[results.TaskName{Scenario: r.Scenario, Task: c.Task}][c.Option]
				return !known || is != want
			}
		}
		return slices.ContainsFunc(r.Stale, differs(false)) || slices.ContainsFunc(r.New, differs(true))
	})
}

// Revise evaluates a run's answers to questions about reversals. tasks must be in the order of the
// dataset. Questions without a verdict are ignored. A rate includes a reversal only if all
// questions that the rate is about have a verdict.
func Revise(reversals []Reversal, tasks []results.Task, answers Answers) Revised {
	v := Revised{Misses: []Miss{}}
	order := map[results.TaskName]int{}
	for i := range tasks {
		order[tasks[i].Name()] = i
	}
	about := map[results.TaskName]map[string]bool{} // options about any reversed belief
	for i := range reversals {
		v.reversal(&reversals[i], order, about, answers)
	}
	for i := range tasks {
		selected, judged := answers[tasks[i].Name()]
		if !judged || about[tasks[i].Name()] == nil {
			continue
		}
		for _, o := range tasks[i].Options {
			if !about[tasks[i].Name()][o.Label] {
				v.Control.Add(right(selected, o.Label, o.Gold))
			}
		}
	}
	return v
}

func (v *Revised) reversal(r *Reversal, order map[results.TaskName]int, about map[results.TaskName]map[string]bool, answers Answers) {
	for _, c := range slices.Concat(r.Stale, r.New) {
		name := results.TaskName{Scenario: r.Scenario, Task: c.Task}
		if about[name] == nil {
			about[name] = map[string]bool{}
		}
		about[name][c.Option] = true
	}
	asked := r.Asked(order, answers)
	for i := range asked {
		v.question(r, &asked[i])
	}
	v.tally(asked)
}

// question adds one question about a reversal to the counts of options.
func (v *Revised) question(r *Reversal, q *Asked) {
	if !q.Judged {
		return
	}
	for _, o := range q.Options {
		v.Options.Add(o.Right)
		if !o.Right {
			v.Misses = append(v.Misses, Miss{Scenario: r.Scenario, Task: q.Task, Option: o.Option, Stale: o.Stale,
				Answered: q.Answered, Before: r.Before, After: r.After})
		}
	}
}

// tally adds one reversal to the counts, given its questions in order.
func (v *Revised) tally(asked []Asked) {
	if len(asked) == 0 {
		return
	}
	first, judged, held := &asked[0], true, true
	for i := range asked[1:] {
		q := &asked[i+1]
		judged, held = judged && q.Judged, held && q.Right()
	}
	if first.Judged {
		v.First.Add(first.Right())
	}
	if len(asked) > 1 && judged {
		v.Held.Add(held)
	}
	if first.Judged && judged {
		v.All.Add(first.Right() && held)
	}
}

// right reports whether an option was selected if and only if it is correct according to the
// dataset. It returns false if there is no answer.
func right(selected []string, option string, gold bool) bool {
	return selected != nil && slices.Contains(selected, option) == gold
}
