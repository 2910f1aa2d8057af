package resultstest_test

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

func TestNear(t *testing.T) {
	for _, c := range []struct {
		got, want float64
		near      bool
	}{{1, 1, true}, {1, 1.05, true}, {1, 1.2, false}, {math.NaN(), 1, false}, {1, math.NaN(), false}, {math.NaN(), math.NaN(), false}, {math.Inf(1), 1, false}} {
		if got := resultstest.Near(c.got, c.want, 0.1); got != c.near {
			t.Errorf("Near(%v, %v) = %v", c.got, c.want, got)
		}
	}
}
