package views

import (
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Frame is what all pages of a site have in common.
type Frame struct {
	Version string // of the program, as the footer shows it
	// Static says that the site is written to files: what only a server can
	// answer is not linked.
	Static bool
	// Follow says that the records grow while the page is open.
	Follow bool
}

// Meta starts the frame of a page. path is its address without host, jsonPath
// that of its JSON twin, empty if it has none.
func (f Frame) Meta(title, description, path, jsonPath string, crumbs ...ui.Crumb) ui.Meta {
	return ui.Meta{Title: title, Description: description, Path: path, JSONPath: jsonPath, Crumbs: crumbs, Version: f.Version,
		Follow: f.Follow, Nav: navOf(path)}
}

// Table is the address of a page's table as CSV.
func (f Frame) Table(q url.Values, elements ...string) string {
	return link.To(link.With(q, "format", "csv"), elements...)
}

// BenchMeta frames one view of a benchmark; q are the parts of its state that
// make it another page.
func (f Frame) BenchMeta(b results.Benchmark, view, title, about string, q url.Values) ui.Meta {
	api := ""
	if slices.Contains([]string{"days", "failures", "ablations"}, view) {
		api = link.API(q, "benchmarks", b.ID, view)
	}
	m := f.Meta(ui.TitleOf(title, ", "+b.Name), about, link.To(q, "b", b.ID, view), api)
	m.CSVPath = f.Table(q, "b", b.ID, view)
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted = b.Scripted
	return m
}

// navOf finds the entry of the navigation below which a page lies.
func navOf(path string) ui.Nav {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first, _, _ = strings.Cut(first, "?")
	switch nav := ui.Nav(first); nav {
	case ui.NavModels, ui.NavCompare, ui.NavTraces, ui.NavDocs:
		return nav
	case "findings", "changes":
		return ui.NavNone // of all benchmarks and more; linked from the foot of pages
	}
	return ui.NavBoards
}

// CrumbsBelow lead from the home page over a benchmark to what lies below it.
func CrumbsBelow(b results.Benchmark, below ...ui.Crumb) []ui.Crumb {
	return append([]ui.Crumb{{Label: "Leaderboards", Href: "/"}, {Label: b.Name, Href: link.Benchmark(b.ID)}}, below...)
}

// ViewCrumb leads to one of the views of a benchmark.
func ViewCrumb(b results.Benchmark, view string) ui.Crumb {
	return ui.Crumb{Label: TabLabel(b, view), Href: link.Benchmark(b.ID, view)}
}

// TabLabel is what the tab of a view of a benchmark is called.
func TabLabel(b results.Benchmark, view string) string {
	if view == "" && !b.Scored() {
		return "Sessions"
	}
	for _, t := range Views() {
		if t.Path == view {
			return t.Label
		}
	}
	return view
}

// BenchmarkTabList are the tabs of the views that have something to show, and of
// the one that is open.
func BenchmarkTabList(b results.Benchmark, current string) []ui.Tab {
	shown := map[string]bool{current: true}
	for _, v := range ShownViews(b) {
		shown[v.Path] = true
	}
	var list []ui.Tab
	for _, v := range Views() {
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
