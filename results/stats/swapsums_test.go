package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// SwapSums gives the p of SwapTest, exact and drawn, with ties and without data.
func TestSwapSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	// A composite of a ratio and of a product of means.
	stat := func(sum []float64) float64 { return sum[0]/sum[1] + sum[2]*sum[3]/(sum[4]*sum[4]) }
	whole := func(units [][]float64) float64 {
		sum := make([]float64, 5)
		for _, u := range units {
			for i, x := range u {
				sum[i] += x
			}
		}
		return stat(sum)
	}
	for _, n := range []int{0, 1, 2, 7, 8, 9, 12, 16, 17, 21, 63, 64, 65, 70, 130} {
		for _, steps := range []int{1, 2, 27} { // few steps make many ties
			a, b := make([][]float64, n), make([][]float64, n)
			for i := range n {
				one := func() []float64 {
					return []float64{float64(rng.IntN(steps + 1)), float64(rng.IntN(3)), float64(rng.IntN(steps+1)) / 27, float64(rng.IntN(steps+1)) / 26, 1}
				}
				a[i], b[i] = one(), one()
			}
			want, wantExact := SwapTest(a, b, whole, Seed, 500)
			got, exact := SwapSums(a, b, stat, Seed, 500)
			if exact != wantExact || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%d scenarios, %d steps: p = %v %v, want %v %v", n, steps, got, exact, want, wantExact)
			}
		}
	}
}
