package views

import "github.com/clawatlas/clawatlas/views/table"

// Window is table.Window.
type Window = table.Window

// Rows is table.Rows.
func Rows[T any](w *Window, list []T) []T { return table.Rows(w, list) }

// Span cuts one page out of a list; it is never nil.
func Span[T any](list []T, limit, offset int) []T {
	lo := min(offset, len(list))
	return append([]T{}, list[lo:min(lo+limit, len(list))]...)
}

// ListLimit is how many entries of a list one answer has by default.
const ListLimit = 200
