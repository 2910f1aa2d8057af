package web

import (
	"encoding/json"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
)

// outcomeReader adds the outcomes of a benchmark, which come run by run, to the
// evidence of its tasks.
type outcomeReader struct {
	d     *tasksData
	tasks *report.TaskFinder
	gold  []goldReader
	shown map[string]bool
	run   string // of the outcome before
	keep  bool   // it is shown
	count bool   // it is counted
	sum   *results.ScoreSum
}

// newOutcomeReader begins the evidence of the shown runs.
func newOutcomeReader(d *tasksData) *outcomeReader {
	r := &outcomeReader{d: d, tasks: report.NewTaskFinder(d.tasks), gold: make([]goldReader, len(d.tasks)), shown: make(map[string]bool, len(d.runs.Runs))}
	d.evidence = make([]item.Evidence, len(d.tasks))
	for i := range d.tasks {
		r.gold[i].labels = report.Solution(d.tasks[i].Options)
		d.evidence[i] = item.Evidence{Task: &d.tasks[i], Scores: make([]item.SystemScore, 0, len(d.runs.Runs))}
	}
	for _, x := range d.runs.Runs {
		r.shown[x.Slug] = true
	}
	return r
}

func (r *outcomeReader) add(o *results.TaskOutcome) {
	d := r.d
	if o.Run != r.run {
		r.run, r.keep, r.count, r.sum = o.Run, r.shown[o.Run], d.runs.Counts(o.Run, d.all), nil
		if x, ok := d.runs.Sums[o.Run]; ok {
			r.sum = &x
		}
	}
	i, ok := r.tasks.Find(o.Run, o.Scenario, o.Task)
	if !ok || !r.keep {
		return
	}
	r.addTo(&d.evidence[i], o, &r.gold[i])
	// What the agent was told at this task is about the one before it.
	if o.Contrary && i > 0 && d.tasks[i-1].Scenario == o.Scenario {
		d.evidence[i-1].Contrary = append(d.evidence[i-1].Contrary, o.Run)
	}
}

func (r *outcomeReader) addTo(e *item.Evidence, o *results.TaskOutcome, gold *goldReader) {
	if o.Score == nil {
		e.NoVerdict = append(e.NoVerdict, o.Run) // an outcome is one run's at the task
		return
	}
	if r.count {
		s := item.SystemScore{Run: o.Run, Score: *o.Score}
		if r.sum != nil {
			s.Rest = item.Rest(r.sum.Sum, r.sum.Scored, len(r.d.tasks), *o.Score)
		}
		e.Scores = append(e.Scores, s)
		if *o.Score >= 1 {
			e.Passed++
		}
	}
	if gold.differs(o.Gold) {
		e.GoldDiffers = append(e.GoldDiffers, o.Run)
	}
}

// goldReader sets the solutions of one task that records name against the
// dataset's. A thousand runs record the same few.
type goldReader struct {
	labels   []string // of the dataset
	recorded string   // the one before, as JSON
	other    bool     // it differs
}

func (g *goldReader) differs(recorded string) bool {
	if len(g.labels) == 0 || recorded == "" {
		return false
	}
	if recorded != g.recorded {
		var labels []string
		err := json.Unmarshal([]byte(recorded), &labels)
		g.recorded, g.other = recorded, err == nil && labels != nil && !report.SameLabels(g.labels, labels)
	}
	return g.other
}
