package stats

import "math"

// ClusteredSE returns the standard error of the mean of x for clustered values, and the degrees of
// freedom G-1 for TInterval:
//
//	SE = sqrt( G/(G-1) · Σ_g (Σ_{i∈g} (x_i - x̄))² ) / n
//
// x holds one value per task: a score, or the difference between the scores of two runs. cluster
// holds the scenario of each task as any integer label. If every task is its own cluster, the
// result is the ordinary s/√n. With fewer than two clusters se is NaN and df is 0.
//
// Source: Miller (2024), arXiv:2411.00640, section on clustered standard errors, with the usual
// finite-cluster factor G/(G-1); see Cameron and Miller, J. Hum. Resour. 50 (2015) 317, section VI.
func ClusteredSE(x []float64, cluster []int) (se float64, df int) {
	n := float64(len(x))
	var mean float64
	for _, v := range x {
		mean += v
	}
	mean /= n
	sums, sizes := clusterSums(x, cluster)
	groups := len(sums)
	if groups < 2 {
		return math.NaN(), 0
	}
	var squares float64
	for g, s := range sums {
		e := s - float64(sizes[g])*mean
		squares += e * e
	}
	factor := float64(groups) / float64(groups-1)
	return math.Sqrt(factor*squares) / n, groups - 1
}

// clusterSums sums x by cluster, in order of first occurrence. The order of a map would change the
// last digits from call to call.
func clusterSums(x []float64, cluster []int) (sums []float64, sizes []int) {
	checkPair(len(x), len(cluster))
	number := make(map[int]int)
	for i, v := range x {
		g, seen := number[cluster[i]]
		if !seen {
			g = len(sums)
			number[cluster[i]] = g
			sums, sizes = append(sums, 0), append(sizes, 0)
		}
		sums[g] += v
		sizes[g]++
	}
	return sums, sizes
}
