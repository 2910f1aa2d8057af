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
	tile           []uint64 // an entry for each system in some draws, draw after draw
	spare          []uint64
}

// An entry of a draw is a packed value above the number of its system.
const (
	systemBits = 64 - 8*PackedSize
	systemMask = 1<<systemBits - 1
)

// tileDraws is how many draws are taken out of the systems' rows at once: few
// enough for a processor's cache, many enough to read each row in stretches.
const tileDraws = 64

// NewRanker makes a ranker of so many systems. exact computes the value that was
// packed; it is asked where packed values cannot tell a tie from a difference,
// which is rare, and in ascending order of the draws.
func NewRanker(systems int, exact func(system, draw int) float64) *Ranker {
	if systems > systemMask {
		panic(fmt.Sprintf("stats: %d systems to rank", systems))
	}
	return &Ranker{
		systems: systems, exact: exact, counts: make([]uint16, systems*(systems+1)),
		tile: make([]uint64, tileDraws*systems), spare: make([]uint64, systems),
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
		r.gather(packed, from, to)
		for d := range (to - from) / PackedSize {
			r.rank(r.tile[d*r.systems:(d+1)*r.systems], r.draws)
			r.draws++
		}
	}
}

// gather puts the entries of the draws in bytes from..to into the tile.
func (r *Ranker) gather(packed [][]byte, from, to int) {
	for s, p := range packed {
		at := s
		for p = p[from:to]; len(p) >= PackedSize; p = p[PackedSize:] {
			r.tile[at] = unpackDraw(p)<<systemBits | uint64(s)
			at += r.systems
		}
	}
}

// rank counts the rank of every entry of one draw.
func (r *Ranker) rank(entries []uint64, draw int) {
	r.sort(entries)
	for len(entries) > 0 && entries[len(entries)-1]>>systemBits == packedNaN {
		entries = entries[:len(entries)-1] // not ranked in this draw
	}
	width := r.systems + 1
	for end := len(entries); end > 0; {
		// Entries that might be ties stand together, none of them less than three
		// steps from the next one.
		first := end - 1
		top := entries[first] >> systemBits
		even := true
		for first > 0 {
			next := entries[first-1] >> systemBits
			if top-next > 2 {
				break
			}
			even = even && top == next
			top = next
			first--
		}
		ahead := len(entries) - end
		if even {
			for _, e := range entries[first:end] {
				r.counts[int(e&systemMask)*width+1+ahead]++
			}
		} else {
			r.rankExactly(entries[first:end], draw, ahead)
		}
		end = first
	}
}

// rankExactly ranks entries that the packed values cannot tell apart; the others
// of the draw are surely ahead of them or behind.
func (r *Ranker) rankExactly(entries []uint64, draw, before int) {
	values := make([]float64, len(entries))
	for i, e := range entries {
		values[i] = r.exact(int(e&systemMask), draw)
	}
	ordered := slices.Sorted(slices.Values(values))
	for i, e := range entries {
		r.counts[int(e&systemMask)*(r.systems+1)+1+before+ahead(ordered, values[i])]++
	}
}

// sort orders the entries of a draw by value, smallest first: by the sixteen
// leading bits of their distance from the least, as a radix sort, then by
// insertion where those are equal.
func (r *Ranker) sort(entries []uint64) {
	if len(entries) < 48 {
		slices.Sort(entries)
		return
	}
	low, high := entries[0], entries[0]
	for _, e := range entries {
		low, high = min(low, e), max(high, e)
	}
	shift := max(0, bits.Len64(high-low)-16)
	var first, second [256]uint32
	for _, e := range entries {
		k := (e - low) >> shift
		first[uint8(k)]++
		second[uint8(k>>8)]++
	}
	var a, b uint32
	for i := range first {
		first[i], a = a, a+first[i]
		second[i], b = b, b+second[i]
	}
	spare := r.spare[:len(entries)]
	for _, e := range entries {
		k := uint8((e - low) >> shift)
		spare[first[k]] = e
		first[k]++
	}
	for _, e := range spare {
		k := uint8((e - low) >> shift >> 8)
		entries[second[k]] = e
		second[k]++
	}
	for i := 1; i < len(entries); i++ {
		e := entries[i]
		j := i
		for ; j > 0 && entries[j-1] > e; j-- {
			entries[j] = entries[j-1]
		}
		entries[j] = e
	}
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
		intervals[s] = rankInterval(row, level)
	}
	return intervals
}
