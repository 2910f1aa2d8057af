package compare

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// By hand: sweeps .5 and .6 against .4 and .5. The variance of each is .005; a new sweep adds
// .0075/9 to each mean, so t = -.1/√(.015/9) = -2.4495 with two degrees of freedom, whose
// distribution is 1/2 + t/(2√(2+t²)) = .0670.
func TestOrderOf(t *testing.T) {
	if o := OrderOf([]float64{.5, .6}, []float64{.4, .5}); !resultstest.Near(*o.Changed, .0670, 1e-4) {
		t.Errorf("changed %v", *o.Changed)
	}
	for _, b := range [][]float64{{.4}, {.6, .5}} {
		if o := OrderOf([]float64{.5, .6}, b); o.Changed != nil {
			t.Errorf("one sweep or equal means: %+v, want no probability", o)
		}
	}
	if o := OrderOf([]float64{.5, .5}, []float64{.4, .4}); *o.Changed != 0 {
		t.Errorf("sweeps that are all the same: %v, want 0", *o.Changed)
	}
}
