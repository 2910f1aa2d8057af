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
	// Static means that the site is written to files: links to what needs a server are left out.
	Static bool
	// Follow means that records may grow while the page is open.
	Follow bool
}

// Meta starts the frame of a page. Paths have no host; jsonPath may be empty.
func (f Frame) Meta(title, description, path, jsonPath string, crumbs ...ui.Crumb) ui.Meta {
	return ui.Meta{Title: title, Description: description, Path: path, JSONPath: jsonPath, Crumbs: crumbs, Version: f.Version,
		Follow: f.Follow, Nav: navOf(path)}
}

func (f Frame) Table(q url.Values, elements ...string) string {
	return link.To(link.With(q, "format", "csv"), elements...)
}

// BenchMeta frames a view of a benchmark; q holds the parameters that make it another page.
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

// BenchmarkTabList are the tabs of the views with content, and of the open one.
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

// View is one view of a benchmark, at /b/{benchmark}/{Path}; the board's path is empty.
type View struct{ Path, Label string }

// Views are all views in the order of their tabs. A new one also needs a rule in Contents.Shows.
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

// ShownViews are the views with content. The others answer too, and say what is missing.
func ShownViews(b results.Benchmark) []View {
	return slices.DeleteFunc(Views(), func(v View) bool { return v.Path != "" && !slices.Contains(b.Views, v.Path) })
}

// Contents decides which views of a benchmark have content.
type Contents struct {
	Bench   *Bench
	Tasks   []results.Task
	Figures []results.Figure
	Tools   bool // a run has called one
	// Explained counts the trials with a known failure reason by run, for runs that were
	// examined.
	Explained map[int64]int
	Heatmap   bool // half of the cells of some system have a number, by scenario
	Cases     bool // any is written or mined, or records came with a label
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

// showsFailures needs reasons for one failed trial in twenty and a search for them in half of the
// systems or, without verdicts, a tool call.
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

// showsDays needs a line, or an update that says what it changes.
func (c Contents) showsDays() bool {
	b := c.Bench.Benchmark
	return days.OrderOf(b, c.Tasks) != days.NoDays &&
		(b.HasWorld || len(c.Bench.RowsWithRun()) > 0 || len(days.Reported(c.Figures, b.Headline)) > 0)
}

// varied reports whether a board has one model in two harnesses, or with and without an addition.
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
