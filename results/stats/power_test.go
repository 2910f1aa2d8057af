package stats

import (
	"math"
	"testing"
)

// z_.975 + z_.8 = 2.801585218 (Python, statistics.NormalDist().inv_cdf).
func TestMDE(t *testing.T) {
	near(t, "released runs", MDE(0.0237, 0.05, 0.8), 0.0663975696, 1e-9)
	near(t, "power one half", MDE(1, 0.05, 0.5), 1.959963985, 1e-9)
	if got := MDE(math.NaN(), 0.05, 0.8); !math.IsNaN(got) {
		t.Errorf("unknown error: %v", got)
	}
}
