package report

import (
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// ChangesHeader names the columns of the change log's CSV.
func ChangesHeader() []string {
	return []string{"at", "kind", "benchmark", "run", "other", "detail"}
}

// ChangeLine is one line of the change log as CSV has it, its time in UTC.
func ChangeLine(x *results.Change) []string {
	return []string{time.UnixMilli(x.At).UTC().Format(time.RFC3339), string(x.Kind), x.Benchmark, x.Run, x.Other, x.Detail}
}

// Bounds are an interval as cells; absent stays empty.
func Bounds(ci *[2]float64) []string {
	if ci == nil {
		return []string{"", ""}
	}
	return []string{Exact(&ci[0]), Exact(&ci[1])}
}
