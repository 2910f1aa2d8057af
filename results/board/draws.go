package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// sums holds, for each bootstrap sample, the sum of a run's unit vectors. The sums are the same
// under every convention and are computed once.
type sums struct {
	dim  int
	data []float64 // sums by bootstrap sample: dim values for each sample
}

// blockWidth is the number of columns summed together, so that the sums fit in registers and the
// values of a unit in one cache line.
const blockWidth = 8

// block holds up to blockWidth columns of the unit vectors.
type block struct {
	columns []int
	units   [][blockWidth]float64
}

// blocksOf splits the columns into blocks of blockWidth columns. It skips columns that are zero for
// all units.
func blocksOf(units []score.Unit, dim int) []block {
	var list []block
	for k := range dim {
		if !slices.ContainsFunc(units, func(u score.Unit) bool { return u.V[k] != 0 }) {
			continue
		}
		if n := len(list); n == 0 || len(list[n-1].columns) == blockWidth {
			list = append(list, block{units: make([][blockWidth]float64, len(units))})
		}
		b := &list[len(list)-1]
		for i, u := range units {
			b.units[i][len(b.columns)] = u.V[k]
		}
		b.columns = append(b.columns, k)
	}
	return list
}

// sumDraw sums the unit vectors of one bootstrap sample in the order of sampling.
func sumDraw(sum []float64, blocks []block, sample []int32) {
	for i := range blocks {
		b := &blocks[i]
		var s0, s1, s2, s3, s4, s5, s6, s7 float64
		for _, u := range sample {
			x := &b.units[u]
			s0 += x[0]
			s1 += x[1]
			s2 += x[2]
			s3 += x[3]
			s4 += x[4]
			s5 += x[5]
			s6 += x[6]
			s7 += x[7]
		}
		s := [blockWidth]float64{s0, s1, s2, s3, s4, s5, s6, s7}
		for n, k := range b.columns {
			sum[k] = s[n]
		}
	}
}

// sumDraws sums a run's units for each bootstrap sample.
func (s *Scorer) sumDraws(units []score.Unit, dim int) *sums {
	blocks, samples := blocksOf(units, dim), s.samplesOf(len(units))
	made := &sums{dim: dim, data: make([]float64, dim*stats.RankDraws)}
	for d := range stats.RankDraws {
		sumDraw(made.data[d*dim:(d+1)*dim], blocks, samples.Sample(d))
	}
	return made
}

// sampled provides the unit indexes of each bootstrap sample.
type sampled interface{ Sample(draw int) []int32 }

// samplesKept is the maximum number of unit indexes (4 bytes each) in bootstrap samples that are
// kept in memory for later runs.
const samplesKept = 2 << 20

// samplesOf returns the bootstrap samples for the given number of units; all runs use the same
// ones.
func (s *Scorer) samplesOf(units int) sampled {
	if stats.RankDraws*units > samplesKept {
		return stats.NewSampler(stats.Seed, units)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.samples == nil || s.samples.Clusters() != units {
		s.samples = stats.NewResamples(stats.Seed, stats.RankDraws, units)
	}
	return s.samples
}

// estimate computes the headline metric in each bootstrap sample and stores the packed values.
func (s *sums) estimate(cs *results.ConventionScore, spec score.Spec, headline string) {
	n := len(s.data) / s.dim
	h := slices.Index(spec.Keys, headline)
	if h < 0 || math.IsNaN(cs.Values[h]) {
		return
	}
	draws, out := make([]float64, n), make([]float64, len(spec.Keys))
	for d := range draws {
		spec.Eval(s.data[d*s.dim:(d+1)*s.dim], out)
		draws[d] = out[h]
	}
	cs.Draws = stats.PackDraws(draws)
}
