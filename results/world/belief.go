package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Answers are the options that a run chose, by round. A round that was judged and
// gave no answer is in it with nil; one that was not judged is not.
type Answers map[results.TaskName][]string

// AnswersOf are the answers of a run. Of several attempts the first that was
// judged counts: the later ones may have been told of it.
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

// Revised says how a run answers the questions about beliefs that an update has
// reversed. An option is right if it is rejected where it is stale and chosen
// where it is new; a question without an answer has none right.
//
// There is no rate before the update: early questions ask what a document says
// and not what is true, so that nobody can say what was believed.
type Revised struct {
	First   days.Count `json:"first"`   // reversals with all options right when first asked about
	Held    days.Count `json:"held"`    // reversals with all options right in all later questions, of those that are asked about again
	All     days.Count `json:"all"`     // reversals with all options right in all questions
	Options days.Count `json:"options"` // options about a reversed belief that are right
	Control days.Count `json:"control"` // all other options of the same questions that are right

	Misses []Miss `json:"misses"` // options that are not right, by reversal
}

// Miss is an option about a reversed belief that was not answered right.
type Miss struct {
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug of the round
	Option   string `json:"option"`   // label
	Stale    bool   `json:"stale"`    // it restates the old belief and was not rejected; else it states the new one and was not chosen
	Answered bool   `json:"answered"` // the question was answered at all
	Before   string `json:"before"`   // the old belief, in our words
	After    string `json:"after"`    // the new one, in our words
}

// Fitting are the reversals of which all options stand in the tasks as the
// annotation knows them: stale ones not gold and new ones gold. Those of another
// revision of the dataset are left out.
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

// Revise sets a run's answers against the reversals. Tasks are the dataset's, in
// its order. What was not judged counts on no side, and a reversal counts only
// where all questions that its figure is over were judged.
func Revise(reversals []Reversal, tasks []results.Task, answers Answers) Revised {
	v := Revised{Misses: []Miss{}}
	order := map[results.TaskName]int{}
	for i := range tasks {
		order[tasks[i].Name()] = i
	}
	about := map[results.TaskName]map[string]bool{} // options that some reversal is about
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

// question counts the options of one question about a reversal.
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

// tally counts one reversal by its questions, the first one first.
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

// right reports whether an option was chosen exactly if it should have been. An
// answer that is not there is never right.
func right(selected []string, option string, gold bool) bool {
	return selected != nil && slices.Contains(selected, option) == gold
}
