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

type Frame struct {
	Version string // program version for the footer
	// Static is set if the site is exported to files, without links to features that need a server.
	Static bool
	// Follow is set if records may still grow while the page is open.
	Follow bool
}

// Meta returns the common metadata of a page. Paths have no host; jsonPath may be empty.
func (f Frame) Meta(title, description, path, jsonPath string, crumbs ...ui.Crumb) ui.Meta {
	return ui.Meta{Title: title, Description: description, Path: path, JSONPath: jsonPath, Crumbs: crumbs, Version: f.Version,
		Follow: f.Follow, Nav: navOf(path)}
}

func (f Frame) Table(q url.Values, elements ...string) string {
	return link.To(link.With(q, "format", "csv"), elements...)
}

// BenchMeta returns the metadata of a benchmark view; q holds the query parameters that are part of
// the page's URL.
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

func navOf(path string) ui.Nav {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first, _, _ = strings.Cut(first, "?")
	switch nav := ui.Nav(first); nav {
	case ui.NavModels, ui.NavCompare, ui.NavTraces, ui.NavDocs:
		return nav
	case "findings", "changes":
		return ui.NavNone // pages that do not belong to a single benchmark are linked in the page footer
	}
	return ui.NavBoards
}

func CrumbsBelow(b results.Benchmark, below ...ui.Crumb) []ui.Crumb {
	return append([]ui.Crumb{{Label: "Leaderboards", Href: "/"}, {Label: b.Name, Href: link.Benchmark(b.ID)}}, below...)
}

func ViewCrumb(b results.Benchmark, view string) ui.Crumb {
	return ui.Crumb{Label: TabLabel(b, view), Href: link.Benchmark(b.ID, view)}
}

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

// BenchmarkTabList returns the tabs of the views with content and of the current view.
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

// View is a view of a benchmark, at /b/{benchmark}/{Path}. The path of the leaderboard is empty.
type View struct{ Path, Label string }

// Views returns all views in tab order. A new view also needs a rule in Contents.Shows.
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

// ShownViews returns the views with content. The remaining pages exist but only state what data is
// missing.
func ShownViews(b results.Benchmark) []View {
	return slices.DeleteFunc(Views(), func(v View) bool { return v.Path != "" && !slices.Contains(b.Views, v.Path) })
}

// Contents holds the data that decide which views of a benchmark have content.
type Contents struct {
	Bench   *Bench
	Tasks   []results.Task
	Figures []results.Figure
	Tools   bool // set if a run has called a tool
	// Explained is the number of trials with a known failure reason, by run ID. Runs that were not
	// examined have no entry.
	Explained map[int64]int
	Heatmap   bool // set if at least half of the scenarios have a value for some system
	Cases     bool // set if there are case studies, mined cases or recorded labels
}

func (c Contents) Shown() (list []string) {
	for _, v := range Views() {
		if c.Shows(v.Path) {
			list = append(list, v.Path)
		}
	}
	return list
}

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

// showsFailures reports whether the failures page has content: reasons for at least 5 % of the
// failed trials, and at least half of the systems examined. A benchmark without verdicts needs only
// a tool call.
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

// showsDays reports whether the days page has content: at least one plotted line, or an update with
// a description of its changes.
func (c Contents) showsDays() bool {
	b := c.Bench.Benchmark
	return days.OrderOf(b, c.Tasks) != days.NoDays &&
		(b.HasWorld || len(c.Bench.RowsWithRun()) > 0 || len(days.Reported(c.Figures, b.Headline)) > 0)
}

// varied reports whether the board has a model in two harnesses, or a system with and without a
// variant.
func varied(rows []results.BoardRow) bool {
	plain := map[string]string{} // harness of the first system without a variant, by model
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
