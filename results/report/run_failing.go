package report

import (
	"slices"
)

// Without lists what is in a and not in b.
func Without(a, b []string) []string {
	list := []string{}
	for _, x := range a {
		if !slices.Contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}
