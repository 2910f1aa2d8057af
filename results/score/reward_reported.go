package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// inspectReducers are the ways in which Inspect makes one value of a sample's epochs,
// by their names. That of the mean has none in the names of metrics.
var inspectReducers = []struct {
	name   string
	reduce func(rewards []float64) float64
}{
	{"", meanOf},
	{"_median", medianOf},
	{"_mode", modeOf},
	{"_max", slices.Max[[]float64]},
}

// ReportedInspect gives what the header of a log of Inspect states of the scorer that
// gives the scores: accuracy and mean are the mean over samples of one value for each,
// var and std its variance and standard deviation between samples (n-1), stderr the
// latter by the root of their number; 0 where there is one sample. The one value is the
// mean over the sample's epochs, or what the reducer behind the name makes of them. A
// sample without a score is left out. (inspect_ai, scorer/_metrics and _reducer)
func ReportedInspect(tasks []results.Task, trials []results.Trial) []results.Metric {
	var list [][]float64
	for _, t := range rewardTasks(tasks, trials) {
		if t.n > 0 && t.single() {
			list = append(list, t.rewards)
		}
	}
	return SumUp(list)
}

// SumUp gives what ReportedInspect does of any values: for each sample, those of its
// epochs in their order.
func SumUp(list [][]float64) []results.Metric {
	if len(list) == 0 {
		return nil
	}
	most := 0
	for _, values := range list {
		most = max(most, len(values))
	}
	var out []results.Metric
	reduced := func(suffix string, reduce func([]float64) float64) {
		values := make([]float64, len(list))
		for i, rewards := range list {
			values[i] = reduce(rewards)
		}
		out = append(out, spread(suffix, values)...)
	}
	for _, r := range inspectReducers {
		reduced(r.name, r.reduce)
	}
	for k := 1; k <= most; k++ {
		reduced(fmt.Sprintf("_at_least_%d", k), func(rewards []float64) float64 {
			if passes(rewards) >= k {
				return 1
			}
			return 0
		})
		reduced(fmt.Sprintf("_pass_at_%d", k), func(rewards []float64) float64 {
			p, ok := stats.PassAtK(len(rewards), passes(rewards), k)
			if !ok { // fewer epochs than k: one that passed is enough
				p = min(1, float64(passes(rewards)))
			}
			return p
		})
	}
	return out
}

// SameMean reports whether a number of a report is what a benchmark's headline is: Inspect
// calls the mean over samples their accuracy.
func SameMean(headline, reported string) bool {
	return reported == headline || headline == "avg" && reported == "accuracy"
}

// spread sums up one value for each sample.
func spread(suffix string, values []float64) []results.Metric {
	n, mean := float64(len(values)), meanOf(values)
	variance := 0.0
	if n > 1 {
		for _, v := range values {
			variance += (v - mean) * (v - mean) / (n - 1)
		}
	}
	var out []results.Metric
	for _, m := range []struct {
		key   string
		value float64
	}{
		{"accuracy", mean}, {"mean", mean}, {"var", variance}, {"std", math.Sqrt(variance)}, {"stderr", math.Sqrt(variance / n)},
	} {
		out = append(out, results.Metric{Key: m.key + suffix, Value: &m.value})
	}
	return out
}

func passes(rewards []float64) int {
	n := 0
	for _, r := range rewards {
		if r >= 1 {
			n++
		}
	}
	return n
}

func meanOf(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func medianOf(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// modeOf is the value that occurs most often, of several the one that came first.
func modeOf(x []float64) float64 {
	best, most := x[0], 0
	for _, v := range x {
		n := 0
		for _, w := range x {
			if v == w {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	return best
}
