package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func meanOf(x []float64) func([]int32) float64 {
	return func(sample []int32) float64 {
		var sum float64
		for _, g := range sample {
			sum += x[g]
		}
		return sum / float64(len(sample))
	}
}

// The pinned samples keep every published interval reproducible: if they change,
// stored results and their printed seed no longer belong together. They were
// computed apart from this package, in Python, from the definition of PCG-DXSM.
func TestResamplesArePinned(t *testing.T) {
	r := NewResamples(Seed, 3, 12)
	got := [][]int32{r.Sample(0), r.Sample(1), r.Sample(2)}
	want := [][]int32{
		{11, 1, 10, 10, 3, 11, 9, 1, 6, 3, 4, 11},
		{4, 5, 0, 10, 1, 1, 4, 3, 3, 7, 9, 1},
		{4, 8, 11, 2, 7, 1, 9, 0, 1, 1, 6, 9},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(got[0], NewResamples(Seed+1, 1, 12).Sample(0)); diff == "" {
		t.Error("another seed gives the same sample")
	}
}

func TestResamplesAreUniform(t *testing.T) {
	const clusters = 12
	r := NewResamples(Seed, Draws, clusters)
	var counts [clusters]float64
	for d := range r.Draws() {
		for _, g := range r.Sample(d) {
			counts[g]++
		}
	}
	var chi2 float64
	for _, c := range counts {
		chi2 += (c - Draws) * (c - Draws) / Draws
	}
	if chi2 > 31.3 { // 99.9 % point of chi-squared with 11 degrees of freedom
		t.Errorf("chi-squared %v over %v", chi2, counts)
	}
}

// Efron and Tibshirani (1993), Table 2.1: survival of seven treated mice. The
// bootstrap error of the mean with infinitely many draws is 23.36 (Table 2.2).
func TestBootstrapOfMice(t *testing.T) {
	mice := []float64{94, 197, 16, 38, 99, 141, 23}
	s, ok := Bootstrap(NewResamples(Seed, Draws, len(mice)), meanOf(mice), Level)
	if !ok || s.Undefined != 0 {
		t.Fatalf("ok %v, undefined %d", ok, s.Undefined)
	}
	near(t, "SE", s.SE, 23.36, 0.5)
	if !s.CI.Contains(86.857) || s.CI.Lo < 16 || s.CI.Hi > 197 {
		t.Errorf("interval %v", s.CI)
	}
}

// numpy.percentile of 1..5 at 10 and 90 is 1.4 and 4.6; divisor n-1 gives √2.5.
func TestPercentile(t *testing.T) {
	s, ok := Percentile([]float64{5, 1, math.NaN(), 3, 2, 4, math.NaN()}, 0.8)
	if !ok || s.Undefined != 2 {
		t.Fatalf("ok %v, undefined %d", ok, s.Undefined)
	}
	nearInterval(t, "interval", s.CI, Interval{1.4, 4.6}, 1e-12)
	near(t, "SE", s.SE, math.Sqrt(2.5), 1e-12)
	if s, ok := Percentile([]float64{7}, Level); !ok || s != (Spread{CI: Interval{7, 7}}) {
		t.Errorf("one value: %v, %v", s, ok)
	}
}

func TestPercentileKeepsItsArgument(t *testing.T) {
	values := []float64{3, 1, 2}
	Percentile(values, Level)
	if diff := cmp.Diff([]float64{3, 1, 2}, values); diff != "" {
		t.Errorf("values were changed:\n%s", diff)
	}
}

func TestBootstrapWithoutAnswer(t *testing.T) {
	never := func([]int32) float64 { return math.NaN() }
	for name, test := range map[string]struct {
		r    *Resamples
		stat func([]int32) float64
	}{
		"no cluster":    {NewResamples(Seed, 100, 0), meanOf(nil)},
		"one cluster":   {NewResamples(Seed, 100, 1), meanOf([]float64{0.7})},
		"no draw":       {NewResamples(Seed, 0, 5), meanOf(make([]float64, 5))},
		"never defined": {NewResamples(Seed, 100, 5), never},
	} {
		if s, ok := Bootstrap(test.r, test.stat, Level); ok {
			t.Errorf("%s: %v", name, s)
		}
	}
	s, ok := Bootstrap(NewResamples(Seed, 100, 5), meanOf([]float64{1, 1, 1, 1, 1}), Level)
	if !ok || s != (Spread{CI: Interval{1, 1}}) {
		t.Errorf("all passed: %v, %v", s, ok)
	}
}

func TestValuesRunAlongTheDraws(t *testing.T) {
	r := NewResamples(Seed, 4, 3)
	first := func(sample []int32) float64 { return float64(sample[0]) }
	got := r.Values(first)
	for d, v := range got {
		if v != float64(r.Sample(d)[0]) {
			t.Errorf("draw %d: %v, want %v", d, v, r.Sample(d)[0])
		}
	}
	if len(got) != 4 || r.Clusters() != 3 {
		t.Errorf("%d values, %d clusters", len(got), r.Clusters())
	}
}
