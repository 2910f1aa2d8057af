package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// SignFlip tests whether the mean of d is zero by flipping signs. d holds one paired difference per
// scenario. If both runs are equally good, A and B are exchangeable in any scenario, so every
// choice of signs is equally likely. p is the share of choices whose sum is at least as far from 0
// as the observed one, including it and ties.
//
// With at most ExactClusters nonzero differences all choices are enumerated and exact is true;
// zeros do not change p. Otherwise p is (k+1)/(draws+1) over random choices. Empty or all-zero d
// gives 1, and NaN or infinite differences give NaN.
//
// Source: Fisher, The Design of Experiments (1935), section 21; random choices as in Phipson and
// Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010) 39.
func SignFlip(d []float64, seed uint64, draws int) (p float64, exact bool) {
	var sum, scale float64
	moved := make([]float64, 0, len(d))
	for _, x := range d {
		sum += x
		scale += math.Abs(x)
		if x != 0 {
			moved = append(moved, x)
		}
	}
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		return math.NaN(), false
	}
	limit := math.Abs(sum) - tieTolerance*scale
	if len(moved) <= ExactClusters {
		return exactFlips(moved, limit), true
	}
	return randomFlips(moved, limit, seed, draws), false
}

// exactFlips returns the share of all sign choices with |sum| >= limit. Flipping all signs keeps
// |sum|, so the first sign stays fixed. The other signs are split into two tables of partial sums,
// so that each choice costs one addition and rounding errors do not accumulate.
func exactFlips(d []float64, limit float64) float64 {
	if len(d) == 0 {
		return 1
	}
	half := (len(d) + 1) / 2
	left := signedSums(d[0], d[1:half])
	right := signedSums(0, d[half:])
	count := 0
	for _, l := range left {
		for _, r := range right {
			if math.Abs(l+r) >= limit {
				count++
			}
		}
	}
	return float64(count) / float64(len(left)*len(right))
}

// signedSums returns start ± d[0] ± d[1] ... for all 2^len(d) choices.
func signedSums(start float64, d []float64) []float64 {
	sums := make([]float64, 1, 1<<len(d))
	sums[0] = start
	for _, x := range d {
		for _, s := range sums {
			sums = append(sums, s-x)
		}
		for i := range len(sums) / 2 {
			sums[i] += x
		}
	}
	return sums
}

// randomFlips returns (k+1)/(draws+1) over random sign choices, because the observed choice counts
// too and a p-value of 0 would claim too much. Each random number supplies 64 signs. Sums of every
// eight differences under all their signs are tabulated, so that eight differences cost one
// addition.
func randomFlips(d []float64, limit float64, seed uint64, draws int) float64 {
	count := 0
	randomSigns(flipTables(d), seed, draws, func(sum float64, _ int) {
		if math.Abs(sum) >= limit {
			count++
		}
	})
	return float64(count+1) / float64(draws+1)
}

// randomSigns generates random choices of signs and calls each with the flipped sum and the number
// of flipped signs. It ignores random bits beyond the last difference.
func randomSigns(tables flipTable, seed uint64, draws int, each func(sum float64, turned int)) {
	source := rand.NewPCG(seed, streamSignFlip)
	for range draws {
		var sum float64
		turned, ones := 0, 0
		for w, of := range tables.of {
			signs := source.Uint64()
			turned += bits.OnesCount64(signs & of)
			if tables.whole {
				ones += bits.OnesCount64(of) - 2*bits.OnesCount64((signs^tables.minus[w])&of)
				continue
			}
			part := tables.sums[8*w : min(8*w+8, len(tables.sums))]
			for i := range part {
				sum += part[i][uint8(signs)]
				signs >>= 8
			}
		}
		each(sum+float64(ones), turned)
	}
}

// flipTable holds the sums of every eight differences under all choices of signs, and a mask of the
// bits of each random number that are used. If all differences are 1 or -1, as for tasks that pass
// or fail, it holds the positions of -1 instead, so that a sum is obtained by counting bits.
type flipTable struct {
	sums      [][256]float64
	of, minus []uint64
	whole     bool
}

// flipTables sums every eight differences under all choices of signs. Bit k of an index means that
// the k-th of the eight is flipped.
func flipTables(d []float64) flipTable {
	n := (len(d) + 63) / 64
	tables := flipTable{of: make([]uint64, n), minus: make([]uint64, n), whole: true}
	for i, x := range d {
		tables.of[i/64] |= 1 << (i % 64)
		if x < 0 {
			tables.minus[i/64] |= 1 << (i % 64)
		}
		tables.whole = tables.whole && math.Abs(x) == 1
	}
	if tables.whole {
		return tables
	}
	tables.sums = make([][256]float64, (len(d)+7)/8)
	for t := range tables.sums {
		part := d[8*t : min(8*t+8, len(d))]
		for signs := range tables.sums[t] {
			var sum float64
			for k, x := range part {
				sum += math.Float64frombits(math.Float64bits(x) ^ uint64(signs>>k&1)<<63)
			}
			tables.sums[t][signs] = sum
		}
	}
	return tables
}
