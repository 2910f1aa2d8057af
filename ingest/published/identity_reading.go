package published

import (
	"cmp"
	"math"
	"slices"
)

// Reading is another way to understand a printed number than that of the rule which it
// breaks: a convention, a set of labels or a rounding that is known to be in use.
// Lo..Hi holds the numbers that it allows; it is a range where what is printed does not
// fix one, such as how the passes are spread over scenarios.
type Reading struct {
	Name   string
	Lo, Hi float64
}

// otherRounding is tried wherever rounding is what a rule allows for.
const otherRounding = "rounded up or down, not to the nearest"

// Explained names a reading that explains a place where the rule does not hold; empty
// if none of those that were tried does.
func (i *Identity) Explained() string {
	for _, r := range i.readings() {
		if r.Lo-1e-9 <= i.Printed && i.Printed <= r.Hi+1e-9 {
			return r.Name
		}
	}
	return ""
}

// readings are all that are tried.
func (i *Identity) readings() []Reading {
	if i.Tolerance <= 0 {
		return i.Readings
	}
	return append(slices.Clone(i.Readings), Reading{otherRounding, i.Computed - 2*i.Tolerance, i.Computed + 2*i.Tolerance})
}

// or adds a reading to the place that was added last.
func (a *audit) or(name string, lo, hi float64) {
	last := &a.out[len(a.out)-1]
	last.Readings = append(last.Readings, Reading{name, lo, hi})
}

// meanOverParts is the range of the mean over parts of their shares, in percent, that so
// many passes over all can have, however they are spread. sizes are those of the parts.
func meanOverParts(passed float64, sizes []float64) (lo, hi float64) {
	fill := func(order func(a, b float64) int) float64 {
		left, sum := passed, 0.0
		for _, n := range slices.SortedFunc(slices.Values(sizes), order) {
			k := math.Min(left, n)
			sum += k / n
			left -= k
		}
		return 100 * sum / float64(len(sizes))
	}
	return fill(func(a, b float64) int { return cmp.Compare(b, a) }), fill(cmp.Compare[float64])
}
