package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// estimate adds intervals, rank intervals and tie classes to the population of
// one group and returns the number of resampled units.
func estimate(live []*entry, spec score.Spec, headline string, cache *draws) int {
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

// classes sets apart those that the test tells from the leader: class 1 are the
// leader and all that are not separable from it, class 2 the others. It says
// nothing of differences among the others.
func classes(live []*entry, spec score.Spec, headline string) {
	systems := make([][]score.Unit, len(live))
	for i, e := range live {
		systems[i] = e.units
		leaders := results.LeadersClass
		e.row.TieClass = &leaders
	}
	for _, c := range Separable(spec, headline, systems, AgainstFirst(len(live))) {
		if c.Separable() {
			behind := results.BehindClass
			live[c.B].row.TieClass = &behind
		}
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
