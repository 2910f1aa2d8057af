package task

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ScenarioQuery is the state of a scenario's page.
type ScenarioQuery struct {
	All   bool         // also runs that newer records replace, and those without a trial here
	Block table.Window // of the runs side by side
}

// Scenario is one scenario: its tasks against the runs.
type Scenario struct {
	Benchmark   string         `json:"benchmark"`   // id of the benchmark
	Block       int            `json:"block"`       // number of the page of runs side by side, from 1
	Counted     string         `json:"counted"`     // what the counts and means of a task are over: ranked for the ranked systems, or runs
	Description string         `json:"description"` // of the scenario, as its dataset has it
	ID          string         `json:"id"`          // of the scenario, unique in its benchmark
	Limit       int            `json:"limit"`       // the most tasks of one answer
	Offset      int            `json:"offset"`      // tasks before the first of this answer
	Ordinal     int            `json:"ordinal"`     // of the scenario in its dataset, from 1
	Runs        []ScenarioRun  `json:"runs"`        // of this block, the best first
	RunsTotal   int            `json:"runs_total"`  // runs of all blocks
	Tasks       []ScenarioTask `json:"tasks"`       // in the dataset's order
	Title       string         `json:"title"`       // of the scenario
	Total       int            `json:"total"`       // tasks of the scenario

	Of         results.Benchmark `json:"-"`
	Query      ScenarioQuery     `json:"-"`
	Prev, Next string            `json:"-"` // ids of the scenarios before and after this one; empty at the ends
	List       *TaskList         `json:"-"` // of the tasks

	scored           views.ScoredRuns
	columns          []views.RunColumn // of Runs
	all              []ScenarioTask    // those of all answers
	replaced, absent int               // runs left out: replaced by newer records, without a trial here
	trials           map[[2]string][]*results.StoredTrial
	keys             []string // of the metrics of Runs
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

	column views.RunColumn
	strip  fingerprint.Row
}

// ScenarioTask is one task and how every run fared at it.
type ScenarioTask struct {
	TaskRow
	Trials []views.TrialOutcome `json:"trials"` // of the runs of this block
}

// NewScenario chooses the runs that stand side by side; at is the place of the scenario
// among those of its benchmark, has the runs with a trial in it. The trials of the runs
// that it returns are added next, by Add.
func NewScenario(b results.Benchmark, scenarios []results.Scenario, at int, runs views.ScoredRuns, has map[string]bool, q ScenarioQuery) (*Scenario, []int64) {
	sc := scenarios[at]
	p := &Scenario{Benchmark: b.ID, Counted: runs.Counted(q.All), Description: sc.Description, ID: sc.Slug, Ordinal: sc.Ordinal,
		Runs: []ScenarioRun{}, Title: sc.Title, Of: b, Query: q, scored: runs}
	if at > 0 {
		p.Prev = scenarios[at-1].Slug
	}
	if at+1 < len(scenarios) {
		p.Next = scenarios[at+1].Slug
	}
	all := runs.Columns(func(r results.Run) bool {
		switch {
		case q.All:
		case views.Superseded(r):
			p.replaced++
			return false
		case !has[r.Slug]:
			p.absent++
			return false
		}
		return true
	})
	p.columns, p.RunsTotal = table.Rows(&p.Query.Block, all), len(all)
	p.Block = p.Query.Block.Number
	var ids []int64
	for _, c := range p.columns {
		ids = append(ids, c.Run.ID)
	}
	return p, ids
}

