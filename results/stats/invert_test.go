package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// An interval excludes 0 if and only if the test that it belongs to rejects.
func TestIntervalsAgreeWithTheirTests(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	apart, together, none := 0, 0, 0
	see := func(what string, p float64, ci *Interval) {
		switch {
		case ci == nil:
			none++
			if p < 1-Level {
				t.Errorf("%s: p %v without an interval", what, p)
			}
		case (ci.Lo > 0 || ci.Hi < 0) != (p < 1-Level):
			t.Errorf("%s: p %v and interval %v", what, p, *ci)
		case p < 1-Level:
			apart++
		default:
			together++
		}
	}
	for range 150 {
		n := 3 + r.IntN(30)
		d, shift := make([]float64, n), r.Float64()
		for i := range d {
			if r.IntN(3) > 0 {
				d[i] = math.Round(4*(r.Float64()-shift)) / 4
			}
		}
		p, _ := SignFlip(d, Seed, 400)
		ci, ok := FlipInterval(d, Seed, 400, Level)
		at := &ci
		if !ok {
			at = nil
		}
		see("flips", p, at)

		a, b := make([][]float64, n/3+3), make([][]float64, n/3+3)
		for i := range a {
			a[i], b[i] = []float64{float64(r.IntN(9)), 9}, []float64{float64(r.IntN(9)) * shift, 9}
		}
		ps, cis, _ := SwapInterval(a, b, 2, func(s, out []float64) { out[0], out[1] = s[0]/s[1], s[0]*s[0]/s[1]/s[1] }, Seed, 400, Level)
		see("pooled", ps[0], cis[0])
		see("composite", ps[1], cis[1])
	}
	if apart < 50 || together < 50 || none < 10 {
		t.Errorf("%d apart, %d not, %d without an interval: too one-sided to tell", apart, together, none)
	}
}

// The interval of a mean by hand: of the 64 choices of 6 signs 32 are looked at, and one
// in 32 is less than 5 %, two are more. The choice that was seen excludes nothing, so
// the ends are the least and the most that a part of the differences has as its mean.
func TestFlipIntervalByHand(t *testing.T) {
	d := []float64{1, 2, 3, 4, 5, 6}
	ci, ok := FlipInterval(d, Seed, Draws, Level)
	if !ok || !(math.Abs(ci.Lo-1) <= 1e-12) || !(math.Abs(ci.Hi-6) <= 1e-12) {
		t.Errorf("interval %v %v, want 1 to 6", ci, ok)
	}
	if _, ok := FlipInterval(d[:5], Seed, Draws, Level); ok {
		t.Error("five differences exclude something at 5 %, which 2/2^5 cannot")
	}
	if _, ok := FlipInterval(make([]float64, 30), Seed, Draws, Level); ok {
		t.Error("thirty differences of 0 have an interval without width")
	}
}

func TestSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		x := make([]float64, 1+r.IntN(40))
		for i := range x {
			x[i] = float64(r.IntN(12))
		}
		x[0] = math.Inf(1 - 2*r.IntN(2))
		k := 1 + r.IntN(len(x))
		want := slices.Sorted(slices.Values(x))[k-1]
		if got := smallest(slices.Clone(x), k); got != want {
			t.Fatalf("%d-th of %v is %v, want %v", k, x, got, want)
		}
	}
}
