package results

// Sum returns the sum of the non-nil numbers, or nil if all are nil.
func Sum[T int64 | float64](list ...*T) *T {
	var sum *T
	for _, n := range list {
		switch {
		case n == nil:
		case sum == nil:
			first := *n
			sum = &first
		default:
			*sum += *n
		}
	}
	return sum
}

// Earlier returns the earlier of two times and ignores a nil time.
func Earlier(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// Later returns the later of two times and ignores a nil time.
func Later(a, b *int64) *int64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
