package stats

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// By hand: x = 1,1,0 | 0,0 | 1 has mean 1/2 and cluster residual sums 1/2, -1,
// 1/2, so SE = sqrt(3/2 · 3/2) / 6 = 1/4.
func TestClusteredSE(t *testing.T) {
	se, df := ClusteredSE([]float64{1, 1, 0, 0, 0, 1}, []int{7, 7, 7, -2, -2, 0})
	near(t, "SE", se, 0.25, 1e-15)
	must.Equal(t, 2, df, "df")
}

func TestClusteredSEWithoutAnswer(t *testing.T) {
	// 49·(1/49) is not 1 in floats: the residual of a single cluster is rounding.
	oneOf49 := append(make([]float64, 48), 1)
	for name, x := range map[string][]float64{"no task": nil, "one cluster": oneOf49} {
		if se, df := ClusteredSE(x, make([]int, len(x))); !math.IsNaN(se) || df != 0 {
			t.Errorf("%s: SE %v, df %d", name, se, df)
		}
	}
	if se, df := ClusteredSE([]float64{1, 1, 1}, []int{1, 2, 3}); se != 0 || df != 2 {
		t.Errorf("all passed: SE %v, df %d", se, df)
	}
}
