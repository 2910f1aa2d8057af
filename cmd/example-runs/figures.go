package main

import (
	"strconv"
	"strings"
)

// toFloat reads a figure as papers write it; what is no figure counts as zero,
// because the patterns of the plans only let figures through.
func toFloat(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return v
}

func toInt(s string) int { return int(toFloat(s)) }

// minus works out a fact less another, with as many decimals as they have.
func minus(a, b string) func(look) (string, bool) {
	return func(l look) (string, bool) {
		x, ok := l(a)
		y, ok2 := l(b)
		return like(x, toFloat(x)-toFloat(y)), ok && ok2
	}
}

// sum adds facts up, and is unknown if one of them is.
func sum(l look, names ...string) (string, bool) {
	total, first := 0.0, ""
	for _, n := range names {
		v, ok := l(n)
		if !ok {
			return "", false
		}
		if first == "" {
			first = v
		}
		total += toFloat(v)
	}
	return like(first, total), true
}

// like writes v with the decimals of the sample.
func like(sample string, v float64) string {
	_, frac, _ := strings.Cut(sample, ".")
	return strconv.FormatFloat(v, 'f', len(frac), 64)
}

// countRows counts the rows with a value in a column, or all if column is -1.
func countRows(column int, value string) func(rows [][]string) (string, bool) {
	return func(rows [][]string) (string, bool) {
		n := 0
		for _, r := range rows {
			if column < 0 || r[column] == value {
				n++
			}
		}
		return strconv.Itoa(n), true
	}
}

// cell returns a column of the row whose first column has the key.
func cell(rows [][]string, key string, column int) (string, bool) {
	for _, r := range rows {
		if r[0] == key {
			return r[column], true
		}
	}
	return "", false
}
