package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// failing matches what only a check that fails says: in the known records no check that
// passed says any of it. Names of values in quotes, as in a JSON report that the check
// prints, do not count. A group holds the complaint without its mark.
var failing = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^\s*(?:[✗❌]\s*)?(?:\[?FAIL(?:ED|URE)?\]?|ERROR|Error)\s*:\s*(\S.*)$`),
	regexp.MustCompile(`(?m)^(?:Failed Files|Errors).*\n\s*-\s+(\S.*)$`),
	regexp.MustCompile(`(?m)^.*(?:^|[^\w"'.-])FAIL(?:ED|URE|S)?(?:[^\w"'.-]|$).*$`),
	regexp.MustCompile(`(?mi)^.*(?:\bfailed(?: files)?:\s*[1-9]|\b[1-9]\d* failed\b).*$`),
	regexp.MustCompile(`(?mi)^\s*(?:[✗❌]|not ok\b|fail(?:ed|ure)?\s*[:!-]\s*[^\s0]).*$`),
	regexp.MustCompile(`(?m)^\s*Traceback \(most recent call last\).*$`),
	regexp.MustCompile(`(?m)^(?:E\s+)?(?:\w+\.)*\w*(?:Error|Exception)(?::.*)?$`), // how Python ends
}

// FailureLine is what a checker says that only one that fails can say, in its own
// words; empty if there is nothing of that kind. It contradicts a pass.
func FailureLine(v *results.CheckerVerdict) string {
	if v == nil {
		return ""
	}
	for _, out := range []string{v.Stdout, v.Stderr} {
		for _, says := range failing {
			if m := says.FindStringSubmatch(out); m != nil {
				return strings.TrimSpace(m[len(m)-1])
			}
		}
	}
	return ""
}
