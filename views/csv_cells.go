package views

import (
	"fmt"
	"strconv"
	"time"

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

// CountCells are counts as cells of CSV, empty ones for nil.
func CountCells(c *results.Counts) []string {
	if c == nil {
		return make([]string, len(CountColumns()))
	}
	var list []string
	for _, n := range []int{c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing} {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// ChangesHeader names the columns of the change log's CSV.
func ChangesHeader() []string {
	return []string{"at", "kind", "benchmark", "run", "other", "detail"}
}

// ChangeLine is one line of the change log as CSV has it, its time in UTC.
func ChangeLine(x *results.Change) []string {
	return []string{time.UnixMilli(x.At).UTC().Format(time.RFC3339), string(x.Kind), x.Benchmark, x.Run, x.Other, x.Detail}
}

// WholeText writes an optional count for CSV; absent stays empty.
func WholeText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
