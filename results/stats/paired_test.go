package stats

import (
	"math"
	"testing"
)

// released is the table of GPT-5.5 against Gemma on the 337 rounds of ClawArena.
func released() TwoByTwo { return TwoByTwo{Both: 227, OnlyA: 37, OnlyB: 27, Neither: 46} }

func TestPairedDiffOfReleasedRuns(t *testing.T) {
	diff, se := released().PairedDiff()
	near(t, "diff", diff, 0.0297, 0.00005)
	near(t, "SE", se, 0.0237, 0.00005)
}

// sd of the sleep differences is 1.2300 with divisor 9, hence 1.16685 with 10.
func TestPairedDiffOfScores(t *testing.T) {
	diff, se := PairedDiff(sleepDifferences(), make([]float64, 10))
	near(t, "diff", diff, 1.58, 1e-15)
	near(t, "SE", se, 0.38896*math.Sqrt(0.9), 0.000005)
}

func TestPairedDiffWithoutTasks(t *testing.T) {
	diff, se := PairedDiff(nil, nil)
	closedDiff, closedSE := TwoByTwo{}.PairedDiff()
	for _, v := range []float64{diff, se, closedDiff, closedSE} {
		if !math.IsNaN(v) {
			t.Errorf("no tasks gave %v", v)
		}
	}
}

// Pearson's r of (1,2,3,4) and (1,3,2,4) is 0.8 by hand: 4/5.
func TestCorrelation(t *testing.T) {
	r, ok := Correlation([]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4})
	if !ok {
		t.Fatal("not ok")
	}
	near(t, "r", r, 0.8, 1e-15)
	for name, pair := range map[string][2][]float64{
		"all passed": {{1, 1, 1}, {1, 0, 1}},
		"constant":   {{0, 1, 0}, {0.1, 0.1, 0.1}},
		"one task":   {{1}, {0}},
		"no task":    {nil, nil},
	} {
		if r, ok := Correlation(pair[0], pair[1]); ok {
			t.Errorf("%s: correlation %v", name, r)
		}
	}
}

func TestNewcombe(t *testing.T) {
	for _, test := range []struct {
		name  string
		table TwoByTwo
		want  Interval
	}{
		// Cavo et al. (2012) in Fagerland, Lydersen and Laake, Statistical
		// Analysis of Contingency Tables (2017), chapter 8.
		{"Cavo", TwoByTwo{59, 6, 16, 80}, Interval{-0.1186, -0.0046}},
		// The remaining values come from the formula in Python's floats, written
		// apart from this package.
		{"Bentur", TwoByTwo{1, 1, 7, 12}, Interval{-0.5069, -0.0256}},
		{"Altman", TwoByTwo{14, 5, 0, 22}, Interval{0.0115, 0.2265}},
		{"released runs", released(), Interval{-0.0172, 0.0766}},
		{"only B", TwoByTwo{0, 0, 5, 0}, Interval{-1, -0.3855}},
		{"all passed", TwoByTwo{5, 0, 0, 0}, Interval{-0.4345, 0.4345}},
		{"no task", TwoByTwo{}, Interval{-1, 1}},
	} {
		nearInterval(t, test.name, Newcombe(test.table, Level), test.want, 0.00005)
	}
}
