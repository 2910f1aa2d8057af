package days

import "github.com/clawatlas/clawatlas/results/stats"

// Estimator names how the interval of a point was made.
type Estimator string

// The estimators. Wilson stands in where there is one scenario, or none that
// differs from the others: then scenarios show no spread. It takes the rounds of a scenario for independent.
const (
	EstimatorScenarios Estimator = "scenario jackknife"
	EstimatorWilson    Estimator = "wilson"
)

// Point is what a line shows on one day.
type Point struct {
	Value     *float64 // mean score, 0..1; nil without a verdict
	Passed    int      // verdicts with full marks
	N         int      // verdicts
	Scenarios int      // that have a verdict on the day
	CI        *[2]float64
	Estimator Estimator // of CI; empty without one
}

// cell sums the verdicts of one scenario on one day.
type cell struct {
	sum       float64
	n, passed int
}

func (c *cell) add(score float64) {
	c.sum += score
	c.n++
	if score >= 1 {
		c.passed++
	}
}

// table holds a cell for each scenario and day, scenarios in the order in which
// they first occur.
type table struct {
	scenarios []string
	cells     [][]cell // [scenario][day]
	fractions bool     // some score is neither 0 nor 1
}

func tabulate(verdicts []Verdict, days int) *table {
	t := &table{}
	at := map[string]int{}
	for _, v := range verdicts {
		if v.Day < 0 || v.Day >= days {
			continue
		}
		i, known := at[v.Scenario]
		if !known {
			i = len(t.scenarios)
			at[v.Scenario] = i
			t.scenarios = append(t.scenarios, v.Scenario)
			t.cells = append(t.cells, make([]cell, days))
		}
		t.cells[i][v.Day].add(v.Score)
		t.fractions = t.fractions || v.Score != 0 && v.Score != 1
	}
	return t
}

// Points gives the mean of each day over its verdicts, with the interval over the
// scenarios which have that day.
func Points(verdicts []Verdict, days int) []Point {
	t := tabulate(verdicts, days)
	list := make([]Point, days)
	for day := range list {
		list[day] = t.point(day)
	}
	return list
}

func (t *table) point(day int) Point {
	var p Point
	var cells []cell
	sum := 0.0
	for i := range t.scenarios {
		c := t.cells[i][day]
		if c.n == 0 {
			continue
		}
		cells = append(cells, c)
		sum += c.sum
		p.N += c.n
		p.Passed += c.passed
	}
	if p.N == 0 {
		return p
	}
	p.Scenarios = len(cells)
	value := sum / float64(p.N)
	p.Value = &value
	se, df := stats.Jackknife(stats.LeaveOneOut(len(cells), meanOf(cells)))
	if ci, ok := stats.ShareInterval(value, se, float64(df), stats.Level); ok && se > 1e-9 {
		p.CI, p.Estimator = &[2]float64{ci.Lo, ci.Hi}, EstimatorScenarios
	} else if !t.fractions {
		w := stats.Wilson(p.Passed, p.N, stats.Level)
		p.CI, p.Estimator = &[2]float64{w.Lo, w.Hi}, EstimatorWilson
	}
	return p
}

// meanOf is the mean over the verdicts of the sampled scenarios.
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
