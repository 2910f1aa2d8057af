package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuantile holds the selection against sorting, to the last digit, with
// ties, in every order and for every length up to some draws.
func TestQuantile(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 400; n++ {
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
		for _, p := range []float64{0, .025, .5, .95, .975, 1} {
			at := p * float64(n-1)
			below := int(at)
			want := sorted[min(below, n-1)]
			if below+1 < n {
				want += float64((at - float64(below)) * (sorted[below+1] - want))
			}
			if got := quantile(values, p); got != want {
				t.Fatalf("quantile %v of %d values is %v, want %v", p, n, got, want)
			}
		}
		if slices.Sort(values); !slices.Equal(values, sorted) {
			t.Fatalf("%d values are no longer the same", n)
		}
	}
}
