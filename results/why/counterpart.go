package why

import (
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Counterpart describes what a passing trial of the same task did at the point where another trial
// failed. Unknown fields are empty.
type Counterpart struct {
	Chose   []string `json:"chose,omitempty"`   // labels of the options that the passing trial selected
	Wrote   string   `json:"wrote,omitempty"`   // line of the file that the complaint is about
	File    string   `json:"file,omitempty"`    // path of the file that the passing trial wrote
	Step    int      `json:"step,omitempty"`    // number of the step that wrote the file; 0 if unknown
	Attempt int      `json:"attempt,omitempty"` // number of the passing attempt, from 1
	Steps   int      `json:"steps,omitempty"`   // number of steps in which the passing trial finished, if the failed one did not finish; otherwise 0
	Check   string   `json:"check,omitempty"`   // checker's output for the passing trial, if the failed check counted files

	At *results.StepRef `json:"-"` // step that wrote the file, with the line as its quote; nil if unknown
}

// MainCheck returns the first failed check with an option, expected value or field, otherwise the
// first failed check. It returns nil if there are none.
func MainCheck(w *results.Explanation) *results.FailedCheck {
	if w == nil || len(w.Failed) == 0 {
		return nil
	}
	i := slices.IndexFunc(w.Failed, func(c results.FailedCheck) bool { return c.Option != "" || c.Expected != "" || c.Field != "" })
	return &w.Failed[max(i, 0)]
}

// CounterpartOf compares a failed trial with a passing trial of the same task. touches are the file
// operations of the passing trial; they may cover only the end of its trace.
func CounterpartOf(w *results.Explanation, passed *results.StoredTrial, touches []files.Touch) Counterpart {
	p := Counterpart{Attempt: passed.Attempt}
	c := MainCheck(w)
	if c != nil && c.Option != "" {
		p.Chose = passed.Selected
		return p
	}
	if v := passed.Details.Verdict; c != nil && fileCountIn(c.Text) != nil && v != nil && len(v.Stdout) > len("OK\n") {
		p.Check = quote(v.Stdout, 2*quoteMost)
	}
	if x := passingWrite(c, w != nil && w.Reason != nil && w.Reason.Kind == results.ReasonAnswer, touches); x != nil {
		if p.File, p.Step = x.Path, x.Step; x.Known {
			p.Wrote = passingLine(c, x.Text)
		}
		p.At = &results.StepRef{Task: passed.Task, Attempt: passed.Attempt, Step: x.Step, Call: x.Call, Quote: p.Wrote}
	}
	if w != nil && w.Reason != nil && p.Step == 0 && slices.Contains([]results.ReasonKind{results.ReasonLimit, results.ReasonLoop,
		results.ReasonCrash, results.ReasonAnswer}, w.Reason.Kind) {
		p.Steps = passed.StepsTotal
	}
	return p
}

// passingWrite returns the passing trial's last file change that corresponds to the failed check.
// It prefers a change to the same file (unless the failed trial stopped early), then one with the
// missing field or value, then one with the same file extension.
func passingWrite(c *results.FailedCheck, stopped bool, touches []files.Touch) *files.Touch {
	if c == nil {
		return nil
	}
	file := FileOf(c)
	kind := path.Ext(file)
	if m := fileCountIn(c.Text); m != nil {
		return LastChange(touches, func(x *files.Touch) bool { return m.has(x.Path) })
	}
	field := LastPart(c.Field)
	for _, fits := range []func(*files.Touch) bool{
		func(x *files.Touch) bool { return SameFile(x.Path, file) && !stopped },
		func(x *files.Touch) bool { return field != "" && strings.Contains(x.Text, field) },
		func(x *files.Touch) bool { return follows(c.Expected) && Has(x.Text, c.Expected) },
		func(x *files.Touch) bool { return stopped || kind == "" || path.Ext(x.Path) == kind },
	} {
		if x := LastChange(touches, fits); x != nil {
			return x
		}
	}
	return nil
}

// passingLine returns the line of text that corresponds to the failed check: the line with its
// field, otherwise the line with the expected value, otherwise the most similar line. It returns ""
// if there is none.
func passingLine(c *results.FailedCheck, text string) string {
	if field := LastPart(c.Field); field != "" {
		if at := strings.Index(text, field); at >= 0 {
			return lineAt(text, at)
		}
	}
	if at, _ := firstForm(text, formsOf(c.Expected)); c.Expected != "" && at >= 0 {
		return lineAt(text, at)
	}
	if c.Wrote == nil || ofParts.MatchString(c.Text) {
		return ""
	}
	line, _, _ := nearest(text, c)
	return line
}

// LastChange returns the last successful change for which fits returns true; nil if there is none.
func LastChange(touches []files.Touch, fits func(*files.Touch) bool) *files.Touch {
	for i := len(touches) - 1; i >= 0; i-- {
		if x := &touches[i]; x.Op.Changes() && x.Op != files.Remove && !x.Failed && fits(x) {
			return x
		}
	}
	return nil
}

// FileOf returns the path of the file that a failed check concerns, or "" if unknown.
func FileOf(c *results.FailedCheck) string {
	if c.Wrote != nil && c.Wrote.File != "" {
		return c.Wrote.File
	}
	return strings.TrimPrefix(c.File, "./")
}

// SameFile reports whether two paths refer to the same file. One of them may lack leading
// directories.
func SameFile(a, b string) bool {
	return b != "" && (a == b || files.Match(a, b) || files.Match(b, a))
}

// LastPart returns the last key in a path of keys: "start" for "tasks[].start".
func LastPart(field string) string {
	field = strings.TrimRight(field, ".[]")
	return field[strings.LastIndexAny(field, ".[]")+1:]
}
