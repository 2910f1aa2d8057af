package views

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/days"
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

// View is one view of a benchmark, at /b/{benchmark}/{Path}; the leaderboard's
// path is empty.
type View struct{ Path, Label string }

// Views are all views of a benchmark, in the order of their tabs. A new page adds
// its line here, and its rule to Contents.Shows.
func Views() []View {
	return []View{
		{"", "Leaderboard"},
		{"heatmap", "Heatmap"},
		{"days", "Days"},
		{"cases", "Cases"},
		{"failures", "Failures"},
		{"ablations", "Ablations"},
		{"about", "About"},
	}
}

// ShownViews are the views of a benchmark that have something to show, in their
// order: those that tabs lead to, and that a list of the site's pages names. The
// address of another one answers too, and says what is missing.
func ShownViews(b results.Benchmark) []View {
	return slices.DeleteFunc(Views(), func(v View) bool { return v.Path != "" && !slices.Contains(b.Views, v.Path) })
}

// Contents is what decides which views of a benchmark have something to show.
type Contents struct {
	Bench   *Bench
	Tasks   []results.Task
	Figures []results.Figure
	Tools   bool // a run has called one
	// Explained counts by run the trials whose reason of failure is known, for runs that
	// were looked through.
	Explained map[int64]int
	Heatmap   bool // half of the cells of some system have a number, by scenario
	Cases     bool // any is written or mined, or records came with a label
}

// Shown are the paths of the views that have something to show.
func (c Contents) Shown() (list []string) {
	for _, v := range Views() {
		if c.Shows(v.Path) {
			list = append(list, v.Path)
		}
	}
	return list
}

// Shows reports whether a view has something to show.
func (c Contents) Shows(view string) bool {
	b := c.Bench.Benchmark
	switch view {
	case "heatmap":
		return c.Heatmap || b.Scored() && len(c.Tasks) > 0 && len(c.Bench.Ranked()) > 0
	case "days":
		return c.showsDays()
	case "failures":
		return c.showsFailures()
	case "ablations":
		return len(c.Bench.Ranked()) > 2 || varied(c.Bench.Board.Rows) || len(board.Repeats(slices.Collect(maps.Values(c.Bench.Runs)))) > 0
	case "cases":
		return c.Cases
	}
	return true
}

// showsFailures reports whether a reason was found for at least one in twenty failed
// trials and looked for in at least half of the systems or, where nothing is judged,
// whether a tool was called.
func (c Contents) showsFailures() bool {
	rows := c.Bench.RowsWithRun()
	failed, found, looked := 0, 0, 0
	for _, row := range rows {
		r := c.Bench.Runs[*row.Run]
		failed += r.Counts.Failed + r.Counts.NoAnswer + r.Counts.Timeout + r.Counts.Error
		if n, ok := c.Explained[r.ID]; ok {
			found, looked = found+n, looked+1
		}
	}
	if failed == 0 {
		return c.Tools && !c.Bench.Benchmark.Scored()
	}
	return 20*found >= failed && 2*looked >= len(rows)
}

// showsDays reports whether there is a line, or an update with what it changes.
func (c Contents) showsDays() bool {
	b := c.Bench.Benchmark
	return days.OrderOf(b, c.Tasks) != days.NoDays &&
		(b.HasWorld || len(c.Bench.RowsWithRun()) > 0 || len(days.Printed(c.Figures, b.Headline)) > 0)
}

// varied reports whether a board has one model in two harnesses, or with an addition and
// without.
func varied(rows []results.BoardRow) bool {
	plain := map[string]string{} // harness by model
	for i := range rows {
		s := &rows[i].System
		f, ok := plain[s.Model]
		switch {
		case !rows[i].Complete:
		case s.Variant != "":
			if slices.ContainsFunc(rows, func(r results.BoardRow) bool {
				return r.Complete && r.System == results.System{Model: s.Model, Framework: s.Framework, Provider: r.System.Provider}
			}) {
				return true
			}
		case ok && f != s.Framework:
			return true
		default:
			plain[s.Model] = s.Framework
		}
	}
	return false
}
