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
