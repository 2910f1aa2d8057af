package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views/ui"
)

// benchmarkTabList are the tabs of the views that have something to show, and of
// the one that is open.
func benchmarkTabList(b results.Benchmark, current string) []ui.Tab {
	shown := map[string]bool{current: true}
	for _, v := range report.ShownViews(b) {
		shown[v.Path] = true
	}
	var list []ui.Tab
	for _, v := range report.Views() {
		if !shown[v.Path] {
			continue
		}
		href := link.Benchmark(b.ID)
		if v.Path != "" {
			href = link.Benchmark(b.ID, v.Path)
		}
		list = append(list, ui.Tab{Label: tabLabel(b, v.Path), Href: href, Current: v.Path == current})
	}
	return list
}
