package stats

import (
	"fmt"
	"math"
	"slices"
)

// RankInterval is where a system stands among others when the scenarios are
// drawn anew. Rank 1 is the best. The zero value means that the system was not
// ranked.
type RankInterval struct {
	Lo, Hi int     // central interval of the rank, best to worst
	PFirst float64 // share of the draws in which the rank is 1, shared or alone
}

// RankIntervals ranks all systems in each draw at once. values holds one row per
// system and in it one value per draw, all computed on the same Resamples; a
// higher value is better, so negate what should be low. A nil row is a system
// without records: it gets the zero RankInterval and does not count against the
// others. A NaN is a draw in which that one system is not ranked.
//
// Ranks are competition ranks: one more than the number of systems ahead, so
// that equal systems share the best place. Lo and Hi are the smallest ranks r
// with P(rank <= r) >= (1-level)/2 and >= (1+level)/2.
//
// Source: Goldstein and Spiegelhalter, J. R. Stat. Soc. A 159 (1996) 385
// (intervals for ranks), here by bootstrap. Each interval holds for its own
// system, not for the whole order at once.
func RankIntervals(values [][]float64, level float64) []RankInterval {
	checkLevel(level)
	systems, draws := len(values), drawsOf(values)
	counts := make([]int, systems*(systems+1)) // counts[s*(systems+1)+rank]
	sorted := make([]float64, 0, systems)
	for d := range draws {
		sorted = sorted[:0]
		for _, row := range values {
			if row != nil && !math.IsNaN(row[d]) {
				sorted = append(sorted, row[d])
			}
		}
		slices.Sort(sorted)
		for s, row := range values {
			if row != nil && !math.IsNaN(row[d]) {
				counts[s*(systems+1)+1+ahead(sorted, row[d])]++
			}
		}
	}
	intervals := make([]RankInterval, systems)
	for s := range intervals {
		intervals[s] = rankInterval(counts[s*(systems+1):(s+1)*(systems+1)], level)
	}
	return intervals
}

// drawsOf returns the common length of the rows that are there.
func drawsOf(values [][]float64) int {
	draws := -1
	for _, row := range values {
		if row == nil {
			continue
		}
		if draws >= 0 && len(row) != draws {
			panic(fmt.Sprintf("stats: one system has %d draws, another %d", draws, len(row)))
		}
		draws = len(row)
	}
	return max(draws, 0)
}

// ahead counts the sorted values that are really above v: a difference in the
// last digits comes from the order of a sum and is a tie.
func ahead(sorted []float64, v float64) int {
	limit := v + tieTolerance*math.Max(1, math.Abs(v))
	low, high := 0, len(sorted)
	for low < high {
		middle := (low + high) / 2
		if sorted[middle] > limit {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return len(sorted) - low
}

// rankInterval reads the interval off a histogram; counts[rank] is the number of
// draws with that rank, and counts[0] is unused.
func rankInterval(counts []int, level float64) RankInterval {
	total := 0
	for _, c := range counts {
		total += c
	}
	if total == 0 {
		return RankInterval{}
	}
	return RankInterval{
		Lo:     rankAt(counts, 0.5-level/2, total),
		Hi:     rankAt(counts, 0.5+level/2, total),
		PFirst: float64(counts[1]) / float64(total),
	}
}

// rankAt returns the smallest rank that a share p of the draws does not exceed.
// 0.025·10000 is 250 plus rounding, hence the small allowance.
func rankAt(counts []int, p float64, total int) int {
	need := max(1, int(math.Ceil(p*float64(total)-1e-9)))
	seen := 0
	for rank, c := range counts {
		seen += c
		if seen >= need {
			return rank
		}
	}
	return len(counts) - 1
}
