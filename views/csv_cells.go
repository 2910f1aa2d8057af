package views

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// Exact writes an optional number for CSV as it is; absent stays empty.
func Exact[T float64 | int64 | int](x *T) string {
	if x == nil {
		return ""
	}
	return fmt.Sprint(*x)
}

// CountColumns are the columns of CountCells.
func CountColumns() []string {
	return []string{"expected", "scored", "passed", "failed", "no_answer", "timeout", "error", "not_judged", "missing"}
}

// CountCells are counts as cells of CSV.
func CountCells(c *results.Counts) (list []string) {
	for _, n := range []int{c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing} {
		list = append(list, strconv.Itoa(n))
	}
	return list
}
