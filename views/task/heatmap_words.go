package task

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

// TitleWords tells the views of the heatmap apart.
func (d heatmapView) TitleWords() string {
	t := d.Of.Name + " heatmap"
	if d.By == "task" {
		t += " by " + d.Of.Words.Task
	}
	if d.Query.Metric != "" {
		t += ", " + metric.Of(d.Query.Metric).Label
	}
	if d.Source != nil {
		t += ", " + *d.Source
	}
	return t
}

// metricLabel names what the cells are.
func (d heatmapView) metricLabel() string {
	if d.By == "task" {
		return "mean score"
	}
	return metric.Of(d.Metric).Label
}

// notes say what the numbers of this view are.
func (d heatmapView) notes() []string {
	if d.By == "task" {
		notes := []string{"A cell is the mean score of the scored attempts of one system's run, in whole percent; its title has two " +
			"decimals and the number of attempts. " +
			"A dot: no scored attempt. " + d.meansOver()}
		if text := d.incomplete(); text != "" {
			notes = append(notes, text)
		}
		return notes
	}
	word := d.Of.Words.Scenario
	notes := []string{"A dot means neither recorded nor published. The last row is the plain mean over " + word +
		"s, so it is not the board's number where that weighs " +
		d.Of.Words.Task + "s or multiplies means; every cell's title has the exact value. " + d.meansOver()}
	recorded, printed := d.Places()
	if printed > 0 {
		notes = append(notes, fmt.Sprintf("%s recomputed from records, %s printed by a source and taken as they are.",
			words.Plural(recorded, "cell", "cells"), words.Plural(printed, "cell is", "cells are")))
	}
	if text := d.incomplete(); text != "" {
		notes = append(notes, text)
	}
	for _, src := range d.Sources {
		if d.Source != nil && src.ID == *d.Source && src.Note != "" {
			notes = append(notes, src.Title+": "+src.Note)
		}
	}
	return notes
}

// incomplete names the systems shown whose runs lack tasks.
func (d heatmapView) incomplete() string {
	var parts []string
	for _, r := range d.Incomplete() {
		parts = append(parts, fmt.Sprintf("%s (%d of %d)", report.RowName(&r), r.Counts.Scored, r.Counts.Expected))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Incomplete runs, with scored of expected " + d.Of.Words.Task + "s: " + strings.Join(parts, ", ") + "."
}

// meansOver says in a sentence what the means are over.
func (d heatmapView) meansOver() string {
	of := d.Means.Systems
	switch basis := d.Means.Basis; {
	case basis == nil:
		return "There is no mean: no system here has a complete run, and the figures are not of one source."
	case *basis == results.Recomputed:
		return fmt.Sprintf("Means are over the %s and stand only where all of them have the cell; hollow cells are in no mean.",
			words.Plural(of, "ranked system", "ranked systems"))
	}
	return fmt.Sprintf("Means are of the figures that one source prints of %s, and stand only where it prints all.",
		words.Plural(of, "system", "systems"))
}

// meanNote says over what a mean is, or why there is none.
func meanNote(m HeatmapMean, one, many string) string {
	if m.Mean == nil {
		return "no mean: " + m.Why
	}
	return "over " + words.Plural(m.MeanN, one, many)
}

// meanCell shows a mean at the edge of the map.
func meanCell(m HeatmapMean, one, many string) chart.HeatCell {
	if m.Mean == nil {
		return chart.HeatCell{Absent: meanNote(m, one, many)}
	}
	return chart.HeatCell{Value: m.Mean, Note: meanNote(m, one, many)}
}
