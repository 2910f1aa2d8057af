package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Resamples holds bootstrap samples of clusters. Each sample is a list of cluster numbers drawn
// with replacement. All runs of a benchmark share one Resamples, so that every sample compares them
// on the same scenarios. Concurrent reading is safe.
type Resamples struct {
	draws, clusters int
	index           []int32 // cluster numbers, one row of length clusters per sample
}

// NewResamples generates bootstrap samples. The same arguments produce the same samples on every
// machine.
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
		// The high word of random × clusters is uniform to at least one part in 2^32. Unlike
		// rejection sampling, it needs exactly one random number per index.
		high, _ := bits.Mul64(source.Uint64(), uint64(clusters))
		index[i] = int32(high)
	}
}

// Sampler generates the same samples as NewResamples, one after another, without storing them. Ten
// thousand samples of ten thousand tasks would need 400 MB.
type Sampler struct {
	seed   uint64
	source *rand.PCG
	next   int // number of the next sample to generate
	sample []int32
}

// NewSampler returns a Sampler for the given number of clusters.
func NewSampler(seed uint64, clusters int) *Sampler {
	return &Sampler{seed: seed, source: rand.NewPCG(seed, streamResample), sample: make([]int32, clusters)}
}

// Sample returns sample i, as Resamples.Sample does; it is valid until the next call. If i is lower
// than in the previous call, all samples are generated again from the start.
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

// Draws returns the number of samples.
func (r *Resamples) Draws() int { return r.draws }

// Clusters returns the number of clusters in the data and in each sample.
func (r *Resamples) Clusters() int { return r.clusters }

// Sample returns the cluster numbers in sample i, which are from 0 to Clusters()-1 and may be
// repeated. The caller must not change them.
func (r *Resamples) Sample(i int) []int32 {
	return r.index[i*r.clusters : (i+1)*r.clusters : (i+1)*r.clusters]
}

// Values computes a statistic in every sample, in order. stat receives the cluster numbers of the
// sample and must not change or keep them. It returns NaN if the statistic is undefined, such as a
// rate without tasks.
func (r *Resamples) Values(stat func(sample []int32) float64) []float64 {
	values := make([]float64, r.draws)
	for i := range values {
		values[i] = stat(r.Sample(i))
	}
	return values
}
