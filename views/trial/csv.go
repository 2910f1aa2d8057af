package trial

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// CSV has one row for the trial, then one for each of its checks and options.
// What a part does not have is empty: an option no weight, a check no selection.
func (t *Trial) CSV() (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "part", "id", "status", "score", "passed", "day", "weight", "red_line", "correct",
		"selected", "text"}
	add := func(part, id string, cells ...string) {
		rows = append(rows, append([]string{t.Run, t.Scenario, t.Task, strconv.Itoa(t.Attempt), part, id}, cells...))
	}
	said := ""
	if t.Error != nil {
		said = *t.Error
	}
	add("trial", "", string(t.Status), views.Exact(t.Score), "", "", "", "", "", "", said)
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
	header = []string{"run", "scenario", "task", "attempt", "path", "reads", "failed_changes", "version", "step", "call", "op", "by", "likely",
		"lines", "bytes"}
	for _, x := range f.Files {
		of := []string{f.Run, f.Scenario, f.Task, strconv.Itoa(f.Attempt), x.Path, strconv.Itoa(x.Reads), strconv.Itoa(x.Failed)}
		for _, v := range x.Versions {
			rows = append(rows, append(of[:len(of):len(of)], strconv.Itoa(v.Version), strconv.Itoa(v.Step), strconv.Itoa(v.Call), string(v.Op), v.By,
				strconv.FormatBool(v.Likely), views.Exact(v.Lines), views.Exact(v.Bytes)))
		}
		if len(x.Versions) == 0 {
			rows = append(rows, append(of[:len(of):len(of)], "", "", "", "", "", "", "", ""))
		}
	}
	return header, rows
}

// RawsCSV has one row for each raw record of a trial.
func (t *Trial) RawsCSV(raws []results.Raw) (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "name", "media_type", "bytes", "url", "file_url"}
	for _, r := range raws {
		rows = append(rows, []string{t.Run, t.Scenario, t.Task, strconv.Itoa(t.Attempt), r.Name, r.Media, strconv.FormatInt(r.Size, 10),
			t.Query.Raw(r.Name), t.RecordFile(r.Name)})
	}
	return header, rows
}