// Add adds the tasks of the scenario, in the dataset's order, the trials of the chosen
// runs, and the metrics of runs in the scenario.
func (p *Scenario) Add(tasks []results.Task, list *TaskList, trials []results.StoredTrial, metrics []results.ScopedMetric) {
	p.List, p.trials, p.Total = list, views.TrialsByTask(trials), len(list.All)
	for _, r := range list.All {
		x := ScenarioTask{TaskRow: r, Trials: []views.TrialOutcome{}}
		for _, c := range p.columns {
			for _, t := range p.trials[[2]string{c.Run.Slug, r.ID}] {
				x.Trials = append(x.Trials, views.NewTrialOutcome(t))
			}
		}
		p.all = append(p.all, x)
	}
	p.Tasks, p.keys = p.all, p.metricKeys(metrics)
	for _, c := range p.columns {
		row := ScenarioRun{Run: c.Run.Slug, System: c.Run.System, Evidence: c.Run.Evidence, Complete: c.Run.Complete, Scripted: c.Run.Scripted,
			Expected: len(tasks), Metrics: map[string]*float64{}, column: c,
			strip: fingerprint.Row{Label: c.Label, Noun: p.Of.Words.Task, Unordered: p.Of.Scoring != results.ScoringClawArena}}
		for i := range tasks {
			t := &tasks[i]
			trials := p.trials[[2]string{c.Run.Slug, t.Slug}]
			v := views.VerdictOf(trials)
			if v.Score != nil {
				row.Scored++
			}
			if v.Status == results.Passed {
				row.Passed++
			}
			cell := fingerprint.Cell{Label: t.Slug, Status: v.Status, Score: v.Score, Update: len(t.Updates) > 0,
				Impossible: p.scored.FaultyChecks.Reason(t.Scenario, t.Slug) != "", Pref: t.Facts.ChecksPreference()}
			if len(trials) > 0 {
				cell.Href = link.Trial(c.Run.Slug, t.Scenario, t.Slug)
			}
			row.strip.Cells = append(row.strip.Cells, cell)
		}
		for _, key := range p.keys {
			row.Metrics[key] = nil
		}
		for _, m := range metrics {
			if m.Run == c.Run.ID && slices.Contains(p.keys, m.Key) {
				row.Metrics[m.Key] = m.Value
			}
		}
		p.Runs = append(p.Runs, row)
	}
}

// metricKeys are the metrics that any of the runs has in the scenario: those of the board
// in its order, then the others.
func (p *Scenario) metricKeys(metrics []results.ScopedMetric) []string {
	keys := score.SpecOf(p.Of.Scoring, score.ConventionsOf(p.Of)[0].ID).Keys
	var has []string
	for _, m := range metrics {
		shown := slices.ContainsFunc(p.columns, func(c views.RunColumn) bool { return c.Run.ID == m.Run })
		if m.Value != nil && shown && m.Key != "short_tasks" && m.Key != "untried_tasks" { // the counts say these
			has = views.AppendNew(has, m.Key)
		}
	}
	place := func(key string) int {
		if i := slices.Index(keys, key); i >= 0 {
			return i
		}
		return len(keys)
	}
	slices.SortFunc(has, func(a, b string) int { return cmp.Or(place(a)-place(b), strings.Compare(a, b)) })
	return has
}

// Span leaves the tasks that an answer of the API lists.
func (p *Scenario) Span(limit, offset int) {
	p.Limit, p.Offset, p.Tasks = limit, offset, views.Span(p.all, limit, offset)
}

// CSV has one row for each trial, or for each task that no run has tried.
func (p *Scenario) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "scenario", "task", "ordinal", "kind", "day", "after_update", "run", "model", "framework", "variant",
		"attempt", "of_attempts", "status", "score"}
	for i := range p.all {
		t := &p.all[i]
		of := []string{p.Benchmark, p.ID, t.ID, fmt.Sprint(t.Ordinal), t.Kind, fmt.Sprint(t.Day), fmt.Sprint(t.Update)}
		if len(p.columns) == 0 {
			rows = append(rows, slices.Concat(of, make([]string, len(header)-len(of))))
		}
		for _, c := range p.columns {
			sys := c.Run.System
			run := slices.Concat(of, []string{c.Run.Slug, sys.Model, sys.Framework, sys.Variant})
			trials := p.trials[[2]string{c.Run.Slug, t.ID}]
			if len(trials) == 0 {
				rows = append(rows, slices.Concat(run, []string{"", "", string(results.Missing), ""}))
			}
			for _, x := range trials {
				rows = append(rows, slices.Concat(run, []string{fmt.Sprint(x.Attempt), fmt.Sprint(max(1, x.Attempts)), string(x.Status), views.Exact(x.Score)}))
			}
		}
	}
	return header, rows
}

