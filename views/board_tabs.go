package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	sitereport "github.com/clawatlas/clawatlas/results/report/site"
	"github.com/clawatlas/clawatlas/views/ui"
)

// BenchmarkTabList are the tabs of the views that have something to show, and of
// the one that is open.
func BenchmarkTabList(b results.Benchmark, current string) []ui.Tab {
	shown := map[string]bool{current: true}
	for _, v := range sitereport.ShownViews(b) {
		shown[v.Path] = true
	}
	var list []ui.Tab
	for _, v := range sitereport.Views() {
		if !shown[v.Path] {
			continue
		}
		href := link.Benchmark(b.ID)
		if v.Path != "" {
			href = link.Benchmark(b.ID, v.Path)
		}
		list = append(list, ui.Tab{Label: TabLabel(b, v.Path), Href: href, Current: v.Path == current})
	}
	return list
}
