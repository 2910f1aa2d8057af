// Package compare sets two runs of one benchmark against each other, task by
// task. Everything is computed on the tasks that both runs have scored, and
// what was left out is counted. Its functions are pure and seeded: the same
// records give the same numbers.
package compare

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Level of the tests, that of the whole site, and the power that the detectable
// differences assume.
const (
	Alpha = board.Alpha
	Power = 0.80
)

// Input is what two runs are compared from.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // expected ones, ordered by scenario
	A, B      *results.ScoredRun
	// Sweeps are the outcomes of the runs of each side's system, where several stand for
	// it: then Trials of A and B are those of all of them, and metrics are means over
	// the sweeps.
	Sweeps     [2][][]results.Trial
	Runs       [2]map[string]results.MetricValue // of each side's row on its board, for what runs add; may be nil
	Convention string
	Draws      int // of Monte Carlo tests of spending; 0: stats.Draws
	// HeadlineOnly leaves out intervals, groups, spending and the tests of all
	// other metrics, for a matrix of many pairs.
	HeadlineOnly bool
}

// Comparison is the result. Differences are A minus B, fractions from 0 to 1.
type Comparison struct {
	Tasks   []Task // every expected task, in the dataset's order
	Common  int    // scored on both sides
	LeftOut LeftOut
	Extra   int // trials of tasks that the dataset does not have
	// Ranked says that both runs may be ranked: each is complete and nothing
	// speaks against it. Without that no verdict calls one of them better.
	Ranked bool
	// Board is the pair's test in its family on the board, see board.Families; nil where
	// no board ranks the two against each other.
	Board *board.Comparison
	// Fractional says that some score is neither 0 nor 1: then tests of groups
	// are on scores and not on passes alone.
	Fractional bool

	Table     stats.TwoByTwo // of passes
	Pass      Difference     // of pass rates; of mean scores if repeated
	Score     Difference     // of mean scores; equal to Pass unless Fractional
	Clustered Difference     // of mean scores, its standard error by scenario
	// Repeated says that some task was tried several times: then a disagreement is a
	// difference of pass rates, and the tasks that one alone passed are not tested.
	Repeated  bool
	Mixed     int     // tasks that are in no field of Table
	McNemar   float64 // exact; NaN if repeated
	MidP      float64
	Covered   [2]bool // the runs of a side differ by what is known, and intervals and tests cover it
	added     results.Added
	Identical bool // the same score, and the same points where there are any, on every common task

	Headline string // metric key
	Metrics  []Metric
	Order    *Order   // of the headline's sweeps; nil where each side has one
	Spending []Metric // time, steps, tokens, cost: lower is better
	Groups   []Family
	Unit     string // what is exchanged: scenario or task
	Units    int
	Clusters int     // scenarios with a common task
	MinP     float64 // smallest p that the exchange of so few units can give
	Draws    int
	Seed     uint64
}

// Difference is an estimate with its standard error and interval; they are nil
// where the records cannot tell.
type Difference struct {
	A, B, Diff, SE *float64
	CI             *stats.Interval
	DF             int
}

// Metric is one number of both runs.
type Metric struct {
	Key   string
	A, B  *float64
	Diff  *float64
	CI    *stats.Interval
	SE    *float64
	P     *float64
	Exact bool // all exchanges were counted, none drawn
	N     int  // tasks that it rests on
	Lower bool // less is better
}

// Run compares.
func Run(in Input) *Comparison {
	if in.Draws == 0 {
		in.Draws = stats.Draws
	}
	c := &Comparison{Ranked: in.A.Ranked() && in.B.Ranked(), Headline: in.Benchmark.Headline, Draws: in.Draws, Seed: stats.Seed}
	c.pair(in)
	if c.Common == 0 {
		return c
	}
	c.passes()
	c.measure(in)
	if in.HeadlineOnly {
		return c
	}
	c.spending(in)
	c.Groups = c.families(in.Benchmark)
	return c
}

// common lists the tasks that both runs have scored.
func (c *Comparison) common() []results.Task {
	list := make([]results.Task, 0, c.Common)
	for i := range c.Tasks {
		if c.Tasks[i].Common() {
			list = append(list, *c.Tasks[i].Task)
		}
	}
	return list
}

// passes fills what follows from the scores of the tasks alone.
func (c *Comparison) passes() {
	pairs := make([]*Task, 0, c.Common)
	for i := range c.Tasks {
		if c.Tasks[i].Common() {
			pairs = append(pairs, &c.Tasks[i])
		}
	}
	g := groupOf("", pairs)
	c.Table, c.Mixed, c.Fractional, c.Identical = g.Table, g.Mixed, g.fractional, g.identical
	c.Repeated = slices.ContainsFunc(pairs, (*Task).Repeated)
	c.McNemar, c.MidP = math.NaN(), math.NaN()
	if c.Pass = g.scores; !c.Repeated {
		c.McNemar, c.MidP, c.Pass = stats.McNemarExact(c.Table), stats.McNemarMidP(c.Table), passDifference(c.Table)
	}
	c.Score = c.Pass
	if c.Fractional {
		c.Score = g.scores
	}
	diffs, cluster := make([]float64, len(pairs)), make([]int, len(pairs))
	scenario := ""
	for i, t := range pairs {
		diffs[i] = *t.A.Score - *t.B.Score
		if i == 0 || t.Task.Scenario != scenario {
			scenario = t.Task.Scenario
			c.Clusters++
		}
		cluster[i] = c.Clusters
	}
	c.Clustered = Difference{A: c.Score.A, B: c.Score.B, Diff: c.Score.Diff}
	if se, df := stats.ClusteredSE(diffs, cluster); df > 0 {
		c.Clustered.SE, c.Clustered.DF = stats.Finite(se), df
		if ci, ok := stats.TInterval(*c.Score.Diff, se, float64(df), stats.Level); ok {
			c.Clustered.CI = &ci
		}
	}
}

// passDifference is the difference of pass rates with Newcombe's interval.
func passDifference(t stats.TwoByTwo) Difference {
	n := float64(t.N())
	d, se := t.PairedDiff()
	ci := stats.Newcombe(t, stats.Level)
	return Difference{A: stats.Finite(float64(t.Both+t.OnlyA) / n), B: stats.Finite(float64(t.Both+t.OnlyB) / n),
		Diff: stats.Finite(d), SE: stats.Finite(se), CI: &ci}
}

// Find returns the metric with the key, or nil.
func (c *Comparison) Find(key string) *Metric {
	for i := range c.Metrics {
		if c.Metrics[i].Key == key {
			return &c.Metrics[i]
		}
	}
	return nil
}

// Detectable are the smallest differences that would be found with the
// probability Power; nil where no standard error is known.
type Detectable struct {
	Tasks     *float64 // in mean score, if the tasks were independent
	Clustered *float64 // in mean score, by scenarios
	Headline  *float64 // in the headline metric, from the jackknife
}

// Detectable says what difference this many tasks could have shown.
func (c *Comparison) Detectable() Detectable {
	var d Detectable
	mde := func(se *float64) *float64 {
		if se == nil || *se == 0 {
			return nil
		}
		return stats.Finite(stats.MDE(*se, Alpha, Power))
	}
	d.Tasks, d.Clustered = mde(c.Score.SE), mde(c.Clustered.SE)
	if h := c.Find(c.Headline); h != nil {
		d.Headline = mde(h.SE)
	}
	return d
}

// conventionOf is the given convention, or the default of the family.
func conventionOf(in Input) string {
	if in.Convention != "" {
		return in.Convention
	}
	return score.Conventions(in.Benchmark.Scoring)[0].ID
}
