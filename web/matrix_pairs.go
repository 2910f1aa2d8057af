package web

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views/link"
)

// pair is two tasks that should differ in one factor, and what each system
// makes of them.
type pair struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	Factor   string   `json:"factor"`
	Status   string   `json:"status"`
	Base     taskRef  `json:"base"`
	Variant  taskRef  `json:"variant"`
	BaseMean *float64 `json:"base_mean"`
	VarMean  *float64 `json:"variant_mean"`
	Change   *float64 `json:"change"`
	report.Tested
	Drop    int          `json:"drop"`
	Same    int          `json:"same"`
	Rise    int          `json:"rise"`
	Systems []pairSystem `json:"systems"`
}

// taskRef names a task and where it is shown.
type taskRef struct {
	Scenario string `json:"scenario"`
	Task     string `json:"task"`
	URL      string `json:"url"`
}

// pairSystem is one system on both tasks.
type pairSystem struct {
	Run     string  `json:"run"`
	Name    string  `json:"name"`
	Base    float64 `json:"base"`
	Variant float64 `json:"variant"`
	Change  float64 `json:"change"`
	Href    string  `json:"url"` // trial of the variant
}

// factor is the mean change over the pairs that add one factor.
type factor struct {
	Factor  string      `json:"factor"`
	Pairs   int         `json:"pairs"`
	Dropped int         `json:"dropped"` // pairs that the repository has given up
	Systems int         `json:"systems"`
	Change  *float64    `json:"change"`
	CI      *[2]float64 `json:"ci"`
}

// dropped reports whether the benchmark itself no longer stands by the pair.
func (p pair) dropped() bool { return strings.HasPrefix(p.Status, "dropped") }

// pairsOf finds the table of controlled pairs, the one whose columns name a
// base, a variant and a factor, and measures them on the records.
func pairsOf(tables []results.StatTable, tasks []results.Task, rows []results.BoardRow, v *report.Bench, means []results.TaskMean) ([]pair, []factor) {
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
				p.Systems = append(p.Systems, pairSystem{Run: run.Slug, Name: v.Label(r), Base: x, Variant: y, Change: y - x,
					Href: link.Trial(run.Slug, p.Variant.Scenario, p.Variant.Task)})
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

func listPairs(tables []results.StatTable, tasks []results.Task, benchmark string) []pair {
	bySlug := map[string]taskRef{}
	for i := range tasks {
		t := &tasks[i]
		bySlug[t.Slug] = taskRef{Scenario: t.Scenario, Task: t.Slug, URL: link.Task(benchmark, t.Scenario, t.Slug)}
	}
	var list []pair
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
				list = append(list, pair{ID: r.Label, Kind: text(r, "kind"), Factor: text(r, "factor"), Status: text(r, "status"), Base: base, Variant: variant, Systems: []pairSystem{}})
			}
		}
	}
	return list
}

// measure computes the paired change over systems: its mean, the percentile
// interval of a bootstrap of the systems, and the sign-flip p.
func (p *pair) measure(draws *stats.Resamples) {
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
func holm(pairs []pair) {
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
func factorsOf(pairs []pair) []factor {
	var names []string
	for _, p := range pairs {
		if !slices.Contains(names, p.Factor) {
			names = append(names, p.Factor)
		}
	}
	slices.Sort(names)
	var list []factor
	for _, name := range names {
		f := factor{Factor: name}
		var kept []pair
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

func (f *factor) measure(kept []pair) {
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

// solved sorts the tasks by how many complete systems solve them.
type solved struct {
	Systems int       `json:"systems"`
	Tasks   int       `json:"tasks"`
	ByCount []int     `json:"by_count"` // tasks that exactly i systems solve
	All     []taskRef `json:"all"`
	None    []taskRef `json:"none"`
	Zero    int       `json:"zero"` // of none: where no system scores anything
}

// solvedOf needs two complete systems: with one there is nobody to agree.
func solvedOf(tasks []results.Task, rows []results.BoardRow, v *report.Bench, means []results.TaskMean) *solved {
	in := map[int64]bool{}
	for _, r := range rows {
		if r.Complete {
			in[v.Runs[*r.Run].ID] = true
		}
	}
	if len(in) < 2 {
		return nil
	}
	by, scored := map[[2]string]int{}, map[[2]string]bool{}
	for _, m := range means {
		k := [2]string{m.Scenario, m.Task}
		if in[m.Run] && m.Solved() {
			by[k]++
		}
		if in[m.Run] && m.Mean != nil && *m.Mean > 0 {
			scored[k] = true
		}
	}
	s := &solved{Systems: len(in), Tasks: len(tasks), ByCount: make([]int, len(in)+1), All: []taskRef{}, None: []taskRef{}}
	for i := range tasks {
		t := &tasks[i]
		k := [2]string{t.Scenario, t.Slug}
		ref := taskRef{Scenario: t.Scenario, Task: t.Slug, URL: link.Task(v.Benchmark.ID, t.Scenario, t.Slug)}
		s.ByCount[by[k]]++
		switch by[k] {
		case len(in):
			s.All = append(s.All, ref)
		case 0:
			s.None = append(s.None, ref)
			if !scored[k] {
				s.Zero++
			}
		}
	}
	return s
}

// redLineNotes explains why ClawMark's rate of crossed red lines has two
// denominators: its failure table and its list of kinds count differently.
func redLineNotes(tables []results.StatTable) []string {
	var crossed, evaluated, kinds float64
	for _, t := range tables {
		for _, r := range t.Rows {
			switch {
			case t.ID == "table-5" && r.Label == "Red line crossed":
				crossed, evaluated = cellOf(t, r, "failures"), cellOf(t, r, "evaluations")
			case t.ID == "redline-kinds":
				kinds += cellOf(t, r, "evaluations")
			}
		}
	}
	if crossed == 0 || evaluated == 0 || kinds == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Crossed red lines have two denominators in the paper. Its failure table counts %.0f crossings in %.0f evaluations (%.2f %%), "+
		"which is 7 models times 52 red lines; its kinds of red lines add up to %.0f evaluations (%.2f %%), 7 times the 55 of the rubric. "+
		"The leaderboard's red-line failure divides by the red lines that were evaluated in the run and prints their number.",
		crossed, evaluated, 100*crossed/evaluated, kinds, 100*crossed/kinds)}
}

func cellOf(t results.StatTable, r results.StatRow, key string) float64 {
	for i, c := range t.Columns {
		if c.Key == key && r.Cells[i].Value != nil {
			return *r.Cells[i].Value
		}
	}
	return 0
}
