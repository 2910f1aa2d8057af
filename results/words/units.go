package words

import (
	"math"
	"strconv"
	"time"
)

// Duration formats milliseconds: "850 ms", "4.2 s", "3 min 05 s", "1 h 02 min".
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

// Seconds formats milliseconds as seconds without the unit.
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

// Tokens formats a number of tokens: "812", "45.2 k", "1.23 M".
func Tokens[T integer](n *T) string {
	if n == nil {
		return NotRecorded
	}
	return scaled(float64(*n), 1000, []string{"", " k", " M", " G"})
}

// Bytes formats a size in binary units: "812 B", "45.2 KiB", "1.23 MiB".
func Bytes[T integer](n T) string {
	return scaled(float64(n), 1024, []string{" B", " KiB", " MiB", " GiB"})
}

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

// Date formats Unix milliseconds as a UTC date: "2026-11-21".
func Date(ms *int64) string { return stamp(ms, time.DateOnly) }

// DateTime formats Unix milliseconds in UTC to the minute: "2026-11-21 09:33 UTC".
func DateTime(ms *int64) string { return stamp(ms, "2006-01-02 15:04 UTC") }

func stamp(ms *int64, layout string) string {
	if ms == nil {
		return NotRecorded
	}
	return time.UnixMilli(*ms).UTC().Format(layout)
}
