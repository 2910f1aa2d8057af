package report

import (
	"strconv"
)

// Whole writes an optional count for CSV; absent stays empty.
func Whole(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
