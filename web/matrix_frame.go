package web

import (
	"context"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// benchView is what the special views of one benchmark start from: its default
// board, and the runs that stand for the board's rows.
type benchView struct {
	benchmark results.Benchmark
	board     results.Board
	names     map[string]string
	runs      map[string]results.Run // by slug
	size      results.BenchmarkSize
}

// benchView reads the benchmark that the address names.
func (s *Server) benchView(c echo.Context) (*benchView, error) {
	id, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	return s.loadBench(c.Request().Context(), id)
}

func (s *Server) loadBench(ctx context.Context, id string) (*benchView, error) {
	v := &benchView{runs: map[string]results.Run{}}
	var err error
	if v.benchmark, err = s.store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	if v.board, err = s.defaultBoard(ctx, v.benchmark); err != nil {
		return nil, err
	}
	if v.names, err = s.modelNames(ctx); err != nil {
		return nil, err
	}
	if v.size, err = s.store.BenchmarkSize(ctx, id); err != nil {
		return nil, err
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: id})
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		v.runs[r.Slug] = r
	}
	return v, nil
}

// standing are the board's rows with a run, in the board's order: one run per
// system, and none that a newer one supersedes.
func (v *benchView) standing() []results.BoardRow {
	var list []results.BoardRow
	for _, r := range v.board.Rows {
		if r.Run != nil && v.runs[*r.Run].ID != 0 {
			list = append(list, r)
		}
	}
	return list
}

// ranked are the rows that means and counts over systems are over.
func (v *benchView) ranked() []results.BoardRow {
	return slices.DeleteFunc(board.Population(v.board), func(r results.BoardRow) bool { return v.runs[*r.Run].ID == 0 })
}

// runIDs are the keys of the rows' runs.
func (v *benchView) runIDs(rows []results.BoardRow) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = v.runs[*r.Run].ID
	}
	return ids
}

// label names a row's system.
func (v *benchView) label(r results.BoardRow) string { return words.System(r.Name, r.System) }

// viewMeta frames one view of a benchmark; q are the parts of its state that
// make it another page.
func (s *Server) viewMeta(b results.Benchmark, view, title, about string, q url.Values) ui.Meta {
	m := s.meta(title+", "+b.Name, about, link.To(q, "b", b.ID, view), link.API(q, "benchmarks", b.ID, view),
		ui.Crumb{Label: b.Name, Href: link.Benchmark(b.ID)}, ui.Crumb{Label: title})
	if !s.static {
		m.CSVPath = link.To(link.With(q, "format", "csv"), "b", b.ID, view)
	}
	m.MethodPath = link.Benchmark(b.ID, "method")
	m.Scripted = b.Scripted
	return m
}

// gridCSV answers with a grid's cells.
func gridCSV(c echo.Context, name string, g views.Grid) error {
	header, rows := g.CSV()
	return table(c, name, header, rows)
}

// rowHref leads to what a board row rests on: its run or its model.
func rowHref(r results.BoardRow) string {
	if r.Run != nil {
		return link.Run(*r.Run)
	}
	return link.Model(r.System.Model)
}

// tabsOf are links that set one key of the page's query.
func tabsOf(key, current string, q url.Values, path []string, choices [][2]string) []ui.Tab {
	var tabs []ui.Tab
	for _, ch := range choices {
		tabs = append(tabs, ui.Tab{Label: ch[1], Href: link.To(link.With(q, key, ch[0]), path...), Current: ch[0] == current})
	}
	return tabs
}
