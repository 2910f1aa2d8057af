package ablations

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/pairs"
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

// Dropped reports whether the source has given the pair up.
func (p *ControlledPair) Dropped() bool { return strings.HasPrefix(p.Status, "dropped") }

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

// ListPairs reads the pairs off the published tables: one whose columns name a base, a
// variant and a factor. Both tasks must be in the dataset.
func ListPairs(tables []results.StatTable, tasks []results.Task, benchmark string) []ControlledPair {
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
		for _, r := range t.Rows {
			text := func(key string) string {
				if col[key] == 0 {
					return ""
				}
				return r.Cells[col[key]-1].Text
			}
			base, okB := bySlug[text("base")]
			variant, okV := bySlug[text("variant")]
			if okB && okV {
				list = append(list, ControlledPair{ID: r.Label, Kind: text("kind"), Factor: text("factor"), Status: text("status"),
					Base: base, Variant: variant, Systems: []PairSystem{}})
			}
		}
	}
	return list
}

// AddPairs measures pairs on the means of the ranked systems.
func (a *Ablations) AddPairs(list []ControlledPair, means []results.TaskMean) {
	if len(list) == 0 {
		return
	}
	type at struct {
		run  int64
		name results.TaskName
	}
	mean := map[at]float64{}
	for i := range means {
		if m := &means[i]; m.Mean != nil {
			mean[at{m.Run, m.Name()}] = *m.Mean
		}
	}
	measured := make([]pairs.Pair, len(list))
	for i := range list {
		p := &list[i]
		measured[i] = pairs.Pair{Factor: p.Factor, Dropped: p.Dropped()}
		for _, r := range a.bench.Ranked() {
			run := a.bench.Runs[*r.Run]
			x, okX := mean[at{run.ID, results.TaskName{Scenario: p.Base.Scenario, Task: p.Base.Task}}]
			y, okY := mean[at{run.ID, results.TaskName{Scenario: p.Variant.Scenario, Task: p.Variant.Task}}]
			if okX && okY {
				s := pairs.Scores{System: run.Slug, Base: x, Variant: y}
				measured[i].Scores = append(measured[i].Scores, s)
				p.Systems = append(p.Systems, PairSystem{Run: run.Slug, Name: a.bench.Label(r), Base: x, Variant: y, Change: s.Change(),
					URL: link.Trial(run.Slug, p.Variant.Scenario, p.Variant.Task)})
			}
		}
	}
	for i, e := range pairs.Effects(measured) {
		list[i].Effect = e
	}
	a.Pairs, a.Factors = list, pairs.Factors(measured)
}
