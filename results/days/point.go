package days

import "github.com/clawatlas/clawatlas/results/stats"

// Point is the value of a plotted line on one day.
type Point struct {
	Value     *float64    // mean score from 0 to 1; nil without a verdict
	Passed    int         // number of scores with full marks
	N         int         // number of scores
	Scenarios int         // number of scenarios with a score on the day
	CI        *[2]float64 // 95 % confidence interval of the value; nil if it cannot be computed
}

// cell holds the sum of one scenario's scores on one day.
type cell struct {
	sum       float64
	n, passed int
}

// Points returns the mean score of each day with an interval over scenarios: Student's t on the log
// odds, with the jackknife standard error. If the day has only one scenario, or all scenarios have
// equal means, it uses Wilson's interval over rounds, which treats the rounds of a scenario as
// independent.
func Points(verdicts []Verdict, days int) []Point {
	cells := make([][]cell, days)
	at := make([]map[string]int, days)
	fractions := false
	for _, v := range verdicts {
		if v.Day >= days {
			continue
		}
		if at[v.Day] == nil {
			at[v.Day] = map[string]int{}
		}
		i, known := at[v.Day][v.Scenario]
		if !known {
			i = len(cells[v.Day])
			at[v.Day][v.Scenario], cells[v.Day] = i, append(cells[v.Day], cell{})
		}
		c := &cells[v.Day][i]
		c.sum += v.Score
		c.n++
		if v.Score >= 1 {
			c.passed++
		}
		fractions = fractions || v.Score != 0 && v.Score != 1
	}
	list := make([]Point, days)
	for day := range list {
		list[day] = pointOf(cells[day], fractions)
	}
	return list
}

func pointOf(cells []cell, fractions bool) Point {
	p := Point{Scenarios: len(cells)}
	if len(cells) == 0 {
		return p
	}
	sum := 0.0
	for _, c := range cells {
		sum += c.sum
		p.N += c.n
		p.Passed += c.passed
	}
	value := sum / float64(p.N)
	p.Value = &value
	se, df := stats.Jackknife(stats.LeaveOneOut(len(cells), meanOf(cells)))
	if ci, ok := stats.ShareInterval(value, se, float64(df), stats.Level); ok && se > 1e-9 {
		p.CI = &[2]float64{ci.Lo, ci.Hi}
	} else if !fractions {
		w := stats.Wilson(p.Passed, p.N, stats.Level)
		p.CI = &[2]float64{w.Lo, w.Hi}
	}
	return p
}

// meanOf returns a function that computes the mean score over the sampled scenarios.
func meanOf(cells []cell) func([]int32) float64 {
	return func(sample []int32) float64 {
		sum, n := 0.0, 0
		for _, i := range sample {
			sum += cells[i].sum
			n += cells[i].n
		}
		return sum / float64(n)
	}
}
