package stats

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Ranker gives the same intervals as RankIntervals for systems whose draws are
// kept packed and come block by block, so that neither all draws of a thousand
// systems have to be in memory nor any of them computed again.
type Ranker struct {
	systems, draws int
	counts         []uint16 // counts[s*(systems+1)+rank] draws
	exact          func(system, draw int) float64
	values         []uint64 // packed, of each system in some draws, draw after draw
	ranks          []uint16 // of the same; 0 is not ranked
	order, spare   []uint32 // systems of one draw below sixteen bits of their values
}

// tileDraws is how many draws are taken out of the systems' rows at once: few
// enough for a processor's cache, many enough to read each row in stretches.
const tileDraws = 16

// NewRanker makes a ranker of so many systems. exact computes the value that was
// packed; it is asked where packed values cannot tell a tie from a difference,
// which is rare, and in ascending order of the draws.
func NewRanker(systems int, exact func(system, draw int) float64) *Ranker {
	if systems >= math.MaxUint16 {
		panic(fmt.Sprintf("stats: %d systems to rank", systems))
	}
	return &Ranker{
		systems: systems, exact: exact, counts: make([]uint16, systems*(systems+1)),
		values: make([]uint64, tileDraws*systems), ranks: make([]uint16, tileDraws*systems),
		order: make([]uint32, systems), spare: make([]uint32, systems),
	}
}

// Add ranks the systems in the next draws; packed holds those of each system.
// There are at most 65,535 draws in all.
func (r *Ranker) Add(packed [][]byte) {
	if len(packed) != r.systems {
		panic(fmt.Sprintf("stats: draws of %d systems for %d", len(packed), r.systems))
	}
	if r.systems == 0 {
		return
	}
	size := len(packed[0])
	if r.draws+size/PackedSize > math.MaxUint16 {
		panic("stats: too many draws to rank")
	}
	for _, p := range packed {
		checkPair(len(p), size)
	}
	for from := 0; from < size; from += tileDraws * PackedSize {
		to := min(from+tileDraws*PackedSize, size)
		draws := (to - from) / PackedSize
		r.gather(packed, from, to)
		for d := range draws {
			r.rank(r.values[d*r.systems:(d+1)*r.systems], r.ranks[d*r.systems:(d+1)*r.systems], r.draws+d)
		}
		r.count(draws)
		r.draws += draws
	}
}

// gather unpacks the draws in bytes from..to.
func (r *Ranker) gather(packed [][]byte, from, to int) {
	for s, p := range packed {
		at := s
		for p = p[from:to]; len(p) >= PackedSize; p = p[PackedSize:] {
			r.values[at] = unpackDraw(p)
			at += r.systems
		}
	}
}

// count adds up the ranks of the draws that were gathered, one system after the
// other: its ranks lie close together.
func (r *Ranker) count(draws int) {
	for s := range r.systems {
		row := r.counts[s*(r.systems+1) : (s+1)*(r.systems+1)]
		for at := s; at < draws*r.systems; at += r.systems {
			row[r.ranks[at]]++
		}
	}
}

// rank sets the rank of every system in one draw.
func (r *Ranker) rank(values []uint64, ranks []uint16, draw int) {
	order := r.sort(values)
	for len(order) > 0 && values[uint16(order[len(order)-1])] == packedNaN {
		ranks[uint16(order[len(order)-1])] = 0
		order = order[:len(order)-1]
	}
	for end := len(order); end > 0; {
		// Values that might be ties stand together, none of them three steps or
		// more from the next one.
		first := end - 1
		top := values[uint16(order[first])]
		even := true
		for first > 0 {
			next := values[uint16(order[first-1])]
			if top-next > 2 {
				break
			}
			even = even && top == next
			top = next
			first--
		}
		ahead := len(order) - end
		if even {
			for _, e := range order[first:end] {
				ranks[uint16(e)] = uint16(1 + ahead)
			}
		} else {
			r.rankExactly(order[first:end], ranks, draw, ahead)
		}
		end = first
	}
}

// rankExactly ranks systems that the packed values cannot tell apart; the others
// of the draw are surely ahead of them or behind.
func (r *Ranker) rankExactly(order []uint32, ranks []uint16, draw, before int) {
	values := make([]float64, len(order))
	for i, e := range order {
		values[i] = r.exact(int(uint16(e)), draw)
	}
	sorted := slices.Sorted(slices.Values(values))
	for i, e := range order {
		ranks[uint16(e)] = uint16(1 + before + ahead(sorted, values[i]))
	}
}

// sort orders the systems by their values in one draw, smallest first: by the
// sixteen leading bits of their distance from the least, as a radix sort, then by
// insertion where those are equal. A system is the lower half of an element.
func (r *Ranker) sort(values []uint64) []uint32 {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	shift := max(0, bits.Len64(high-low)-16) & 63
	var first, second [256]uint32
	for s, v := range values {
		k := uint32((v - low) >> shift)
		r.order[s] = k<<16 | uint32(s)
		first[uint8(k)]++
		second[uint8(k>>8)]++
	}
	var a, b uint32
	for i := range first {
		first[i], a = a, a+first[i]
		second[i], b = b, b+second[i]
	}
	for _, e := range r.order {
		k := uint8(e >> 16)
		r.spare[first[k]] = e
		first[k]++
	}
	for _, e := range r.spare {
		k := uint8(e >> 24)
		r.order[second[k]] = e
		second[k]++
	}
	for i := 1; i < len(r.order); i++ {
		e := r.order[i]
		if r.order[i-1]>>16 != e>>16 {
			continue
		}
		j := i
		for v := values[uint16(e)]; j > 0 && values[uint16(r.order[j-1])] > v; j-- {
			r.order[j] = r.order[j-1]
		}
		r.order[j] = e
	}
	return r.order
}

// Intervals returns the rank intervals over the draws so far, as RankIntervals
// does.
func (r *Ranker) Intervals(level float64) []RankInterval {
	checkLevel(level)
	intervals := make([]RankInterval, r.systems)
	row := make([]int, r.systems+1)
	for s := range intervals {
		for rank, n := range r.counts[s*(r.systems+1) : (s+1)*(r.systems+1)] {
			row[rank] = int(n)
		}
		row[0] = 0 // draws in which it was not ranked
		intervals[s] = rankInterval(row, level)
	}
	return intervals
}
