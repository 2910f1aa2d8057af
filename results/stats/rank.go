package stats

import "math"

// RankInterval describes how much a system's rank varies when scenarios are resampled. Rank 1 is
// the best. The zero value means that the system was not ranked.
type RankInterval struct {
	Lo, Hi int     // best and worst rank in the central interval
	PFirst float64 // share of samples in which the system is first; a tie for first place is divided
}

// ahead returns the number of sorted values that exceed v by more than the rounding error.
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

// rankInterval computes the interval from a histogram. counts[rank] is the number of samples with
// that rank; counts[0] is unused. first is the number of samples in which the system is first.
func rankInterval(counts []int, first, level float64) RankInterval {
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
		PFirst: first / float64(total),
	}
}

// rankAt returns the smallest rank for which the cumulative share of samples is at least p. It
// tolerates rounding errors, because 0.025·10000 is slightly more than 250.
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
