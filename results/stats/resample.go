package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Resamples holds the draws of a bootstrap over clusters: each draw is a list of
// cluster numbers, drawn with replacement. Drawn once and shared by all runs of
// a benchmark, it compares the runs on the same scenarios in every draw. It is
// safe for concurrent reading.
type Resamples struct {
	draws, clusters int
	index           []int32 // draws rows of clusters numbers
}

// NewResamples draws the samples. The same seed, draws and clusters give the
// same samples on every machine.
func NewResamples(seed uint64, draws, clusters int) *Resamples {
	if draws < 0 || clusters < 0 || clusters > math.MaxInt32 {
		panic(fmt.Sprintf("stats: %d draws of %d clusters", draws, clusters))
	}
	r := &Resamples{draws: draws, clusters: clusters, index: make([]int32, draws*clusters)}
	drawInto(r.index, rand.NewPCG(seed, streamResample), clusters)
	return r
}

func drawInto(index []int32, source *rand.PCG, clusters int) {
	for i := range index {
		// The high word of random × clusters is uniform to one part in 2^32 at
		// the very least and, unlike rejection, has one number per index.
		high, _ := bits.Mul64(source.Uint64(), uint64(clusters))
		index[i] = int32(high)
	}
}

// Sampler gives the samples of NewResamples one after the other without holding
// them: ten thousand draws of ten thousand tasks would be 400 MB.
type Sampler struct {
	seed   uint64
	source *rand.PCG
	next   int // the draw that source is before
	sample []int32
}

// NewSampler makes a sampler of so many clusters.
func NewSampler(seed uint64, clusters int) *Sampler {
	return &Sampler{seed: seed, source: rand.NewPCG(seed, streamResample), sample: make([]int32, clusters)}
}

// Sample is Resamples.Sample(i). It holds until the next call; to go back costs
// all draws before.
func (s *Sampler) Sample(i int) []int32 {
	if i == s.next-1 {
		return s.sample
	}
	if i < s.next {
		s.source, s.next = rand.NewPCG(s.seed, streamResample), 0
	}
	for ; s.next <= i; s.next++ {
		drawInto(s.sample, s.source, len(s.sample))
	}
	return s.sample
}

// Draws is the number of samples.
func (r *Resamples) Draws() int { return r.draws }

// Clusters is the number of clusters in the data, and in each sample.
func (r *Resamples) Clusters() int { return r.clusters }

// Sample returns the cluster numbers 0..Clusters()-1 of draw i, repeats
// included. The caller must not change it.
func (r *Resamples) Sample(i int) []int32 {
	return r.index[i*r.clusters : (i+1)*r.clusters : (i+1)*r.clusters]
}

// Values computes a statistic in every draw, in the order of the draws. stat
// gets the cluster numbers of the sample and must not change or keep them; it
// returns NaN where the statistic is undefined, such as a rate without tasks.
func (r *Resamples) Values(stat func(sample []int32) float64) []float64 {
	values := make([]float64, r.draws)
	for i := range values {
		values[i] = stat(r.Sample(i))
	}
	return values
}
