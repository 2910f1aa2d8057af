package compare

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	pathsNamed  = 6   // files that a sentence names
	filesListed = 40  // files of the table
	leftShown   = 120 // lines of one file before its fold
)

// readWords says which files both sides read, and which only one of them did.
func (v trialsView) readWords() []string {
	both, a, b := v.Read()
	var list []string
	if len(both) > 0 {
		list = append(list, "Both read "+pathWords(both)+".")
	}
	if len(b) > 0 {
		list = append(list, "A never read "+pathWords(b)+", which B did.")
	}
	if len(a) > 0 {
		list = append(list, "B never read "+pathWords(a)+", which A did.")
	}
	return list
}

func pathWords(list []string) string {
	names := make([]string, 0, pathsNamed)
	for _, p := range list[:min(len(list), pathsNamed)] {
		names = append(names, ui.Plain(p))
	}
	text := strings.Join(names, ", ")
	if n := len(list) - len(names); n > 0 {
		text += fmt.Sprintf(" and %s more", words.Count(n))
	}
	if len(list) == 1 {
		return text
	}
	return words.Counted(len(list), "file") + " (" + text + ")"
}

// useWords says what one side did with a file.
func useWords(u *comparereport.FileUse) string {
	if u == nil {
		return "does not touch it"
	}
	var list []string
	if u.Reads > 0 {
		list = append(list, words.Plural(u.Reads, "read", "reads"))
	}
	if u.Changes > 0 {
		list = append(list, words.Plural(u.Changes, "change", "changes"))
	}
	return strings.Join(list, ", ")
}

// leftWords says how what both left of a file compares.
func leftWords(f *comparereport.ComparedFile) string {
	switch {
	case f.Same == nil && f.A != nil && f.B != nil && f.A.Changes > 0 && f.B.Changes > 0:
		return "not known: the traces do not show all of it"
	case f.Same == nil:
		return ""
	case *f.Same:
		return "the same text"
	case f.Long:
		return "different, and too long to be set side by side here"
	}
	return "different"
}

// askedFor is what a checker says of a line that one side left: the value that it
// asked for, or the one that it did not accept. A line that both left says nothing.
func (v trialsView) askedFor(f *comparereport.ComparedFile, l align.Line) (word string, status results.Status) {
	if l.A > 0 && l.B > 0 {
		return "", ""
	}
	for i, side := range v.Sides() {
		if side.Why == nil {
			continue
		}
		if word, status = stepviews.AskedWord(side.Why, f.Path, l.Text, i == 0 && l.A > 0 || i == 1 && l.B > 0); word != "" {
			return word, status
		}
	}
	return "", ""
}

// apiLink is the address of the page's JSON twin.
func (v trialsView) apiLink() string { return "/api/v1" + v.Query.Link("from", "", "fold", "") }

func lineNumber(n int) string {
	if n == 0 {
		return ""
	}
	return words.Count(n)
}
