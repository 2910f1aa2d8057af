package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// What only a check that fails says. In the records that are known no check that
// passed says any of it; names of values in quotes (as of a report in JSON that the
// check prints) are not looked at.
var failing = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^.*(?:^|[^\w"'.-])FAIL(?:ED|URE|S)?(?:[^\w"'.-]|$).*$`),
	regexp.MustCompile(`(?mi)^.*(?:\bfailed(?: files)?:\s*[1-9]|\b[1-9]\d* failed\b).*$`),
	regexp.MustCompile(`(?mi)^\s*(?:[✗❌]|not ok\b|fail(?:ed|ure)?\s*[:!-]\s*[^\s0]).*$`),
	regexp.MustCompile(`(?m)^\s*Traceback \(most recent call last\).*$`),
	regexp.MustCompile(`(?m)^(?:E\s+)?(?:\w+\.)*\w*(?:Error|Exception)(?::.*)?$`), // how Python ends
}

// Complaint is what a checker says that only one that fails can say, in its own
// words; empty if there is nothing of that kind. It contradicts a pass.
func Complaint(v *results.CheckerVerdict) string {
	if v == nil {
		return ""
	}
	if list := complaints(v.Stdout); len(list) > 0 {
		return list[0].Text
	}
	for _, out := range []string{v.Stdout, v.Stderr} {
		for _, says := range failing {
			if m := says.FindString(out); m != "" {
				return strings.TrimSpace(m)
			}
		}
	}
	return ""
}
