package task

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ScenarioQuery is the state of a scenario's page.
type ScenarioQuery struct {
	Run, Kind, Status string       // empty: all
	All               bool         // also runs that newer records replace, and those without a trial here
	Block             views.Window // of the runs side by side
}

// unranked reports whether counts are over all runs that are shown, not over
// those of ranked systems alone.
func (q ScenarioQuery) unranked() bool { return q.All || q.Run != "" }

// keeps reports whether a task fits the filters by kind and status.
func (q ScenarioQuery) keeps(t *results.Task, verdicts []ScenarioVerdict) bool {
	if q.Kind != "" && t.Kind != q.Kind {
		return false
	}
	return q.Status == "" || slices.ContainsFunc(verdicts, func(v ScenarioVerdict) bool { return string(v.Status) == q.Status })
}

// Scenario is everything that the page of one scenario and its JSON twin are
// made of: its tasks against the runs.
type Scenario struct {
	Benchmark   string           `json:"benchmark"`   // id of the benchmark
	Block       int              `json:"block"`       // number of the page of runs side by side, from 1
	Counted     string           `json:"counted"`     // what the counts and means of a task are over: ranked for the ranked systems, or runs
	Description string           `json:"description"` // of the scenario, as its dataset has it
	Domain      string           `json:"domain"`      // that the scenario belongs to
	ID          string           `json:"id"`          // of the scenario, unique in its benchmark
	Limit       int              `json:"limit"`       // the most tasks of one answer
	Offset      int              `json:"offset"`      // tasks before the first of this answer
	Ordinal     int              `json:"ordinal"`     // of the scenario in its dataset, from 1
	Published   []results.Figure `json:"published"`   // figures that were published for the scenario
	Runs        []ScenarioRun    `json:"runs"`        // of this block, the best first
	RunsTotal   int              `json:"runs_total"`  // runs of all blocks
	Tasks       []ScenarioTask   `json:"tasks"`       // those that pass the filters, in the dataset's order
	Title       string           `json:"title"`       // of the scenario
	Total       int              `json:"total"`       // tasks that pass the filters

	Of         results.Benchmark `json:"-"`
	Query      ScenarioQuery     `json:"-"`
	Prev, Next string            `json:"-"` // ids of the scenarios before and after this one; empty at the ends
	All        []ScenarioTask    `json:"-"` // before filters
	Columns    []views.RunColumn `json:"-"` // of Runs
	Keys       []string          `json:"-"` // of the metrics of Runs
	Hidden     string            `json:"-"` // which runs are left out; empty if none is
	List       *TaskList         `json:"-"` // of the tasks, for the page

	records *ScenarioRecords
}

// ScenarioRun is how one run fared in the scenario.
type ScenarioRun struct {
	Run      string              `json:"run"`      // slug of the run
	System   results.System      `json:"system"`   // that was run
	Evidence results.Evidence    `json:"evidence"` // what the run's scores rest on
	Complete bool                `json:"complete"` // every task of the benchmark has a verdict
	Scripted bool                `json:"scripted"` // the agent is a script, not a model
	Expected int                 `json:"expected"` // tasks of the scenario
	Scored   int                 `json:"scored"`   // tasks with a verdict
	Passed   int                 `json:"passed"`   // tasks
	Metrics  map[string]*float64 `json:"metrics"`  // of the run in the scenario, by key; null where it has none

	Column views.RunColumn `json:"-"`
}

// ScenarioTask is one task and how every run fared at it.
type ScenarioTask struct {
	ID       string               `json:"id"`              // of the task, unique in its scenario
	Title    string               `json:"title,omitempty"` // of the task
	Ordinal  int                  `json:"ordinal"`         // in the scenario, from 1
	Kind     string               `json:"kind"`            // multi_choice, exec_check, rubric or reward
	Day      int                  `json:"day"`             // updates that came before the task
	Updates  []results.Update     `json:"updates"`         // of the environment that come with the task
	Pref     bool                 `json:"pref"`            // a preference is checked after the task
	Scored   int                  `json:"scored"`          // runs with a verdict, of those that are counted
	Passed   int                  `json:"passed"`          // runs that passed, of those that are counted
	Mean     *float64             `json:"mean"`            // score of those that are counted, 0 to 1; null if it cannot be told
	Doubtful *string              `json:"doubtful"`        // why no answer can pass it; null if one can
	Trials   []views.TrialOutcome `json:"trials"`          // of the runs of this block
	URL      string               `json:"url"`             // of the task's page

	Verdicts []ScenarioVerdict `json:"-"` // one for each column
}

