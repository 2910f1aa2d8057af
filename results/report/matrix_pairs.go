package report

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views/link"
)

// ControlledPair is two tasks that should differ in one factor, and what each system
// makes of them.
type ControlledPair struct {
	ID       string   `json:"id"`           // of the pair, as its source names it
	Kind     string   `json:"kind"`         // of the pair, in its source's words
	Factor   string   `json:"factor"`       // that the variant adds
	Status   string   `json:"status"`       // in its source's words; dropped pairs enter no factor
	Base     TaskRef  `json:"base"`         // the task without the factor
	Variant  TaskRef  `json:"variant"`      // the task with it
	BaseMean *float64 `json:"base_mean"`    // mean score of the systems on the base, 0 to 1
	VarMean  *float64 `json:"variant_mean"` // the same on the variant
	Change   *float64 `json:"change"`       // mean over the systems of variant minus base
	Tested
	Drop    int          `json:"drop"`    // systems that score less on the variant
	Same    int          `json:"same"`    // systems that score the same
	Rise    int          `json:"rise"`    // systems that score more
	Systems []PairSystem `json:"systems"` // ranked systems that have scored both
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

// FactorEffect is the mean change over the pairs that add one factor.
type FactorEffect struct {
	Factor  string      `json:"factor"`  // that the variants add
	Pairs   int         `json:"pairs"`   // pairs that count
	Dropped int         `json:"dropped"` // pairs that the repository has given up
	Systems int         `json:"systems"` // with any of the pairs
	Change  *float64    `json:"change"`  // mean of the pairs' changes
	CI      *[2]float64 `json:"ci"`      // 95 % interval of the change, over other systems
}

// dropped reports whether the benchmark itself no longer stands by the pair.
func (p ControlledPair) dropped() bool { return strings.HasPrefix(p.Status, "dropped") }

// MeasurePairs finds the table of controlled pairs, the one whose columns name a
// base, a variant and a factor, and measures them on the records.
func MeasurePairs(tables []results.StatTable, tasks []results.Task, rows []results.BoardRow, v *Bench, means []results.TaskMean) ([]ControlledPair, []FactorEffect) {
	pairs := listPairs(tables, tasks, v.Benchmark.ID)
	if len(pairs) == 0 {
		return nil, nil
	}
	type at struct {
		run            int64
		scenario, task string
	}
	mean := map[at]float64{}
	for _, m := range means {
		if m.Mean != nil {
			mean[at{m.Run, m.Scenario, m.Task}] = *m.Mean
		}
	}
	draws := map[int]*stats.Resamples{}
	for i := range pairs {
		p := &pairs[i]
		for _, r := range rows {
			run := v.Runs[*r.Run]
			x, okX := mean[at{run.ID, p.Base.Scenario, p.Base.Task}]
			y, okY := mean[at{run.ID, p.Variant.Scenario, p.Variant.Task}]
			if okX && okY {
				p.Systems = append(p.Systems, PairSystem{Run: run.Slug, Name: v.Label(r), Base: x, Variant: y, Change: y - x,
					URL: link.Trial(run.Slug, p.Variant.Scenario, p.Variant.Task)})
			}
		}
		if n := len(p.Systems); draws[n] == nil {
			draws[n] = stats.NewResamples(stats.Seed, stats.Draws, n)
		}
	}
	// The pairs do not depend on each other, and their bootstraps are most of
	// the page's time.
	var wg sync.WaitGroup
	for i := range pairs {
		wg.Go(func() { pairs[i].measure(draws[len(pairs[i].Systems)]) })
	}
	wg.Wait()
	holm(pairs)
	return pairs, factorsOf(pairs)
}

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
				list = append(list, ControlledPair{ID: r.Label, Kind: text(r, "kind"), Factor: text(r, "factor"), Status: text(r, "status"), Base: base, Variant: variant, Systems: []PairSystem{}})
			}
		}
	}
	return list
}

