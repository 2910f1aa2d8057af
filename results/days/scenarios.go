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
	var lines []ScenarioLine
	var sums [][]float64
	var counts [][]int
	at := map[string]int{}
	for _, v := range list {
		i, ok := at[v.Scenario]
		if !ok {
			i = len(lines)
			at[v.Scenario] = i
			lines = append(lines, ScenarioLine{Scenario: v.Scenario, Values: make([]*float64, n)})
			sums, counts = append(sums, make([]float64, n)), append(counts, make([]int, n))
		}
		sums[i][v.Day] += v.Score
		counts[i][v.Day]++
	}
	drawn := lines[:0]
	for i, line := range lines {
		row := 0 // of days in a row
		long := false
		for day := range n {
			if counts[i][day] < LeastOfScenario {
				row = 0
				continue
			}
			mean := sums[i][day] / float64(counts[i][day])
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