// ScenarioVerdict is how one run fared at one task.
type ScenarioVerdict struct {
	views.Verdict
	Href string // of the trial; empty without one
}

// Span leaves the tasks that an answer of the API lists, each with its trials.
func (p *Scenario) Span(limit, offset int) {
	p.Limit, p.Offset = limit, offset
	p.Tasks = views.Span(p.Tasks, limit, offset)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Trials = []views.TrialOutcome{}
		for _, c := range p.Columns {
			for _, x := range p.records.trialsOf(c, t.ID) {
				t.Trials = append(t.Trials, views.NewTrialOutcome(x))
			}
		}
	}
}

// NewScenario makes the page from its records. Filters by kind and status narrow the list
// of tasks only: a strip without some of its rounds would show streaks that are none.
func NewScenario(d *ScenarioRecords) *Scenario {
	sc, q := d.Scenario(), d.query
	p := &Scenario{Benchmark: d.Benchmark.ID, Block: q.Block.Number, Counted: d.Runs.Counted(q.unranked()),
		Description: sc.Description, Domain: sc.Domain, ID: sc.Slug, Ordinal: sc.Ordinal, Published: append([]results.Figure{}, d.published...),
		Runs: []ScenarioRun{}, RunsTotal: len(d.columns), Tasks: []ScenarioTask{}, Title: sc.Title,
		Of: d.Benchmark, Query: q, Columns: d.shown, Keys: d.keys(), records: d}
	if d.At > 0 {
		p.Prev = d.Scenarios[d.At-1].Slug
	}
	if d.At+1 < len(d.Scenarios) {
		p.Next = d.Scenarios[d.At+1].Slug
	}
	p.Hidden = views.RunsLeftOut(d.replaced, d.absent, d.Benchmark.Words.Scenario)
	for i := range d.Tasks {
		t := &d.Tasks[i]
		row := d.taskRow(t)
		p.All = append(p.All, row)
		if q.keeps(t, row.Verdicts) {
			p.Tasks = append(p.Tasks, row)
		}
	}
	p.Total = len(p.Tasks)
	p.addRuns(d)
	return p
}

