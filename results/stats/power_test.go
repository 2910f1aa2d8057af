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

// Miller (2024) finds that variance 1/9 and a difference of 3 points need 969
// questions. For the released runs the formula gives 1656.2.
func TestNeededN(t *testing.T) {
	for _, test := range []struct {
		name            string
		variance, delta float64
		want            int
		ok              bool
	}{
		{"Miller", 1.0 / 9, 0.03, 969, true},
		{"released runs", 64.0 / 337, 0.03, 1657, true},
		{"other sign", 64.0 / 337, -0.03, 1657, true},
		{"no variance", 0, 0.03, 1, true},
		{"no difference", 0.2, 0, 0, false},
		{"nothing at all", 0, 0, 0, false},
		{"negative variance", -1, 0.1, 0, false},
		{"unknown variance", math.NaN(), 0.1, 0, false},
		{"out of reach", 1, 1e-9, 0, false},
	} {
		n, ok := NeededN(test.variance, test.delta, 0.05, 0.8)
		if n != test.want || ok != test.ok {
			t.Errorf("%s: %d, %v, want %d, %v", test.name, n, ok, test.want, test.ok)
		}
	}
}
