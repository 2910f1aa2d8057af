package why

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// failing returns the failed checks that decide the verdict, and the number of all checks that
// decide it.
func failing(checks []results.Check) (failed []*results.Check, n int) {
	weighed := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight > 0 })
	parts := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight == 0 })
	for i := range checks {
		c := &checks[i]
		if weighed && parts && c.Weight > 0 && isTotal(c) || weighed && !parts && c.Weight == 0 || c.Passed == nil {
			continue
		}
		if n++; !*c.Passed {
			failed = append(failed, c)
		}
	}
	return failed, n
}

var aNumber = regexp.MustCompile(`^-?\d*\.?\d*$`)

// isTotal reports whether a check is only the sum of other checks, because its detail is a number.
func isTotal(c *results.Check) bool { return IsNumber(c.Detail) }

// IsNumber reports whether a check's detail is only a number, or empty.
func IsNumber(detail string) bool { return aNumber.MatchString(detail) }

// failedChecks explains a failure by the failure types from the evaluation and the failed checks or
// tests.
func (s *session) failedChecks(t *Turn, _ *results.Explanation) *sentence {
	types := t.Trial.Details.Failures
	failed, n := failing(t.Trial.Checks)
	if len(failed) == 1 && n == 1 && isTotal(failed[0]) && failed[0].Detail != "" {
		failed = nil
	}
	switch {
	case len(types) > 0 && len(failed) > 0:
		return say(results.ReasonCheck, "The evaluation names %s", list(types, 4, "")).also(testsFailed(failed, n))
	case len(types) > 0:
		return say(results.ReasonCheck, "The evaluation names %s", list(types, 7, ""))
	case len(failed) == 0:
		return nil
	}
	x := testsFailed(failed, n)
	if failed[0].ID == "exec" || t.Trial.ToolCalls == 0 {
		x.also(s.wroteNothing(t))
	}
	return x
}

// testsFailed names the failed checks, red lines first, and quotes the message of the first one.
func testsFailed(failed []*results.Check, n int) *sentence {
	failed = slices.Clone(failed)
	slices.SortStableFunc(failed, func(a, b *results.Check) int { return cmp.Compare(rankOf(a), rankOf(b)) })
	var names []string
	for _, c := range failed {
		names = append(names, inWords(shortName(c.ID)))
	}
	x := say(results.ReasonCheck, "")
	switch {
	case n == 1 && failed[0].ID == "exec":
		return x.and("The check fails without a message")
	case n == 1:
		x.and("Its only check failed: %s", names[0])
	case failed[0].RedLine:
		x.and("It crossed a red line: %s", names[0]).then("%d of %d checks failed", len(failed), n)
	default:
		x.and("%d of %d checks failed: %s", len(failed), n, list(names, 3, ""))
	}
	x.link(names[0], results.ReasonLink{Check: failed[0].ID})
	for i, c := range failed {
		if said := saidBy(c); said != "" {
			by := ""
			if i > 0 {
				by = " of " + names[i]
			}
			return x.also(say("", "the message%s: “%s”", by, quote(said, 14)))
		}
	}
	return x
}

func rankOf(c *results.Check) int {
	if c.RedLine {
		return 0
	}
	return 1
}

// nameEnd separates a test's name from its message in a pytest summary.
const nameEnd = " - "

func shortName(id string) string {
	if i := strings.LastIndex(id, "::"); i >= 0 && !strings.Contains(id, nameEnd) {
		id = id[i+2:]
	}
	name, _, _ := strings.Cut(id, nameEnd)
	return quote(name, 10)
}

// saidBy returns the line in a check's detail that states what failed; empty if the detail is only
// a number.
func saidBy(c *results.Check) string {
	_, named, _ := strings.Cut(c.ID, nameEnd)
	if strings.HasPrefix(strings.TrimSpace(named), "File ") {
		named = "" // the name is the location of the failure, not its cause
	}
	if isTotal(c) {
		return named
	}
	if line, _ := failLine(c.Detail); line != "" {
		return line
	}
	if line := errorLine(c.Detail); line != "" {
		return line
	}
	if line := firstLine(c.Detail); line != "" && strings.Count(c.Detail, "\n") < 3 {
		return line
	}
	return named
}
