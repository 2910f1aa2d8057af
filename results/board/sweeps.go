package board

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// sweepTable holds the unit vectors and scores of each repeat of one system.
type sweepTable struct {
	list  results.SweepScores
	units [][]score.Unit // units of each repeat
}

// sweeps divides the runs of a complete system into its repeats; nil if there is only one.
func (s *Scorer) sweeps(tasks []results.Task, runs []*results.Run, trials [][]results.Trial) *sweepTable {
	parts := score.Sweeps(s.benchmark.Scoring, tasks, trials)
	if len(parts) < 2 {
		return nil
	}
	t := &sweepTable{}
	for _, p := range parts {
		t.list.List = append(t.list.List, results.SweepScore{Run: runs[p.Run].Slug, Attempt: p.Attempt})
		t.units = append(t.units, score.Units(s.benchmark.Scoring, tasks, p.Trials))
	}
	return t
}

// under computes the metrics of each repeat under a convention. It appends the headline values to t
// and returns, for each metric, the variance between repeats and the part of it expected by chance.
func (t *sweepTable) under(spec score.Spec, headline string) (between, chance []float64) {
	if t == nil {
		return nil, nil
	}
	h := slices.Index(spec.Keys, headline)
	for s, units := range t.units {
		x := 0.0
		if h >= 0 {
			x = values(spec, units)[h]
		}
		t.list.List[s].Values = append(t.list.List[s].Values, x)
	}
	return score.RunVariances(spec, t.units)
}

// scores returns the values to store; nil if there is only one repeat or if a repeat has no
// headline value.
func (t *sweepTable) scores() *results.SweepScores {
	if t == nil || slices.ContainsFunc(t.list.List, func(s results.SweepScore) bool { return slices.ContainsFunc(s.Values, math.IsNaN) }) {
		return nil
	}
	return &t.list
}

// sweepsOf returns the repeats of a score under the convention with the given index; nil if there
// is only one repeat.
func sweepsOf(s *results.RunScore, convention int) *results.Sweeps {
	if s.Sweeps == nil || len(s.Sweeps.List) < 2 || !s.Complete {
		return nil
	}
	x := &results.Sweeps{N: len(s.Sweeps.List)}
	values := make([]float64, x.N)
	for i, one := range s.Sweeps.List {
		values[i] = one.Values[convention]
		x.Values = append(x.Values, results.SweepValue{Run: one.Run, Attempt: one.Attempt, Value: values[i]})
	}
	x.Mean, x.SD, x.Min, x.Max = stats.Mean(values), stats.Deviation(values), slices.Min(values), slices.Max(values)
	return x
}

// runEffects pools the run-to-run variance of each metric over the ranked systems.
func (a *assembly) runEffects(live []*entry) {
	for k, key := range a.spec.Keys {
		var pool results.RunEffect
		chance := 0.0
		for _, e := range live {
			own, df := e.numbers(), float64(e.row.Sweeps.Count()-1)
			if df > 0 && own.Between != nil && !math.IsNaN(own.Between[k]+own.Chance[k]) {
				pool.Between, chance, pool.DF = pool.Between+df*own.Between[k], chance+df*own.Chance[k], pool.DF+int(df)
			}
		}
		if pool.DF == 0 {
			continue
		}
		pool.Between /= float64(pool.DF)
		if x := pool.Between - chance/float64(pool.DF); x > tinyVariance {
			pool.Variance = x
		}
		for _, e := range live {
			if m := e.row.Metrics[key]; m.Value != nil {
				of := pool
				of.Runs = e.row.Sweeps.Count()
				m.Runs = &of
				e.row.Metrics[key] = m
			}
		}
	}
}

// tinyVariance is the variance below which differences are rounding errors.
const tinyVariance = 1e-15

// noise holds random deviations of a system's headline due to run-to-run variation, one per
// bootstrap sample. They are normally distributed and independent of other systems.
type noise []float64

func runNoise(e *entry, headline string) noise {
	added := e.added(headline)
	if added.Variance == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(e.run.Slug))
	rng := rand.New(rand.NewPCG(stats.Seed, binary.LittleEndian.Uint64(sum[:8])))
	sd := math.Sqrt(added.Variance)
	list := make(noise, stats.RankDraws)
	for i := range list {
		list[i] = sd * rng.NormFloat64()
	}
	return list
}

// at returns the value of a bootstrap sample plus the noise, clamped to the range 0 to 1.
func (n noise) at(draw int, value float64) float64 {
	if n == nil {
		return value
	}
	return math.Max(0, math.Min(1, value+n[draw]))
}

// add adds the noise to packed bootstrap values.
func (n noise) add(packed []byte) []byte {
	if n == nil {
		return packed
	}
	draws := stats.UnpackDraws(packed)
	for d := range draws {
		draws[d] = n.at(d, draws[d])
	}
	return stats.PackDraws(draws)
}
