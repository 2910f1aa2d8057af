package ablations

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/pairs"
)

// ControlledPair is a pair of tasks that should differ in one factor, with the results of each
// system.
type ControlledPair struct {
	ID      string  `json:"id"`      // id of the pair in its source
	Kind    string  `json:"kind"`    // kind of the pair, as in its source
	Factor  string  `json:"factor"`  // factor that the variant adds
	Status  string  `json:"status"`  // status as in its source; pairs with a status that begins with "dropped" do not count towards a factor
	Base    TaskRef `json:"base"`    // task without the factor
	Variant TaskRef `json:"variant"` // task with the factor
	pairs.Effect
	Systems []PairSystem `json:"systems"` // ranked systems with scores on both tasks
}

// Dropped reports whether the source has dropped the pair.
func (p *ControlledPair) Dropped() bool { return strings.HasPrefix(p.Status, "dropped") }

// TaskRef identifies a task and its page.
type TaskRef struct {
	Scenario string `json:"scenario"` // scenario id
	Task     string `json:"task"`     // task id
	URL      string `json:"url"`      // URL of the task's page
}

// PairSystem holds the scores of one system on both tasks of a pair.
type PairSystem struct {
	Run     string  `json:"run"`     // slug of the run
	Name    string  `json:"name"`    // name of the system
	Base    float64 `json:"base"`    // mean score of the base, 0 to 1
	Variant float64 `json:"variant"` // mean score of the variant, 0 to 1
	Change  float64 `json:"change"`  // score on the variant minus score on the base
	URL     string  `json:"url"`     // URL of the variant's trial
}

// ListPairs returns the pairs in published tables that have columns for a base task, a variant and
// a factor. It omits pairs with a task that is not in the dataset.
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

// AddPairs adds the pairs, with the mean scores of the ranked systems on both tasks.
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
