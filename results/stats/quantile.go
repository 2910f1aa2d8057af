package stats

import (
	"math"
	"slices"
)

// quantiles interpolates for each p linearly between the ordered values around
// position p·(n-1).
func quantiles(values []float64, ps ...float64) []float64 {
	at := newOrderStats(values, ps)
	list := make([]float64, len(ps))
	for i, p := range ps {
		position := p * float64(len(values)-1)
		below := int(position)
		list[i] = at.value(below)
		if below+1 < len(values) {
			// The conversion forbids a fused multiply-add, whose last digit would depend
			// on the processor.
			list[i] += float64((position - float64(below)) * (at.value(below+1) - list[i]))
		}
	}
	return list
}

// orderStats finds a few ordered values among many. Values are counted into
// buckets, and only the buckets in which those lie are sorted: sorting ten
// thousand draws for two ends of an interval took most of the time of a
// bootstrap, and selecting them one after the other half of it.
type orderStats struct {
	counts []int     // values in each bucket
	wanted []bool    // buckets that are sorted
	sorted []float64 // values of these
}

const statBuckets = 1024

func newOrderStats(values []float64, ps []float64) *orderStats {
	low, high := slices.Min(values), slices.Max(values)
	scale := (statBuckets - 1) / (high - low)
	if !(scale > 0) || math.IsInf(scale, 0) {
		return &orderStats{counts: []int{len(values)}, wanted: []bool{true}, sorted: slices.Sorted(slices.Values(values))}
	}
	// Of two values the larger is never in a lower bucket, because rounding keeps
	// their order.
	bucket := func(v float64) int { return int((v-low)*scale) & (statBuckets - 1) }
	o := &orderStats{counts: make([]int, statBuckets), wanted: make([]bool, statBuckets)}
	for _, v := range values {
		o.counts[bucket(v)]++
	}
	for _, p := range ps {
		below := int(p * float64(len(values)-1))
		for _, k := range []int{below, min(below+1, len(values)-1)} {
			b, _ := o.bucketOf(k)
			o.wanted[b] = true
		}
	}
	for _, v := range values {
		if o.wanted[bucket(v)] {
			o.sorted = append(o.sorted, v)
		}
	}
	slices.Sort(o.sorted)
	return o
}

// bucketOf returns the bucket in which the k-th value lies, from 0, and how many
// of the values below it are in buckets that are not sorted.
func (o *orderStats) bucketOf(k int) (bucket, skipped int) {
	seen := 0
	for b, n := range o.counts {
		if seen += n; k < seen {
			return b, skipped
		}
		if !o.wanted[b] {
			skipped += n
		}
	}
	return len(o.counts) - 1, skipped
}

// value returns the k-th value, from 0, which is one of those that were asked for.
func (o *orderStats) value(k int) float64 {
	_, skipped := o.bucketOf(k)
	return o.sorted[k-skipped]
}
