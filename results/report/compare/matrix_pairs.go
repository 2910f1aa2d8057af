package compare

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/results/report"
)

// ControlledPair is two tasks that should differ in one factor, and what each system
// makes of them.
type ControlledPair struct {
	ID      string  `json:"id"`      // of the pair, as its source names it
	Kind    string  `json:"kind"`    // of the pair, in its source's words
	Factor  string  `json:"factor"`  // that the variant adds
	Status  string  `json:"status"`  // in its source's words; dropped pairs enter no factor
	Base    TaskRef `json:"base"`    // the task without the factor
	Variant TaskRef `json:"variant"` // the task with it
	pairs.Effect
	Systems []PairSystem `json:"systems"` // ranked systems that have scored both
}

// Dropped reports whether the source has given the pair up: it says so in the
// first word of its status.
func (p ControlledPair) Dropped() bool { return strings.HasPrefix(p.Status, "dropped") }

// Separable reports whether the change is told from none, after Holm over all
// pairs.
func (p ControlledPair) Separable() bool {
	return p.PHolm != nil && board.Comparison{Holm: *p.PHolm}.Separable()
}

// TaskRef names a task and where it is shown.
type TaskRef struct {
	Scenario string `json:"scenario"` // id of the scenario
	Task     string `json:"task"`     // id of the task
	URL      string `json:"url"`      // page of the task
}

// PairSystem is one system on both tasks.
type PairSystem struct {
	Run     string  `json:"run"`     // id of the run
	Name    string  `json:"name"`    // of the system
	Base    float64 `json:"base"`    // mean score on the base, 0 to 1
	Variant float64 `json:"variant"` // mean score on the variant, 0 to 1
	Change  float64 `json:"change"`  // variant minus base
	URL     string  `json:"url"`     // trial of the variant
}

// MeasurePairs finds the table of controlled pairs, the one whose columns name a
// base, a variant and a factor, and measures them on the records.
func MeasurePairs(tables []results.StatTable, tasks []results.Task, rows []results.BoardRow, v *report.Bench,
	means []results.TaskMean) ([]ControlledPair, []pairs.Factor) {
	list := listPairs(tables, tasks, v.Benchmark.ID)
	if len(list) == 0 {
		return nil, nil
	}
	type at struct {
		Run            int64  `json:"-"`
		Scenario, Task string `json:"-"`
	}
	mean := map[at]float64{}
	for _, m := range means {
		if m.Mean != nil {
			mean[at{Run: m.Run, Scenario: m.Scenario, Task: m.Task}] = *m.Mean
		}
	}
	measured := make([]pairs.Pair, len(list))
	for i := range list {
		p := &list[i]
		measured[i] = pairs.Pair{Factor: p.Factor, Dropped: p.Dropped()}
		for _, r := range rows {
			run := v.Runs[*r.Run]
			x, okX := mean[at{Run: run.ID, Scenario: p.Base.Scenario, Task: p.Base.Task}]
			y, okY := mean[at{Run: run.ID, Scenario: p.Variant.Scenario, Task: p.Variant.Task}]
			if okX && okY {
				s := pairs.Scores{System: run.Slug, Base: x, Variant: y}
				measured[i].Scores = append(measured[i].Scores, s)
				p.Systems = append(p.Systems, PairSystem{Run: run.Slug, Name: v.Label(r), Base: x, Variant: y, Change: s.Change(),
					URL: link.Trial(run.Slug, p.Variant.Scenario, p.Variant.Task)})
			}
		}
	}
	for i, e := range pairs.Effects(measured) {
		list[i].Effect = e
	}
	return list, pairs.Factors(measured)
}

// listPairs reads the pairs off the tables; both tasks must be in the dataset.
func listPairs(tables []results.StatTable, tasks []results.Task, benchmark string) []ControlledPair {
	bySlug := map[string]TaskRef{}
	for i := range tasks {
		t := &tasks[i]
		bySlug[t.Slug] = TaskRef{Scenario: t.Scenario, Task: t.Slug, URL: link.Task(benchmark, t.Scenario, t.Slug)}
	}
	var list []ControlledPair
	for _, t := range tables {
		col := map[string]int{}
		for i, c := range t.Columns {
			col[c.Key] = i + 1
		}
		if col["base"] == 0 || col["variant"] == 0 || col["factor"] == 0 {
			continue
		}
		text := func(r results.StatRow, key string) string {
			if col[key] == 0 {
				return ""
			}
			return r.Cells[col[key]-1].Text
		}
		for _, r := range t.Rows {
			base, okB := bySlug[text(r, "base")]
			variant, okV := bySlug[text(r, "variant")]
			if okB && okV {
				list = append(list, ControlledPair{ID: r.Label, Kind: text(r, "kind"), Factor: text(r, "factor"), Status: text(r, "status"), Base: base,
					Variant: variant, Systems: []PairSystem{}})
			}
		}
	}
	return list
}
