package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// estimate adds intervals, rank intervals and tie classes to the complete rows
// with records of one group and returns the number of resampled units.
func estimate(g []*entry, spec score.Spec, headline string, cache *draws) int {
	var live []*entry
	for _, e := range g {
		if e.sample && e.row.Metrics[headline].Value != nil {
			live = append(live, e)
		}
	}
	if len(live) == 0 {
		return 0
	}
	clusters := len(live[0].units)
	if clusters >= 2 {
		intervals(live, spec, headline, cache)
	}
	classes(live, spec, headline)
	return clusters
}

// draws keeps what all conventions of a board share.
type draws struct {
	samples map[int]*stats.Resamples // by number of units
	sums    map[string]*sums         // by run
}

func newDraws() *draws {
	return &draws{samples: map[int]*stats.Resamples{}, sums: map[string]*sums{}}
}

func (d *draws) of(e *entry, spec score.Spec) *sums {
	if s, ok := d.sums[e.run.Slug]; ok {
		return s
	}
	n := len(e.units)
	if d.samples[n] == nil {
		d.samples[n] = stats.NewResamples(stats.Seed, stats.Draws, n)
	}
	s := sumDraws(e.units, spec.Dim(), d.samples[n])
	d.sums[e.run.Slug] = s
	return s
}

func intervals(live []*entry, spec score.Spec, headline string, cache *draws) {
	h := slices.Index(spec.Keys, headline)
	headlines := make([][]float64, len(live))
	for i, e := range live {
		draws := cache.of(e, spec).evaluate(spec)
		for k, key := range spec.Keys {
			m := e.row.Metrics[key]
			if m.Value == nil {
				continue
			}
			if s, ok := stats.Percentile(draws[k], stats.Level); ok {
				m.CI = &[2]float64{s.CI.Lo, s.CI.Hi}
				e.row.Metrics[key] = m
			}
		}
		headlines[i] = draws[h]
	}
	if len(live) < 2 {
		return // a rank among one says nothing
	}
	for i, r := range stats.RankIntervals(headlines, stats.Level) {
		live[i].row.RankInterval = &[2]int{r.Lo, r.Hi}
		p := r.PFirst
		live[i].row.PFirst = &p
	}
}

// sums holds the summed unit vectors of one run for every draw. They do not
// depend on the convention, so they are made once for all of them.
type sums struct {
	dim  int
	data []float64 // draw after draw
}

// sparse is a unit vector without its zeros: a task belongs to few of the
// columns, and skipping the others makes resampling several times as fast.
type sparse struct {
	at []int32
	v  []float64
}

func sumDraws(units []score.Unit, dim int, samples *stats.Resamples) *sums {
	vectors := make([]sparse, len(units))
	for i, u := range units {
		for k, x := range u.V {
			if x != 0 {
				vectors[i].at = append(vectors[i].at, int32(k))
				vectors[i].v = append(vectors[i].v, x)
			}
		}
	}
	s := &sums{dim: dim, data: make([]float64, dim*samples.Draws())}
	for d := range samples.Draws() {
		sum := s.data[d*dim : (d+1)*dim]
		for _, u := range samples.Sample(d) {
			vec := &vectors[u]
			for i, k := range vec.at {
				sum[k] += vec.v[i]
			}
		}
	}
	return s
}

// evaluate computes every metric on every draw: [metric][draw].
func (s *sums) evaluate(spec score.Spec) [][]float64 {
	n := len(s.data) / s.dim
	draws := make([][]float64, len(spec.Keys))
	for k := range draws {
		draws[k] = make([]float64, n)
	}
	out := make([]float64, len(spec.Keys))
	for d := range n {
		spec.Eval(s.data[d*s.dim:(d+1)*s.dim], out)
		for k, x := range out {
			draws[k][d] = x
		}
	}
	return draws
}

// classes gives the tie classes along the order of the headline.
func classes(live []*entry, spec score.Spec, headline string) {
	order := make([]int, len(live))
	for i := range order {
		order[i] = i
	}
	list := stats.TieClasses(order, func(anchor, i int) bool {
		return Significance(spec, headline, live[anchor].units, live[i].units) < Alpha
	})
	for i, c := range list {
		live[i].row.TieClass = &c
	}
}

