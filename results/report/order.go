package report

// CompareValues puts the larger value first, or the smaller one if ascending;
// what was not recorded comes last either way.
func CompareValues(x, y *float64, ascending bool) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return 1
	case y == nil:
		return -1
	case *x == *y:
		return 0
	case (*x < *y) == ascending:
		return -1
	}
	return 1
}

// Difference is a minus b, or nil if either is not known.
func Difference(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	d := *a - *b
	return &d
}
