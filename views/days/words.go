package days

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
)

// trajectory writes a line out in words: where it starts and ends and whether a
// drop between two neighbouring days can be shown. Days without a value are
// named and never bridged; what stands apart from the days is said apart.
func (d *Days) trajectory(sr *DaySeries) string {
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
	return fmt.Sprintf("From %s, %s, to %s, %s%s.", pointWords(&sr.Points[first]), d.Days[first].Label, pointWords(&sr.Points[last]),
		d.Days[last].Label, others(&sr.Points[first], &sr.Points[last])) + " " + d.DropWords(sr) + gap + apart
}

// others says that two days are not of the same scenarios.
func others(a, b *DayPoint) string {
	if a.Scenarios == nil || b.Scenarios == nil || *a.Scenarios == *b.Scenarios {
		return ""
	}
	return fmt.Sprintf(" (the one over %s, the other over %d)", words.Counted(*a.Scenarios, "scenario"), *b.Scenarios)
}

// pointWords is a value with its denominator.
func pointWords(p *DayPoint) string {
	switch {
	case p.Passed != nil:
		return fmt.Sprintf("%s (%d of %d)", pct(p.Value), *p.Passed, *p.Of)
	case p.Of != nil:
		return fmt.Sprintf("%s (n %d)", pct(p.Value), *p.Of)
	}
	return pct(p.Value)
}

func pct(v *float64) string { return words.Pct(v) + " %" }

// DropWords names the largest drop with the interval that allows for its having
// been picked, or says why there is none.
func (d *Days) DropWords(sr *DaySeries) string {
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
	case d.Kind == days.ScenarioDays:
		return "Each day has its own scenario, so no drop is claimed."
	}
	return fmt.Sprintf("No two neighbouring days share %d scenarios that differ, so there is no interval and no drop is claimed.",
		days.LeastScenarios)
}

func (d *Days) pickedWords(drop *days.Drop) string {
	pick := "the only step with an interval"
	if drop.Steps > 1 {
		pick = fmt.Sprintf("widened because it was picked as the largest of %d steps", drop.Steps)
	}
	over := fmt.Sprintf("the %d scenarios that have both, each counting once", drop.Scenarios)
	if d.Kind == days.WorkDays {
		over = fmt.Sprintf("the %d tasks of %d scenarios with checks on both", drop.NAfter, drop.Scenarios)
	}
	interval := fmt.Sprintf("95 %% interval %s to %s over %s, %s; exact p %s, %s after Holm for the %s of all lines",
		words.Points(&drop.CI[0]),
		words.Points(&drop.CI[1]), over, pick, words.PValue(drop.P), words.PValue(drop.PHolm), words.Counted(drop.Tests, "step"))
	steps := fmt.Sprintf("%s points, from %s (%s) to %s (%s)", words.Points(drop.Diff), d.DayLabel(drop.From), pct(drop.Before),
		d.DayLabel(drop.To), pct(drop.After))
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

// DayLabel names a day.
func (d *Days) DayLabel(id string) string {
	for _, day := range d.Days {
		if day.ID == id {
			return day.Label
		}
	}
	return id
}
