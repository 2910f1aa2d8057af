package results

// Sum adds the numbers that are not nil; nil if all are.
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

// Earlier returns the smaller time; nil means unknown.
func Earlier(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// Later returns the larger time; nil means unknown.
func Later(a, b *int64) *int64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
