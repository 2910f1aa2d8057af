package stats

import (
	"testing"
)

func TestMcNemar(t *testing.T) {
	for _, test := range []struct {
		name       string
		table      TwoByTwo
		exact, mid float64
	}{
		{"released runs", released(), 0.2604, 0.2145},
		{"released runs, exec checks", TwoByTwo{163, 29, 14, 36}, 0.0315, 0.0226},
		{"released runs, multiple choice", TwoByTwo{64, 8, 13, 10}, 0.3833, 0.2863},
		// Fagerland, Lydersen and Laake (2013): Bentur et al., P = 0.070 and 0.039.
		{"Bentur", TwoByTwo{1, 1, 7, 12}, 0.0703, 0.0391},
		// By hand: 2/2^5 and half of it.
		{"five to none", TwoByTwo{0, 5, 0, 0}, 0.0625, 0.03125},
		{"even", TwoByTwo{0, 3, 3, 0}, 1, 1},
		{"no disagreement", TwoByTwo{9, 0, 0, 1}, 1, 1},
		{"no task", TwoByTwo{}, 1, 1},
	} {
		near(t, test.name+" exact", McNemarExact(test.table), test.exact, 0.00005)
		near(t, test.name+" mid-p", McNemarMidP(test.table), test.mid, 0.00005)
	}
}

// 2^-m is below the smallest float from m = 1075 on; the p-value is not. Python:
// 2*sum(math.comb(3000, k) for k in range(1451)) / 2**3000 and less C(3000,1450)/2**3000
func TestMcNemarOfManyTasks(t *testing.T) {
	table := TwoByTwo{OnlyA: 1550, OnlyB: 1450}
	near(t, "exact", McNemarExact(table), 0.07066904481175774, 1e-10)
	near(t, "mid-p", McNemarMidP(table), 0.06791718465371623, 1e-10)
}
