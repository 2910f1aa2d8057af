package days

// LeastOfScenario is from how many tasks on a day the mean of one scenario is
// drawn: of fewer it is little more than one of them.
const LeastOfScenario = 3

// ScenarioLine is the mean score of one scenario over the days; nil on a day with
// fewer than LeastOfScenario verdicts.
type ScenarioLine struct {
	Scenario string
	Values   []*float64
}

// ScenarioLines are the lines of the scenarios, in the order of their first
// verdict, over n days. A scenario without two such days in a row has none.
func ScenarioLines(list []Verdict, n int) []ScenarioLine {
	t := tabulate(list, n)
	var drawn []ScenarioLine
	for i, scenario := range t.scenarios {
		line := ScenarioLine{Scenario: scenario, Values: make([]*float64, n)}
		row := 0 // of days in a row
		long := false
		for day, c := range t.cells[i] {
			if c.n < LeastOfScenario {
				row = 0
				continue
			}
			mean := c.sum / float64(c.n)
			line.Values[day] = &mean
			row++
			long = long || row > 1
		}
		if long {
			drawn = append(drawn, line)
		}
	}
	return drawn
}
