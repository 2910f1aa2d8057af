package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// trajectory writes a line out in words: where it starts and ends, its largest
// drop between two neighbouring days, and how much of that came back. Days
// without a value are named and never bridged.
func trajectory(days []dayHead, points []dayPoint) string {
	var known []int
	var gaps []string
	for i, p := range points {
		if p.Value != nil {
			known = append(known, i)
		} else {
			gaps = append(gaps, days[i].Label)
		}
	}
	gap := ""
	if len(gaps) > 0 {
		gap = " No value for " + strings.Join(gaps, ", ") + "."
	}
	if len(known) == 0 {
		return "No value on any day."
	}
	first, last := known[0], known[len(known)-1]
	if len(known) == 1 {
		return fmt.Sprintf("%s on %s alone.", pct(points[first].Value), days[first].Label) + gap
	}
	text := fmt.Sprintf("From %s (%s) to %s (%s).", pct(points[first].Value), days[first].Label, pct(points[last].Value), days[last].Label)
	if at, drop := largestDrop(points); at > 0 {
		text += fmt.Sprintf(" Largest drop %s points, from %s to %s; %s", ui.Points(&drop), days[at-1].Label, days[at].Label, recovery(days, points, at))
	} else {
		text += " It never falls between two neighbouring days."
	}
	return text + gap
}

func pct(v *float64) string { return ui.Pct(v) + " %" }

// largestDrop is the day before which the line fells most, and by how much
// (negative); 0 if it never falls. Only neighbouring days count.
func largestDrop(points []dayPoint) (at int, drop float64) {
	for i := 1; i < len(points); i++ {
		if points[i].Value == nil || points[i-1].Value == nil {
			continue
		}
		if d := *points[i].Value - *points[i-1].Value; d < drop {
			at, drop = i, d
		}
	}
	return at, drop
}

// recovery says how much of the drop before day at came back later.
func recovery(days []dayHead, points []dayPoint, at int) string {
	best := -1
	for i := at + 1; i < len(points); i++ {
		if points[i].Value != nil && (best < 0 || *points[i].Value > *points[best].Value) {
			best = i
		}
	}
	switch {
	case at == len(points)-1:
		return "it is the last day, so no recovery could show."
	case best < 0:
		return "no later day has a value."
	case *points[best].Value >= *points[at-1].Value:
		return fmt.Sprintf("all of it is regained by %s (%s).", days[best].Label, pct(points[best].Value))
	case *points[best].Value > *points[at].Value:
		gain := *points[best].Value - *points[at].Value
		return fmt.Sprintf("%s points of it are regained by %s (%s).", ui.Points(&gain), days[best].Label, pct(points[best].Value))
	}
	return "nothing of it is regained later."
}

// lead is the first line of the page.
func (d *daysData) lead(b results.Benchmark) string {
	switch d.Kind {
	case kindPhases:
		return "Pass rate of each system before the first update and after each one"
	case kindStages:
		return "Score of each system on the first, second and third working day of the same tasks"
	case kindScenarios:
		return "Pass rate of each system on each of " + plural(len(d.Days), "day")
	}
	return "The tasks of " + b.Name + " are not ordered in days"
}

func (d *daysData) chartTitle(b results.Benchmark) string {
	return b.Name + ": " + strings.ToLower(d.measure()) + " by " + d.word(b)
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

func (d *daysData) xLabel(b results.Benchmark) string { return d.word(b) }

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
		return "The pass rate is over rounds with a verdict. A phase holds other rounds than the one before it, so a line that falls may have met harder rounds. Compare the lines with each other, and the rounds around an update below."
	case kindStages:
		return "Over the tasks with exactly three stages, as the paper's Figure 4. The paper does not say to which day it counts the checks after the last day; here they stand apart. What was not published is a gap."
	case kindScenarios:
		return "The pass rate is over rounds with a verdict. Each day has its own rounds, so a line that falls may have met harder ones. Compare the lines with each other."
	}
	return ""
}
