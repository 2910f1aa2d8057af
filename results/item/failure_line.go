package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// failing matches output that no passing check in the known records prints. Quoted "fail" words, as
// in a printed JSON report, do not match. If a pattern has a group, the group contains the message
// without its prefix.
var failing = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^\s*(?:[✗❌]\s*)?(?:\[?FAIL(?:ED|URE)?\]?|ERROR|Error)\s*:\s*(\S.*)$`),
	regexp.MustCompile(`(?m)^(?:Failed Files|Errors).*\n\s*-\s+(\S.*)$`),
	regexp.MustCompile(`(?m)^.*(?:^|[^\w"'.-])FAIL(?:ED|URE|S)?(?:[^\w"'.-]|$).*$`),
	regexp.MustCompile(`(?mi)^.*(?:\bfailed(?: files)?:\s*[1-9]|\b[1-9]\d* failed\b).*$`),
	regexp.MustCompile(`(?mi)^\s*(?:[✗❌]|not ok\b|fail(?:ed|ure)?\s*[:!-]\s*[^\s0]).*$`),
	regexp.MustCompile(`(?m)^\s*Traceback \(most recent call last\).*$`),
	regexp.MustCompile(`(?m)^(?:E\s+)?(?:\w+\.)*\w*(?:Error|Exception)(?::.*)?$`), // last line of a Python traceback
}

// FailureLine returns a part of the checker's output that only failing checks print, or "" if there
// is none. Such output contradicts a "passed" verdict.
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
