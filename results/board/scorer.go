package board

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// scorerVersion must be increased when a change of the code makes Scorer compute different numbers
// from the same records.
const scorerVersion = 7

// Scorer computes a system's contribution to the leaderboards of a benchmark. It is safe for
// concurrent use.
type Scorer struct {
	benchmark  results.Benchmark
	tasks      []results.Task
	impossible []results.ImpossibleTask // tasks that are excluded
	without    string
	digest     string

	mu      sync.Mutex
	samples *stats.Resamples // bootstrap samples of the previous run
}

// NewScorer returns a scorer for a benchmark's runs over all tasks, or without the impossible tasks
// if without says so.
func NewScorer(b results.Benchmark, tasks []results.Task, impossible []results.ImpossibleTask, without string) *Scorer {
	s := &Scorer{benchmark: b, tasks: tasks, without: without, digest: score.Digest(&b, tasks)}
	if without != "" {
		s.impossible = impossible
		s.digest = score.Digest(&b, withoutImpossible(tasks, impossible))
	}
	return s
}

// Key returns the key under which a system's score is stored (see results.RunScore); r represents
// the system, and runs are its repeats.
func (s *Scorer) Key(r *results.Run, runs []*results.Run) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %q %d %d %g %s", scorerVersion, s.benchmark.Headline, score.Key(s.digest, r.Facts),
		stats.Seed, stats.RankDraws, stats.Level, s.without)
	if len(runs) > 1 {
		for _, one := range runs {
			fmt.Fprintf(h, " %s", one.Slug)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Score computes the score of a system from the outcomes of its runs. r is the run that represents
// the system, and runs includes it. Missing trials of excluded tasks do not make a run incomplete.
func (s *Scorer) Score(r *results.Run, runs []*results.Run, trials [][]results.Trial) *results.RunScore {
	scoring := s.benchmark.Scoring
	own := trials[slices.Index(runs, r)]
	tasks := withoutImpossible(score.Expected(&s.benchmark, s.tasks, r.Facts, own), s.impossible)
	rs := &results.RunScore{Run: r.ID, Without: s.without, Key: s.Key(r, runs)}
	rs.Counts, rs.Complete = s.count(tasks, runs, trials)
	units := score.SystemUnits(scoring, tasks, trials)
	rs.Clusters = len(units)
	var failed, passed []score.Unit
	if !rs.Complete {
		if f, p, missing := score.Completions(scoring, tasks, own); missing > 0 {
			rs.Bounded = true
			failed, passed = score.Units(scoring, tasks, f), score.Units(scoring, tasks, p)
		}
	}
	var sweeps *sweepTable
	if rs.Complete {
		sweeps = s.sweeps(tasks, runs, trials)
	}
	var sum *sums
	for _, c := range score.Conventions(scoring) {
		spec := score.SpecOf(scoring, c.ID)
		headline := headlineUnder(s.benchmark, spec)
		own := spec.Over(spec.PartsOf(units))
		cs := results.ConventionScore{Convention: c.ID, Values: values(own, units)}
		if rs.Bounded {
			cs.Failed, cs.Passed = values(spec, failed), values(spec, passed)
		}
		cs.Between, cs.Chance = sweeps.under(spec, headline)
		if rs.Complete && len(units) >= 2 {
			if sum == nil {
				sum = s.sumDraws(units, own.Dim())
			}
			for _, p := range PrecisionOf(own, units) {
				cs.SE, cs.DF = append(cs.SE, p.SE), append(cs.DF, float64(p.DF))
			}
			sum.estimate(&cs, own, headline)
		}
		rs.Conventions = append(rs.Conventions, cs)
	}
	rs.Sweeps = sweeps.scores()
	if rs.Complete {
		for _, u := range units {
			rs.Units = append(rs.Units, u.V)
		}
	}
	return rs
}

// count returns the sum of the runs' counts; complete is false if any run is incomplete.
func (s *Scorer) count(tasks []results.Task, runs []*results.Run, trials [][]results.Trial) (all results.Counts, complete bool) {
	complete = true
	for i, r := range runs {
		counts, whole := r.Counts, r.Complete
		if s.without != "" {
			counts, whole = score.Count(tasks, trials[i])
		}
		all, complete = all.Plus(counts), complete && whole
	}
	return all, complete
}

// values computes every metric over the units; a metric without data is NaN.
func values(spec score.Spec, units []score.Unit) []float64 {
	out := make([]float64, len(spec.Keys))
	spec.Eval(spec.Sum(units), out)
	for i, v := range out {
		if math.IsInf(v, 0) {
			out[i] = math.NaN()
		}
	}
	return out
}

// keys returns the columns of the leaderboard: the metrics of its tasks and of its reported
// results.
func (a *assembly) keys() []string {
	can := score.KeysOf(a.spec, a.in.Benchmark.Scoring, a.in.Tasks)
	printed := map[string]bool{}
	for i := range a.in.Figures {
		printed[a.in.Figures[i].Metric] = true
	}
	return slices.DeleteFunc(slices.Clone(a.spec.Keys), func(key string) bool {
		return !slices.Contains(can, key) && !printed[key]
	})
}

// headlineUnder returns the metric that sorts a leaderboard: the benchmark's headline metric, or
// the first metric if the convention does not define the headline.
func headlineUnder(b results.Benchmark, spec score.Spec) string {
	if slices.Contains(spec.Keys, b.Headline) {
		return b.Headline
	}
	return spec.Keys[0]
}
