package step

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
	"github.com/clawatlas/clawatlas/views/ui"
)

// callFile is a version of a file in the head of the call that made it.
type callFile struct{ Text, Href, Title string }

// FileMark is a version and where it stands.
type FileMark struct {
	File int // from 1
	Of   *trialreport.TrialFile
	V    *trialreport.FileVersion
	Href string
}

// FileMarks are the versions of files by the step and the call that made them.
type FileMarks map[[2]int][]FileMark

// callFilesMost is how many files the head of a call names.
const callFilesMost = 4

// Of says in a call which versions it makes of files. A whole file that is written
// again is shown as what it changes.
func (m FileMarks) Of(b *StepBuilder, c *Call, step int, whole string) {
	list := m[[2]int{step, c.Number}]
	for _, x := range list[:min(len(list), callFilesMost)] {
		name := ""
		if len(list) > 1 || c.Args.Kind == calls.Shell {
			name = ui.Plain(x.Of.Path) + " "
		}
		text := fmt.Sprintf("%sversion %d of %d", name, x.V.Version, len(x.Of.Versions))
		if x.V.Likely {
			text += ", likely"
		}
		if x.V.Kept && x.V.KnownBefore && x.V.Before == x.V.Body {
			text += ", the same text as before"
		}
		c.Files = append(c.Files, callFile{Text: text, Href: x.Href, Title: ui.Plain(x.Of.Path)})
	}
	if c.Args.Kind != calls.Write || len(list) != 1 || list[0].V.Op != files.Write {
		return
	}
	if v := list[0].V; v.Kept && v.KnownBefore && c.Body != nil {
		c.Again = true
		if v.Before != v.Body {
			c.Change = b.change(richtext.Compare(v.Before, v.Body), whole)
		}
	}
}

// AskedWord is what a checker says of a line of a file: the value that it asked for,
// or the one that it did not accept. here says that the trial which was checked left
// the line; else another one did.
func AskedWord(why *results.Why, path, line string, here bool) (word string, status results.Status) {
	for i := range why.Complaints {
		c := &why.Complaints[i]
		if c.Wrote == nil || c.Wrote.File != path || c.Field != "" && !strings.Contains(line, views.LastPart(c.Field)) {
			continue
		}
		switch {
		case here && c.Got != "" && strings.Contains(line, c.Got) && c.Expected != "":
			return "the checker asks for " + ui.Plain(c.Expected), results.Failed
		case !here && c.Expected != "" && strings.Contains(line, c.Expected):
			return "as the checker asks", results.Passed
		}
	}
	return "", ""
}
