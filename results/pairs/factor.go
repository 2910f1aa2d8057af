package pairs

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Factor is the mean effect of one factor over all of its pairs.
type Factor struct {
	Factor  string      `json:"factor"`  // name of the factor that the variants add
	Pairs   int         `json:"pairs"`   // number of pairs in the mean
	Dropped int         `json:"dropped"` // number of pairs that the benchmark has withdrawn
	Systems int         `json:"systems"` // number of systems that attempted at least one pair
	Change  *float64    `json:"change"`  // mean over pairs of the variant's score minus the base's, -1 to 1; nil without a pair
	CI      *[2]float64 `json:"ci"`      // 95 % confidence interval of the change, over pairs and systems; nil if there is only one pair or one system
}

// Factors returns the mean change of each factor over its pairs, without pairs that the benchmark
// has withdrawn. The interval generalises to other pairs and other systems: it adds the jackknife
// variances over both, with Satterthwaite's degrees of freedom.
func Factors(list []Pair) []Factor {
	var names []string
	for _, p := range list {
		if !slices.Contains(names, p.Factor) {
			names = append(names, p.Factor)
		}
	}
	slices.Sort(names)
	var factors []Factor
	for _, name := range names {
		f := Factor{Factor: name}
		var kept []Pair
		for _, p := range list {
			switch {
			case p.Factor != name:
			case p.Dropped:
				f.Dropped++
			case len(p.Scores) > 0:
				kept = append(kept, p)
			}
		}
		f.measure(kept)
		factors = append(factors, f)
	}
	return factors
}

func (f *Factor) measure(kept []Pair) {
	f.Pairs = len(kept)
	if len(kept) == 0 {
		return
	}
	table, systems := changes(kept)
	f.Systems = systems
	f.Change = stats.Finite(meanChange(table, all(systems)))
	over, dfSystems := stats.Jackknife(stats.LeaveOneOut(systems, func(rest []int32) float64 { return meanChange(table, rest) }))
	se, dfPairs := stats.Jackknife(stats.LeaveOneOut(len(table), func(rest []int32) float64 {
		kept := make([][]float64, len(rest))
		for i, p := range rest {
			kept[i] = table[p]
		}
		return meanChange(kept, all(systems))
	}))
	if dfSystems < 1 || dfPairs < 1 {
		return
	}
	both, df := stats.WithRuns(se, dfPairs, over*over, over*over, dfSystems)
	if ci, ok := stats.DifferenceInterval(*f.Change, both, df, stats.Level); ok {
		f.CI = &[2]float64{ci.Lo, ci.Hi}
	}
}

// changes returns a table with one row per pair and one column per system. A value is NaN if the
// system did not attempt both tasks of the pair.
func changes(kept []Pair) (table [][]float64, systems int) {
	column := map[string]int{}
	for _, p := range kept {
		for _, s := range p.Scores {
			if _, ok := column[s.System]; !ok {
				column[s.System] = len(column)
			}
		}
	}
	table = make([][]float64, len(kept))
	for i, p := range kept {
		table[i] = slices.Repeat([]float64{math.NaN()}, len(column))
		for _, s := range p.Scores {
			table[i][column[s.System]] = s.Change()
		}
	}
	return table, len(column)
}

// meanChange returns the mean over pairs of the mean change over the sampled systems; NaN if no
// sampled system attempted any pair.
func meanChange(table [][]float64, sample []int32) float64 {
	sum, pairs := 0.0, 0
	for _, row := range table {
		s, n := 0.0, 0
		for _, i := range sample {
			if x := row[i]; !math.IsNaN(x) {
				s += x
				n++
			}
		}
		if n > 0 {
			sum += s / float64(n)
			pairs++
		}
	}
	return sum / float64(pairs)
}
