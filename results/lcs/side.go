package lcs

// SideBySide merges two lists of lengths n and m in order and calls each for every row. Shared
// pairs are in one row; in other rows the index of the list without an element is -1.
func SideBySide(shared []Pair, n, m int, each func(a, b int)) {
	i, j := 0, 0
	for k := 0; k <= len(shared); k++ {
		p := Pair{A: n, B: m}
		if k < len(shared) {
			p = shared[k]
		}
		for ; i < p.A; i++ {
			each(i, -1)
		}
		for ; j < p.B; j++ {
			each(-1, j)
		}
		if k < len(shared) {
			each(i, j)
			i, j = i+1, j+1
		}
	}
}

// Near selects the indexes from 0 to n-1 for which differs returns true, and those at most the
// given distance (beside) away from one.
func Near(n, beside int, differs func(i int) bool) []bool {
	near := make([]bool, n)
	for i := range n {
		if !differs(i) {
			continue
		}
		for k := max(0, i-beside); k <= min(n-1, i+beside); k++ {
			near[k] = true
		}
	}
	return near
}
