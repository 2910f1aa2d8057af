package compare

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results/report"
)

// CSV has the whole alignment, one row for each pair of items; the side that has
// none is empty.
func (c *TrialComparison) CSV() (header []string, rows [][]string) {
	header = []string{"scenario", "task", "row", "relation", "other_output"}
	for _, s := range []string{"a", "b"} {
		for _, name := range []string{"run", "step", "source", "tool", "target", "head", "failed"} {
			header = append(header, s+"_"+name)
		}
	}
	for i := range c.Total {
		r := c.Row(i)
		row := []string{c.Scenario, c.Task, strconv.Itoa(r.Row), string(r.Relation), strconv.FormatBool(r.OtherOutput)}
		row = append(row, r.A.cells(c.A.Run)...)
		rows = append(rows, append(row, r.B.cells(c.B.Run)...))
	}
	return header, rows
}

// SidesCSV has one row for each side: what is left where no trace is there to align.
func (c *TrialComparison) SidesCSV() (header []string, rows [][]string) {
	header = []string{"scenario", "task", "side", "run", "status", "score", "duration_ms", "agent_ms", "tokens_input", "tokens_output"}
	for i, side := range c.Sides() {
		row := []string{c.Scenario, c.Task, string(rune('a' + i)), side.Run, string(side.Status)}
		if t := side.Trial; t != nil {
			row = append(row, report.Exact(t.Score), report.Exact(t.DurationMS), report.Exact(t.AgentMS), report.Exact(t.Usage.Input),
				report.Exact(t.Usage.Output))
		} else {
			row = append(row, "", "", "", "", "")
		}
		rows = append(rows, row)
	}
	return header, rows
}

// cells are one side of a row of the alignment.
func (it *AlignedItem) cells(run string) []string {
	if it == nil {
		return []string{run, "", "", "", "", "", ""}
	}
	return []string{run, strconv.Itoa(it.StepID), it.Source, it.Tool, it.Target, it.Head, strconv.FormatBool(it.Failed)}
}
