package ui

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// NotRecorded stands for a value that no record states. Value shows it in a
// quieter colour with its meaning as a title.
const NotRecorded = "–"

const (
	thin  = "\u202f" // narrow no-break space between thousands
	minus = "\u2212" // as wide as a digit, unlike a hyphen
)

// number is a finite float's fixed notation with a true minus, so that columns
// keep their alignment. A negative value that rounds to zero has no sign.
func number(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return NotRecorded
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
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

// thousands groups digits by three.
func thousands(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return thousands(digits[:len(digits)-3]) + thin + digits[len(digits)-3:]
}

// Pct shows a fraction from 0 to 1 as a percentage with two decimals and no
// unit, which belongs into the column's header.
func Pct(v *float64) string {
	if v == nil {
		return NotRecorded
	}
	return number(*v*100, 2)
}

// Points shows a difference of two fractions in percentage points with its
// sign, such as +2.97.
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

// Fixed shows a number with the given digits after the point.
func Fixed(v *float64, digits int) string {
	if v == nil {
		return NotRecorded
	}
	return number(*v, digits)
}

// integer is what counts come as.
type integer interface{ ~int | ~int64 }

// Count shows a whole number with thin spaces between thousands.
func Count[T integer](n T) string { return number(float64(n), 0) }

// CountOf shows a whole number that may not be recorded.
func CountOf[T integer](n *T) string {
	if n == nil {
		return NotRecorded
	}
	return Count(*n)
}

// Frac shows a share with its denominator: "264 of 337 (78.34 %)".
func Frac(num, den int) string {
	s := Count(num) + " of " + Count(den)
	if den == 0 {
		return s
	}
	return s + " (" + number(100*float64(num)/float64(den), 2) + " %)"
}

// PValue shows a probability with two significant digits.
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
	// The exponent after rounding decides the digits: 0.0996 is 0.10.
	e := strconv.FormatFloat(v, 'e', 1, 64)
	exp, err := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if err != nil {
		return NotRecorded
	}
	return strconv.FormatFloat(v, 'f', 1-exp, 64)
}

// Between shows an interval of two fractions in percent: "73.63–82.40".
func Between(lo, hi *float64) string {
	if lo == nil || hi == nil {
		return NotRecorded
	}
	return number(*lo*100, 2) + "–" + number(*hi*100, 2)
}

// Ranks shows a rank interval: "1–3", or "2" where both ends agree.
func Ranks(lo, hi int) string {
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return strconv.Itoa(lo) + "–" + strconv.Itoa(hi)
}

// Duration shows milliseconds as a person would say them: "850 ms", "4.2 s",
// "3 min 05 s", "1 h 02 min".
func Duration[T integer](ms *T) string {
	if ms == nil {
		return NotRecorded
	}
	n := int64(*ms)
	if n < 0 {
		n = -n
		return minus + Duration(&n)
	}
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " ms"
	case n < 59_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " s"
	}
	s := (n + 500) / 1000
	if s < 3600 {
		return strconv.FormatInt(s/60, 10) + " min " + pad2(s%60) + " s"
	}
	m := (s + 30) / 60
	return Count(m/60) + " h " + pad2(m%60) + " min"
}

// Seconds shows milliseconds in seconds with one decimal, for columns with the
// unit in their header.
func Seconds[T integer](ms *T) string {
	if ms == nil {
		return NotRecorded
	}
	return number(float64(*ms)/1000, 1)
}

func pad2(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// Tokens shows a number of tokens in at most four digits: "812", "45.2 k",
// "1.23 M".
func Tokens[T integer](n *T) string {
	if n == nil {
		return NotRecorded
	}
	return scaled(float64(*n), 1000, []string{"", " k", " M", " G"})
}

// Bytes shows a size in binary units: "812 B", "45.2 KiB", "1.23 MiB".
func Bytes[T integer](n T) string {
	return scaled(float64(n), 1024, []string{" B", " KiB", " MiB", " GiB"})
}

// scaled keeps three significant digits above the first unit.
func scaled(v, base float64, units []string) string {
	u := 0
	for math.Abs(v) >= base-0.5 && u < len(units)-1 {
		v /= base
		u++
	}
	digits := 0
	if u > 0 {
		switch a := math.Abs(v); {
		case a < 9.995:
			digits = 2
		case a < 99.95:
			digits = 1
		}
	}
	return number(v, digits) + units[u]
}

// Date shows Unix milliseconds as a day in UTC: "2026-11-21".
func Date(ms *int64) string { return stamp(ms, time.DateOnly) }

// DateTime shows Unix milliseconds to the minute: "2026-11-21 09:33 UTC".
func DateTime(ms *int64) string { return stamp(ms, "2006-01-02 15:04 UTC") }

func stamp(ms *int64, layout string) string {
	if ms == nil {
		return NotRecorded
	}
	return time.UnixMilli(*ms).UTC().Format(layout)
}

// Plural is a count with its noun: "1 round", "337 rounds".
func Plural(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Count(n) + " " + plural
}
