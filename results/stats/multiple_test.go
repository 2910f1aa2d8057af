package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results/must"
)

// infarction holds the fifteen p-values of Benjamini and Hochberg (1995), section
// 4: at .05 Bonferroni rejects the first three.
func infarction() []float64 {
	return []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
		0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}
}

func TestAdjustmentsOfInfarctionTrial(t *testing.T) {
	below := func(p []float64) (n int) {
		for _, v := range p {
			if v <= 0.05 {
				n++
			}
		}
		return n
	}
	must.Equal(t, 3, below(Holm(infarction())), "Holm rejects")
}

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

func FuzzAdjust(f *testing.F) {
	f.Add([]byte{3, 10, 255, 0})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		p := make([]float64, len(raw))
		for i, b := range raw {
			p[i] = float64(b) / 254 // 255 stands for a comparison that was not made
			if b == 255 {
				p[i] = math.NaN()
			}
		}
		kept := slices.Clone(p)
		holm := Holm(p)
		if diff := cmp.Diff(kept, p, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("p-values were changed:\n%s", diff)
		}
		for i := range p {
			if math.IsNaN(p[i]) != math.IsNaN(holm[i]) {
				t.Fatalf("%v: NaN moved: %v", p, holm)
			}
			if holm[i] < p[i]-1e-15 || holm[i] > 1 {
				t.Errorf("%v: want p <= Holm %v <= 1", p[i], holm[i])
			}
			for j := range p {
				if p[i] < p[j] && holm[i] > holm[j] {
					t.Errorf("order of %v and %v is lost", p[i], p[j])
				}
			}
		}
	})
}