// Significance is the two-sided p of the difference of one metric between two
// systems whose units are aligned. With scenarios as units it is the exchange
// test, which holds for metrics that are not means, such as CRS; with tasks it
// is the sign-flip of the tasks' differences. NaN if a metric has no data.
func Significance(spec score.Spec, key string, a, b []score.Unit) float64 {
	k := slices.Index(spec.Keys, key)
	if k < 0 || len(a) != len(b) || len(a) == 0 {
		return math.NaN()
	}
	if spec.Unit == "task" {
		return signFlip(spec, key, a, b)
	}
	sum := make([]float64, spec.Dim())
	out := make([]float64, len(spec.Keys))
	p, _ := stats.SwapTest(a, b, func(units []score.Unit) float64 {
		clear(sum)
		for _, u := range units {
			for i, x := range u.V {
				sum[i] += x
			}
		}
		spec.Eval(sum, out)
		return out[k]
	}, stats.Seed, stats.Draws)
	return p
}

func signFlip(spec score.Spec, key string, a, b []score.Unit) float64 {
	d := make([]float64, 0, len(a))
	for i := range a {
		x, y := spec.Value(key, a[i:i+1]), spec.Value(key, b[i:i+1])
		if !math.IsNaN(x) && !math.IsNaN(y) {
			d = append(d, x-y)
		}
	}
	if len(d) == 0 {
		return math.NaN()
	}
	p, _ := stats.SignFlip(d, stats.Seed, stats.Draws)
	return p
}

// rank numbers the complete rows of a group; equal headlines share a rank.
func rank(g []*entry, headline string) {
	for i, e := range g {
		v := e.row.Metrics[headline].Value
		if !e.row.Complete || len(e.row.Objections) > 0 || v == nil {
			continue
		}
		r := i + 1
		if i > 0 {
			if w := g[i-1].row.Metrics[headline].Value; w != nil && *w == *v && g[i-1].row.Rank != nil {
				r = *g[i-1].row.Rank
			}
		}
		e.row.Rank = &r
	}
}

// compare sets a figure beside the recomputed value under the convention that
// comes nearest.
func compare(in Input, e *entry, f results.Figure) results.PublishedValue {
	p := results.PublishedValue{
		Source: f.Source, Table: f.Table, Metric: f.Metric, Scope: f.Scope, Value: f.Value,
		Digits: f.Digits, Unit: f.Unit, Verdict: results.VerdictUnrecomputed,
	}
	if e.run == nil || f.Value == nil || !Covers(&e.run.Run, &f) {
		return p
	}
	for _, c := range score.Conventions(in.Benchmark.Scoring) {
		spec := score.SpecOf(in.Benchmark.Scoring, c.ID)
		v := finite(spec.Value(f.Metric, e.units))
		if v == nil {
			continue
		}
		match := Matches(*f.Value, *v, f.Digits, f.Unit)
		d := *f.Value - *v
		if p.Difference == nil || match || math.Abs(d) < math.Abs(*p.Difference) {
			p.Recomputed, p.Convention, p.Difference, p.Verdict = v, c.ID, &d, results.VerdictDiffers
		}
		if match {
			p.Verdict = results.VerdictMatches
			break
		}
	}
	return p
}

// Covers reports whether a figure can be checked by a run: by a complete one, or
// by the very records that its source was made from. LiveClawBench's site
// averages over the tasks that a model has tried, and releases those.
func Covers(run *results.Run, f *results.Figure) bool {
	return run.Complete || run.Facts["source"] != "" && run.Facts["source"] == f.Source
}

// Matches reports whether a recomputed value rounds to the printed one.
func Matches(printed, recomputed float64, digits int, unit string) bool {
	scale := 1.0
	if unit == "percent" {
		scale = 100
	}
	half := 0.5*math.Pow(10, -float64(digits)) + 1e-9
	return math.Abs(printed-recomputed)*scale <= half
}
