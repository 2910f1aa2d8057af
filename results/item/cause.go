package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Cause is what kind of thing a checker complained of.
type Cause string

// The causes in the order in which pages list them.
const (
	MissingFile Cause = "missing file"
	MissingKey  Cause = "missing key"
	MissingText Cause = "missing text"
	WrongValue  Cause = "wrong value"
	Unwanted    Cause = "unwanted text"
	Format      Cause = "format"
	Crash       Cause = "program error"
	Timeout     Cause = "timeout"
	BrokenCheck Cause = "broken checker" // the checker's own code cannot run
	Other       Cause = "other"
)

// Causes lists all causes in their order.
func Causes() []Cause {
	return []Cause{MissingFile, MissingKey, MissingText, WrongValue, Unwanted, Format, Crash, Timeout, BrokenCheck, Other}
}

// Finding is one complaint of a checker in its own words.
type Finding struct {
	Cause Cause
	Text  string
}

var (
	failLine   = regexp.MustCompile(`^\s*(?:[✗❌]\s*)?(?:\[?FAIL(?:ED|URE)?\]?|ERROR|Error)\s*:\s*(.+)$`)
	issueLine  = regexp.MustCompile(`^\s*-\s+(.+)$`)
	logError   = regexp.MustCompile(`\bERROR\b[\s:-]+(.+)$`)
	exception  = regexp.MustCompile(`^(?:E\s+)?((?:\w+\.)*\w*(?:Error|Exception|Expired|KeyboardInterrupt))(?::\s*(.*))?$`)
	lastResort = regexp.MustCompile(`[\pL\pN]`)
)

// Findings splits what a checker that did not pass said into its complaints.
// command is the checker's command line: an error of syntax inside it is the
// checker's own, whatever the agent did. A checker that passed gives none.
func Findings(v *results.CheckerVerdict, command string) []Finding {
	if v == nil || v.Passed != nil && *v.Passed {
		return nil
	}
	if v.ExitCode != nil && *v.ExitCode == -1 {
		return []Finding{{Timeout, firstLine(v.Stdout+"\n"+v.Stderr, "the checker was stopped")}}
	}
	if list := complaints(v.Stdout); len(list) > 0 {
		return list
	}
	for _, out := range []string{v.Stderr, v.Stdout} {
		if f, ok := raised(out, command); ok {
			return []Finding{f}
		}
	}
	if list := logged(v.Stdout + "\n" + v.Stderr); len(list) > 0 {
		return list
	}
	return []Finding{{Other, lastLine(v.Stdout+"\n"+v.Stderr, "the checker said nothing")}}
}

// complaints finds the lines by which a checker names what is wrong: FAILED
// lines, or else the listed issues of a report, which end before its warnings.
func complaints(out string) []Finding {
	var list []Finding
	lines := strings.Split(out, "\n")
	for _, l := range lines {
		if m := failLine.FindStringSubmatch(l); m != nil {
			list = append(list, Finding{classify(m[1]), strings.TrimSpace(m[1])})
		}
	}
	if len(list) > 0 {
		return list
	}
	open := false
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "Failed Files") || strings.HasPrefix(l, "Errors"):
			open = true
		case strings.HasPrefix(l, "Warnings"):
			open = false
		}
		if m := issueLine.FindStringSubmatch(l); open && m != nil {
			list = append(list, Finding{classify(m[1]), strings.TrimSpace(m[1])})
		}
	}
	return list
}

// raised finds the exception at the end of a traceback. A bare assertion is
// told by its line of code.
func raised(out, command string) (Finding, bool) {
	lines := strings.Split(out, "\n")
	at := -1
	for i, l := range lines {
		if exception.MatchString(strings.TrimSpace(l)) {
			at = i
		}
	}
	if at < 0 {
		return Finding{}, false
	}
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[at]), "E "))
	code := codeBefore(lines[:at])
	switch name := exception.FindStringSubmatch(strings.TrimSpace(lines[at])); {
	case strings.HasSuffix(name[1], "SyntaxError") || strings.HasSuffix(name[1], "IndentationError"):
		if code != "" && strings.Contains(squash(command), squash(code)) {
			return Finding{BrokenCheck, text + " in the checker's own line: " + code}, true
		}
		return Finding{Crash, text}, true
	case name[2] == "" && strings.HasSuffix(name[1], "AssertionError"):
		c := WrongValue
		if strings.Contains(code, "' in ") || strings.Contains(code, `" in `) {
			c = MissingKey
		}
		return Finding{c, strings.TrimSpace(text + ": " + code)}, true
	}
	return Finding{classify(text), text}, true
}

// codeBefore is the last line of source that a traceback quotes, without the
// carets under it.
func codeBefore(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimSpace(lines[i])
		if l == "" || strings.Trim(l, "^~ ") == "" {
			continue
		}
		if strings.HasPrefix(l, "File ") || strings.HasPrefix(l, "Traceback") {
			return ""
		}
		return l
	}
	return ""
}

// logged finds errors in a program's log.
func logged(out string) []Finding {
	var list []Finding
	for _, l := range strings.Split(out, "\n") {
		if m := logError.FindStringSubmatch(l); m != nil {
			list = append(list, Finding{classify(m[1]), strings.TrimSpace(m[1])})
		}
	}
	return list
}

func squash(s string) string { return strings.Join(strings.Fields(s), " ") }

func firstLine(s, preset string) string {
	for _, l := range strings.Split(s, "\n") {
		if lastResort.MatchString(l) {
			return strings.TrimSpace(l)
		}
	}
	return preset
}

func lastLine(s, preset string) string {
	lines := strings.Split(s, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if lastResort.MatchString(lines[i]) {
			return strings.TrimSpace(lines[i])
		}
	}
	return preset
}
