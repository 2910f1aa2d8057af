package web

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// crumbs lead to a page of a benchmark; an empty label is its leaderboard.
func crumbs(b results.Benchmark, label string) []ui.Crumb {
	list := []ui.Crumb{{Label: "Benchmarks", Href: "/"}}
	if label == "" {
		return append(list, ui.Crumb{Label: b.Name})
	}
	return append(list, ui.Crumb{Label: b.Name, Href: link.Benchmark(b.ID)}, ui.Crumb{Label: label})
}
