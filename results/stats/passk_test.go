package stats

import (
	"testing"
)

func TestPassK(t *testing.T) {
	for _, test := range []struct {
		n, c, k int
		at, hat float64
		ok      bool
	}{
		{5, 2, 2, 0.7, 0.1, true},         // 1 - 3/10 and 1/10
		{10, 3, 5, 1 - 21.0/252, 0, true}, // 1 - C(7,5)/C(10,5)
		{8, 6, 4, 1, 15.0 / 70, true},     // fewer than 4 failures; C(6,4)/C(8,4)
		{3, 3, 3, 1, 1, true},             // all passed
		{3, 0, 1, 0, 0, true},             // none passed
		{200, 20, 1, 0.1, 0.1, true},      // k = 1 is the pass rate
		{2, 1, 3, 0, 0, false},            // two attempts cannot tell about three
		{0, 0, 1, 0, 0, false},            // no attempt
		{3, 1, 0, 0, 0, false},            // no question
		{3, 4, 1, 0, 0, false},            // more passes than attempts
		{3, -1, 1, 0, 0, false},
	} {
		at, okAt := PassAtK(test.n, test.c, test.k)
		hat, okHat := PassHatK(test.n, test.c, test.k)
		if okAt != test.ok || okHat != test.ok {
			t.Errorf("n=%d c=%d k=%d: ok %v and %v", test.n, test.c, test.k, okAt, okHat)
		}
		near(t, "pass@k", at, test.at, 1e-14)
		near(t, "pass^k", hat, test.hat, 1e-14)
	}
}
