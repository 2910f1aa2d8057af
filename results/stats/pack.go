package stats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// PackedSize is the number of bytes of one packed value.
const PackedSize = 3

// packScale is the number of steps between 0 and 1. A power of two, because then no fraction with a
// denominator below 2^24 lies between two steps, where rounding errors would split a tie.
const packScale = 1 << (8*PackedSize - 1)

const packedNaN = packScale + 1

// PackDraws packs the value of a statistic in each bootstrap sample, so that the samples of many
// systems can be stored and ranked by Ranker. It rounds to 0.00001 percentage points. Values must be
// NaN or between 0 and 1.
func PackDraws(values []float64) []byte {
	packed := make([]byte, 0, PackedSize*len(values))
	for _, v := range values {
		k := uint64(packedNaN)
		switch {
		case math.IsNaN(v):
		case v < 0 || v > 1+tieTolerance:
			panic(fmt.Sprintf("stats: %v to pack is not in 0..1", v))
		default:
			k = min(uint64(math.Round(v*packScale)), packScale)
		}
		packed = append(packed, byte(k), byte(k>>8), byte(k>>16))
	}
	return packed
}

func unpackDraw(packed []byte) uint64 {
	if len(packed) >= 4 { // a single load of four bytes is faster than two
		return uint64(binary.LittleEndian.Uint32(packed) & (1<<(8*PackedSize) - 1))
	}
	return uint64(binary.LittleEndian.Uint16(packed)) | uint64(packed[PackedSize-1])<<16
}

// UnpackDraws decodes the values that PackDraws encoded; they are rounded to the precision of the
// encoding.
func UnpackDraws(packed []byte) []float64 {
	values := make([]float64, len(packed)/PackedSize)
	for i := range values {
		values[i] = math.NaN()
		if k := unpackDraw(packed[i*PackedSize:]); k != packedNaN {
			values[i] = float64(k) / packScale
		}
	}
	return values
}
