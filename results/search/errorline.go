package search

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// errorName is a line that begins with the name of an error, also behind the mark of
// a test runner.
var errorName = regexp.MustCompile(`^(?:E +)?(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning)\b`)

// ErrorLine is the last line of a text that begins with the name of an error; empty if
// there is none.
func ErrorLine(text string) string {
	for text != "" {
		at := strings.LastIndexByte(text, '\n')
		if line := text[at+1:]; errorName.MatchString(line) {
			return line
		}
		text = text[:max(at, 0)]
	}
	return ""
}

// ErrorName is the name of the error in the ErrorLine of a text, without its module;
// empty if there is none, or if it is a warning.
func ErrorName(text string) string {
	name := strings.TrimSuffix(errorName.FindString(ErrorLine(text)), " ")
	name = name[strings.LastIndexAny(name, ". ")+1:]
	if strings.HasSuffix(name, "Warning") {
		return ""
	}
	return name
}

// CutResult shows the part of a step that says most: where the terms meet, or, where
// the terms do not speak against it, the error in the result of one of the calls for
// which the step was found. calls are counted from 0; told is what a result says in one
// line, where it names no error.
func CutResult(s *results.Step, calls []int, terms []Pattern, told func(*results.Result) string) Snippet {
	whole := CutSnippet(PlainText(s), terms)
	for _, call := range calls {
		if call >= len(s.ToolCalls) {
			continue
		}
		r := s.ResultOf(call)
		if r == nil {
			continue
		}
		line := ErrorLine(r.Content)
		if line == "" && len(terms) == 0 {
			line = told(r)
		}
		if line == "" {
			continue
		}
		if cut := CutSnippet(line, terms); len(terms) == 0 || cut.Count > 0 {
			cut.Count = whole.Count
			return cut
		}
	}
	return whole
}
