package views

import (
	"maps"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/days"
)

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
func (c Contents) Shown() ([]string, error) {
	var list []string
	for _, v := range Views() {
		if ok, err := c.Shows(v.Path); err != nil {
			return nil, err
		} else if ok {
			list = append(list, v.Path)
		}
	}
	return list, nil
}

// Shows reports whether a view has something to show.
func (c Contents) Shows(view string) (bool, error) {
	b := c.Bench.Benchmark
	switch view {
	case "heatmap":
		return c.Heatmap || b.Scored() && len(c.Tasks) > 0 && len(c.Bench.Ranked()) > 0, nil
	case "days":
		return c.showsDays(), nil
	case "failures":
		return c.showsFailures(), nil
	case "ablations":
		return len(c.Bench.Ranked()) > 2 || varied(c.Bench.Board.Rows) || len(board.Repeats(slices.Collect(maps.Values(c.Bench.Runs)))) > 0, nil
	case "cases":
		return c.Cases, nil
	}
	return true, nil
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
		(b.HasWorld || len(c.Bench.RowsWithRun()) > 0 || len(days.Reported(c.Figures, b.Headline)) > 0)
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
