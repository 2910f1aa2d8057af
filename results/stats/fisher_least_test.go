package stats

import (
	"math"
	"testing"
)

// TestLeastCorrelation: of 17 pairs |r| from 0.4806 on is told from 0, and the
// interval of the least one begins at 0.
func TestLeastCorrelation(t *testing.T) {
	if r := LeastCorrelation(17, Level); !(math.Abs(r-0.4806) <= 1e-4) {
		t.Errorf("n 17: %v, want 0.4806", r)
	}
	for n := 4; n < 40; n++ {
		if ci, ok := Fisher(LeastCorrelation(n, Level), n, Level); !ok || !(math.Abs(ci.Lo) <= 1e-12) {
			t.Errorf("n %d: interval %v (%v), want one that begins at 0", n, ci, ok)
		}
	}
	if LeastCorrelation(3, Level) != 0 {
		t.Error("three pairs tell something")
	}
}
