package task

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
)

// TaskDiscrimination is how well a task tells systems apart.
type TaskDiscrimination struct {
	ItemRest *float64 `json:"item_rest"` // correlation of the scores here with each run's mean on all other tasks, -1 to 1; null where there is none
	Runs     int      `json:"runs"`      // runs that the correlation is over
}

// RunOnOthers is one run's score here beside its mean on all other tasks.
type RunOnOthers struct {
	report.RunColumn
	Here, Others float64 // 0 to 1
}

// TaskPasses is how many of the counted runs passed one task of the scenario.
type TaskPasses struct {
	Task           *results.Task
	Passed, Scored int
}

// scores are the counted runs with a verdict on the task, each with its mean on
// the rest of the benchmark. A task that the dataset does not name has no rest.
func (t *Task) scores() []item.SystemScore {
	d, named := t.Records, t.Records.Index() >= 0
	var list []item.SystemScore
	for _, c := range t.Runs {
		if !d.Runs.Counts(c.Run.Slug, t.Query.All) {
			continue
		}
		v := report.VerdictOf(d.at(c.Run.Slug, t.Slug))
		if v.Score == nil {
			continue
		}
		s := item.SystemScore{Run: c.Run.Slug, Score: *v.Score}
		if x, ok := d.Runs.Sums[c.Run.Slug]; ok && named {
			s.Rest = item.Rest(x.Sum, x.Scored, d.Expected, *v.Score)
		}
		list = append(list, s)
	}
	return list
}

// addRates counts passes over runs and places the task among the others.
func (t *Task) addRates(scores []item.SystemScore) {
	column := map[string]report.RunColumn{}
	for _, c := range t.Runs {
		column[c.Run.Slug] = c
	}
	for _, s := range scores {
		t.Scored++
		if s.Score >= 1 {
			t.Passed++
		}
		t.Graded = t.Graded || s.Score > 0 && s.Score < 1
		if s.Rest != nil {
			t.Elsewhere = append(t.Elsewhere, RunOnOthers{RunColumn: column[s.Run], Here: s.Score, Others: *s.Rest})
		}
	}
	slices.SortStableFunc(t.Elsewhere, func(a, b RunOnOthers) int { return cmp.Compare(b.Others, a.Others) })
	t.Pass, t.Mean = t.Records.Runs.TaskRate(scores, t.Query.All)
	t.PassCI = t.Pass.Interval()
	r, n, ok := item.ItemRest(scores)
	t.Discrimination.Runs = n
	if ok {
		t.Discrimination.ItemRest = &r
	}
}

// addSequence counts, for each task of the scenario, the runs with a verdict and
// those that passed.
func (t *Task) addSequence() {
	d, all := t.Records, t.Query.All
	for i := range d.Tasks {
		n := TaskPasses{Task: &d.Tasks[i]}
		for _, r := range d.Runs.Runs {
			if !d.Runs.Counts(r.Slug, all) || !all && report.Superseded(r) {
				continue
			}
			x := d.Scores[[2]string{r.Slug, n.Task.Slug}]
			if x == nil {
				continue
			}
			n.Scored++
			if *x >= 1 {
				n.Passed++
			}
		}
		t.Sequence = append(t.Sequence, n)
	}
}

// Neighbour is the slug of the task before this one (step -1) or after it (1);
// empty at the ends of the scenario.
func (t *Task) Neighbour(step int) string {
	return t.nearest(step, func(TaskPasses) bool { return true })
}

// FailingNeighbour is the nearest task on one side that not every run passed.
func (t *Task) FailingNeighbour(step int) string {
	return t.nearest(step, func(n TaskPasses) bool { return n.Passed < n.Scored })
}

func (t *Task) nearest(step int, fits func(TaskPasses) bool) string {
	at := t.Records.Index()
	if at < 0 {
		return ""
	}
	for i := at + step; i >= 0 && i < len(t.Sequence); i += step {
		if fits(t.Sequence[i]) {
			return t.Sequence[i].Task.Slug
		}
	}
	return ""
}

// evidence gathers what speaks for or against the task itself.
func (t *Task) evidence(scores []item.SystemScore) item.Evidence {
	d := t.Records
	e := item.Evidence{Task: &d.Task, Scores: scores, Passed: t.Passed, Given: Given(d.Tasks, d.Index())}
	gold := Solution(d.Task.Options)
	for i := range t.All {
		x := &t.All[i]
		e.Findings = append(e.Findings, x.Findings...)
		if len(gold) > 0 && x.Stored.Gold != nil && !SameLabels(gold, x.Stored.Gold) {
			e.GoldDiffers = appendRun(e.GoldDiffers, x.Run)
		}
		if x.Score == nil && x.Status != results.NotJudged {
			e.NoVerdict = appendRun(e.NoVerdict, x.Run)
		}
	}
	for _, f := range t.Told {
		if f.Contrary {
			e.ToldContrary = appendRun(e.ToldContrary, f.Label)
		}
	}
	return e
}
