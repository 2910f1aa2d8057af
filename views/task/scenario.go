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

// ScenarioQuery holds the query parameters of a scenario's page.
type ScenarioQuery struct {
	All   bool         // true to include superseded runs and runs without a trial in the scenario
	Block table.Window // paging of the runs, which are the columns
}

// Scenario holds the tasks of one scenario and the results of all runs.
type Scenario struct {
	Benchmark   string         `json:"benchmark"`   // id of the benchmark
	Block       int            `json:"block"`       // number of the page of runs, from 1
	Counted     string         `json:"counted"`     // counted units of the tasks' counts and means: "ranked" for ranked systems, or "runs"
	Description string         `json:"description"` // description from the dataset
	ID          string         `json:"id"`          // id of the scenario, unique in its benchmark
	Limit       int            `json:"limit"`       // maximum number of tasks on this page
	Offset      int            `json:"offset"`      // number of tasks before this page
	Ordinal     int            `json:"ordinal"`     // position in the dataset, from 1
	Runs        []ScenarioRun  `json:"runs"`        // runs on this page, best first
	RunsTotal   int            `json:"runs_total"`  // number of runs on all pages
	Tasks       []ScenarioTask `json:"tasks"`       // tasks in the dataset's order
	Title       string         `json:"title"`       // title of the scenario
	Total       int            `json:"total"`       // number of tasks in the scenario

	Of         results.Benchmark `json:"-"`
	Query      ScenarioQuery     `json:"-"`
	Prev, Next string            `json:"-"` // ids of the previous and next scenario; empty if there is none
	List       *TaskList         `json:"-"` // list of the scenario's tasks

	scored           views.ScoredRuns
	columns          []views.RunColumn // labels and links of the runs on this page
	all              []ScenarioTask    // tasks on all pages
	replaced, absent int               // numbers of omitted runs: superseded ones, and those without a trial in the scenario
	trials           map[[2]string][]*results.StoredTrial
	keys             []string // keys of the metrics of the runs
}

// ScenarioRun is the result of one run in the scenario.
type ScenarioRun struct {
	Run      string              `json:"run"` // slug of the run
	System   results.System      `json:"system"`
	Evidence results.Evidence    `json:"evidence"` // evidence level of the scores
	Complete bool                `json:"complete"` // true if every task of the benchmark has a verdict
	Scripted bool                `json:"scripted"` // true if the agent is a script, not a model
	Expected int                 `json:"expected"` // number of tasks in the scenario
	Scored   int                 `json:"scored"`   // number of tasks with a verdict
	Passed   int                 `json:"passed"`   // number of passed tasks
	Metrics  map[string]*float64 `json:"metrics"`  // metrics of the run in this scenario, by key; null if unknown

	column views.RunColumn
	strip  fingerprint.Row
}

// ScenarioTask is one task with its trials.
type ScenarioTask struct {
	TaskRow
	Trials []views.TrialOutcome `json:"trials"` // trials of the runs on this page
}

// NewScenario returns a scenario without results, and the ids of the runs on this page. Pass the
// trials of these runs to Add. at is the index of the scenario in scenarios. has contains the slugs
// of the runs with a trial in it.
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

// Add adds the scenario's tasks in dataset order, and the trials and metrics of the selected runs.
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

// metricKeys returns the keys of the metrics that at least one run has in the scenario, with the
// leaderboard's metrics first.
func (p *Scenario) metricKeys(metrics []results.ScopedMetric) []string {
	keys := score.SpecOf(p.Of.Scoring, score.ConventionsOf(p.Of)[0].ID).Keys
	var has []string
	for _, m := range metrics {
		shown := slices.ContainsFunc(p.columns, func(c views.RunColumn) bool { return c.Run.ID == m.Run })
		if m.Value != nil && shown && m.Key != "short_tasks" && m.Key != "untried_tasks" { // these two keys repeat counts that are shown anyway
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

// Span restricts the tasks to one page of an API response.
func (p *Scenario) Span(limit, offset int) {
	p.Limit, p.Offset, p.Tasks = limit, offset, views.Span(p.all, limit, offset)
}

// CSV returns one row for each trial, and one for each task without a trial.
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

// address returns the URL of the page with some parameters changed. pairs alternates between keys
// and values.
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

// neighbour returns the link to the scenario with the given id, or an empty link if the id is
// empty.
func (p *Scenario) neighbour(id string) views.Link {
	if id == "" {
		return views.Link{}
	}
	return views.Link{Label: words.Scenario(p.Of, id), Href: link.Scenario(p.Benchmark, id)}
}

// sentence returns a summary of the pass counts. For two ranked systems it includes a paired test.
func (p *Scenario) sentence() views.Sentence {
	var s views.Sentence
	noun := words.Counted(p.Total, p.Of.Words.Task)
	ranked := slices.DeleteFunc(slices.Clone(p.Runs), func(r ScenarioRun) bool { return !p.scored.Counts(r.Run, p.Query.All) })
	switch {
	case len(p.Runs) == 0:
		s.Add(noun + ". No run has tried them.")
	case len(ranked) == 2 && p.RunsTotal == len(p.Runs) && p.List.Table.full() == p.Of.Full(): // each passes a task once, or not at all
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

func (p *Scenario) outcome(r *ScenarioRun) string {
	return words.Outcome(&p.Of, r.Metrics[p.Of.Headline], results.Counts{Expected: r.Expected, Scored: r.Scored, Passed: r.Passed}, p.Of.Words.Task)
}

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

func (p *Scenario) strips() (list []fingerprint.Row) {
	for i := range p.Runs {
		list = append(list, p.Runs[i].strip)
	}
	return list
}
