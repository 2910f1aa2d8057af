package task

import (
	"cmp"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// NewScenario makes the page from its records. Filters by kind and status narrow
// the matrix only: a strip without some of its rounds would show streaks that
// are none.
func NewScenario(d *ScenarioRecords) *Scenario {
	sc, q := d.Scenario(), d.query
	p := &Scenario{Benchmark: d.Benchmark.ID, Block: q.Block.Number, Counted: d.Runs.Counted(q.unranked()),
		Description: sc.Description, Domain: sc.Domain, ID: sc.Slug,
		Ordinal: sc.Ordinal, Published: append([]results.Figure{},
			d.published...), Runs: []ScenarioRun{}, RunsTotal: len(d.columns), Tasks: []ScenarioTask{}, Title: sc.Title,
		Of: d.Benchmark, Query: q, Columns: d.shown, Choices: d.choices(), Keys: d.keys(), records: d}
	if d.At > 0 {
		p.Prev = d.Scenarios[d.At-1].Slug
	}
	if d.At+1 < len(d.Scenarios) {
		p.Next = d.Scenarios[d.At+1].Slug
	}
	shown := 0
	for _, c := range d.columns {
		if d.scores[c.Run.Slug] != nil {
			shown++
		}
	}
	p.Unit = "runs"
	if q.Run == "" {
		p.Unit, p.CountedWords = d.Runs.Unit(q.All), d.Runs.Uncounted(shown, q.All)
	}
	p.HiddenWords = report.RunsLeftOut(d.replaced, d.absent, d.Benchmark.Words.Scenario)
	for i := range d.Tasks {
		t := &d.Tasks[i]
		p.Kinds = p.Kinds || t.Kind != d.Tasks[0].Kind
		row := d.taskRow(t)
		p.All = append(p.All, row)
		if q.keeps(t, row.Verdicts) {
			p.Tasks = append(p.Tasks, row)
		}
	}
	p.Total = len(p.Tasks)
	p.Count(d)
	p.addRuns(d)
	p.Figures = d.figures()
	return p
}

// choices are the runs that the page can be narrowed to; where they fill several
// blocks, those of other blocks are chosen there.
func (d *ScenarioRecords) choices() []report.RunColumn {
	if d.query.Block.Last() > 1 {
		return d.shown
	}
	return d.Runs.Columns(func(r results.Run) bool { return d.query.All || !report.Superseded(r) || r.Slug == d.query.Run })
}

// taskRow is one task, with a verdict for each column. Its counts are over the
// ranked systems, unless the reader asks for one run or all.
func (d *ScenarioRecords) taskRow(t *results.Task) ScenarioTask {
	row := ScenarioTask{ID: t.Slug, Title: t.Title, Ordinal: t.Ordinal, Kind: t.Kind, Day: t.Day, Updates: t.Updates,
		Pref: t.Facts.ChecksPreference(),
		URL:  link.Task(d.Benchmark.ID, t.Scenario, t.Slug), Verdicts: d.verdicts(t)}
	if row.Updates == nil {
		row.Updates = []results.Update{}
	}
	if reason := d.Runs.Doubts.Reason(t.Scenario, t.Slug); reason != "" {
		row.Doubtful = &reason
	}
	var scores []item.SystemScore
	for _, c := range d.columns {
		if x := d.scores[c.Run.Slug][t.Slug]; x != nil && d.Runs.Counts(c.Run.Slug, d.query.unranked()) {
			scores = append(scores, item.SystemScore{Run: c.Run.Slug, Score: *x})
		}
	}
	pass, mean := d.Runs.TaskRate(scores, d.query.unranked())
	row.Scored, row.Passed, row.Mean = pass.Den, pass.Num, mean
	return row
}

// Count counts what all runs passed, also those of other blocks.
func (p *Scenario) Count(d *ScenarioRecords) {
	for _, c := range d.columns {
		p.Verdicts += len(p.All)
		for i := range p.All {
			x := d.scores[c.Run.Slug][p.All[i].ID]
			if x == nil {
				continue
			}
			if *x >= 1 {
				p.Passed++
			}
			p.Scored, p.Sum = p.Scored+1, p.Sum+*x
			p.Graded = p.Graded || *x > 0 && *x < 1
		}
	}
}

// addRuns adds the rows up: per run, and which statuses occur.
func (p *Scenario) addRuns(d *ScenarioRecords) {
	used := map[results.Status]bool{}
	for k, c := range p.Columns {
		row := ScenarioRun{Run: c.Run.Slug, System: c.Run.System, Evidence: c.Run.Evidence, Complete: c.Run.Complete, Scripted: c.Run.Scripted,
			Expected: len(p.All), Metrics: map[string]*float64{}, Column: c}
		var scores []float64
		for i := range p.All {
			v := &p.All[i].Verdicts[k]
			used[v.Status] = true
			if v.Score != nil {
				row.Scored++
				scores = append(scores, *v.Score)
			}
			if v.Status == results.Passed {
				row.Passed++
			}
		}
		row.Streaks = score.CountStreaks(scores)
		for _, key := range p.Keys {
			row.Metrics[key] = d.Metric(c.Run.ID, key)
		}
		p.Runs = append(p.Runs, row)
	}
	for _, st := range results.Statuses() {
		if used[st] {
			p.Statuses = append(p.Statuses, st)
		}
	}
}

// Best are the places in Runs of those that counts are over, the best here first: by
// the benchmark's headline or, where the scenario has none, by the share that passed.
func (p *Scenario) Best() (places []int) {
	value := func(i int) float64 {
		r := &p.Runs[i]
		if !slices.Contains(p.Keys, p.Of.Headline) {
			return float64(r.Passed) / float64(max(1, r.Scored))
		} else if v := r.Metrics[p.Of.Headline]; v != nil {
			return *v
		}
		return math.Inf(-1)
	}
	for i := range p.Runs {
		if p.records.Runs.Counts(p.Runs[i].Run, p.Query.unranked()) {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return places
}

func (d *ScenarioRecords) Metric(run int64, key string) *float64 {
	for _, m := range d.metrics {
		if m.Run == run && m.Key == key {
			return m.Value
		}
	}
	return nil
}

// keys are the metrics that any of the runs has in the scenario: those of the
// board in its order, then the others.
func (d *ScenarioRecords) keys() []string {
	has, of := map[string]bool{}, map[int64]bool{}
	for _, c := range d.columns {
		of[c.Run.ID] = true
	}
	for _, m := range d.metrics {
		if m.Value != nil && of[m.Run] {
			has[m.Key] = true
		}
	}
	// How many tasks lack attempts is said by the columns of counts.
	delete(has, "short_tasks")
	delete(has, "untried_tasks")
	var keys []string
	for _, k := range score.SpecOf(d.Benchmark.Scoring, score.ConventionsOf(d.Benchmark)[0].ID).Keys {
		if has[k] {
			keys = append(keys, k)
			delete(has, k)
		}
	}
	var rest []string
	for k := range has {
		rest = append(rest, k)
	}
	slices.Sort(rest)
	return append(keys, rest...)
}
