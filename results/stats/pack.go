package stats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// PackedSize is the number of bytes of one packed value.
const PackedSize = 5

// packScale scales a value between 0 and 1 to forty bits. One step is slightly smaller than
// tieTolerance, so equal packed values are ties, and values three or more steps apart are not.
const packScale = 1<<(8*PackedSize) - 2

const packedNaN = packScale + 1

// PackDraws packs the value of a statistic in each bootstrap sample, so that the samples of many
// systems can be stored and ranked by Ranker. Values must be NaN or between 0 and 1.
func PackDraws(values []float64) []byte {
	packed := make([]byte, 0, PackedSize*len(values))
	for _, v := range values {
		k := uint64(packedNaN)
		switch {
		case math.IsNaN(v):
		case v < 0 || v > 1+tieTolerance:
			panic(fmt.Sprintf("stats: %v to pack is not in 0..1", v))
		default:
			k = min(uint64(v*packScale), packScale)
		}
		packed = append(packed, byte(k), byte(k>>8), byte(k>>16), byte(k>>24), byte(k>>32))
	}
	return packed
}

func unpackDraw(packed []byte) uint64 {
	if len(packed) >= 8 { // a single load of eight bytes is faster than two
		return binary.LittleEndian.Uint64(packed) & (1<<(8*PackedSize) - 1)
	}
	return uint64(binary.LittleEndian.Uint32(packed)) | uint64(packed[PackedSize-1])<<32
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
