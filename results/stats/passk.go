package stats

// PassAtK returns the unbiased estimate of the probability that at least one of k attempts passes,
// from c passes in n attempts: 1 - C(n-c,k)/C(n,k). ok is false for k > n and for invalid counts.
//
// Source: Chen et al. (2021), arXiv:2107.03374, eq. 1.
func PassAtK(n, c, k int) (p float64, ok bool) {
	if !validAttempts(n, c, k) {
		return 0, false
	}
	return 1 - drawAll(n, n-c, k), true
}

// PassHatK returns the unbiased estimate of the probability that all of k attempts pass (pass^k,
// written with a hat), from c passes in n attempts: C(c,k)/C(n,k). ok is as in PassAtK.
//
// Source: Yao et al. (2024), arXiv:2406.12045, section on the pass^k metric.
func PassHatK(n, c, k int) (p float64, ok bool) {
	if !validAttempts(n, c, k) {
		return 0, false
	}
	return drawAll(n, c, k), true
}

// drawAll returns C(marked,k)/C(n,k), the probability that k of n items, chosen without
// replacement, all belong to a subset of size marked. The product is computed in an order that
// cannot overflow.
func drawAll(n, marked, k int) float64 {
	if marked < k {
		return 0
	}
	p := 1.0
	for i := range k {
		p *= float64(marked-i) / float64(n-i)
	}
	return p
}

func validAttempts(n, c, k int) bool {
	return k >= 1 && k <= n && c >= 0 && c <= n
}
