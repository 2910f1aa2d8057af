package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestAdjustmentsByHand(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		name    string
		p, holm []float64
	}{
		{"four", []float64{.01, .04, .03, .005}, []float64{.03, .06, .06, .02}},
		{"released runs by kind", []float64{.03153949735, .38331}, []float64{.0630789947, .38331}},
		{"absent do not count", []float64{nan, .02, nan, .04}, []float64{nan, .04, nan, .04}},
		{"capped", []float64{.9, .8}, []float64{1, 1}},
		{"ties", []float64{.02, .02, .02}, []float64{.06, .06, .06}},
		{"one", []float64{.3}, []float64{.3}},
		{"only absent", []float64{nan}, []float64{nan}},
		{"none", nil, []float64{}},
	} {
		close := cmp.Options{cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateNaNs()}
		if diff := cmp.Diff(test.holm, Holm(test.p), close); diff != "" {
			t.Errorf("%s: Holm (-want +got):\n%s", test.name, diff)
		}
	}
}
