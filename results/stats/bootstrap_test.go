package stats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

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
	must.Same(t, want, got, "samples")
	if diff := cmp.Diff(got[0], NewResamples(Seed+1, 1, 12).Sample(0)); diff == "" {
		t.Error("another seed gives the same sample")
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
