package stats

import "slices"

// quantile interpolates linearly between the ordered values around place
// p·(n-1). It reorders values. Only the two of them that it needs are put into
// their places: sorting ten thousand draws for two ends of an interval took most
// of the time of a bootstrap.
func quantile(values []float64, p float64) float64 {
	at := p * float64(len(values)-1)
	below := int(at)
	if below+1 >= len(values) {
		return slices.Max(values)
	}
	place(values, below)
	low, next := values[below], slices.Min(values[below+1:])
	// The conversion forbids a fused multiply-add, whose last digit would depend
	// on the processor.
	return low + float64((at-float64(below))*(next-low))
}

// place reorders values so that the k-th smallest stands at k with nothing
// larger before it and nothing smaller after it (Hoare's selection, three ways
// because draws of counted tasks have many ties). There is no NaN among them.
func place(values []float64, k int) {
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot := middle(values[lo], values[lo+(hi-lo)/2], values[hi])
		below, i, above := lo, lo, hi
		for i <= above {
			switch v := values[i]; {
			case v < pivot:
				values[below], values[i] = v, values[below]
				below++
				i++
			case v > pivot:
				values[above], values[i] = v, values[above]
				above--
			default:
				i++
			}
		}
		switch {
		case k < below:
			hi = below - 1
		case k > above:
			lo = above + 1
		default:
			return
		}
	}
}

// middle is the median of three.
func middle(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}
