package days

import (
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

type panels struct {
	Title string
	List  []panel
}

// panel is one chart. It has a name only if it shows one of several systems.
type panel struct {
	Name  string
	Chart chart.Lines
}

// Minimum and maximum number of systems for separate panels, one per system.
const (
	multiplesFrom = 3
	multiplesMost = 8
)

// panels returns the charts for each kind of task. Up to two systems share a panel, three to eight
// get one panel each, and more are lines of one chart without intervals.
func (p *Page) panels() []panels {
	var list []panels
	for _, kind := range p.TaskKinds {
		var lines []DaySeries
		runs := 0
		for _, sr := range p.Series {
			if sr.Kind == kind && slices.ContainsFunc(sr.Points, func(pt DayPoint) bool { return pt.Value != nil }) {
				lines = append(lines, sr)
				if sr.Run != nil {
					runs++
				}
			}
		}
		if len(lines) == 0 {
			continue
		}
		of := panels{Title: p.title(kind)}
		if runs < multiplesFrom || runs > multiplesMost || runs < len(lines) {
			of.List = []panel{p.panel(kind, "", lines, runs)}
		} else {
			for _, sr := range lines {
				of.List = append(of.List, p.panel(kind, p.name(sr.Name), []DaySeries{sr}, runs))
			}
		}
		list = append(list, of)
	}
	return list
}

func (p *Page) title(kind string) string {
	measure := "passed %"
	if p.Kind == days.WorkDays {
		measure = "score %"
	}
	if len(p.TaskKinds) > 1 {
		return words.Capital(words.KindWord(kind)) + ", " + words.Many(p.Of.Words.Task) + " " + measure
	}
	return words.Capital(words.Many(p.Of.Words.Task)) + ", " + measure
}

func (p *Page) panel(kind, name string, lines []DaySeries, runs int) panel {
	lo, hi := p.scale()
	title := p.Of.Name + ": " + p.title(kind)
	if name != "" {
		title += ", " + name
	}
	c := chart.Lines{Title: title, Desc: "The table below has the same numbers.", Ends: true, Panel: len(lines) <= ChosenMost,
		Y: chart.Axis{Unit: chart.Percent, Min: lo, Max: hi}}
	for i := range p.Days.Days {
		day := &p.Days.Days[i]
		c.X, c.N = append(c.X, p.dayName(day)), append(c.N, fmt.Sprintf("n %d", day.Kinds[kind]))
		if text := changed(day); text != "" {
			c.Updates = append(c.Updates, chart.Vertical{At: i, Label: text})
		}
		if day.Apart {
			c.Apart++
		}
	}
	for _, sr := range lines {
		line := chart.Series{Name: p.name(sr.Name), Hollow: sr.Run == nil}
		if sr.Run == nil && runs > 0 {
			line.Name += ", reported"
		}
		for _, pt := range sr.Points {
			line.Values = append(line.Values, pt.Value)
			if sr.Run != nil && len(lines) <= ChosenMost {
				line.Ranges = append(line.Ranges, pt.CI)
			}
		}
		c.Series = append(c.Series, line)
	}
	return panel{Name: name, Chart: c}
}

// dayName returns the short name of a day for the axis.
func (p *Page) dayName(day *days.Head) string {
	switch {
	case p.Kind != days.Phases:
		return day.Label
	case day.ID == "0":
		return "start"
	}
	return "after " + day.ID
}

// changed returns a label with the number of changes before a day: the number of changed scenarios,
// or of announced and silent changes.
func changed(day *days.Head) string {
	switch {
	case day.Changed > 0:
		return fmt.Sprint(day.Changed)
	case day.Announced > 0 && day.Silent > 0:
		return fmt.Sprintf("%d+%d", day.Announced, day.Silent)
	case day.Announced+day.Silent > 0:
		return fmt.Sprint(day.Announced + day.Silent)
	}
	return ""
}

// scale returns the common y range of all panels. It ends at 1 and begins at a multiple of 0.1.
func (p *Page) scale() (lo, hi *float64) {
	low, high := 1.0, 1.0
	for _, sr := range p.Series {
		for _, pt := range sr.Points {
			if pt.Value != nil {
				low = min(low, *pt.Value)
			}
			if pt.CI != nil && len(p.Systems) <= multiplesMost {
				low = min(low, pt.CI[0])
			}
		}
	}
	low = math.Floor(low*10+1e-9) / 10
	return &low, &high
}

// key returns the legend texts of the chart.
func (p *Page) key(list []panels) (texts []string) {
	if len(list) > 0 && slices.ContainsFunc(list[0].List[0].Chart.Series, func(s chart.Series) bool { return len(s.Ranges) > 0 }) {
		texts = append(texts, map[bool]string{true: "band: 95 % CI", false: "bars: 95 % CI"}[len(list[0].List[0].Chart.Series) == 1])
	}
	if p.Kind == days.Phases {
		texts = append(texts, "n: "+words.Many(p.Of.Words.Task)+" per system",
			fmt.Sprintf("▼ %s changed, of %d", words.Many(p.Of.Words.Scenario), len(p.Scenarios)))
	}
	if p.Kind == days.WorkDays {
		texts = append(texts, "▼ announced + silent changes before the day")
	}
	if p.shared != "" {
		texts = append(texts, "all on "+p.shared)
	}
	return texts
}

// named returns the lines of the first panel if it shows exactly two systems, which the legend then
// names. Otherwise it returns nil.
func named(list []panels) []chart.Series {
	if len(list) == 0 || len(list[0].List[0].Chart.Series) != ChosenMost {
		return nil
	}
	return list[0].List[0].Chart.Series
}

func (p *Page) word() string {
	if p.Kind == days.ScenarioDays {
		return p.Of.Words.Scenario
	}
	if p.Of.Words.Day != "" {
		return p.Of.Words.Day
	}
	return "day"
}
