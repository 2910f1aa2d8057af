package report

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// CSV has one row for the trial, then one for each of its checks and options.
// What a part does not have is empty: an option no weight, a check no selection.
func (t *Trial) CSV() (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "part", "id", "status", "score", "passed", "day", "weight", "red_line", "correct", "selected", "text"}
	add := func(part, id string, cells ...string) {
		rows = append(rows, append([]string{t.Run, t.Scenario, t.Task, strconv.Itoa(t.Attempt), part, id}, cells...))
	}
	said := ""
	if t.Error != nil {
		said = *t.Error
	}
	add("trial", "", string(t.Status), exact(t.Score), "", "", "", "", "", "", said)
	for _, c := range t.Checks {
		add("check", c.ID, "", "", yesNo(c.Passed), c.Day, fmt.Sprint(c.Weight), strconv.FormatBool(c.RedLine), "", "", c.Detail)
	}
	for _, o := range t.Options {
		add("option", o.Label, "", "", "", "", "", "", strconv.FormatBool(o.Gold), strconv.FormatBool(o.Picked), o.Text)
	}
	return header, rows
}

// yesNo writes an optional verdict for CSV; absent stays empty.
func yesNo(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

// CSV has one row for each version of each file, and one for a file that no call
// has changed although one tried.
func (f *TrialFiles) CSV() (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "path", "reads", "failed_changes", "version", "step", "call", "op", "by", "likely", "lines", "bytes"}
	for _, x := range f.Files {
		of := []string{f.Run, f.Scenario, f.Task, strconv.Itoa(f.Attempt), x.Path, strconv.Itoa(x.Reads), strconv.Itoa(x.Failed)}
		for _, v := range x.Versions {
			rows = append(rows, append(of[:len(of):len(of)], strconv.Itoa(v.Version), strconv.Itoa(v.Step), strconv.Itoa(v.Call), string(v.Op), v.By, strconv.FormatBool(v.Likely), whole(v.Lines), whole(v.Bytes)))
		}
		if len(x.Versions) == 0 {
			rows = append(rows, append(of[:len(of):len(of)], "", "", "", "", "", "", "", ""))
		}
	}
	return header, rows
}

// whole writes an optional count for CSV; absent stays empty.
func whole(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// RawsCSV has one row for each raw record of a trial.
func (t *Trial) RawsCSV(raws []results.Raw) (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "name", "media_type", "bytes", "url", "file_url"}
	for _, r := range raws {
		rows = append(rows, []string{t.Run, t.Scenario, t.Task, strconv.Itoa(t.Attempt), r.Name, r.Media, strconv.FormatInt(r.Size, 10), t.Query.Raw(r.Name), t.RecordFile(r.Name)})
	}
	return header, rows
}

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
			row = append(row, exact(t.Score), exact(t.DurationMS), exact(t.AgentMS), exact(t.Usage.Input), exact(t.Usage.Output))
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
