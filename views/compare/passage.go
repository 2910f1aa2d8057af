package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// deciding describes the difference that decided the outcome: the check's expectation, what each
// side read, wrote and said, and the check's result for each side.
type deciding struct {
	Asked       string // line of the prompt that asks for the value; may be empty
	Check       string // expectation of the check, in words
	Options     []optionRow
	Read, Wrote *[2]passage
	Said        *[2]passage
	Found       [2]string // result of the check for each side
}

type optionRow struct {
	Label, Text string
	Gold        bool
	Chose       [2]bool
}

// passage is an excerpt of a text with its location.
type passage struct {
	File, When string // path of the file, and a phrase about when it was opened or written, in lower case
	At, Href   string // name and URL of the step; empty if there is none
	Lines      []passageLine
}

// passageLine is a line of a passage. Gap is true if lines before it were omitted.
type passageLine struct {
	N    int
	Text string
	Href string // URL of the line in the trace; may be empty
	Hit  bool
	Gap  bool
}

const (
	passageLines = 6   // maximum number of lines per side
	lineMost     = 300 // maximum line length in characters
)

// deciding returns the difference that decided the outcome. It returns nil if both sides have the
// same outcome or the failure reason is unknown.
func (c *Trials) deciding() *deciding {
	w := c.failedCheck()
	if w == nil {
		return nil
	}
	d := &deciding{}
	for i, side := range c.Sides() {
		d.Found[i] = found(side, w)
	}
	if w.Option != "" {
		for _, o := range why.Options(&c.Spec, c.prompt()) {
			a, b := slices.Contains(c.A.Selected, o.Label), slices.Contains(c.B.Selected, o.Label)
			if a != b {
				d.Options = append(d.Options, optionRow{o.Label, o.Text, o.Gold, [2]bool{a, b}})
			}
		}
	} else {
		word := why.LastPart(w.Field)
		if d.Asked = short(lineOf(c.prompt(), word), lineMost); w.Expected != "" {
			if d.Check = short(w.Expected, lineMost); w.Field != "" {
				d.Check = w.Field + " = " + d.Check
			}
		} else {
			d.Check = short(w.Text, lineMost)
		}
		d.Wrote = c.wrote(w)
		if word != "" || len(w.Expected) > 2 {
			d.Said = &[2]passage{}
			for i, side := range c.Sides() {
				d.Said[i] = c.said(side, w)
			}
		}
	}
	if c.Source() != "" {
		d.Read = &[2]passage{}
		for i, side := range c.Sides() {
			d.Read[i] = c.readingOf(side, w)
		}
	} else if w.Unread && (w.Option == "" || w.Access == results.AccessUnstated) {
		d.Read = c.unread(w)
	}
	return d
}

// unread says in the words of a trial's page that the side that failed did not read what decides. The
// other side's reading was not searched.
func (c *Trials) unread(w *results.FailedCheck) *[2]passage {
	both := [2]passage{{When: "not searched, because this side passed"}, {When: "not searched, because this side passed"}}
	for i, side := range c.Sides() {
		switch {
		case side.passed():
		case w.Option == "":
			both[i].When = "nothing that was read has it"
		case w.File != "":
			both[i].When = w.File + " did not exist yet"
		default:
			both[i].When = "probably not stated"
		}
	}
	return &both
}

// prompt returns the recorded prompt, or the dataset's prompt if none is recorded.
func (c *Trials) prompt() string {
	for _, side := range c.Sides() {
		if side.Trial != nil && side.Trial.Details.Prompt != "" {
			return side.Trial.Details.Prompt
		}
	}
	return c.Spec.Facts.Prompt
}

// readingOf returns the relevant lines of the file that the run read.
func (c *Trials) readingOf(side *TrialSide, w *results.FailedCheck) passage {
	r := side.read
	if r == nil {
		return passage{File: c.Source(), When: "not opened"}
	}
	p := passage{File: r.Path, At: "step " + strconv.Itoa(r.Step), When: "opened in this " + c.Of.Words.Task,
		Href: link.AttemptStep(side.Run, c.Scenario, r.task, r.attempt, r.Step)}
	if r.task != c.Task {
		p.At = r.task + ", " + p.At
		p.When = "not opened in this " + c.Of.Words.Task + "; last opened before"
		if i, k := slices.Index(c.order, c.Task), slices.Index(c.order, r.task); i > k && k >= 0 {
			p.When = fmt.Sprintf("not opened in this %s; last opened %s before", c.Of.Words.Task, words.Counted(i-k, c.Of.Words.Task))
		}
	}
	var quotes []string
	for _, x := range []*results.StepRef{w.Read, w.Seen} {
		if x != nil && x.Quote != "" {
			quotes = append(quotes, strings.TrimSpace(strings.TrimSuffix(x.Quote, "…")))
		}
	}
	mine := w.Got
	if side.passed() {
		mine = w.Expected
	}
	anchor, _, _ := strings.Cut(p.Href, "#")
	anchor += "#" + link.ResultAnchor(r.Step, r.Call) + "-L"
	p.Lines = linesOf(r.Text, func(line string) (shown, hit bool) {
		shown = slices.ContainsFunc(quotes, func(q string) bool { return strings.Contains(line, q) }) || states(line, w.Expected) || states(line, w.Got)
		return shown, shown && (mine == "" || why.Has(line, mine))
	})
	for i := range p.Lines {
		if p.Lines[i].Href = p.Href; p.Lines[i].N <= stepviews.FoldMost {
			p.Lines[i].Href = anchor + strconv.Itoa(p.Lines[i].N)
		}
	}
	if len(p.Lines) == 0 {
		p.When += "; no line of it states the value"
	}
	return p
}

