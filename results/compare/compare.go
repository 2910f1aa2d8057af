// Package compare compares two runs of one benchmark task by task. It uses the tasks that both runs
// have scored and counts all others. Its functions are pure and use fixed seeds, so the same
// records always produce the same numbers.
package compare

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Significance level of the whole site, and the power assumed for detectable differences.
const (
	Alpha = board.Alpha
	Power = 0.80
)

// Input is the data for a comparison of two runs.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // expected tasks in order of scenario
	A, B      *results.ScoredRun
	// Sweeps holds, for each side whose system has several runs, the outcomes of all of them.
	// Trials of A and B then include all of those runs, and metrics are means over the repeats.
	Sweeps     [2][][]results.Trial
	Runs       [2]map[string]results.MetricValue // metrics of each side's leaderboard row, for run-to-run variation; may be nil
	Convention string
	Draws      int // number of Monte Carlo samples in the tests of consumption; 0 for stats.Draws
	// HeadlineOnly skips intervals, groups, consumption and the tests of all other metrics. It is
	// used for a matrix of many pairs.
	HeadlineOnly bool
}

// Comparison is the result of comparing two runs. Differences are A minus B; score differences are
// fractions from -1 to 1.
type Comparison struct {
	Tasks   []Task // expected tasks in the order of the dataset
	Common  int    // number of tasks scored on both sides
	LeftOut LeftOut
	Extra   int // number of trials of tasks that are not in the dataset
	// Ranked is set if both runs are complete and have no exclusions. Otherwise there is no verdict
	// in favour of one of them.
	Ranked bool
	// Board is the result of testing the pair in its family on the leaderboard, see board.Families;
	// nil if no leaderboard ranks both systems together.
	Board *board.Comparison
	// Fractional is set if any score is neither 0 nor 1. Groups are then tested on scores instead
	// of passes.
	Fractional bool

	Table stats.TwoByTwo // numbers of tasks passed by both runs, one of them, or neither
	Pass  Difference     // difference of pass rates; difference of mean scores if Repeated
	Score Difference     // difference of mean scores; equal to Pass unless Fractional
	// Repeated is set if any task has several attempts. There is then no test of the tasks that
	// only one side passed, and Pass is a difference of mean scores.
	Repeated  bool
	Mixed     int     // number of tasks that are not counted in Table
	McNemar   float64 // exact p-value; NaN if Repeated
	MidP      float64
	Covered   [2]bool // set for each side whose run-to-run variation is known and included in intervals and tests
	added     results.Added
	Identical bool // set if scores and points are equal on every common task

	Headline string // key of the headline metric
	Metrics  []Metric
	Order    *Order   // probability that another repeat reverses the order; nil if each side has one repeat
	Spending []Metric // comparison of time, steps, tokens and cost, where lower is better
	Groups   []Family
	Unit     string // unit of permutation: "scenario" or "task"
	Units    int
	MinP     float64 // smallest p-value that a permutation test with so few units can have
	Draws    int
	Seed     uint64
}

// Difference is an estimate with standard error and interval; a field is nil if unknown.
type Difference struct {
	A, B, Diff, SE *float64
	CI             *stats.Interval
	DF             int
}

// Metric is one metric of both runs.
type Metric struct {
	Key   string
	A, B  *float64
	Diff  *float64
	CI    *stats.Interval
	SE    *float64
	P     *float64
	Exact bool // set if the test enumerated all permutations instead of sampling them
	N     int  // number of tasks that the values cover
	Lower bool // set if lower is better
}

// Run compares two runs.
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
	c.Groups = c.families()
	return c
}

func (c *Comparison) common() []results.Task {
	list := make([]results.Task, 0, c.Common)
	for i := range c.Tasks {
		if c.Tasks[i].Common() {
			list = append(list, *c.Tasks[i].Task)
		}
	}
	return list
}

// passes fills in the results that need only the scores of the tasks.
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
}

// passDifference returns the difference between the pass rates with Newcombe's interval.
func passDifference(t stats.TwoByTwo) Difference {
	n := float64(t.N())
	d, se := t.PairedDiff()
	ci := stats.Newcombe(t, stats.Level)
	return Difference{A: stats.Finite(float64(t.Both+t.OnlyA) / n), B: stats.Finite(float64(t.Both+t.OnlyB) / n),
		Diff: stats.Finite(d), SE: stats.Finite(se), CI: &ci}
}

// Find returns the metric with the given key, or nil.
func (c *Comparison) Find(key string) *Metric {
	for i := range c.Metrics {
		if c.Metrics[i].Key == key {
			return &c.Metrics[i]
		}
	}
	return nil
}

// Detectable returns the smallest difference in the headline metric that would be detected with
// probability Power; nil if its standard error is unknown.
func (c *Comparison) Detectable() *float64 {
	h := c.Find(c.Headline)
	if h == nil || h.SE == nil || *h.SE == 0 {
		return nil
	}
	return stats.Finite(stats.MDE(*h.SE, Alpha, Power))
}

// conventionOf returns the requested convention or, if it is empty, the default of the scoring
// family.
func conventionOf(in Input) string {
	if in.Convention != "" {
		return in.Convention
	}
	return score.Conventions(in.Benchmark.Scoring)[0].ID
}
