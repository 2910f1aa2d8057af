package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/views"
)

// TaskCause is one kind of complaint of the checker.
type TaskCause struct {
	Cause string       `json:"cause"` // name of the kind
	Runs  int          `json:"runs"`  // runs with such a complaint
	Words []CauseWords `json:"words"` // the complaints, as the checker wrote them
}

// CauseWords are the checker's words and whose trials they are about.
type CauseWords struct {
	Text  string `json:"text"`  // the words
	Times int    `json:"times"` // how often they were written

	Trials []views.Link `json:"-"` // that they are about, each once
}

// addCauses groups what the checker said by cause over all trials.
func (t *Task) addCauses() {
	type group struct {
		TaskCause
		last string         // run
		at   map[string]int // of words, by text
	}
	groups := map[item.Cause]*group{}
	for i := range t.All {
		x := &t.All[i]
		for _, f := range x.Findings {
			g := groups[f.Cause]
			if g == nil {
				g = &group{TaskCause: TaskCause{Cause: string(f.Cause)}, at: map[string]int{}}
				groups[f.Cause] = g
			}
			if x.Run != g.last { // a run's trials stand together
				g.last = x.Run
				g.Runs++
			}
			k, ok := g.at[f.Text]
			if !ok {
				k = len(g.Words)
				g.at[f.Text] = k
				g.Words = append(g.Words, CauseWords{Text: f.Text})
			}
			w := &g.Words[k]
			w.Times++
			if n := len(w.Trials); n == 0 || w.Trials[n-1].Href != x.URL {
				w.Trials = append(w.Trials, views.Link{Label: x.Label, Href: x.URL})
			}
		}
	}
	for _, cause := range item.Causes() {
		if g := groups[cause]; g != nil {
			t.Causes = append(t.Causes, g.TaskCause)
		}
	}
	slices.SortStableFunc(t.Causes, func(a, b TaskCause) int { return b.Runs - a.Runs })
}

// TaskCheck is one check against all trials.
type TaskCheck struct {
	results.CheckSpec
	Passed    int `json:"passed"`    // trials that passed it
	Evaluated int `json:"evaluated"` // trials in which it was evaluated
	// NamesSilent is set where its id or description says that it is about a silent change.
	NamesSilent bool        `json:"names_silent,omitempty"`
	Linked      []CheckLink `json:"linked,omitempty"` // changes of which it looks for a new value
}

// hasChecks reports whether single checks have sections of their own: options
// and a single command have others.
func (t *Task) hasChecks() bool {
	return t.Kind != results.KindMultiChoice && t.Kind != results.KindExecCheck
}

// addChecks sets each check against all trials: the dataset's checks in its
// order, then those that only records name.
func (t *Task) addChecks() {
	if !t.hasChecks() {
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
	t.linkChecks(at)
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
