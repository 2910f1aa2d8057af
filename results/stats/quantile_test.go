package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuantile holds the selection against sorting, to the last digit, with
// ties, in every order and for every length up to some draws.
func TestQuantile(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 2600; n += 1 + n/40 {
		values := make([]float64, n)
		for i := range values {
			switch n % 4 {
			case 0:
				values[i] = random.Float64()
			case 1:
				values[i] = float64(random.IntN(5)) / 7
			case 2:
				values[i] = float64(i)
			case 3:
				values[i] = float64(n - i)
			}
		}
		sorted := slices.Sorted(slices.Values(values))
		original := slices.Clone(values)
		ps := []float64{0, .025, .5, .95, .975, 1}
		got := quantiles(values, ps...)
		for i, p := range ps {
			at := p * float64(n-1)
			below := int(at)
			want := sorted[min(below, n-1)]
			if below+1 < n {
				want += float64((at - float64(below)) * (sorted[below+1] - want))
			}
			if alone := quantiles(values, p)[0]; got[i] != want || alone != want {
				t.Fatalf("quantile %v of %d values is %v and alone %v, want %v", p, n, got[i], alone, want)
			}
		}
		if !slices.Equal(values, original) {
			t.Fatalf("%d values are no longer the same", n)
		}
	}
	for _, values := range [][]float64{{1, 1}, {5e-324, 0, 5e-324}, {-math.MaxFloat64, math.MaxFloat64, 0}} {
		if got, want := quantiles(values, 1)[0], slices.Max(values); got != want {
			t.Errorf("largest of %v is %v, want %v", values, got, want)
		}
	}
}
