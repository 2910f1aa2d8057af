package views

import (
	"fmt"
	"math"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// comparedNumber is one number of both runs.
type comparedNumber struct {
	Label   string
	Title   string    // what the label stands for; may be empty
	Text    [3]string // A, difference, B, ready to show
	CI      string
	P, Holm *float64
	N       int
	// Place of the difference and its interval on the table's common scale,
	// 0 to 100 with zero at 50; nil where they cannot be drawn.
	At, Lo, Hi *float64
	Lower      bool // less is better
	Headline   bool
}

// comparedGroup is one group of a family.
type comparedGroup struct {
	comparedNumber
	OnlyA, OnlyB taskCount
}

// familyTable is the comparison within the groups of one cut.
type familyTable struct {
	ID, Title string
	Caption   string
	Label     string // head of the first column
	Unit      string // head of the column of counts
	Test      string
	Rows      []comparedGroup
}

func (c comparisonView) metricsCaption() string {
	return fmt.Sprintf("Metrics on %s in %s; A − B with its 95 %% interval around zero", c.common(), words.Counted(c.Result.Clusters, c.Of.Words.Scenario))
}

// metricRows leaves out metrics without a value on either side.
func (c comparisonView) metricRows() []comparedNumber {
	widest := 0.0
	for _, m := range c.Result.Metrics {
		widest = max(widest, farthest(m.Diff, m.CI))
	}
	var rows []comparedNumber
	for _, m := range c.Result.Metrics {
		if m.A == nil && m.B == nil {
			continue
		}
		info := MetricOf(m.Key)
		row := comparedNumber{Label: info.Label, Title: info.Title(), P: m.P, N: m.N, Lower: m.Lower, Headline: m.Key == c.Headline, CI: pointsBetween(m.CI)}
		row.Text = [3]string{words.Pct(m.A), words.Points(m.Diff), words.Pct(m.B)}
		row.At, row.Lo, row.Hi = onScale(m.Diff, m.CI, widest)
		rows = append(rows, row)
	}
	return rows
}

// pointsBetween shows an interval of differences in points.
func pointsBetween(ci *stats.Interval) string {
	if ci == nil {
		return words.NotRecorded
	}
	return words.Points(&ci.Lo) + " to " + words.Points(&ci.Hi)
}

// farthest is how far a difference or its interval goes from zero.
func farthest(diff *float64, ci *stats.Interval) float64 {
	far := 0.0
	if diff != nil {
		far = math.Abs(*diff)
	}
	if ci != nil {
		far = max(far, math.Abs(ci.Lo), math.Abs(ci.Hi))
	}
	return far
}

// onScale puts a difference on a scale from 0 to 100 with zero in the middle
// and the widest of the table at its ends.
func onScale(diff *float64, ci *stats.Interval, widest float64) (at, lo, hi *float64) {
	if diff == nil || !(widest > 0) {
		return nil, nil, nil
	}
	put := func(x float64) *float64 {
		v := 50 + 49*x/widest
		return &v
	}
	if ci != nil {
		lo, hi = put(ci.Lo), put(ci.Hi)
	}
	return put(*diff), lo, hi
}

// family makes the table of one cut.
func (c comparisonView) family(f *compare.Family) familyTable {
	sc := c.Of.Words.Scenario
	what := map[string][2]string{
		"kind":       {"By kind", "Kind of " + c.Of.Words.Task},
		"difficulty": {"By difficulty", "Difficulty"},
		"phase":      {"Before and after updates", "When"},
		"scenario":   {"By " + sc, words.Capital(sc)},
	}[f.ID]
	v := familyTable{ID: f.ID, Title: what[0], Label: what[1], Unit: title(c.Noun()), Test: "exact McNemar test"}
	measure := "passed " + c.Noun()
	if c.Result.Fractional {
		v.Test, measure = "sign-flip of the "+c.Noun()+"' differences", "mean score"
	}
	v.Caption = fmt.Sprintf("%s: %s of each run, with Holm's p for %s", v.Title, measure, words.Counted(len(f.Groups), "comparison"))
	widest := 0.0
	for _, g := range f.Groups {
		widest = max(widest, farthest(g.Diff, g.CI))
	}
	for i := range f.Groups {
		v.Rows = append(v.Rows, c.groupRow(f.ID, &f.Groups[i], widest))
	}
	return v
}

func (c comparisonView) groupRow(family string, g *compare.Group, widest float64) comparedGroup {
	row := comparedGroup{comparedNumber: comparedNumber{Label: c.groupLabel(family, g.ID), P: g.P, Holm: g.Holm, N: g.Table.N(), CI: pointsBetween(g.CI)}}
	row.Text = [3]string{words.Pct(g.A), words.Points(g.Diff), words.Pct(g.B)}
	row.At, row.Lo, row.Hi = onScale(g.Diff, g.CI, widest)
	var cut []string
	if family != "difficulty" { // no list filters by it
		cut = []string{"scenario", "", "kind", "", "phase", "", family, g.ID}
	}
	row.OnlyA, row.OnlyB = c.count(report.ShowOnlyA, g.Table.OnlyA, cut...), c.count(report.ShowOnlyB, g.Table.OnlyB, cut...)
	return row
}

func (c comparisonView) groupLabel(family, id string) string {
	switch {
	case family == "kind":
		return words.KindWord(id)
	case family == "scenario":
		return words.Scenario(c.Of, id)
	case family != "phase":
		return id
	case id == compare.PhaseBefore:
		return "before the first update"
	case id == compare.PhaseUpdate:
		return c.Noun() + " that come with an update"
	}
	return "later " + c.Noun()
}

func (c comparisonView) spendingRows() []comparedNumber {
	var rows []comparedNumber
	for _, m := range c.Result.Spending {
		label, show := spendingWords(&m)
		row := comparedNumber{Label: label, P: m.P, N: m.N, Lower: true, CI: words.NotRecorded}
		row.Text = [3]string{show(m.A, false), show(m.Diff, true), show(m.B, false)}
		if m.CI != nil {
			row.CI = show(&m.CI.Lo, true) + " to " + show(&m.CI.Hi, true)
		}
		rows = append(rows, row)
	}
	return rows
}

// spendingWords names a number of compare.Spending and shows its values, times
// under a second with three digits more.
func spendingWords(m *compare.Metric) (label string, show func(v *float64, signed bool) string) {
	plain := func(scale float64, digits int) func(*float64, bool) string {
		return func(v *float64, signed bool) string {
			if v == nil {
				return words.NotRecorded
			}
			x := *v * scale
			text := words.Fixed(&x, digits)
			if signed && x > 0 {
				text = "+" + text
			}
			return text
		}
	}
	digits := 1
	if m.A != nil && m.B != nil && max(*m.A, *m.B) < 1000 {
		digits = 4
	}
	switch m.Key {
	case compare.Duration:
		return "Wall time, s", plain(1e-3, digits)
	case compare.AgentTime:
		return "Agent time, s", plain(1e-3, digits)
	case compare.Steps:
		return "Steps", plain(1, 1)
	case compare.ToolCalls:
		return "Tool calls", plain(1, 1)
	case compare.TokensIn:
		return "Input tokens, thousand", plain(1e-3, 1)
	case compare.TokensOut:
		return "Output tokens, thousand", plain(1e-3, 2)
	}
	return "Cost, US$", plain(1, 4)
}
