package stats

import (
	"math"
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

// On outcomes of 0 and 1 the sign-flip test over tasks is the same test.
func TestMcNemarIsSignFlipOverTasks(t *testing.T) {
	for a := range 11 {
		for b := range 10 {
			table := TwoByTwo{Both: 2, OnlyA: a, OnlyB: b, Neither: 3}
			runA, runB := unroll(table)
			d := make([]float64, table.N())
			for i := range d {
				d[i] = scores(runA)[i] - scores(runB)[i]
			}
			p, exact := SignFlip(d, Seed, 0)
			if !exact {
				t.Fatalf("%v is not exact", table)
			}
			near(t, "sign-flip", p, McNemarExact(table), 1e-13)
		}
	}
}

func FuzzPaired(f *testing.F) {
	f.Add(uint16(227), uint16(37), uint16(27), uint16(46))
	f.Add(uint16(0), uint16(0), uint16(0), uint16(0))
	f.Add(uint16(0), uint16(65535), uint16(0), uint16(0))
	f.Fuzz(func(t *testing.T, both, onlyA, onlyB, neither uint16) {
		table := TwoByTwo{int(both), int(onlyA), int(onlyB), int(neither)}
		turned := TwoByTwo{int(both), int(onlyB), int(onlyA), int(neither)}
		exact, mid := McNemarExact(table), McNemarMidP(table)
		if !(exact >= 0 && exact <= 1 && mid >= 0 && mid <= exact) {
			t.Errorf("%v: exact %v, mid-p %v", table, exact, mid)
		}
		near(t, "symmetry", McNemarExact(turned), exact, 0)
		ci, mirror := Newcombe(table, Level), Newcombe(turned, Level)
		nearInterval(t, "mirror", ci, Interval{-mirror.Hi, -mirror.Lo}, 1e-12)
		if ci.Lo < -1 || ci.Hi > 1 || math.IsNaN(ci.Lo+ci.Hi) {
			t.Errorf("%v: interval %v", table, ci)
		}
		if diff, _ := table.PairedDiff(); table.N() > 0 && !ci.Contains(diff) {
			t.Errorf("%v: interval %v does not hold %v", table, ci, diff)
		}
	})
}
