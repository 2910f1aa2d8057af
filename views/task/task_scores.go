package task

import (
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/views"
)

// TaskDiscrimination is how well a task tells systems apart.
type TaskDiscrimination struct {
	ItemRest *float64 `json:"item_rest"` // correlation of the scores here with each run's mean on all other tasks, -1 to 1; null where there is none
	Runs     int      `json:"runs"`      // runs that the correlation is over
}

// RunOutcome is one run with its verdict on the task.
type RunOutcome struct {
	views.RunColumn
	views.Verdict
}

// Outcomes are the counted runs, whether or not they have a verdict on the task.
func (t *Task) Outcomes() (list []RunOutcome) {
	for _, c := range t.Runs {
		if t.Records.Runs.Counts(c.Run.Slug, t.Query.All) {
			list = append(list, RunOutcome{c, views.VerdictOf(t.Records.at(c.Run.Slug, t.Slug))})
		}
	}
	return list
}

// scores are the counted runs with a verdict on the task, each with its mean on
// the rest of the benchmark. A task that the dataset does not name has no rest.
func (t *Task) scores() []item.SystemScore {
	d, named := t.Records, t.Records.Index() >= 0
	var list []item.SystemScore
	for _, c := range t.Outcomes() {
		if c.Score == nil {
			continue
		}
		s := item.SystemScore{Run: c.Run.Slug, Score: *c.Score}
		if x, ok := d.Runs.Sums[c.Run.Slug]; ok && named {
			s.Rest = item.Rest(x.Sum, x.Scored, d.Expected, *c.Score)
		}
		list = append(list, s)
	}
	return list
}

// addRates counts passes over runs and places the task among the others.
func (t *Task) addRates(scores []item.SystemScore) {
	for _, s := range scores {
		t.Scored++
		if s.Score >= 1 {
			t.Passed++
		}
		t.Graded = t.Graded || s.Score > 0 && s.Score < 1
	}
	t.Pass, t.Mean = t.Records.Runs.TaskRate(scores, t.Query.All)
	t.PassCI = t.Pass.Interval()
	r, n, ok := item.ItemRest(scores)
	t.Discrimination.Runs = n
	if ok {
		t.Discrimination.ItemRest = &r
	}
}

// Neighbour is the slug of the task before this one (step -1) or after it (1);
// empty at the ends of the scenario.
func (t *Task) Neighbour(step int) string {
	at := t.Records.Index()
	if at < 0 || at+step < 0 || at+step >= len(t.Records.Tasks) {
		return ""
	}
	return t.Records.Tasks[at+step].Slug
}

// evidence gathers what speaks for or against the task itself.
func (t *Task) evidence(scores []item.SystemScore) item.Evidence {
	d := t.Records
	e := item.Evidence{Task: &d.Task, Tasks: d.Expected, Scores: scores, Passed: t.Passed}
	gold := Solution(d.Task.Options)
	for i := range t.All {
		x := &t.All[i]
		if len(gold) > 0 && x.Stored.Gold != nil && !SameLabels(gold, x.Stored.Gold) {
			e.GoldDiffers = appendRun(e.GoldDiffers, x.Run)
		}
	}
	return e
}
