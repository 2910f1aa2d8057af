package why

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// failing are the checks that decide and have failed, and how many decide.
func failing(checks []results.Check) (failed []*results.Check, n int) {
	weighed := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight > 0 })
	parts := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight == 0 })
	for i := range checks {
		c := &checks[i]
		if weighed && parts && c.Weight > 0 && isTotal(c) || weighed && !parts && c.Weight == 0 {
			continue
		}
		if c.Passed == nil {
			continue
		}
		if n++; !*c.Passed {
			failed = append(failed, c)
		}
	}
	return failed, n
}

var aNumber = regexp.MustCompile(`^-?\d*\.?\d*$`)

// isTotal reports whether a check is a sum of others: its detail is its number alone.
func isTotal(c *results.Check) bool { return aNumber.MatchString(c.Detail) }

// namedFailures: the types of failure that the evaluation names, and what failed then.
func (s *session) namedFailures(t *Turn, _ *results.Why) *saying {
	types := t.Trial.Details.Failures
	if len(types) == 0 {
		return nil
	}
	x := say(results.ReasonCheck, "The evaluation names %s", list(types, 7, false))
	if failed, n := failing(t.Trial.Checks); len(failed) > 0 {
		namedChecks(x.and(": "), failed, n)
	}
	return x
}

// failedChecks: the names of checks or tests that failed.
func (s *session) failedChecks(t *Turn, _ *results.Why) *saying {
	failed, n := failing(t.Trial.Checks)
	if len(failed) == 0 || len(failed) == 1 && n == 1 && isTotal(failed[0]) && failed[0].Detail != "" {
		return nil
	}
	return namedChecks(say(results.ReasonCheck, ""), failed, n)
}

var (
	toPass = regexp.MustCompile(`\bFAIL_TO_PASS\b`)
	toKeep = regexp.MustCompile(`\bPASS_TO_PASS\b`)
)

// namedChecks goes on with the checks that failed, red-lines first, and with what the
// first says.
func namedChecks(x *saying, failed []*results.Check, n int) *saying {
	failed = slices.Clone(failed)
	slices.SortStableFunc(failed, func(a, b *results.Check) int {
		return cmp.Compare(rankOf(a), rankOf(b))
	})
	var pass, keep, names []string
	for _, c := range failed {
		name := shortName(c.ID)
		names = append(names, name)
		switch {
		case toPass.MatchString(c.Detail):
			pass = append(pass, name)
		case toKeep.MatchString(c.Detail):
			keep = append(keep, name)
		}
	}
	switch {
	case len(pass) > 0:
		x.and("The change does not make %s pass", list(pass, 3, false))
		if len(keep) > 0 {
			x.and(", and it breaks %s, of %d tests", list(keep, 3, false), n)
		} else {
			x.and(" (%d of %d tests fail)", len(failed), n)
		}
	case len(keep) > 0:
		x.and("The change breaks %s, of %d tests that passed before", list(keep, 3, false), n)
	default:
		if failed[0].RedLine {
			x.and("It crossed a red line: ")
		}
		x.and("%s failed, of %d %s", list(names, 4, false), n, map[bool]string{true: "check", false: "checks"}[n == 1])
	}
	x.link(names[0], results.ReasonPlace{Check: failed[0].ID})
	if len(pass)+len(keep) > 0 {
		return x
	}
	for i, c := range failed {
		said := saidBy(c)
		switch {
		case said == "":
			continue
		case i == 0:
			x.and("; the first says “%s”", brief(said))
		default:
			x.and("; %s says “%s”", names[i], brief(said))
		}
		break
	}
	return x
}

func rankOf(c *results.Check) int {
	switch {
	case c.RedLine, toPass.MatchString(c.Detail):
		return 0
	}
	return 1
}

// shortName is the name of a test without the path of its file.
func shortName(id string) string {
	if i := strings.LastIndex(id, "::"); i >= 0 && !strings.Contains(id, nameEnd) {
		id = id[i+2:]
	}
	name, _, _ := strings.Cut(id, nameEnd)
	return cutAt(words1(name), 140)
}

// nameEnd is what stands between the name of a test and what it says where a summary of
// pytest has both.
const nameEnd = " - "

// saidBy is the line of a check's detail that says what failed; empty for a number.
func saidBy(c *results.Check) string {
	detail := c.Detail
	_, named, _ := strings.Cut(c.ID, nameEnd)
	if strings.HasPrefix(strings.TrimSpace(named), "File ") {
		named = "" // where it failed, not what
	}
	if isTotal(c) {
		return named
	}
	if line, _ := failLine(detail); line != "" {
		return line
	}
	if line := errorLine(detail); line != "" {
		return line
	}
	if line := firstLine(detail); line != "" && strings.Count(detail, "\n") < 3 {
		return line
	}
	return named
}
