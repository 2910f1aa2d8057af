package web

import (
	"github.com/clawatlas/clawatlas/results"
)

func StatusNames() []string {
	var list []string
	for _, s := range results.Statuses() {
		list = append(list, string(s))
	}
	return list
}
