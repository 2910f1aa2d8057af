package compare

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// minUnits is the number of units below which resampling them says nothing.
const minUnits = 2

// sums are the sufficient statistics of both runs, one vector per unit (a
// scenario, or a task), and the metrics as functions of their sum.
type sums struct {
	keys []string
	dim  int
	a, b [][]float64
	eval func(sum, out []float64)
}

// metrics computes every metric of the benchmark on the common tasks alone.
func (c *Comparison) metrics(in Input) {
	convention := conventionOf(in)
	spec := score.SpecOf(in.Benchmark.Scoring, convention)
	if !slices.Contains(spec.Keys, c.Headline) {
		c.Headline = spec.Keys[0]
	}
	tasks := c.common()
	ua := score.Units(in.Benchmark.Scoring, tasks, in.A.Trials)
	ub := score.Units(in.Benchmark.Scoring, tasks, in.B.Trials)
	s := &sums{keys: spec.Keys, dim: spec.Dim(), eval: spec.Eval}
	for i := range ua {
		s.a, s.b = append(s.a, ua[i].V), append(s.b, ub[i].V)
	}
	c.Unit, c.Units = spec.Unit, len(ua)
	c.MinP = 1
	if c.Unit == "scenario" && c.Units > 1 {
		c.MinP = math.Ldexp(1, 1-min(c.Units, 60))
	}
	var p []float64
	exact := false
	if c.Unit == "scenario" {
		p, exact = s.swaps()
	}
	draws := c.Draws
	if in.HeadlineOnly {
		draws = 0
	}
	c.Metrics = s.compare(draws)
	for k := range c.Metrics {
		m := &c.Metrics[k]
		m.N = c.Common
		if m.Diff == nil || in.HeadlineOnly && m.Key != c.Headline {
			continue
		}
		switch {
		case c.Unit == "task":
			m.P = stats.Finite(board.Significance(spec, m.Key, ua, ub))
		case p != nil:
			m.P, m.Exact = stats.Finite(p[k]), exact
		case c.Units > stats.ExactClusters:
			m.P = stats.Finite(board.Significance(spec, m.Key, ua, ub))
		}
	}
}

// compare gives value, difference and bootstrap interval of every key. Both
// runs are computed on the same units in every draw.
func (s *sums) compare(draws int) []Metric {
	va, vb := s.values(s.a), s.values(s.b)
	list := make([]Metric, len(s.keys))
	var diffs [][]float64
	if len(s.a) >= minUnits && draws > 0 {
		diffs = s.draw(stats.NewResamples(stats.Seed, draws, len(s.a)))
	}
	for k, key := range s.keys {
		m := Metric{Key: key, A: stats.Finite(va[k]), B: stats.Finite(vb[k]), Lower: metric.LowerIsBetter(key)}
		if m.A != nil && m.B != nil {
			m.Diff = stats.Finite(va[k] - vb[k])
			if diffs != nil {
				if spread, ok := stats.Percentile(diffs[k], stats.Level); ok {
					m.CI, m.SE, m.Skipped = &spread.CI, stats.Finite(spread.SE), spread.Undefined
				}
			}
		}
		list[k] = m
	}
	return list
}

func (s *sums) values(units [][]float64) []float64 {
	sum, out := make([]float64, s.dim), make([]float64, len(s.keys))
	for _, u := range units {
		add(sum, u)
	}
	s.eval(sum, out)
	return out
}

func add(sum, v []float64) {
	for i, x := range v {
		sum[i] += x
	}
}

