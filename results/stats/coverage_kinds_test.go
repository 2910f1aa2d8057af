package stats

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// differenceCases are those of two systems on the same scenarios or tasks.
func differenceCases(a world) []coverageCase {
	var list []coverageCase
	b := world{-0.4, a.shared, a.own, a.stay}
	pair := func(r *rand.Rand, n int) (x, y [][]float64) {
		for range n {
			hard := a.shared * r.NormFloat64()
			x, y = append(x, a.rounds(r, hard)), append(y, b.rounds(r, hard))
		}
		return x, y
	}
	for k, metric := range []string{"pooled", "mean", "composite"} {
		for _, n := range []int{8, 12, 24} {
			truth := func(r *rand.Rand) float64 { return a.truth(k)(r) - b.truth(k)(r) }
			list = append(list, coverageCase{name: "exchange/" + metric + "/" + strconv.Itoa(n), truth: truth, most: 0.972,
				interval: func(r *rand.Rand) (Interval, bool) {
					x, y := pair(r, n)
					_, ci, _ := SwapInterval(x, y, 3, composites, r.Uint64(), 500, Level)
					if ci[k] == nil {
						return Interval{}, false
					}
					return *ci[k], true
				}})
		}
		list = append(list, coverageCase{name: "difference/" + metric, truth: func(r *rand.Rand) float64 { return a.truth(k)(r) - b.truth(k)(r) },
			interval: func(r *rand.Rand) (Interval, bool) {
				x, y := pair(r, 12)
				of := func(rest []int32) float64 { return evaluated(x, rest, k) - evaluated(y, rest, k) }
				se, df := Jackknife(LeaveOneOut(12, of))
				return DifferenceInterval(of(places(12)), se, float64(df), Level)
			}})
	}
	return append(list, coverageCase{name: "clustered", truth: func(r *rand.Rand) float64 { return a.truth(0)(r) - b.truth(0)(r) },
		interval: func(r *rand.Rand) (Interval, bool) {
			x, y := pair(r, 12)
			var d []float64
			var cluster []int
			sum := 0.0
			for g := range x { // rounds of a scenario as its mean: only their sums count
				for range int(x[g][1]) {
					d, cluster = append(d, x[g][0]/x[g][1]-y[g][0]/y[g][1]), append(cluster, g)
					sum += d[len(d)-1]
				}
			}
			se, df := ClusteredSE(d, cluster)
			return TInterval(sum/float64(len(d)), se, float64(df), Level)
		}})
}

// countCases are those over tasks, systems and counts.
func countCases() []coverageCase {
	var list []coverageCase
	// rewards: a third of tasks passed, some in part
	reward := func(r *rand.Rand) float64 {
		switch x := r.Float64(); {
		case x < 0.35:
			return 1
		case x < 0.6:
			return r.Float64()
		}
		return 0
	}
	is := func(x float64) func(*rand.Rand) float64 { return func(*rand.Rand) float64 { return x } }
	for _, n := range []int{30, 134} {
		list = append(list, coverageCase{name: "share/tasks/" + strconv.Itoa(n), truth: is(0.475), most: 0.966,
			interval: func(r *rand.Rand) (Interval, bool) {
				x := make([]float64, n)
				for i := range x {
					x[i] = reward(r)
				}
				return ShareInterval(Mean(x), Deviation(x)/math.Sqrt(float64(n)), float64(n-1), Level)
			}}, coverageCase{name: "flips/" + strconv.Itoa(n), truth: is(0),
			interval: func(r *rand.Rand) (Interval, bool) {
				d := make([]float64, n)
				for i := range d { // two thirds of the tasks go alike
					if x, y := reward(r), reward(r); r.IntN(3) == 0 {
						d[i] = x - y
					}
				}
				return FlipInterval(d, r.Uint64(), 500, Level)
			}}, coverageCase{name: "flips/apart/" + strconv.Itoa(n), truth: is(0.15), most: 0.966,
			interval: func(r *rand.Rand) (Interval, bool) {
				d := make([]float64, n)
				for i := range d {
					if x := r.Float64(); x < 0.3 {
						d[i] = 1
					} else if x < 0.45 {
						d[i] = -1
					}
				}
				return FlipInterval(d, r.Uint64(), 500, Level)
			}}, coverageCase{name: "wilson/" + strconv.Itoa(n), truth: is(0.4),
			interval: func(r *rand.Rand) (Interval, bool) { return Wilson(binomial(r, n, 0.4), n, Level), true }})
	}
	list = append(list, coverageCase{name: "flips/systems/12", truth: is(-0.1), most: 0.966,
		interval: func(r *rand.Rand) (Interval, bool) {
			d := make([]float64, 12)
			for i := range d {
				d[i] = -0.1 + 0.2*r.NormFloat64()
			}
			return FlipInterval(d, r.Uint64(), 500, Level)
		}}, coverageCase{name: "newcombe/134", truth: is(0.1), most: 0.966,
		interval: func(r *rand.Rand) (Interval, bool) {
			var t TwoByTwo
			for range 134 {
				switch x := r.Float64(); {
				case x < 0.4:
					t.Both++
				case x < 0.6:
					t.OnlyA++
				case x < 0.7:
					t.OnlyB++
				default:
					t.Neither++
				}
			}
			return Newcombe(t, Level), true
		}})
	return list
}

func binomial(r *rand.Rand, n int, p float64) int {
	k := 0
	for range n {
		if r.Float64() < p {
			k++
		}
	}
	return k
}
