package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// vectors hold of each scenario what paperCRS is a function of.
func vectors(scenarios []outcome) [][]float64 {
	var list [][]float64
	for _, o := range scenarios {
		list = append(list, []float64{o.passed, o.rounds, o.sc, o.fd, 1, o.crs()})
	}
	return list
}

// crsOfSum computes the paper's CRS, and the mean of those of the scenarios.
func crsOfSum(sum, out []float64) {
	out[0] = (sum[0]/sum[1] + (sum[2]/sum[4])*(sum[3]/sum[4])) / 2
	out[1] = sum[5] / sum[4]
}

// swapTest is the test without its intervals.
func swapTest(a, b [][]float64, n int, eval func(sum, out []float64), seed uint64, draws int) (p []float64, exact bool) {
	p, _, exact = SwapInterval(a, b, n, eval, seed, draws, 0)
	return p, exact
}

func swapCRS(a, b []outcome, draws int) (p []float64, exact bool) {
	return swapTest(vectors(a), vectors(b), 2, crsOfSum, Seed, draws)
}

func TestSwapTestOfAMeanIsSignFlip(t *testing.T) {
	a, b := releasedRuns(t)
	for g := 0; g <= len(a); g++ {
		want, _ := SignFlip(differences(a[:g], b[:g], outcome.crs), Seed, 0)
		got, exact := swapCRS(a[:g], b[:g], 0)
		if got[1] != want || !exact {
			t.Errorf("%d scenarios: swap %v (exact %v), flip %v", g, got[1], exact, want)
		}
	}
}

// A statistic that is undefined for the runs as they stand has no answer; where it is
// after an exchange, that counts as extreme. Each scenario has its place in the vectors.
func TestSwapTestUndefined(t *testing.T) {
	swap := func(a, b [2]float64, undefined func(sum []float64) bool) float64 {
		p, _ := swapTest([][]float64{{a[0], 0}, {0, a[1]}}, [][]float64{{b[0], 0}, {0, b[1]}}, 1, func(sum, out []float64) {
			if out[0] = sum[0] + sum[1]; undefined(sum) {
				out[0] = math.NaN()
			}
		}, Seed, 0)
		return p[0]
	}
	if p := swap([2]float64{1, 5}, [2]float64{2, 0}, func(x []float64) bool { return x[0] == 1 }); !math.IsNaN(p) {
		t.Errorf("undefined runs: p = %v", p)
	}
	// Exchanges of the first scenario: 6-2 = 4 as observed, then undefined.
	if p := swap([2]float64{1, 5}, [2]float64{2, 0}, func(x []float64) bool { return x[0] == 2 && x[1] == 5 }); p != 1 {
		t.Errorf("undefined exchange: p = %v, want 1", p)
	}
	// Without it the other exchange, 7-1 = 6, is more extreme; the reverse is not.
	must.Equal(t, 0.5, swap([2]float64{2, 5}, [2]float64{1, 0}, func([]float64) bool { return false }), "p")
}

func TestSwapTestBeyondTheExactLimit(t *testing.T) {
	a, b := manyScenarios(ExactClusters+1, 1), manyScenarios(ExactClusters+1, 2)
	p, exact := swapCRS(a, b, Draws)
	if exact {
		t.Error("21 scenarios are exact")
	}
	if again, _ := swapCRS(a, b, Draws); !slices.Equal(again, p) {
		t.Errorf("same seed: %v, then %v", p, again)
	}
	all, exact := swapCRS(a[1:], b[1:], 0)
	if !exact {
		t.Error("20 scenarios are not exact")
	}
	some := newSwaps(vectors(a[1:]), vectors(b[1:]), 2, crsOfSum)
	some.limit[0] = math.Abs(paperCRS(a[1:])-paperCRS(b[1:])) - 1e-12
	some.random(Seed, 100_000)
	near(t, "random exchanges against all", float64(some.extreme[0])/100_000, all[0], 0.006)
	if same, _ := swapCRS(a, a, 99); same[0] != 1 {
		t.Errorf("identical runs: p = %v", same)
	}
}

// TestSwapTestOfManyScenarios: as for SignFlip, on both sides of the borders of the
// tables and their words, where an exchange of none or all is as extreme as the runs.
func TestSwapTestOfManyScenarios(t *testing.T) {
	mean := func(sum, out []float64) { out[0] = sum[0] }
	runs := func(n, behind int) (a, b [][]float64) {
		for i := range n {
			x := []float64{1}
			if i < behind {
				x[0] = 0
			}
			a, b = append(a, x), append(b, []float64{1 - x[0]})
		}
		return a, b
	}
	for _, n := range []int{63, 64, 65, 70, 128, 134} {
		a, b := runs(n, 0)
		if p, exact := swapTest(a, b, 1, mean, Seed, 999); exact || p[0] != 0.001 {
			t.Errorf("%d scenarios: p = %v (exact %v), want 1/1000", n, p, exact)
		}
	}
	a, b := runs(134, 57)
	p, _ := swapTest(a, b, 1, mean, Seed, Draws)
	near(t, "77 against 57", p[0], McNemarExact(TwoByTwo{OnlyA: 77, OnlyB: 57}), 0.01)
}

// TestSwapTestByHand counts the exchanges one by one, with and without ties.
func TestSwapTestByHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, n := range []int{1, 2, 7, 8, 9, 12} {
		for _, steps := range []int{1, 2, 27} { // few steps make many ties
			a, b := make([]outcome, n), make([]outcome, n)
			for i := range n {
				one := func() outcome {
					return outcome{float64(rng.IntN(steps + 1)), float64(1 + rng.IntN(3)), float64(rng.IntN(steps+1)) / 27,
						float64(rng.IntN(steps+1)) / 26}
				}
				a[i], b[i] = one(), one()
			}
			observed, extreme := math.Abs(paperCRS(a)-paperCRS(b)), 0
			for mask := range 1 << n {
				x, y := slices.Clone(a), slices.Clone(b)
				for i := range n {
					if mask>>i&1 == 1 {
						x[i], y[i] = y[i], x[i]
					}
				}
				if math.Abs(paperCRS(x)-paperCRS(y)) >= observed-1e-12 {
					extreme++
				}
			}
			got, exact := swapCRS(a, b, 500)
			if want := float64(extreme) / float64(int(1)<<n); !exact || got[0] != want {
				t.Errorf("%d scenarios, %d steps: p = %v (exact %v), want %v", n, steps, got[0], exact, want)
			}
		}
	}
}

func manyScenarios(n int, seed uint64) []outcome {
	source := rand.New(rand.NewPCG(seed, 0))
	scenarios := make([]outcome, n)
	for g := range scenarios {
		scenarios[g] = outcome{float64(source.IntN(31)), 30, source.Float64(), source.Float64()}
	}
	return scenarios
}