// draw evaluates the differences of all keys on every draw: [key][draw]. Units
// with the same numbers are counted together, because among tasks that pass or
// fail few kinds of unit exist.
func (s *sums) draw(samples *stats.Resamples) [][]float64 {
	draws := samples.Draws()
	class, kinds := s.kinds()
	diffs := make([][]float64, len(s.keys))
	for k := range diffs {
		diffs[k] = make([]float64, draws)
	}
	count := make([]int, len(kinds))
	sum := make([]float64, 2*s.dim)
	oa, ob := make([]float64, len(s.keys)), make([]float64, len(s.keys))
	for d := range draws {
		clear(sum)
		clear(count)
		for _, u := range samples.Sample(d) {
			count[class[u]]++
		}
		for k, n := range count {
			if n == 0 {
				continue
			}
			for _, p := range kinds[k] {
				sum[p.at] += float64(float64(n) * p.x) // not fused, so that all processors agree
			}
		}
		s.eval(sum[:s.dim], oa)
		s.eval(sum[s.dim:], ob)
		for k := range diffs {
			diffs[k][d] = oa[k] - ob[k]
		}
	}
	return diffs
}

// part is one place of a sparse vector.
type part struct {
	at int
	x  float64
}

// kinds joins each unit's vectors of both runs into one sparse vector and
// numbers the different ones; class is the number of each unit.
func (s *sums) kinds() (class []int, kinds [][]part) {
	known := map[string]int{}
	class = make([]int, len(s.a))
	for u := range s.a {
		var v []part
		var name []byte
		for side, vector := range [2][]float64{s.a[u], s.b[u]} {
			for i, x := range vector {
				if x != 0 {
					v = append(v, part{side*s.dim + i, x})
					name = binary.LittleEndian.AppendUint64(binary.AppendUvarint(name, uint64(side*s.dim+i)), math.Float64bits(x))
				}
			}
		}
		k, ok := known[string(name)]
		if !ok {
			k = len(kinds)
			known[string(name)] = k
			kinds = append(kinds, v)
		}
		class[u] = k
	}
	return class, kinds
}

// swaps is the exchange test (see stats.SwapTest) of all keys at once, for at
// most stats.ExactClusters units: every exchange of whole units between the
// runs is counted. The exchanges of the first and the second half of the units
// are tabulated, so that each of the 2^(G-1) costs two additions of vectors and
// no rounding builds up. p is nil for more units, or for fewer than two, which
// can show nothing.
func (s *sums) swaps() (p []float64, exact bool) {
	g := len(s.a)
	if g < minUnits || g > stats.ExactClusters {
		return nil, false
	}
	va, vb := s.values(s.a), s.values(s.b)
	limit := make([]float64, len(s.keys))
	for k := range limit {
		// The tolerance is that of stats.SwapTest: rounding is no difference.
		limit[k] = math.Abs(va[k]-vb[k]) - 1e-12*(math.Abs(va[k])+math.Abs(vb[k]))
	}
	half := g / 2
	left, right := s.half(0, half, half), s.half(half, g, g-half-1) // the last unit stays
	count := make([]int, len(s.keys))
	sum := make([]float64, 2*s.dim)
	oa, ob := make([]float64, len(s.keys)), make([]float64, len(s.keys))
	for _, l := range left {
		for _, r := range right {
			for i := range sum {
				sum[i] = l[i] + r[i]
			}
			s.eval(sum[:s.dim], oa)
			s.eval(sum[s.dim:], ob)
			for k := range count {
				// A statistic that exists only before the exchange counts as extreme.
				if d := math.Abs(oa[k] - ob[k]); d >= limit[k] || math.IsNaN(d) {
					count[k]++
				}
			}
		}
	}
	p = make([]float64, len(s.keys))
	for k := range p {
		p[k] = float64(count[k]) / float64(len(left)*len(right))
		if math.IsNaN(limit[k]) {
			p[k] = math.NaN()
		}
	}
	return p, true
}

// half sums the units from..to-1 for all exchanges of the first free of them.
func (s *sums) half(from, to, free int) [][]float64 {
	list := make([][]float64, 1<<free)
	for set := range list {
		v := make([]float64, 2*s.dim)
		for u := from; u < to; u++ {
			x, y := s.a[u], s.b[u]
			if u-from < free && set>>(u-from)&1 == 1 {
				x, y = y, x
			}
			add(v[:s.dim], x)
			add(v[s.dim:], y)
		}
		list[set] = v
	}
	return list
}