// states reports whether a line contains the value. Values of one or two characters never match,
// because they would match by chance.
func states(line, value string) bool { return len(value) > 2 && why.Has(line, value) }

// linesOf returns the lines for which the function of reports that they are shown, at most
// passageLines.
func linesOf(text string, of func(line string) (shown, hit bool)) []passageLine {
	var list []passageLine
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n++
		shown, hit := of(line)
		if !shown || len(list) == passageLines {
			continue
		}
		last := 0
		if len(list) > 0 {
			last = list[len(list)-1].N
		}
		if r := []rune(line); len(r) > lineMost {
			line = string(r[:lineMost]) + "…"
		}
		list = append(list, passageLine{N: n, Text: ui.Plain(line), Hit: hit, Gap: last > 0 && n > last+1})
	}
	return list
}

// wrote returns the file content that each run wrote, around the line that decides the check; nil
// if the check names no file.
func (c *Trials) wrote(w *results.FailedCheck) *[2]passage {
	if why.FileOf(w) == "" {
		return nil
	}
	var both [2]passage
	word := why.LastPart(w.Field)
	for i, side := range c.Sides() {
		file, value, line := why.FileOf(w), w.Got, ""
		if side.passed() {
			file, value, line = cmp.Or(c.Reason.Passed.File, file), w.Expected, c.Reason.Passed.Wrote
		} else if w.Wrote != nil {
			line = w.Wrote.Quote
		}
		x := side.lastChange(file)
		if x == nil {
			both[i] = passage{File: file, When: "no call of the trace changed it"}
			continue
		}
		p := passage{File: x.Path, At: "step " + strconv.Itoa(x.Step), Href: c.stepLink(side, x.Step)}
		for _, at := range c.Refs(side) {
			if at.Task == c.Task && at.Step == x.Step && at.Call == x.Call {
				p.Href = link.Evidence(side.Run, c.Scenario, at)
			}
		}
		if x.By != "" {
			p.When = "by " + x.By
		}
		hit := slices.IndexFunc(strings.Split(x.Text, "\n"), func(l string) bool {
			return line != "" && strings.Contains(l, line) || word != "" && strings.Contains(l, word) || word == "" && states(l, value)
		})
		n := -1
		switch {
		case x.Known && hit >= 0:
			p.Lines = linesOf(x.Text, func(l string) (bool, bool) {
				n++
				return n >= hit-2 && n <= hit+1 && strings.Trim(l, "{}[], \t") != "", n == hit
			})
		case !x.Known:
			p.When = strings.TrimSpace(p.When + " (the record does not hold the whole text)")
		}
		both[i] = p
	}
	return &both
}

// said returns the lines about the value in the run's final message.
func (c *Trials) said(side *TrialSide, w *results.FailedCheck) passage {
	word := why.LastPart(w.Field)
	p := passage{At: "step " + strconv.Itoa(side.saidAt), Href: c.stepLink(side, side.saidAt)}
	value := w.Got
	if side.passed() {
		value = w.Expected
	}
	n := 0
	p.Lines = linesOf(side.said, func(line string) (bool, bool) {
		about := word != "" && strings.Contains(line, word) || states(line, value)
		if about {
			n++
		}
		return about && n <= 2, false
	})
	if len(p.Lines) == 0 {
		return passage{When: "nothing about it"}
	}
	return p
}

// found summarises the check's result for one run.
func found(side *TrialSide, w *results.FailedCheck) string {
	var list []string
	if v := side.Trial.Details.Verdict; v != nil && v.ExitCode != nil {
		list = append(list, "exit "+strconv.Itoa(*v.ExitCode))
	}
	if !side.passed() && w.Option == "" {
		list = append(list, short(w.Text, lineMost))
	}
	if side.Selected != nil {
		list = append(list, "chose "+words.List(side.Selected))
	}
	return strings.Join(list, ", ")
}

// lineOf returns the first line of a text that contains a word, or "" if there is none.
func lineOf(text, word string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if word != "" && strings.Contains(line, word) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
