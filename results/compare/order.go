package compare

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Order estimates whether another repeat would reverse the order of two systems on the same tasks.
// It is computed from the headline values of their repeats.
type Order struct {
	Sweeps [2]int // number of repeats of A and of B
	// Changed is the probability that one more repeat of each system reverses the order of the
	// means; nil if a system has only one repeat, or if the means are equal. It assumes that the
	// future difference follows Student's t distribution around the observed one (Hahn, J. Am. Stat.
	// Assoc. 64 (1969) 878), with the degrees of freedom of Welch, Biometrika 34 (1947) 28.
	Changed *float64
}

// OrderOf computes the Order from the headline values of both systems' repeats.
func OrderOf(a, b []float64) Order {
	o := Order{Sweeps: [2]int{len(a), len(b)}}
	diff := stats.Mean(a) - stats.Mean(b)
	if len(a) < 2 || len(b) < 2 || math.Abs(diff) < tiny {
		return o
	}
	share := func(x []float64) float64 { // variance that a new repeat adds to the mean
		n := float64(len(x))
		return stats.Deviation(x) * stats.Deviation(x) * (1 + 1/n) / ((n + 1) * (n + 1))
	}
	o.Changed = beyond(diff, share(a), share(b), len(a), len(b))
	return o
}

// tiny is the difference below which two values are equal.
const tiny = 1e-12

// beyond returns the probability that a future difference has the opposite sign of diff. Its
// variance is a + b, estimated from n and m repeats.
func beyond(diff, a, b float64, n, m int) *float64 {
	p := 0.0
	if v := a + b; v > tiny*tiny {
		df := v * v / (a*a/float64(n-1) + b*b/float64(m-1))
		p = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-math.Abs(diff) / math.Sqrt(v))
	}
	return &p
}

// order returns the Order of the two systems on the common tasks; nil if both have only one repeat.
func (c *Comparison) order(spec score.Spec, sweeps [2][][]score.Unit) *Order {
	var values [2][]float64
	for side, list := range sweeps {
		for _, units := range list {
			values[side] = append(values[side], spec.Value(c.Headline, units))
		}
	}
	if len(values[0])+len(values[1]) < 3 || slices.ContainsFunc(slices.Concat(values[0], values[1]), math.IsNaN) {
		return nil
	}
	o := OrderOf(values[0], values[1])
	return &o
}

func (in *Input) outcomes(side int) [][]results.Trial {
	if list := in.Sweeps[side]; len(list) > 0 {
		return list
	}
	return [][]results.Trial{[]*results.ScoredRun{in.A, in.B}[side].Trials}
}

// sweeps returns the units of each repeat of a side. If there is only one repeat, it returns all.
func (in *Input) sweeps(side int, tasks []results.Task, all []score.Unit) [][]score.Unit {
	parts := score.Sweeps(in.Benchmark.Scoring, tasks, in.outcomes(side))
	if len(parts) == 1 {
		return [][]score.Unit{all}
	}
	list := make([][]score.Unit, len(parts))
	for i, s := range parts {
		list[i] = score.Units(in.Benchmark.Scoring, tasks, s.Trials)
	}
	return list
}