// taskRow is one task, with a verdict for each column. Its counts are over the
// ranked systems, unless the reader asks for one run or all.
func (d *ScenarioRecords) taskRow(t *results.Task) ScenarioTask {
	row := ScenarioTask{ID: t.Slug, Title: t.Title, Ordinal: t.Ordinal, Kind: t.Kind, Day: t.Day, Updates: orEmpty(t.Updates),
		Pref: t.Facts.ChecksPreference(), URL: link.Task(d.Benchmark.ID, t.Scenario, t.Slug), Verdicts: d.verdicts(t)}
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

// addRuns adds the tasks of each run up.
func (p *Scenario) addRuns(d *ScenarioRecords) {
	for k, c := range p.Columns {
		row := ScenarioRun{Run: c.Run.Slug, System: c.Run.System, Evidence: c.Run.Evidence, Complete: c.Run.Complete, Scripted: c.Run.Scripted,
			Expected: len(p.All), Metrics: map[string]*float64{}, Column: c}
		for i := range p.All {
			v := &p.All[i].Verdicts[k]
			if v.Score != nil {
				row.Scored++
			}
			if v.Status == results.Passed {
				row.Passed++
			}
		}
		for _, key := range p.Keys {
			row.Metrics[key] = d.metric(c.Run.ID, key)
		}
		p.Runs = append(p.Runs, row)
	}
}

func (d *ScenarioRecords) metric(run int64, key string) *float64 {
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
	// How many tasks lack attempts is said by the counts.
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

// address is that of the page with some of its state changed.
func (p *Scenario) address(pairs ...string) string {
	q := p.Query
	v := link.With(url.Values{}, "run", q.Run, q.Block.Key, q.Block.Value())
	if q.All {
		v.Set("all", "1")
	}
	return link.To(link.With(v, pairs...), "b", p.Benchmark, "scenarios", p.ID)
}

func (p *Scenario) meta(f views.Frame) ui.Meta {
	name := words.Scenario(p.Of, p.ID)
	m := f.Meta(ui.TitleOf(name, ", "+p.Of.Name), "Every verdict of every run on the "+words.Counted(len(p.All), p.Of.Words.Task)+" of "+name+".",
		link.Scenario(p.Benchmark, p.ID), link.API(nil, "benchmarks", p.Benchmark, "scenarios", p.ID), views.CrumbsBelow(p.Of, ui.Crumb{Label: name})...)
	m.CSVPath = p.address("format", "csv", p.Query.Block.Key, "")
	for _, r := range p.Runs {
		m.Scripted = m.Scripted || r.Scripted
	}
	return m
}

// neighbour leads to another scenario of the benchmark; empty without one.
func (p *Scenario) neighbour(id string) views.Link {
	if id == "" {
		return views.Link{}
	}
	return views.Link{Label: words.Scenario(p.Of, id), Href: link.Scenario(p.Benchmark, id)}
}

func (p *Scenario) pager() *ui.Pager {
	return views.PagerOf(p.Query.Block, "runs", func(key, value string) string { return p.address(key, value) })
}

// sentence counts who passed what: of two ranked systems with a paired test.
func (p *Scenario) sentence() views.Sentence {
	var s views.Sentence
	noun, full := p.Of.Words.Task, p.Of.Full()
	var ranked []int
	for i := range p.Runs {
		if p.records.Runs.Counts(p.Runs[i].Run, p.Query.unranked()) {
			ranked = append(ranked, i)
		}
	}
	switch {
	case len(p.Runs) == 0:
		s.Add(words.Counted(len(p.All), noun) + ". No run has tried them.")
	case len(ranked) == 2 && p.RunsTotal == len(p.Runs):
		a, b := ranked[0], ranked[1]
		onlyA, onlyB := 0, 0
		for i := range p.All {
			x, y := p.All[i].Verdicts[a].Status == results.Passed, p.All[i].Verdicts[b].Status == results.Passed
			if x && !y {
				onlyA++
			} else if y && !x {
				onlyB++
			}
		}
		s.Add(fmt.Sprintf("%s %s %d of %s, %s %d; %d by the first alone and %d by the second: ", p.Runs[a].Column.Label, full, p.Runs[a].Passed,
			words.Counted(len(p.All), noun), p.Runs[b].Column.Label, p.Runs[b].Passed, onlyA, onlyB))
		verdictWords(&s, onlyA, onlyB)
	case len(p.Runs) == 1:
		s.Add(p.Runs[0].Column.Label + ": " + p.outcome(&p.Runs[0]) + ".")
	default:
		n := [3]int{}
		for i := range p.List.All {
			if at := p.List.All[i].part(); at >= 0 {
				n[at]++
			}
		}
		s.Add(words.Counted(len(p.All), noun) + ": " + p.List.Table.parts(n) + ".")
	}
	return s
}

// outcome is what a run came to.
func (p *Scenario) outcome(r *ScenarioRun) string {
	return words.Outcome(&p.Of, r.Metrics[p.Of.Headline], results.Counts{Expected: r.Expected, Scored: r.Scored, Passed: r.Passed}, p.Of.Words.Task)
}

// metricsLine are the metrics of a run in the scenario.
func (p *Scenario) metricsLine(r *ScenarioRun) string {
	var list []string
	for _, k := range p.Keys {
		if v := r.Metrics[k]; v != nil && (k != p.Of.Headline || !p.Of.Graded) { // that is in the outcome
			m := views.MetricOf(k)
			list = append(list, m.Label+"\u00a0"+m.Show(v))
		}
	}
	return strings.Join(list, ", ")
}

// strips are the runs as rows of cells.
func (p *Scenario) strips() []fingerprint.Row {
	list := make([]fingerprint.Row, len(p.Columns))
	for column := range list {
		row := fingerprint.Row{Label: p.Columns[column].Label, Noun: p.Of.Words.Task, Unordered: p.Of.Scoring != results.ScoringClawArena}
		for i := range p.All {
			t := &p.All[i]
			v := &t.Verdicts[column]
			row.Cells = append(row.Cells, fingerprint.Cell{Label: t.ID, Status: v.Status, Score: v.Score, Href: v.Href,
				Impossible: t.Doubtful != nil, Update: len(t.Updates) > 0, Pref: t.Pref})
		}
		list[column] = row
	}
	return list
}

// name is that of the scenario.
func (p *Scenario) name() string { return cmp.Or(p.Title, p.ID) }
