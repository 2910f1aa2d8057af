package board

import (
	"context"
	"fmt"
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// estimate sets the intervals, rank intervals and tie classes of the ranked systems in each group.
// It returns the largest number of resampling units.
func (a *assembly) estimate(ctx context.Context, groups [][]*entry) (clusters int, err error) {
	var ranked [][]*entry
	for _, g := range groups {
		live := population(g, a.headline)
		if len(live) == 0 {
			continue
		}
		a.runEffects(live)
		for _, e := range live {
			e.intervals(a.spec)
		}
		n := live[0].score.Clusters
		clusters = max(clusters, n)
		if n >= 2 && len(live) >= 2 { // a rank interval needs at least two systems
			ranked = append(ranked, live)
		}
		if err := a.classes(ctx, live); err != nil {
			return 0, err
		}
	}
	return clusters, a.rankIntervals(ctx, ranked)
}

// added returns the part of the headline's variance that is due to run-to-run variation.
func (e *entry) added(headline string) results.Added { return e.row.Metrics[headline].Runs.Added() }

func withRuns(se float64, df int, a results.Added) (float64, float64) {
	return stats.WithRuns(se, df, a.Variance, a.Between, a.DF)
}

func (e *entry) intervals(spec score.Spec) {
	own := e.numbers()
	for k, key := range spec.Keys {
		m := e.row.Metrics[key]
		if m.Value == nil || own.SE == nil || math.IsNaN(own.SE[k]) || !metric.Of(key).Percent() {
			continue
		}
		se, df := withRuns(own.SE[k], int(own.DF[k]), m.Runs.Added())
		if ci, ok := stats.ShareInterval(*m.Value, se, df, stats.Level); ok {
			m.CI = &[2]float64{ci.Lo, ci.Hi}
			e.row.Metrics[key] = m
		}
	}
}

// rankIntervals ranks the systems of each group in every bootstrap sample.
func (a *assembly) rankIntervals(ctx context.Context, groups [][]*entry) error {
	for _, live := range groups {
		runs := make([]*results.Run, len(live))
		for i, e := range live {
			runs[i] = &e.run.Run
		}
		packed, err := a.src.Draws(ctx, a.without, a.convention, runs)
		if err != nil {
			return err
		}
		for i, e := range live {
			packed[i] = runNoise(e, a.headline).add(packed[i])
		}
		ranker := stats.NewRanker(len(live))
		ranker.Add(packed)
		for i, r := range ranker.Intervals(stats.Level) {
			live[i].row.RankInterval, live[i].row.PFirst = &[2]int{r.Lo, r.Hi}, &r.PFirst
		}
	}
	return nil
}

func (a *assembly) units(ctx context.Context, e *entry) ([]score.Unit, error) {
	vectors, err := a.src.Units(ctx, &e.run.Run, a.without)
	if err != nil {
		return nil, fmt.Errorf("units of %s: %w", e.run.Slug, err)
	}
	units := make([]score.Unit, len(vectors))
	for i, v := range vectors {
		units[i].V = v
	}
	return units, nil
}

// classes sets the tie classes: 1 for the leader and all systems not significantly behind it, 2 for
// all others. It does not compare systems within class 2. It reuses stored tests while the leader
// stays the same.
func (a *assembly) classes(ctx context.Context, live []*entry) error {
	p := make([]float64, len(live)-1)
	var leader []score.Unit
	for i, e := range live {
		first := results.LeadersClass
		e.row.TieClass = &first
		if i == 0 {
			continue
		}
		added := live[0].added(a.headline).Plus(e.added(a.headline))
		t := results.LeaderTest{Without: a.without, Convention: a.convention, Run: e.run.ID, Against: live[0].run.Slug + " " + live[0].score.Key}
		if added.Variance > 0 { // part of the key, because it changes with the runs of other systems
			t.Against += fmt.Sprintf(" %g %g %d", added.Variance, added.Between, added.DF)
		}
		known := false
		if t.P, known = a.src.Test(t); !known {
			var err error
			if leader == nil {
				if leader, err = a.units(ctx, live[0]); err != nil {
					return err
				}
			}
			units, err := a.units(ctx, e)
			if err != nil {
				return err
			}
			t.P = PairTest(a.spec, a.headline, leader, units, added, false).P
			a.src.KeepTest(t)
		}
		p[i-1] = t.P
	}
	for _, c := range Adjust(AgainstFirst(len(live)), p) {
		live[c.B].row.PLeader = stats.Finite(c.Holm)
		if c.Separable() {
			behind := results.BehindClass
			live[c.B].row.TieClass = &behind
		}
	}
	return nil
}
