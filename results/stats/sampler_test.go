package stats

import (
	"slices"
	"testing"
)

// A Sampler gives the samples of Resamples in any order of asking.
func TestSampler(t *testing.T) {
	whole := NewResamples(Seed, 50, 13)
	s := NewSampler(Seed, 13)
	for _, i := range []int{0, 1, 1, 7, 8, 49, 3, 3, 4, 0} {
		if want, got := whole.Sample(i), s.Sample(i); !slices.Equal(want, got) {
			t.Errorf("sample %d = %v, want %v", i, got, want)
		}
	}
}
