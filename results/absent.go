package results

// Sum adds the numbers that are known; nil if none is.
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

// Earlier is the smaller of two times; one that is nil is not known.
func Earlier(a, b *int64) *int64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// Later is the larger of two times; one that is nil is not known.
func Later(a, b *int64) *int64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
