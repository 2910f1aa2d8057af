package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// pairsForest draws the controlled pairs by factor, the largest effect first, and
// below them those that their source has dropped.
func (d matrixView) pairsForest() chart.Forest {
	f := chart.Forest{ID: "pairs-plot", Caption: fmt.Sprintf("%s, %s: change of the mean score in points, with its 95 %% interval", d.Of.Name,
		words.Counted(len(d.Pairs), "controlled pair")),
		Name: ui.Header{Label: "Pair"}, Value: ui.Header{Label: "Change", Unit: "points", Num: true},
		Interval: ui.Header{Label: "95 %", Num: true},
		Last:     ui.Header{Label: "Score", Unit: "%", Num: true, Title: "mean score without the factor, and with it"}}
	var all []chart.Estimate
	for _, p := range d.Pairs {
		all = append(all, pairEstimate(p))
	}
	f.Scale = chart.WholeScale(chart.Percent, all)
	factors := slices.Clone(d.Factors)
	slices.SortStableFunc(factors, func(a, b pairs.Factor) int { return report.CompareValues(a.Change, b.Change, true) })
	for _, factor := range factors {
		f.Rows = append(f.Rows, pairRows(factorHead(factor), d.Pairs,
			func(p comparereport.ControlledPair) bool { return !p.Dropped() && p.Factor == factor.Factor })...)
	}
	dropped := chart.ForestRow{Group: "Dropped by their source", GroupNote: "in no mean"}
	f.Rows = append(f.Rows, pairRows(dropped, d.Pairs, comparereport.ControlledPair.Dropped)...)
	return f
}

func pairEstimate(p comparereport.ControlledPair) chart.Estimate {
	e := chart.Estimate{Value: p.Change}
	if p.CI != nil {
		e.Lo, e.Hi = &p.CI[0], &p.CI[1]
	}
	return e
}

// factorHead names a factor with the mean change over its pairs.
func factorHead(f pairs.Factor) chart.ForestRow {
	m := metric.Of(f.Factor)
	head := chart.ForestRow{Group: cmp.Or(m.Name, f.Factor), GroupNote: words.Counted(f.Pairs, "pair")}
	if m.Name != f.Factor {
		head.GroupNote = f.Factor + ", " + head.GroupNote
	}
	if f.Change != nil {
		head.GroupNote += ", mean " + words.Points(f.Change)
		if f.CI != nil {
			head.GroupNote += " (" + pointsCI(f.CI) + ")"
		}
	}
	return head
}

// pairRows are some of the pairs under a head, the largest fall first; nothing
// without a pair.
func pairRows(head chart.ForestRow, list []comparereport.ControlledPair, keep func(comparereport.ControlledPair) bool) []chart.ForestRow {
	some := slices.DeleteFunc(slices.Clone(list), func(p comparereport.ControlledPair) bool { return !keep(p) })
	if len(some) == 0 {
		return nil
	}
	slices.SortStableFunc(some, func(a, b comparereport.ControlledPair) int { return report.CompareValues(a.Change, b.Change, true) })
	rows := []chart.ForestRow{head}
	for _, p := range some {
		row := chart.ForestRow{Name: p.Base.Task, Href: p.Base.URL, Sub: "→ " + p.Variant.Task, SubHref: p.Variant.URL,
			Estimate: pairEstimate(p), Verdict: chart.Quiet,
			Value: words.Points(p.Change), Interval: pointsCI(p.CI), Last: words.Pct(p.BaseMean) + " → " + words.Pct(p.VariantMean)}
		if p.Separable() {
			row.Verdict = chart.Strong
		}
		rows = append(rows, row)
	}
	return rows
}

// pairsVerdict says in one sentence what the pairs show.
func (d matrixView) pairsVerdict() string {
	falls, rises, n := 0, 0, 0
	for _, p := range d.Pairs {
		if p.Dropped() || p.Change == nil {
			continue
		}
		n++
		switch {
		case !p.Separable():
		case *p.Change < 0:
			falls++
		default:
			rises++
		}
	}
	text := fmt.Sprintf("In %d of %s the added factor costs points", falls, words.Counted(n, "pair"))
	if rises > 0 {
		text += fmt.Sprintf(", in %d it brings some", rises)
	}
	return text + fmt.Sprintf("; in the other %d the change is not separable from none.", n-falls-rises)
}

// slope draws the models of the matrix over its frameworks, those with the lower
// mean first.
func (d matrixView) slope() chart.Lines {
	order := make([]int, len(d.Frameworks))
	mean := make([]float64, len(d.Frameworks))
	for f := range d.Frameworks {
		order[f] = f
		n := 0
		for _, m := range d.Models {
			if v := m.Cells[f].Value; v != nil {
				mean[f] += *v
				n++
			}
		}
		mean[f] /= float64(n) // a framework of the matrix has a model
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	label := metric.Of(d.Metric).Label
	c := chart.Lines{Title: fmt.Sprintf("%s: %s of each model by framework", d.Of.Name, label),
		Desc: "The same numbers stand in the table below.", Ends: true,
		XLabel: "framework, by the mean of the models drawn", Y: chart.Axis{Label: label + ", %", Unit: chart.Percent}}
	for _, f := range order {
		c.X = append(c.X, d.Frameworks[f])
	}
	for _, m := range d.Models {
		s := chart.Series{Name: m.Name, Hollow: true}
		for _, f := range order {
			s.Values = append(s.Values, m.Cells[f].Value)
			s.Hollow = s.Hollow && (m.Cells[f].Value == nil || m.Cells[f].Evidence == results.Published)
		}
		c.Series = append(c.Series, s)
	}
	return c
}
