package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// sums holds the summed unit vectors of one run for every draw. They do not
// depend on the convention, so they are made once for all of them.
type sums struct {
	dim    int
	data   []float64 // draw after draw
	values []float64 // room for estimate
}

// blockWidth is how many columns are summed up at once: so many sums stay in
// registers, and the numbers of a unit on one line of the cache.
const blockWidth = 8

// block is some columns of the vectors of units.
type block struct {
	columns []int
	units   [][blockWidth]float64
}

// blocksOf parts the columns into blocks. Those that are marked, and those without a
// number, are left out.
func blocksOf(units []score.Unit, dim int, without []bool) []block {
	var list []block
	for k := range dim {
		if without[k] || !slices.ContainsFunc(units, func(u score.Unit) bool { return u.V[k] != 0 }) {
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

// sumDraw adds up the vectors of one draw, in the order of the sample.
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

// drawn are units with their sums.
type drawn struct {
	units []score.Unit
	*sums
}

// has reports whether column k of the units is that of others.
func (d *drawn) has(k int, others []score.Unit) bool {
	for i, u := range others {
		if u.V[k] != d.units[i].V[k] {
			return false
		}
	}
	return true
}

// sumDraws sums up all draws of the units of a run. Many columns count the tasks, and
// are the same in runs that tried the same ones: those that a run before had too are
// taken from it.
func (s *Scorer) sumDraws(units []score.Unit, dim int) *sums {
	s.mu.Lock()
	known := s.known
	s.mu.Unlock()
	same := known != nil && known.dim == dim && len(known.units) == len(units)
	shared, n := make([]bool, dim), 0
	for k := range shared {
		if shared[k] = same && known.has(k, units); shared[k] {
			n++
		}
	}
	blocks, samples := blocksOf(units, dim, shared), s.samplesOf(len(units))
	made := s.newSums(dim)
	for d := range stats.RankDraws {
		sum := made.data[d*dim : (d+1)*dim]
		sumDraw(sum, blocks, samples.Sample(d))
		for k, ok := range shared {
			if ok {
				sum[k] = known.data[d*dim+k]
			}
		}
	}
	if n < dim/4 { // the next ones may be rather like this one
		s.mu.Lock()
		s.known = &drawn{units, made}
		s.mu.Unlock()
	}
	return made
}

// sampled gives the units of each draw.
type sampled interface{ Sample(draw int) []int32 }

// samplesKept bounds the samples that are drawn once for all runs, in units of all
// draws: 4 bytes each.
const samplesKept = 2 << 20

// samplesOf are the draws of so many units, which all runs have in common.
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

// newSums are zero. They take some megabytes, and those of one run serve the next.
func (s *Scorer) newSums(dim int) *sums {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 && s.free[n-1].dim == dim {
		made := s.free[n-1]
		s.free = s.free[:n-1]
		clear(made.data)
		return made
	}
	return &sums{dim: dim, data: make([]float64, dim*stats.RankDraws)}
}

// giveBack takes sums that were used, unless later runs need them.
func (s *Scorer) giveBack(used *sums) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if used != nil && (s.known == nil || s.known.sums != used) {
		s.free = append(s.free, used)
	}
}

// estimate adds the draws of the headline, by which systems are ranked, over units.
func (s *sums) estimate(cs *results.ConventionScore, spec score.Spec, headline string) {
	n := len(s.data) / s.dim
	h := slices.Index(spec.Keys, headline)
	if h < 0 || math.IsNaN(cs.Values[h]) {
		return
	}
	if len(s.values) < n {
		s.values = make([]float64, n)
	}
	draws, out := s.values[:n], make([]float64, len(spec.Keys))
	for d := range draws {
		spec.Eval(s.data[d*s.dim:(d+1)*s.dim], out)
		draws[d] = out[h]
	}
	cs.Draws = stats.PackDraws(draws)
}
