package trial

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// CSV returns a row for the trial, followed by one for each check and option. Missing values are
// empty.
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

func yesNo(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

// CSV returns a row for each version of a file, or one row for a file without successful changes.
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

func (t *Trial) RawsCSV(raws []results.Raw) (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "name", "media_type", "bytes", "url", "file_url"}
	for _, r := range raws {
		rows = append(rows, []string{t.Run, t.Scenario, t.Task, strconv.Itoa(t.Attempt), r.Name, r.Media, strconv.FormatInt(r.Size, 10),
			t.Query.Raw(r.Name), t.RecordFile(r.Name)})
	}
	return header, rows
}

// AsText returns the trial's summary and a window of its steps as plain text, with invisible
// characters escaped. Steps that are too long are listed without their text.
func (t *Trial) AsText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", t.Heading())
	for _, r := range t.reviewed() {
		fmt.Fprintf(&b, "Reviewed: %s\n", r.Text)
	}
	if s := t.sentence(); s != nil {
		b.WriteString(s.Text)
	}
	fmt.Fprintf(&b, "\n%s\n", strings.Join(t.facts(), " · "))
	for _, r := range t.session() {
		fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(r.Term+" "+r.Text))
	}
	if t.Trace == nil {
		fmt.Fprintf(&b, "\n%s\n", noTrace(&t.Stored.Trial.Details))
		return visible.Lines(b.String())
	}
	w := t.Trace
	last := t.From + len(w.Steps) - 1
	fmt.Fprintf(&b, "\nSteps %s to %s of %s\n%s\n\n", words.Count(t.From), words.Count(last), words.Count(t.StepsTotal), stepviews.MarkLegend)
	for i := range w.Steps {
		if w.Rows[i].Bytes > BodyMost {
			fmt.Fprintf(&b, "== step %d, %s, not shown here: %s\n\n", w.Steps[i].StepID, words.Bytes(w.Rows[i].Bytes),
				t.Query.Step(w.Steps[i].StepID, "plain", "1"))
			continue
		}
		b.WriteString(stepviews.StepAsText(&w.Steps[i]))
	}
	if last < t.StepsTotal {
		fmt.Fprintf(&b, "The next steps: %s\n", t.Query.Text(last+1))
	}
	return visible.Lines(b.String())
}
