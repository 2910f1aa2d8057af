package web

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
)

// TestTabsLeadToSomething: of every benchmark those views have a tab that show
// something, on all pages alike; the address of another one answers, says why it
// is empty and has its own tab.
func TestTabsLeadToSomething(t *testing.T) {
	site := newGoldenSite(t).testSite
	list := site.benchmarks(t)
	empty := 0
	for _, b := range list {
		labels := map[string][]string{}
		for _, v := range views.Views() {
			path := link.Benchmark(b.ID)
			if v.Path != "" {
				path = link.Benchmark(b.ID, v.Path)
			}
			doc := site.page(t, path)
			labels[v.Label] = nil
			for _, a := range doc.Find("nav.tabs").First().Find("a").EachIter() {
				labels[v.Label] = append(labels[v.Label], strings.TrimSpace(a.Text()))
			}
			shown := slices.Contains(labels["Leaderboard"], v.Label)
			if v.Path == "" || v.Path == "about" {
				continue
			}
			has := doc.Find("main table, main .essays, main #found").Length() > 0
			if (v.Path == "days" || v.Path == "heatmap") && doc.Find("main .empty").Length() > 0 {
				has = shown // whether a system has a value on any day is known when it is computed
			}
			if v.Path == "failures" && has && !shown {
				continue // of too few of its trials a reason is known
			}
			if has != shown {
				t.Errorf("%s: has something to show: %v, has a tab: %v", path, has, shown)
			}
			if !shown {
				empty++
				if doc.Find("main .empty").Length() == 0 || !slices.Contains(labels[v.Label], v.Label) {
					t.Errorf("%s: does not say why it is empty, or where one is", path)
				}
			}
			others := slices.DeleteFunc(slices.Clone(labels[v.Label]), func(l string) bool { return l == v.Label && !shown })
			if diff := cmp.Diff(labels["Leaderboard"], others); diff != "" {
				t.Errorf("%s: other tabs than on the leaderboard (-leaderboard +here):\n%s", path, diff)
			}
		}
	}
	if empty < 10 {
		t.Errorf("%d empty views in the fixtures: the test needs some", empty)
	}
}
