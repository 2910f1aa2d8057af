package report

import (
	"github.com/clawatlas/clawatlas/results"
)

// Warning is what is odd about a record or a dataset.
type Warning struct {
	File    string `json:"file"`    // its path below what was read
	Line    *int   `json:"line"`    // counted from 1; null where the warning concerns the whole file
	Message string `json:"message"` // what is odd
}

// Warnings puts stored warnings as the API has them.
func Warnings(list []results.Warning) []Warning {
	out := []Warning{}
	for _, w := range list {
		x := Warning{File: w.File, Message: w.Message}
		if w.Line > 0 {
			x.Line = &w.Line
		}
		out = append(out, x)
	}
	return out
}
