package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Darwin's fifteen pairs of maize plants, in eighths of an inch: Fisher (1935),
// section 21, counts 863 of 32768 sign choices with a total as great, on one side.
func TestSignFlipOfDarwinsMaize(t *testing.T) {
	d := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	p, exact := SignFlip(d, Seed, Draws)
	if want := 2 * 863.0 / 32768; p != want || !exact {
		t.Errorf("p = %v (exact %v), want %v", p, exact, want)
	}
}

func TestSignFlipDegenerate(t *testing.T) {
	for _, test := range []struct {
		name  string
		d     []float64
		want  float64
		exact bool
	}{
		{"no scenario", nil, 1, true},
		{"identical runs", make([]float64, 337), 1, true},
		{"one scenario", []float64{0.4}, 1, true},
		{"two agree", []float64{0.4, 0.1}, 0.5, true},
		{"two cancel", []float64{0.4, -0.4}, 1, true},
		{"zeros do not count", []float64{0.4, 0, 0.1, 0, 0}, 0.5, true},
		{"not a number", []float64{0.4, math.NaN()}, math.NaN(), false},
		{"infinite", []float64{0.4, math.Inf(1), math.Inf(-1)}, math.NaN(), false},
	} {
		p, exact := SignFlip(test.d, Seed, Draws)
		same := p == test.want || math.IsNaN(p) && math.IsNaN(test.want)
		if !same || exact != test.exact {
			t.Errorf("%s: p = %v (exact %v), want %v", test.name, p, exact, test.want)
		}
	}
}

// 0.1+0.2 is not 0.3 in floats, so without a tolerance the tied choices would be
// lost. In whole tenths |±1±2±3| reaches 6 in 2 of 8 choices; 1+2-3 = 0 ties with
// everything; and |±3±1±2±6±6| reaches 12 where both sixes agree in sign and the
// rest adds 0 or more to them, in 2·5 of 32.
func TestSignFlipTiesInSpiteOfRounding(t *testing.T) {
	if p, _ := SignFlip([]float64{0.1, 0.2, 0.3}, Seed, 0); p != 0.25 {
		t.Errorf("p = %v, want 0.25", p)
	}
	if p, _ := SignFlip([]float64{0.1, 0.2, -0.3}, Seed, 0); p != 1 {
		t.Errorf("p = %v, want 1", p)
	}
	if p, _ := SignFlip([]float64{-0.3, 0.1, 0.2, 0.6, 0.6}, Seed, 0); p != 10.0/32 {
		t.Errorf("p = %v, want 10/32", p)
	}
}

// The pinned p-value was computed apart from this package in Python, with PCG-DXSM
// from its definition and whole numbers in place of the halves.
func TestSignFlipBeyondTheExactLimit(t *testing.T) {
	d := make([]float64, ExactClusters+1)
	for i := range d {
		d[i] = float64(i%5) - 1.5
	}
	exactPart, exact := SignFlip(d[:ExactClusters], Seed, 0)
	if !exact {
		t.Fatal("20 scenarios are not exact")
	}
	if p := randomFlips(d[:ExactClusters], math.Abs(sumOf(d[:ExactClusters]))-1e-9, Seed, 100_000); !resultstest.Near(p, exactPart, 0.006) {
		t.Errorf("random flips give %v, all flips %v", p, exactPart)
	}
	p, exact := SignFlip(d, Seed, Draws)
	if exact || p != 0.25047495250474955 {
		t.Errorf("p = %v (exact %v)", p, exact)
	}
	if again, _ := SignFlip(d, Seed, Draws); again != p {
		t.Errorf("same seed: %v, then %v", p, again)
	}
	if other, _ := SignFlip(d, Seed+1, Draws); other == p || !resultstest.Near(other, p, 0.02) {
		t.Errorf("other seed: %v after %v", other, p)
	}
	if p, _ := SignFlip(d, Seed, 0); p != 1 {
		t.Errorf("no draws: p = %v, want 1", p)
	}
}

// The tabulated draws are those that turn one difference over at a time.
func TestSignFlipTables(t *testing.T) {
	for k, n := range []int{21, 64, 65, 72, 134, 200, 21, 64, 65, 72, 134, 200} {
		d := make([]float64, n)
		var sum float64
		for i := range d {
			d[i] = float64(i*i%11) - 4.5 // halves, so that sums are exact
			if k >= 6 {                  // of tasks that pass or fail
				d[i] = math.Copysign(1, d[i])
			}
			sum += d[i]
		}
		source := rand.NewPCG(Seed, streamSignFlip)
		count := 0
		for range 2000 {
			var x float64
			var signs uint64
			for i := range d {
				if i%64 == 0 {
					signs = source.Uint64()
				}
				if signs&1 == 1 {
					x -= d[i]
				} else {
					x += d[i]
				}
				signs >>= 1
			}
			if math.Abs(x) >= math.Abs(sum)-1e-9 {
				count++
			}
		}
		if p, _ := SignFlip(d, Seed, 2000); p != float64(count+1)/2001 {
			t.Errorf("%d differences: p = %v, one by one %v", n, p, float64(count+1)/2001)
		}
	}
}

func sumOf(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s
}
