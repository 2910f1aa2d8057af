package stats

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Ranker ranks all systems in every bootstrap sample. All values must come from the same Resamples,
// and higher is better. Values that are packed alike are ties. A NaN means that the system is not
// ranked in that sample. Values stay packed and arrive block by block, so that the samples of a thousand systems need not all be in
// memory or be recomputed.
//
// Ranks are competition ranks: one more than the number of systems ahead, so equal systems share
// the best rank. Lo and Hi of an interval are the smallest ranks r with P(rank <= r) >= (1-level)/2
// and >= (1+level)/2.
//
// Source: Goldstein and Spiegelhalter, J. R. Stat. Soc. A 159 (1996) 385 (intervals for ranks),
// here by bootstrap. Each interval is valid for its own system, not for the whole order
// simultaneously.
type Ranker struct {
	systems, draws int
	counts         []uint16  // number of samples in which system s has a rank, at index s*(systems+1)+rank; rank 0 means not ranked
	first          []float64 // number of samples in which each system is first; ties for first place are divided
	tile           []uint64  // places (see systemBits) of several samples, one sample after another
	sorted         []uint64  // places of one sample in ascending order
	ranks          []uint16  // ranks in the samples of the tile, one system after another; 0 means not ranked
	starts         []uint16  // start indices of the buckets in sorted
	bucketBits     int
}

// A place is a packed value followed by the number of its system, so that sorting places sorts by
// value and then by system. systemBits is the size of the number.
const systemBits = 16

func packedOf(place uint64) uint64 { return place >> systemBits }

func systemOf(place uint64) int { return int(uint16(place)) }

// tileDraws is the number of samples processed together. It is small enough for the processor
// cache, and large enough to read each system's values sequentially.
const tileDraws = 16

// NewRanker returns a Ranker for the given number of systems.
func NewRanker(systems int) *Ranker {
	if systems >= math.MaxUint16 {
		panic(fmt.Sprintf("stats: %d systems to rank", systems))
	}
	bucketBits := bits.Len(uint(2 * systems)) // few systems share a bucket
	return &Ranker{
		systems: systems, counts: make([]uint16, systems*(systems+1)), first: make([]float64, systems),
		tile: make([]uint64, tileDraws*systems), sorted: make([]uint64, systems), ranks: make([]uint16, tileDraws*systems),
		starts: make([]uint16, 1<<bucketBits), bucketBits: bucketBits,
	}
}

// Add ranks the systems in further samples; packed holds, for each system, its values in these
// samples. At most 65,535 samples can be added in total.
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
		low, high := r.gather(packed, from, to)
		draws := (to - from) / PackedSize
		for d := range draws {
			r.rank(r.sort(r.tile[d*r.systems:(d+1)*r.systems], low, high), d)
		}
		r.count(draws)
		r.draws += draws
	}
}

// gather converts the packed values in the bytes [from, to) to places. It returns the smallest and
// the largest place.
func (r *Ranker) gather(packed [][]byte, from, to int) (low, high uint64) {
	low = math.MaxUint64
	tile, systems := r.tile, r.systems
	for s, p := range packed {
		at := s
		for p, end := p[from:], len(p)-to; len(p) > end; p = p[PackedSize:] {
			v := unpackDraw(p)<<systemBits | uint64(s)
			low, high = min(low, v), max(high, v)
			tile[at] = v
			at += systems
		}
	}
	return low, high
}

// count adds the ranks in the tile to the counts. It processes one system at a time, because the
// counts of a system are adjacent in memory.
func (r *Ranker) count(draws int) {
	var leaders [tileDraws]float64
	for s := range r.systems {
		row := r.counts[s*(r.systems+1) : (s+1)*(r.systems+1)]
		for d, rank := range r.ranks[s*tileDraws : s*tileDraws+draws] {
			row[rank]++
			if rank == 1 {
				leaders[d]++
			}
		}
	}
	for s := range r.systems {
		if r.counts[s*(r.systems+1)+1] == 0 {
			continue
		}
		for d, rank := range r.ranks[s*tileDraws : s*tileDraws+draws] {
			if rank == 1 {
				r.first[s] += 1 / leaders[d]
			}
		}
	}
}

// rank assigns a rank to every system in one sample, given its places in ascending order.
func (r *Ranker) rank(places []uint64, d int) {
	ranks := r.ranks[d:]
	for len(places) > 0 && packedOf(places[len(places)-1]) == packedNaN {
		ranks[systemOf(places[len(places)-1])*tileDraws] = 0
		places = places[:len(places)-1]
	}
	for end := len(places); end > 0; {
		rank, value := uint16(1+len(places)-end), packedOf(places[end-1])
		for end > 0 && packedOf(places[end-1]) == value {
			end--
			ranks[systemOf(places[end])*tileDraws] = rank
		}
	}
}

// crowded is the number of places in a bucket above which insertion sort, whose time is quadratic,
// is not used.
const crowded = 24

// sort sorts the places of one sample: first into buckets of equal width, then by comparison within
// each bucket.
func (r *Ranker) sort(places []uint64, low, high uint64) []uint64 {
	shift := max(0, bits.Len64(high-low)-r.bucketBits) & 63
	starts, sorted := r.starts, r.sorted[:len(places)]
	clear(starts)
	for _, p := range places {
		starts[(p-low)>>shift]++
	}
	at, most := uint16(0), uint16(0)
	for i, n := range starts {
		most = max(most, n)
		starts[i] = at
		at += n
	}
	for _, p := range places {
		k := &starts[(p-low)>>shift]
		sorted[*k] = p
		*k++
	}
	if most > crowded {
		slices.Sort(sorted)
		return sorted
	}
	before := sorted[0]
	for i, p := range sorted {
		if p >= before {
			before = p
			continue
		}
		j := i
		for ; j > 0 && sorted[j-1] > p; j-- {
			sorted[j] = sorted[j-1]
		}
		sorted[j] = p
	}
	return sorted
}

// Intervals returns the rank interval of each system over all samples added so far.
func (r *Ranker) Intervals(level float64) []RankInterval {
	checkLevel(level)
	intervals := make([]RankInterval, r.systems)
	row := make([]int, r.systems+1)
	for s := range intervals {
		for rank, n := range r.counts[s*(r.systems+1) : (s+1)*(r.systems+1)] {
			row[rank] = int(n)
		}
		row[0] = 0 // ignore samples in which the system was not ranked
		intervals[s] = rankInterval(row, r.first[s], level)
	}
	return intervals
}
