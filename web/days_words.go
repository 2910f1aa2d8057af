package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
)

// trajectory writes a line out in words: where it starts and ends and whether a
// drop between two neighbouring days can be shown. Days without a value are
// named and never bridged; what stands apart from the days is said apart.
func (d *daysData) trajectory(sr *daySeries) string {
	var known []int
	var gaps []string
	apart := ""
	for i := range sr.Points {
		p := &sr.Points[i]
		switch {
		case d.Days[i].Apart:
			if p.Value != nil {
				apart = fmt.Sprintf(" Checked %s: %s, which is no day and continues none.", d.Days[i].Label, pointWords(p))
			}
		case p.Value != nil:
			known = append(known, i)
		default:
			gaps = append(gaps, d.Days[i].Label)
		}
	}
	gap := ""
	if len(gaps) > 0 {
		gap = " No value for " + strings.Join(gaps, ", ") + "."
	}
	if len(known) == 0 {
		return "No value on any day." + apart
	}
	first, last := known[0], known[len(known)-1]
	if len(known) == 1 {
		return fmt.Sprintf("%s on %s alone.", pointWords(&sr.Points[first]), d.Days[first].Label) + gap + apart
	}
	return fmt.Sprintf("From %s, %s, to %s, %s.", pointWords(&sr.Points[first]), d.Days[first].Label, pointWords(&sr.Points[last]), d.Days[last].Label) + " " + d.dropWords(sr) + gap + apart
}

// pointWords is a value with its denominator.
func pointWords(p *dayPoint) string {
	switch {
	case p.Passed != nil:
		return fmt.Sprintf("%s (%d of %d)", pct(p.Value), *p.Passed, *p.Of)
	case p.Of != nil:
		return fmt.Sprintf("%s (n %d)", pct(p.Value), *p.Of)
	}
	return pct(p.Value)
}

func pct(v *float64) string { return words.Pct(v) + " %" }

// dropWords names the largest drop with the interval that allows for its having
// been picked, or says why there is none.
func (d *daysData) dropWords(sr *daySeries) string {
	drop := sr.LargestDrop
	switch {
	case sr.Run == nil:
		return "Printed figures have no interval, so no drop is claimed."
	case drop != nil:
		return d.pickedWords(drop)
	case hasInterval(sr.Steps):
		return "It falls between no two neighbouring days."
	case d.Scenario != "":
		return "One scenario gives no interval of a change, so no drop is claimed."
	case d.Kind == kindScenarios:
		return "Each day has its own scenario, so no drop is claimed."
	}
	return fmt.Sprintf("No two neighbouring days share %d scenarios that differ, so there is no interval and no drop is claimed.", days.LeastScenarios)
}

func (d *daysData) pickedWords(drop *days.Drop) string {
	pick := "the only step with an interval"
	if drop.Steps > 1 {
		pick = fmt.Sprintf("widened because it was picked as the largest of %d steps", drop.Steps)
	}
	over := fmt.Sprintf("the %d scenarios that have both, each counting once", drop.Scenarios)
	if d.Kind == kindStages {
		over = fmt.Sprintf("the %d tasks of %d scenarios with checks on both", drop.NAfter, drop.Scenarios)
	}
	interval := fmt.Sprintf("95 %% interval %s to %s over %s, %s", words.Points(&drop.CI[0]), words.Points(&drop.CI[1]), over, pick)
	steps := fmt.Sprintf("%s points, from %s (%s) to %s (%s)", words.Points(drop.Diff), d.dayLabel(drop.From), pct(drop.Before), d.dayLabel(drop.To), pct(drop.After))
	if drop.Shown {
		return fmt.Sprintf("Largest drop %s; %s.", steps, interval)
	}
	return fmt.Sprintf("No drop can be shown. The largest step down is %s; %s.", steps, interval)
}

func hasInterval(steps []days.Step) bool {
	for _, s := range steps {
		if s.CI != nil {
			return true
		}
	}
	return false
}

func (d *daysData) dayLabel(id string) string {
	for _, day := range d.Days {
		if day.ID == id {
			return day.Label
		}
	}
	return id
}

// lead is the first line of the page.
func (d *daysData) lead(b results.Benchmark) string {
	switch d.Kind {
	case kindPhases:
		lead := "Pass rate of each system before the first update and after each one"
		if len(d.TaskKinds) > 1 {
			lead += ", each kind of " + b.Words.Task + " for itself"
		}
		return lead
	case kindStages:
		return "Score of each system on the first, second and third working day of the same tasks"
	case kindScenarios:
		return "Pass rate of each system on each of " + plural(len(d.Days), "day")
	}
	return "The tasks of " + b.Name + " are not ordered in days"
}

// word is the benchmark's own word for a day.
func (d *daysData) word(b results.Benchmark) string {
	if d.Kind == kindScenarios {
		return b.Words.Scenario
	}
	if b.Words.Day != "" {
		return b.Words.Day
	}
	return "day"
}

// measure is what the lines show.
func (d *daysData) measure() string {
	if d.Kind == kindStages {
		return "Score"
	}
	return "Pass rate"
}

// updatesNote says what a change along the line can mean.
func (d *daysData) updatesNote() string {
	switch d.Kind {
	case kindPhases:
		return "The pass rate is over rounds with a verdict. A phase holds other rounds than the one before it, and not all scenarios have every phase, so a line that falls may have met harder rounds or other scenarios: n says how many. Compare the lines with each other, and the steps and effects below."
	case kindStages:
		return "Over the tasks with exactly three stages, as the paper's Figure 4. The paper does not say to which day it counts the checks after the last day; here they stand apart, because they are of other tasks. What was not published is a gap."
	case kindScenarios:
		return "The pass rate is over rounds with a verdict. Each day has its own rounds, so a line that falls may have met harder ones. Compare the lines with each other."
	}
	return ""
}

// gridNote says what the small numbers of a table are.
func (d *daysData) gridNote(lines []daySeries) string {
	bootstrap, wilson := false, false
	for _, sr := range lines {
		for _, p := range sr.Points {
			bootstrap = bootstrap || p.Estimator == days.EstimatorBootstrap
			wilson = wilson || p.Estimator == days.EstimatorWilson
		}
	}
	s := d.Statistics
	drawn := fmt.Sprintf("scenarios that have the day, drawn %s times with seed %d", words.Count(s.Draws), s.Seed)
	switch {
	case bootstrap && wilson:
		return "Ranges are 95 % intervals: percentiles over the " + drawn + ", or Wilson's over the rounds where one scenario has the day or all are alike. Few scenarios make the first too narrow, and rounds that share a scenario the second."
	case bootstrap:
		return "Ranges are 95 % intervals: percentiles over the " + drawn + ". From few scenarios they tend to be too narrow."
	case wilson:
		return "Ranges are 95 % intervals: Wilson's over the rounds. Rounds of one scenario depend on each other, so read them as the least that is uncertain."
	}
	return ""
}