// address is that of the page with some of its state changed.
func (p *Scenario) address(pairs ...string) string {
	q := link.With(nil, p.Query.Block.Key, p.Query.Block.Value())
	if p.Query.All {
		q.Set("all", "1")
	}
	return link.To(link.With(q, pairs...), "b", p.Benchmark, "scenarios", p.ID)
}

func (p *Scenario) meta(f views.Frame) ui.Meta {
	name := words.Scenario(p.Of, p.ID)
	m := f.Meta(ui.TitleOf(name, ", "+p.Of.Name), "Every verdict of every run on the "+words.Counted(p.Total, p.Of.Words.Task)+" of "+name+".",
		link.Scenario(p.Benchmark, p.ID), link.API(nil, "benchmarks", p.Benchmark, "scenarios", p.ID), views.CrumbsBelow(p.Of, ui.Crumb{Label: name})...)
	m.CSVPath = p.address("format", "csv", p.Query.Block.Key, "")
	m.Scripted = slices.ContainsFunc(p.Runs, func(r ScenarioRun) bool { return r.Scripted })
	return m
}

// neighbour leads to another scenario of the benchmark; empty without one.
func (p *Scenario) neighbour(id string) views.Link {
	if id == "" {
		return views.Link{}
	}
	return views.Link{Label: words.Scenario(p.Of, id), Href: link.Scenario(p.Benchmark, id)}
}

// sentence counts who passed what: of two ranked systems with a paired test.
func (p *Scenario) sentence() views.Sentence {
	var s views.Sentence
	noun := words.Counted(p.Total, p.Of.Words.Task)
	ranked := slices.DeleteFunc(slices.Clone(p.Runs), func(r ScenarioRun) bool { return !p.scored.Counts(r.Run, p.Query.All) })
	switch {
	case len(p.Runs) == 0:
		s.Add(noun + ". No run has tried them.")
	case len(ranked) == 2 && p.RunsTotal == len(p.Runs):
		a, b := &ranked[0], &ranked[1]
		onlyA, onlyB := 0, 0
		for i := range a.strip.Cells {
			x, y := a.strip.Cells[i].Status == results.Passed, b.strip.Cells[i].Status == results.Passed
			if x && !y {
				onlyA++
			} else if y && !x {
				onlyB++
			}
		}
		s.Add(fmt.Sprintf("%s %s %d of %s, %s %d; %d by the first alone and %d by the second: ", a.column.Label, p.Of.Full(), a.Passed,
			noun, b.column.Label, b.Passed, onlyA, onlyB))
		verdictWords(&s, onlyA, onlyB)
	case len(p.Runs) == 1:
		s.Add(p.Runs[0].column.Label + ": " + p.outcome(&p.Runs[0]) + ".")
	default:
		n := [3]int{}
		for i := range p.all {
			if at := p.all[i].part(); at >= 0 {
				n[at]++
			}
		}
		s.Add(noun + ": " + p.List.Table.parts(n) + ".")
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
	for _, k := range p.keys {
		if v := r.Metrics[k]; v != nil {
			m := views.MetricOf(k)
			list = append(list, m.Label+"\u00a0"+m.Show(v))
		}
	}
	return strings.Join(list, ", ")
}

// strips are the runs as rows of cells.
func (p *Scenario) strips() (list []fingerprint.Row) {
	for i := range p.Runs {
		list = append(list, p.Runs[i].strip)
	}
	return list
}
