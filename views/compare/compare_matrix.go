package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/compare"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// runMatrixView draws a report.RunMatrix.
type runMatrixView struct {
	*comparereport.RunMatrix
	frame  views.Frame
	widest float64 // the largest difference that separates; 0 without one
}

// CompareMatrixPage shows several runs, each against each.
func CompareMatrixPage(f views.Frame, m *comparereport.RunMatrix) templ.Component {
	v := runMatrixView{RunMatrix: m, frame: f}
	for _, x := range m.Pairs {
		if x.Diff != nil && x.Separable {
			v.widest = max(v.widest, math.Abs(*x.Diff))
		}
	}
	return compareMatrixPage(v)
}

// CompareMatrixTable has one row per pair, for CSV.
func CompareMatrixTable(m *comparereport.RunMatrix) views.Grid {
	var g views.Grid
	for _, key := range []string{"a", "b", "tasks", "only_a", "only_b", "metric", "diff", "p", "p_holm", "verdict"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for _, x := range m.Pairs {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(x.A), views.Words(x.B), views.Whole(x.N), views.Whole(x.OnlyA),
			views.Whole(x.OnlyB), views.Words(m.Metric), views.Points(x.Diff), views.Number(x.P, 4), views.Number(x.PHolm, 4),
			views.Words(pairVerdict(x.Outcome))}})
	}
	return g
}

func (m runMatrixView) heading() string {
	return fmt.Sprintf("%d runs of %s against each other", len(m.Runs), m.Of.Name)
}

func (m runMatrixView) meta() ui.Meta {
	path := m.Query.Link()
	meta := m.frame.Meta(m.heading(), "Each run against each: the difference and whether it is more than chance.", path, "/api/v1"+path,
		views.CrumbsBelow(m.Of, views.CompareCrumb(m.Of), ui.Crumb{Label: words.Counted(len(m.Runs), "run")})...)
	meta.CSVPath = m.Query.Link("format", "csv")
	return meta
}

func (m runMatrixView) lead() string {
	return fmt.Sprintf("Each run against each on the %ss that the two share; two are separable if the p of %s, adjusted by Holm's method for "+
		"the comparisons of the better placed of the two with all that its board ranks below it, lies below %s.",
		m.Of.Words.Task, m.metric(), comparereport.AlphaWords())
}

func (m runMatrixView) metric() string { return views.MetricOf(m.Metric).Label }

// tooFew reports whether some pair has too few scenarios for a test in this family.
func (m runMatrixView) tooFew() bool {
	return slices.ContainsFunc(m.Pairs, func(x comparereport.RunPair) bool { return x.TooFew })
}

// unranked reports whether some run may not be ranked.
func (m runMatrixView) unranked() bool {
	return slices.ContainsFunc(m.Pairs, func(x comparereport.RunPair) bool { return !x.Ranked })
}

// frameworks reports whether the runs are of more than one framework.
func (m runMatrixView) frameworks() bool {
	return slices.ContainsFunc(m.Runs, func(r comparereport.CompareSide) bool { return r.System.Framework != m.Runs[0].System.Framework })
}

// colour is the class of a separable difference; else a colour would read as one.
func (m runMatrixView) colour(x comparereport.RunPair) string {
	if x.Diff == nil || !separates(x) {
		return ""
	}
	return ui.HeatDiff(x.Diff, m.widest)
}

func (m runMatrixView) cellTitle(row, column int) string {
	x := m.From(row, column)
	return fmt.Sprintf("%s against %s: %s points, %s, p %s after Holm", m.Runs[row].Label, m.Runs[column].Label, words.Points(x.Diff),
		pairVerdict(x.Outcome), words.PValue(x.PHolm))
}

func separates(x comparereport.RunPair) bool {
	return x.Outcome == compare.AheadA || x.Outcome == compare.AheadB
}

// pairVerdict says the verdict for the pair's first run.
func pairVerdict(v compare.Verdict) string {
	switch v {
	case compare.AheadA:
		return "ahead"
	case compare.AheadB:
		return "behind"
	case compare.Agree:
		return "same scores"
	case compare.TooFew:
		return "too few scenarios"
	case compare.NoClaim:
		return "not ranked"
	case compare.NoCommon:
		return "nothing in common"
	}
	return "not separable"
}
