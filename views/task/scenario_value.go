package task

import (
	"net/url"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// ScenarioQuery is the state of a scenario's page.
type ScenarioQuery struct {
	Run, Kind, Status string        // empty: all
	All               bool          // also runs that newer records replace, and those without a trial here
	Block             report.Window // of the runs side by side
}

// Values is the state as an address has it.
func (q ScenarioQuery) Values() url.Values {
	v := link.With(nil, "run", q.Run, "kind", q.Kind, "status", q.Status, q.Block.Key, q.Block.Value())
	if q.All {
		v.Set("all", "1")
	}
	return v
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

	Of           results.Benchmark  `json:"-"`
	Query        ScenarioQuery      `json:"-"`
	Prev, Next   string             `json:"-"` // ids of the scenarios before and after this one; empty at the ends
	All          []ScenarioTask     `json:"-"` // before filters
	Columns      []report.RunColumn `json:"-"` // of Runs
	Choices      []report.RunColumn `json:"-"` // runs that the page can be narrowed to
	Keys         []string           `json:"-"` // of the metrics of Runs
	Statuses     []results.Status   `json:"-"` // that occur
	Kinds        bool               `json:"-"` // tasks are of several kinds
	Graded       bool               `json:"-"` // some score lies between 0 and 1
	Scored       int                `json:"-"` // verdicts that are no error
	Sum          float64            `json:"-"` // of their scores
	Passed       int                `json:"-"` // verdicts of all runs over all tasks
	Verdicts     int                `json:"-"`
	Unit         string             `json:"-"` // of the counts of a task: systems, or runs
	CountedWords string             `json:"-"` // over what they are, where not over all runs
	HiddenWords  string             `json:"-"` // which runs are left out; empty if none is
	Figures      []ScenarioFigure   `json:"-"` // Published, the best first
	World        string             `json:"-"` // address of what updates change; empty where nothing is known

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

	Column  report.RunColumn `json:"-"`
	Streaks score.Streaks    `json:"-"` // of the tasks with a verdict, in order
}

// ScenarioTask is one task and how every run fared at it.
type ScenarioTask struct {
	ID       string                `json:"id"`              // of the task, unique in its scenario
	Title    string                `json:"title,omitempty"` // of the task
	Ordinal  int                   `json:"ordinal"`         // in the scenario, from 1
	Kind     string                `json:"kind"`            // multi_choice, exec_check, rubric or reward
	Day      int                   `json:"day"`             // updates that came before the task
	Updates  []results.Update      `json:"updates"`         // of the environment that come with the task
	Pref     bool                  `json:"pref"`            // a preference is checked after the task
	Scored   int                   `json:"scored"`          // runs with a verdict, of those that are counted
	Passed   int                   `json:"passed"`          // runs that passed, of those that are counted
	Mean     *float64              `json:"mean"`            // score of those that are counted, 0 to 1; null if it cannot be told
	Doubtful *string               `json:"doubtful"`        // why no answer can pass it; null if one can
	Trials   []report.TrialOutcome `json:"trials"`          // of the runs of this block
	URL      string                `json:"url"`             // of the task's page

	Verdicts []ScenarioVerdict `json:"-"` // one for each column
}

// ScenarioVerdict is how one run fared at one task.
type ScenarioVerdict struct {
	report.Verdict
	Href string // of the trial; empty without one
}

// ScenarioFigure is a published number of one system for the scenario.
type ScenarioFigure struct {
	results.Figure
	System     string   // in words
	Title      string   // of the source
	Recomputed *float64 // from the run of the system, as metrics are stored; nil without one
	Matches    string   // the verdict on it
}

// Span leaves the tasks that an answer of the API lists, each with its trials.
func (p *Scenario) Span(limit, offset int) {
	p.Limit, p.Offset = limit, offset
	p.Tasks = report.Span(p.Tasks, limit, offset)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Trials = []report.TrialOutcome{}
		for _, c := range p.Columns {
			for _, x := range p.records.trialsOf(c, t.ID) {
				t.Trials = append(t.Trials, report.NewTrialOutcome(x))
			}
		}
	}
}
