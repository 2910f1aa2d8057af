package stats

import (
	"math"
	"testing"
)

// Of 17 pairs |r| from 0.4806 on differs from 0, and Fisher's interval of the least one
// begins at 0: artanh(r) is z = 1.959963984540054 of its standard errors.
func TestLeastCorrelation(t *testing.T) {
	near(t, "n 17", LeastCorrelation(17, Level), 0.4806, 1e-4)
	for n := 4; n < 40; n++ {
		near(t, "z of the least correlation", math.Atanh(LeastCorrelation(n, Level))*math.Sqrt(float64(n-3)), 1.959963984540054, 1e-9)
	}
	if LeastCorrelation(3, Level) != 0 {
		t.Error("three pairs tell something")
	}
}

func TestFisherExact(t *testing.T) {
	for _, test := range []struct {
		a, n, k, N int
		want       float64
	}{
		{3, 4, 4, 8, 17.0 / 70}, // the lady tasting tea: 3 of 4 cups
		{4, 4, 4, 8, 1.0 / 70},
		{0, 4, 4, 8, 1},
		{9, 9, 30, 208, 8.4910e-09},
	} {
		if got := FisherExact(test.a, test.n, test.k, test.N); math.Abs(got-test.want) > 1e-3*test.want {
			t.Errorf("%d of %d, %d of %d: %v, want %v", test.a, test.n, test.k, test.N, got, test.want)
		}
	}
}
