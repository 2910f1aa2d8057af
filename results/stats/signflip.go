package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// SignFlip tests whether the mean of d is zero by flipping signs. d holds one
// paired difference per scenario. If the runs are equally
// good, A and B could have been exchanged in any scenario, so every choice of
// signs was as likely as the one seen; p is the share of choices whose sum is at
// least as far from 0 as the observed sum, the observed one and ties included.
//
// With at most ExactClusters differences other than 0 all choices are counted
// and exact is true; a zero has no sign and does not change p. Beyond that p is
// (k+1)/(draws+1) over random choices. Empty or all-zero d gives 1, and NaN or
// infinite differences give NaN.
//
// Source: Fisher, The Design of Experiments (1935), section 21; random choices
// as in Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010) 39.
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

// exactFlips returns the share of all sign choices with |sum| >= limit. Turning
// every sign over keeps |sum|, so the first sign stays fixed. The other signs
// are split in two tables of partial sums, so that each choice costs one
// addition and no rounding error builds up from choice to choice.
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

// randomFlips draws sign choices, 64 signs from each random number. It returns
// (k+1)/(draws+1): the observed choice is one of the possible ones, so a
// p-value of 0 would claim more than the draws can show. The sums of each eight
// differences under all their signs are tabulated, so that a draw costs one
// addition for eight of them.
func randomFlips(d []float64, limit float64, seed uint64, draws int) float64 {
	count := 0
	randomSigns(flipTables(d), seed, draws, func(sum float64, _ int) {
		if math.Abs(sum) >= limit {
			count++
		}
	})
	return float64(count+1) / float64(draws+1)
}

// randomSigns draws sign choices and gives the sum of each, with how many signs were
// turned over. The bits beyond the last difference are of none.
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

// flipTable has the sums of each eight differences, and which bits of each random
// number are of one. Where all differences are 1 or -1, as of tasks that pass or fail,
// it has those that are -1 in place of sums: there a sum is a count.
type flipTable struct {
	sums      [][256]float64
	of, minus []uint64
	whole     bool
}

// flipTables sums each eight differences under every choice of signs: bit k of
// the place says that the k-th of them is turned over.
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
