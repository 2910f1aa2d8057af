package views

import (
	"strconv"
)

// Window is one page of a list, counted from 1. What is summed, averaged, ranked
// or tested over the list is so over all of it, whatever window is shown.
type Window struct {
	Key    string // the parameter of the address that turns it
	Number int    // of the page
	Size   int    // rows on one page
	Total  int    // rows of the list, set by Cut
}

// Value is the page's number as an address has it; the first needs no words.
func (w Window) Value() string {
	if w.Number <= 1 {
		return ""
	}
	return strconv.Itoa(w.Number)
}

// Last is the number of the last page.
func (w Window) Last() int { return max(1, (w.Total+w.Size-1)/w.Size) }

// Cut settles the page in a list of n and gives its bounds; beyond the end lies
// the last page.
func (w *Window) Cut(n int) (lo, hi int) {
	w.Total = n
	w.Number = min(max(w.Number, 1), w.Last())
	lo = (w.Number - 1) * w.Size
	return lo, min(lo+w.Size, n)
}

// Rows are those of a list that the window shows, cut out of it.
func Rows[T any](w *Window, list []T) []T {
	lo, hi := w.Cut(len(list))
	return list[lo:hi]
}

// Span cuts one page out of a list; it is never nil.
func Span[T any](list []T, limit, offset int) []T {
	lo := min(offset, len(list))
	return append([]T{}, list[lo:min(lo+limit, len(list))]...)
}

// Between are the rows of a list that lie on a page of a longer one.
func Between[T any](list []T, lo, hi int) []T {
	return list[min(lo, len(list)):min(hi, len(list))]
}

// ListLimit is how many entries of a list one answer has where nothing else is
// asked for.
const ListLimit = 200
