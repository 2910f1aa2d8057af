package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

// Linear maps a domain to a range. An empty domain maps to the middle, to avoid NaN.
type Linear struct {
	Lo, Hi   float64 // ends of the domain
	From, To float64 // ends of the range
	Log      bool    // true for a logarithmic scale, whose domain is positive
}

func (l Linear) At(v float64) float64 {
	lo, hi := l.Lo, l.Hi
	if l.Log {
		lo, hi, v = math.Log10(lo), math.Log10(hi), math.Log10(v)
	}
	if !(hi > lo) || math.IsNaN(v) || math.IsInf(v, 0) {
		return (l.From + l.To) / 2
	}
	return l.From + (v-lo)/(hi-lo)*(l.To-l.From)
}

// Ticks returns about n round numbers from lo to hi: multiples of 1, 2 or 5 times a power of ten.
func Ticks(lo, hi float64, n int) []float64 {
	if !finite(lo) || !finite(hi) || n < 1 {
		return nil
	}
	if lo == hi {
		return []float64{lo}
	}
	step := Step(lo, hi, n)
	var list []float64
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+step*1e-9; k++ {
		list = append(list, round(k*step, step))
	}
	return list
}

func Step(lo, hi float64, n int) float64 {
	raw := math.Abs(hi-lo) / float64(n)
	if raw == 0 || !finite(raw) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	switch f := raw / power; {
	case f < math.Sqrt(2):
		return power
	case f < math.Sqrt(10):
		return 2 * power
	case f < math.Sqrt(50):
		return 5 * power
	}
	return 10 * power
}

func round(v, step float64) float64 {
	digits := max(0, int(-math.Floor(math.Log10(step)))+1)
	f := math.Pow(10, float64(digits))
	if r := math.Round(v*f) / f; finite(r) {
		return r
	}
	return v
}

// LogTicks returns 1, 2 and 5 times the powers of ten from lo to hi. If the range exceeds three
// decades, it returns only powers of ten; if it exceeds eight, not all of them.
func LogTicks(lo, hi float64) []float64 {
	if !(lo > 0) || !(hi >= lo) || !finite(hi) {
		return nil
	}
	factors, every := []float64{1, 2, 5}, 1
	if decades := math.Log10(hi / lo); decades > 3 {
		factors, every = []float64{1}, 1+int(decades/8)
	}
	var list []float64
	for e := int(math.Floor(math.Log10(lo))); e <= int(math.Ceil(math.Log10(hi))); e += every {
		for _, f := range factors {
			v, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', -1, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				list = append(list, v)
			}
		}
	}
	return list
}

// Extent returns the smallest and the largest finite value. ok is false if there is none.
func Extent(values []float64) (lo, hi float64, ok bool) {
	for _, v := range values {
		if !finite(v) {
			continue
		}
		if !ok {
			lo, hi, ok = v, v, true
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi, ok
}

func tickText(v float64, unit Unit) string {
	if unit == Percent {
		v *= 100
	}
	if math.Abs(v) >= 1e-6 {
		v = math.Round(v*1e9) / 1e9 // remove the rounding error of v*100
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', -1, 64)
	whole, rest, dot := strings.Cut(s, ".")
	s = thousands(whole)
	if dot {
		s += "." + rest
	}
	if v < 0 {
		return "\u2212" + s
	}
	return s
}

func thousands(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return thousands(digits[:len(digits)-3]) + "\u202f" + digits[len(digits)-3:]
}

// finite reports whether v can be plotted. Larger absolute values are recording errors and would
// make the axis unreadable.
func finite(v float64) bool { return math.Abs(v) <= 1e15 }

// scale returns a scale with round ends that contains all values. ok is false without a finite
// value, or without a positive one if the axis is logarithmic.
func scale(a Axis, values []float64, from, to float64) (Linear, bool) {
	if a.Log {
		values = slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !(v > 0) })
	}
	lo, hi, ok := Extent(values)
	if !ok {
		return Linear{}, false
	}
	l := Linear{Lo: lo, Hi: hi, From: from, To: to, Log: a.Log}
	if a.Log {
		l.Lo, l.Hi = lo/1.25, hi*1.25
	} else {
		step := Step(lo, hi, 5)
		if lo == hi { // a single value has no range, so choose one around it
			pad := max(math.Abs(lo)*0.1, 0.001)
			step = Step(lo-pad, lo+pad, 2)
		}
		l.Lo, l.Hi = math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
		if l.Lo == l.Hi {
			l.Lo, l.Hi = l.Lo-step, l.Hi+step
		}
	}
	if a.Min != nil && (!a.Log || *a.Min > 0) {
		l.Lo = *a.Min
	}
	if a.Max != nil && (!a.Log || *a.Max > 0) {
		l.Hi = *a.Max
	}
	return l, true
}

func ticks(l Linear, n int) []float64 {
	if l.Log {
		return LogTicks(l.Lo, l.Hi)
	}
	return Ticks(l.Lo, l.Hi, n)
}

func yAxis(f *figure, a Axis, l Linear, left, right float64) {
	for _, v := range ticks(l, max(2, min(5, int((l.From-l.To)/30)))) {
		at := l.At(v)
		f.line("grid", left, at, right, at)
		f.words("tick", "end", left-8, at+4, noLimit, tickText(v, a.Unit))
	}
	f.words("axis", "start", 0, 14, f.w, a.label(l))
}

func xAxis(f *figure, a Axis, l Linear, top, bottom float64) {
	for _, v := range ticks(l, max(2, min(6, int((l.To-l.From)/60)))) {
		at := l.At(v)
		f.line("grid", at, top, at, bottom)
		f.words("tick", "middle", at, bottom+16, noLimit, tickText(v, a.Unit))
	}
	f.words("axis", "end", l.To, bottom+34, l.To, a.label(l))
}

// label returns the axis label, which states the first value if the axis does not begin at zero.
func (a Axis) label(l Linear) string {
	if l.Log || l.Lo <= 0 {
		return a.Label
	}
	return a.Label + " (axis begins at " + tickText(math.Round(l.Lo*1e6)/1e6, a.Unit) + ")"
}

func shortText(v float64, unit Unit) string {
	if unit == Percent {
		v *= 100
	}
	return words.Fixed(&v, 1)
}

func valueText(v float64, unit Unit) string {
	if unit == Percent {
		return words.Pct(&v) + " %"
	}
	switch a := math.Abs(v); {
	case a >= 100:
		return words.Fixed(&v, 0)
	case a >= 1:
		return words.Fixed(&v, 2)
	}
	return words.Fixed(&v, 4)
}
