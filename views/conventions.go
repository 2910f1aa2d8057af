package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// Convention is one way to aggregate.
type Convention struct {
	ID      string // the word of ?convention=
	Title   string // names it
	Explain string // what it does
	Default bool   // boards show it unless asked otherwise
}

// Conventions are the ways in which a benchmark's numbers are aggregated, the default
// first.
func Conventions(b results.Benchmark) (list []Convention) {
	for i, k := range score.ConventionsOf(b) {
		list = append(list, Convention{ID: k.ID, Title: k.Title, Explain: k.Explain, Default: i == 0})
	}
	return list
}
