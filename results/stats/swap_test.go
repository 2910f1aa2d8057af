package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func meanCRS(scenarios []outcome) float64 {
	var sum float64
	for _, o := range scenarios {
		sum += o.crs()
	}
	return sum / float64(len(scenarios))
}

func TestSwapTestOfAMeanIsSignFlip(t *testing.T) {
	a, b := releasedRuns(t)
	for g := 0; g <= len(a); g++ {
		want, _ := SignFlip(differences(a[:g], b[:g], outcome.crs), Seed, 0)
		got, exact := SwapTest(a[:g], b[:g], meanCRS, Seed, 0)
		if got != want || !exact {
			t.Errorf("%d scenarios: swap %v (exact %v), flip %v", g, got, exact, want)
		}
	}
}

func TestSwapTestProperties(t *testing.T) {
	a, b := releasedRuns(t)
	keepA, keepB := slices.Clone(a), slices.Clone(b)
	p, _ := SwapTest(a, b, paperCRS, Seed, 0)
	if turned, _ := SwapTest(b, a, paperCRS, Seed, 0); turned != p {
		t.Errorf("A against B %v, B against A %v", p, turned)
	}
	if same, _ := SwapTest(a, a, paperCRS, Seed, 0); same != 1 {
		t.Errorf("identical runs: p = %v", same)
	}
	if !slices.Equal(a, keepA) || !slices.Equal(b, keepB) {
		t.Error("the runs were changed")
	}
}

// With the mean of 1/x the first run is undefined where x = 0: as it stands that
// is no answer, after an exchange it counts as extreme.
func TestSwapTestUndefined(t *testing.T) {
	undefinedIf := func(first float64) func([]float64) float64 {
		return func(x []float64) float64 {
			if x[0] == first {
				return math.NaN()
			}
			return sumOf(x)
		}
	}
	if p, _ := SwapTest([]float64{1, 5}, []float64{2, 0}, undefinedIf(1), Seed, 0); !math.IsNaN(p) {
		t.Errorf("undefined runs: p = %v", p)
	}
	pairUndefined := func(x []float64) float64 {
		if x[0] == 2 && x[1] == 5 {
			return math.NaN()
		}
		return sumOf(x)
	}
	// Exchanges of the first scenario: 6-2 = 4 as observed, then undefined.
	if p, _ := SwapTest([]float64{1, 5}, []float64{2, 0}, pairUndefined, Seed, 0); p != 1 {
		t.Errorf("undefined exchange: p = %v, want 1", p)
	}
	// Without it the other exchange, 7-1 = 6, is more extreme; the reverse is not.
	if p, _ := SwapTest([]float64{2, 5}, []float64{1, 0}, sumOf, Seed, 0); p != 0.5 {
		t.Errorf("p = %v, want 0.5", p)
	}
}

func TestSwapTestBeyondTheExactLimit(t *testing.T) {
	a, b := manyScenarios(ExactClusters+1, 1), manyScenarios(ExactClusters+1, 2)
	p, exact := SwapTest(a, b, paperCRS, Seed, Draws)
	if exact {
		t.Error("21 scenarios are exact")
	}
	if again, _ := SwapTest(a, b, paperCRS, Seed, Draws); again != p {
		t.Errorf("same seed: %v, then %v", p, again)
	}
	all, exact := SwapTest(a[1:], b[1:], paperCRS, Seed, Draws)
	if !exact {
		t.Error("20 scenarios are not exact")
	}
	limit := math.Abs(paperCRS(a[1:])-paperCRS(b[1:])) - 1e-12
	some := randomSwaps(slices.Clone(a[1:]), slices.Clone(b[1:]), paperCRS, limit, Seed, 100_000)
	near(t, "random exchanges against all", some, all, 0.006)
	if same, _ := SwapTest(a, a, paperCRS, Seed, 99); same != 1 {
		t.Errorf("identical runs: p = %v", same)
	}
}

// As for SignFlip, but with a statistic that the test knows nothing about.
func TestSwapTestOfManyScenarios(t *testing.T) {
	a, b := make([]float64, 134), make([]float64, 134)
	for i := range a {
		a[i] = 1
	}
	if p, exact := SwapTest(a, b, sumOf, Seed, 999); exact || p != 0.001 {
		t.Errorf("p = %v (exact %v), want 1/1000", p, exact)
	}
	for i := range 57 {
		a[i], b[i] = 0, 1
	}
	p, _ := SwapTest(a, b, sumOf, Seed, Draws)
	near(t, "77 against 57", p, McNemarExact(TwoByTwo{OnlyA: 77, OnlyB: 57}), 0.01)
}

func manyScenarios(n int, seed uint64) []outcome {
	source := rand.New(rand.NewPCG(seed, 0))
	scenarios := make([]outcome, n)
	for g := range scenarios {
		scenarios[g] = outcome{float64(source.IntN(31)), 30, source.Float64(), source.Float64()}
	}
	return scenarios
}

func BenchmarkSwapTest12(b *testing.B) { benchmarkSwap(b, 12) }
func BenchmarkSwapTest20(b *testing.B) { benchmarkSwap(b, 20) }

func benchmarkSwap(b *testing.B, scenarios int) {
	x, y := manyScenarios(scenarios, 1), manyScenarios(scenarios, 2)
	for b.Loop() {
		SwapTest(x, y, paperCRS, Seed, Draws)
	}
}
