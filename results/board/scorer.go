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

// scorerVersion grows when a Scorer makes other numbers of the same records.
const scorerVersion = 7

// Scorer makes of the runs of single systems what the boards of a benchmark need of
// them. It is safe for concurrent use.
type Scorer struct {
	benchmark  results.Benchmark
	tasks      []results.Task
	impossible []results.ImpossibleTask // that are left out
	without    string
	digest     string

	mu      sync.Mutex
	samples *stats.Resamples // of the run before
}

// NewScorer makes a scorer of a benchmark's runs over all of its tasks, or
// without the impossible ones.
func NewScorer(b results.Benchmark, tasks []results.Task, impossible []results.ImpossibleTask, without string) *Scorer {
	s := &Scorer{benchmark: b, tasks: tasks, without: without, digest: score.Digest(&b, tasks)}
	if without != "" {
		s.impossible = impossible
		s.digest = score.Digest(&b, withoutImpossible(tasks, impossible))
	}
	return s
}

// Key is the key of the score of a system that r stands for, whose sweeps are of the
// runs, see results.RunScore.
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

// Score makes the score of the system that r stands for from the outcomes of its runs,
// r among them. A run that lacks nothing but impossible tasks is complete without them.
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

// count adds up the outcomes of the runs, all of which have to be complete.
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

// values computes every metric over units; NaN where one has no data.
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

// keys lists the columns of the board: what its tasks have, and what is printed of
// its systems.
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

// headlineUnder is the metric that a board is ordered by: the benchmark's own, or
// the first column where a convention has it not.
func headlineUnder(b results.Benchmark, spec score.Spec) string {
	if slices.Contains(spec.Keys, b.Headline) {
		return b.Headline
	}
	return spec.Keys[0]
}
