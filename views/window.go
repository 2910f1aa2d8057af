package views

// Span cuts one page out of a list; it is never nil.
func Span[T any](list []T, limit, offset int) []T {
	lo := min(offset, len(list))
	return append([]T{}, list[lo:min(lo+limit, len(list))]...)
}

// ListLimit is how many entries of a list one answer has by default.
const ListLimit = 200
