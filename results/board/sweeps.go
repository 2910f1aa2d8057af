package board

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// sweepTable holds the sweeps of one system, unit by unit.
type sweepTable struct {
	list  results.SweepScores
	units [][]score.Unit // of each sweep
}

// sweeps parts the runs of a complete system into its sweeps; nil for one.
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

// under adds the headline of each sweep under a convention, and says of each metric
// what the sweeps add to its interval.
func (t *sweepTable) under(spec score.Spec, headline string) []float64 {
	if t == nil {
		return nil
	}
	h := slices.Index(spec.Keys, headline)
	for s, units := range t.units {
		x := 0.0
		if h >= 0 {
			x = values(spec, units)[h]
		}
		t.list.List[s].Values = append(t.list.List[s].Values, x)
	}
	extra := score.ExtraOf(spec, t.units)
	x := 0.0
	if h >= 0 {
		x = extra[h]
	}
	t.list.Extra = append(t.list.Extra, x)
	return extra
}

// scores are what is kept; nil for one sweep, and where the headline has no value in
// one of them.
func (t *sweepTable) scores() *results.SweepScores {
	if t == nil || slices.ContainsFunc(t.list.List, func(s results.SweepScore) bool { return slices.ContainsFunc(s.Values, math.IsNaN) }) {
		return nil
	}
	return &t.list
}

// sweepsOf are the sweeps of a score under the convention of that place; nil for one.
func sweepsOf(s *results.RunScore, convention int) *results.Sweeps {
	if s.Sweeps == nil || len(s.Sweeps.List) < 2 || !s.Complete {
		return nil
	}
	x := &results.Sweeps{N: len(s.Sweeps.List), Extra: s.Sweeps.Extra[convention]}
	values := make([]float64, x.N)
	for i, one := range s.Sweeps.List {
		values[i] = one.Values[convention]
		x.Values = append(x.Values, results.SweepValue{Run: one.Run, Attempt: one.Attempt, Value: values[i]})
	}
	x.Mean, x.SD, x.Min, x.Max = stats.Mean(values), stats.Deviation(values), slices.Min(values), slices.Max(values)
	return x
}

// widen lets the intervals of a system with several sweeps cover these too.
func widen(cs *results.ConventionScore, extra []float64) {
	for k := range extra {
		ci := stats.Widen(cs.Values[k], stats.Interval{Lo: cs.Lo[k], Hi: cs.Hi[k]}, extra[k], 0, 1)
		cs.Lo[k], cs.Hi[k] = ci.Lo, ci.Hi
	}
}

// noise is what a system's sweeps add to its headline in each draw: normal, as wide as
// they widen its interval, and independent of other systems.
type noise []float64

func sweepNoise(run string, extra float64) noise {
	if extra == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(run))
	rng := rand.New(rand.NewPCG(stats.Seed, binary.LittleEndian.Uint64(sum[:8])))
	sd := extra / distuv.UnitNormal.Quantile(0.5+stats.Level/2)
	list := make(noise, stats.Draws)
	for i := range list {
		list[i] = sd * rng.NormFloat64()
	}
	return list
}

// at is the value of a draw with its noise, within 0 and 1.
func (n noise) at(draw int, value float64) float64 {
	if n == nil {
		return value
	}
	return math.Max(0, math.Min(1, value+n[draw]))
}

func (n noise) add(draws []float64) {
	for d := range draws {
		draws[d] = n.at(d, draws[d])
	}
}
