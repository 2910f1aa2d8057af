package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// packedBlocks ranks rows of values by a Ranker that gets them in blocks.
func packedBlocks(values [][]float64, block int) []RankInterval {
	r := NewRanker(len(values))
	for from := 0; from < len(values[0]); from += block {
		to := min(from+block, len(values[0]))
		packed := make([][]byte, len(values))
		for s, row := range values {
			packed[s] = PackDraws(row[from:to])
		}
		r.Add(packed)
	}
	return r.Intervals(Level)
}

// TestRanker compares Ranker with rankIntervals of the rounded values, with ties, rounding errors
// and undefined values.
func TestRanker(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	kinds := map[string]func() float64{
		"spread":     rng.Float64,
		"few values": func() float64 { return float64(rng.IntN(4)) / 3 },
		"last digits": func() float64 {
			return 0.1 + float64(rng.IntN(3))/7 + float64(rng.IntN(9)-4)*1e-17
		},
		"steps": func() float64 { return (float64(rng.IntN(8)) + 0.3*rng.Float64()) / packScale },
		"undefined": func() float64 {
			if rng.IntN(5) == 0 {
				return math.NaN()
			}
			return rng.Float64()
		},
		"ends": func() float64 { return float64(rng.IntN(2)) },
	}
	for name, value := range kinds {
		for _, systems := range []int{1, 2, 7, 60, 150} {
			values, rounded := make([][]float64, systems), make([][]float64, systems)
			for s := range values {
				values[s] = make([]float64, 333)
				for d := range values[s] {
					values[s][d] = value()
				}
				rounded[s] = UnpackDraws(PackDraws(values[s]))
			}
			if diff := cmp.Diff(rankIntervals(rounded, Level), packedBlocks(values, 100)); diff != "" {
				t.Errorf("%s, %d systems (-whole +packed):\n%s", name, systems, diff)
			}
		}
	}
}

// What cannot be packed is a mistake of the program, not another number.
func TestPackDrawsRange(t *testing.T) {
	for _, v := range []float64{-0.1, 1.1, math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v was packed", v)
				}
			}()
			PackDraws([]float64{v})
		}()
	}
}
