package task

import (
	"fmt"
	"strings"
)

// CSV has one row for each written case, and one for each mined case that fits
// the filters, on all pages. Lists in a cell are separated by spaces.
func (x *Cases) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "case", "origin", "title", "dimensions", "modes", "tasks", "trials"}
	for _, w := range x.Written {
		rows = append(rows, []string{x.Benchmark, w.Slug, "written", w.Title, strings.Join(w.Dimensions, " "), strings.Join(w.Modes, " "), strings.Join(w.Rounds, " "), ""})
	}
	for _, m := range x.Mined {
		rows = append(rows, []string{x.Benchmark, m.Slug, "mined", m.Title, "", m.Rule, m.Scenario + "/" + m.Task, fmt.Sprint(m.TrialsTotal)})
	}
	return header, rows
}