// measure computes the paired change over systems: its mean, the percentile
// interval of a bootstrap of the systems, and the sign-flip p.
func (p *ControlledPair) measure(draws *stats.Resamples) {
	n := len(p.Systems)
	if n == 0 {
		return
	}
	var base, variant float64
	d := make([]float64, n)
	for i, s := range p.Systems {
		base += s.Base / float64(n)
		variant += s.Variant / float64(n)
		d[i] = s.Change
		switch {
		case math.Abs(s.Change) < 1e-9:
			p.Same++
		case s.Change < 0:
			p.Drop++
		default:
			p.Rise++
		}
	}
	change := meanAt(d, nil)
	p.BaseMean, p.VarMean, p.Change = &base, &variant, &change
	if n < 2 {
		return
	}
	if s, ok := stats.Bootstrap(draws, func(sample []int32) float64 { return meanAt(d, sample) }, stats.Level); ok {
		p.CI = &[2]float64{s.CI.Lo, s.CI.Hi}
	}
	if x, _ := stats.SignFlip(d, stats.Seed, stats.Draws); !math.IsNaN(x) {
		p.P = &x
	}
}

// meanAt is the mean of d over a sample of its places; nil means all.
func meanAt(d []float64, sample []int32) float64 {
	sum := 0.0
	if sample == nil {
		for _, x := range d {
			sum += x
		}
		return sum / float64(len(d))
	}
	for _, i := range sample {
		sum += d[i]
	}
	return sum / float64(len(sample))
}

// holm adjusts the p-values for the number of pairs.
func holm(pairs []ControlledPair) {
	p := make([]float64, len(pairs))
	for i := range pairs {
		p[i] = math.NaN()
		if pairs[i].P != nil {
			p[i] = *pairs[i].P
		}
	}
	for i, x := range stats.Holm(p) {
		if !math.IsNaN(x) {
			pairs[i].PHolm = &x
		}
	}
}

// factorsOf averages the changes of each factor's pairs, without those that the
// benchmark has dropped. The interval resamples the systems and keeps the pairs.
func factorsOf(pairs []ControlledPair) []FactorEffect {
	var names []string
	for _, p := range pairs {
		if !slices.Contains(names, p.Factor) {
			names = append(names, p.Factor)
		}
	}
	slices.Sort(names)
	var list []FactorEffect
	for _, name := range names {
		f := FactorEffect{Factor: name}
		var kept []ControlledPair
		for _, p := range pairs {
			switch {
			case p.Factor != name:
			case p.dropped():
				f.Dropped++
			case len(p.Systems) > 0:
				kept = append(kept, p)
			}
		}
		f.measure(kept)
		list = append(list, f)
	}
	return list
}

func (f *FactorEffect) measure(kept []ControlledPair) {
	f.Pairs = len(kept)
	if len(kept) == 0 {
		return
	}
	var runs []string
	changes := make([]map[string]float64, len(kept))
	for i, p := range kept {
		changes[i] = map[string]float64{}
		for _, s := range p.Systems {
			changes[i][s.Run] = s.Change
			if !slices.Contains(runs, s.Run) {
				runs = append(runs, s.Run)
			}
		}
	}
	f.Systems = len(runs)
	table := make([][]float64, len(kept)) // NaN: the system did not try both tasks
	for i := range kept {
		for _, run := range runs {
			x, ok := changes[i][run]
			if !ok {
				x = math.NaN()
			}
			table[i] = append(table[i], x)
		}
	}
	all := make([]int32, len(runs))
	for i := range all {
		all[i] = int32(i)
	}
	if x := effect(table, all); !math.IsNaN(x) {
		f.Change = &x
	}
	r := stats.NewResamples(stats.Seed, stats.Draws, len(runs))
	if s, ok := stats.Bootstrap(r, func(sample []int32) float64 { return effect(table, sample) }, stats.Level); ok {
		f.CI = &[2]float64{s.CI.Lo, s.CI.Hi}
	}
}

// effect is the mean over pairs of the mean change over the sampled systems;
// NaN if no sampled system tried any pair.
func effect(table [][]float64, sample []int32) float64 {
	sum, pairs := 0.0, 0
	for _, row := range table {
		s, n := 0.0, 0
		for _, i := range sample {
			if x := row[i]; !math.IsNaN(x) {
				s += x
				n++
			}
		}
		if n > 0 {
			sum += s / float64(n)
			pairs++
		}
	}
	return sum / float64(pairs)
}
