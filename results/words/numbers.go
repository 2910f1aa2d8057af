// Package words formats numbers, times and recorded terms for display. The API and the pages share
// it; package views adds markup.
package words

import (
	"math"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
)

// NotRecorded is shown for a value that is missing from the records.
const NotRecorded = "–"

const (
	thin  = "\u202f" // narrow no-break space, the thousands separator
	minus = "\u2212" // minus sign, which is as wide as a digit
)

// number formats a number with a typographic minus sign, so that columns align. A negative number
// that rounds to 0 has no sign. Halves round up, also 4.75 that arithmetic made 4.749999999999999.
func number(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return NotRecorded
	}
	s := strconv.FormatFloat(math.Abs(v)*(1+1e-12), 'f', digits, 64)
	whole, rest, _ := strings.Cut(s, ".")
	s = thousands(whole)
	if rest != "" {
		s += "." + rest
	}
	if v < 0 && strings.Trim(s, "0."+thin) != "" {
		return minus + s
	}
	return s
}

func thousands(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return thousands(digits[:len(digits)-3]) + thin + digits[len(digits)-3:]
}

// Pct formats a fraction from 0 to 1 as a percentage without the unit.
func Pct(v *float64) string {
	if v == nil {
		return NotRecorded
	}
	return number(*v*100, 2)
}

// Points formats a difference of fractions as signed percentage points, such as +2.97.
func Points(v *float64) string {
	if v == nil {
		return NotRecorded
	}
	s := number(*v*100, 2)
	if *v > 0 && s != "0.00" && s != NotRecorded {
		return "+" + s
	}
	return s
}

// Fixed formats a number with the given number of decimal places.
func Fixed(v *float64, digits int) string {
	if v == nil {
		return NotRecorded
	}
	return number(*v, digits)
}

type integer interface{ ~int | ~int64 }

// Count formats an integer with thin spaces between thousands.
func Count[T integer](n T) string { return number(float64(n), 0) }

// CountOf is like Count, but returns NotRecorded for nil.
func CountOf[T integer](n *T) string {
	if n == nil {
		return NotRecorded
	}
	return Count(*n)
}

// Frac formats a fraction with its percentage: "264 of 337 (78.34 %)".
func Frac(num, den int) string {
	s := Count(num) + " of " + Count(den)
	if den == 0 {
		return s
	}
	return s + " (" + number(100*float64(num)/float64(den), 2) + " %)"
}

// Passed formats the share of verdicts that passed and the number of tasks without a verdict: "0 of
// 4 tasks passed (0.00 %), 96 of 100 without a verdict".
func Passed(passed, judged, all int, noun string) string {
	return FullMarks(passed, judged, all, noun, "passed", "")
}

// FullMarks is like Passed, but uses the given word for "passed" and explains its meaning.
func FullMarks(passed, judged, all int, noun, word, means string) string {
	of := func(n int) string {
		if noun == "" {
			return Count(n)
		}
		return Counted(n, noun)
	}
	if judged == 0 {
		return "no verdict on " + of(all)
	}
	if means != "" {
		means += "; "
	}
	text := Count(passed) + " of " + of(judged) + " " + word + " (" + means + number(100*float64(passed)/float64(judged), 2) + "\u00a0%)"
	if judged < all {
		text += ", " + Count(all-judged) + " of " + Count(all) + " without a verdict"
	}
	return text
}

// Outcome formats the result of a run. If scores are partial, it begins with the mean score.
func Outcome(b *results.Benchmark, mean *float64, c results.Counts, noun string) string {
	means := ""
	if noun != "" {
		means = b.FullMeans()
	}
	text := FullMarks(c.Passed, c.Scored, c.Expected, noun, b.Full(), means)
	if !b.Graded || c.Scored == 0 || mean == nil {
		return text
	}
	lead := metric.Of(b.Headline).Label + " " + Pct(mean)
	if c.Scored < c.Expected {
		lead += " over " + Count(c.Scored)
	}
	return lead + "; " + text
}

// PValue formats a p-value with two significant digits.
func PValue(p *float64) string {
	if p == nil || math.IsNaN(*p) {
		return NotRecorded
	}
	v := *p
	if v < 0.0001 {
		return "<0.0001"
	}
	if v >= 1 {
		return "1.0"
	}
	// The exponent after rounding determines the digits: 0.0996 becomes 0.10.
	e := strconv.FormatFloat(v, 'e', 1, 64)
	exp, err := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if err != nil {
		return NotRecorded
	}
	return strconv.FormatFloat(v, 'f', 1-exp, 64)
}

// Between formats an interval of two fractions in percent: "73.63–82.40".
func Between(lo, hi *float64) string {
	if lo == nil || hi == nil {
		return NotRecorded
	}
	return number(*lo*100, 2) + "–" + number(*hi*100, 2)
}

// Ranks formats a rank interval: "1–3", or "2" if both ends are equal.
func Ranks(lo, hi int) string {
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return strconv.Itoa(lo) + "–" + strconv.Itoa(hi)
}

// Plural formats a count with its noun: "1 round", "337 rounds".
func Plural(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Count(n) + " " + plural
}

// Numeral spells out a small number, such as "five"; it formats a larger one as digits.
func Numeral(n int) string {
	if names := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve"); n >= 0 && n < len(names) {
		return names[n]
	}
	return Count(n)
}

// List joins names: "A", "A and B", "A, B and C".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Counted is like Plural, for a noun with a regular plural.
func Counted(n int, noun string) string { return Plural(n, noun, Many(noun)) }

// Many returns the regular plural of a noun: "rounds", "repositories".
func Many(noun string) string {
	stem, y := strings.CutSuffix(noun, "y")
	if y && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	return noun + "s"
}
