package report

import (
	"slices"
)

// AppendNew adds what a list does not hold.
func AppendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
