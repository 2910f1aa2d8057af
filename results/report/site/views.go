package site

import (
	"maps"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/report"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
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
		{"world", "World"},
		{"reasons", "Reasons"},
		{"efficiency", "Efficiency"},
		{"tools", "Tools"},
		{"ablations", "Ablations"},
		{"cases", "Cases"},
		{"tasks", "Tasks"},
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
	Bench   *report.Bench
	Tasks   []results.Task
	Figures []results.Figure
	Tables  []results.StatTable
	Totals  []results.RunTotal  // of one run, where that shows what there is to show, or of all
	Tools   bool                // a run has called one
	Heatmap *taskreport.Heatmap // by scenario, of the headline, as far as it has to be known
	Cases   bool                // any is written or mined, or records came with a label
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
		return !c.Heatmap.Empty(), nil
	case "days":
		return c.showsDays()
	case "world":
		return b.HasWorld, nil
	case "reasons":
		return slices.ContainsFunc(c.Bench.RowsWithRun(), func(r results.BoardRow) bool {
			n := c.Bench.Runs[*r.Run].Counts
			return n.Failed+n.NoAnswer+n.Timeout+n.Error > 0
		}), nil
	case "efficiency":
		if !b.Scored() {
			return false, nil // what sessions spent is on their board
		}
		d, err := boardreport.NewEfficiency(c.Bench, c.Totals, c.Figures, "", "")
		return err == nil && d.Recorded(), err
	case "tools":
		return c.Tools || slices.ContainsFunc(c.Tables, runreport.AboutTools), nil
	case "ablations":
		return len(c.Bench.Ranked()) > 2 || varied(c.Bench.Board.Rows) || len(board.Repeats(slices.Collect(maps.Values(c.Bench.Runs)))) > 0, nil
	case "cases":
		return c.Cases, nil
	case "tasks":
		return len(c.Tasks) > 0, nil
	}
	return true, nil
}

// showsDays reports whether there is a line, a run that is none with its reason,
// an update or a rule.
func (c Contents) showsDays() (bool, error) {
	d, err := boardreport.NewDays(c.Bench.Benchmark, nil, c.Tasks, boardreport.DaysQuery{})
	if err != nil || d.Kind == boardreport.DaysNone {
		return false, err
	}
	return len(c.Bench.RowsWithRun()) > 0 || len(d.Rules) > 0 || len(days.Printed(c.Figures, c.Bench.Benchmark.Headline)) > 0 ||
		d.Kind == boardreport.DaysPhases && slices.ContainsFunc(c.Tasks, func(t results.Task) bool { return len(t.Updates) > 0 }), nil
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
