package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Broken says why a check cannot end as a pass needs it, whatever an agent does:
// the program that decides the dataset's command is Python with an error of syntax
// of its own. It is empty where the command does not show that. Only the command
// decides, so that no record of a run can make a task impossible or possible.
//
// The errors that are found are those of all versions of Python: brackets that do
// not match, also in an f-string, and strings that do not end. Where the shell or
// the language would need more than that to be sure, nothing is said.
func Broken(t *results.Task) string {
	if t == nil || t.Kind != results.KindExecCheck || t.Facts.ExpectExit != nil && *t.Facts.ExpectExit != 0 {
		return ""
	}
	for _, code := range deciding(t.Facts.Command) {
		if err := syntaxError(code); err != nil {
			return "SyntaxError: " + err.what + " in the checker's own line: " + strings.TrimSpace(lineOf(code, err.at))
		}
	}
	return ""
}

// lineOf is the line of a text in which an offset lies.
func lineOf(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return line
}

var (
	placeholder = regexp.MustCompile(`\$\{\w+\}`) // the harness puts a path in its place
	pythonName  = regexp.MustCompile(`^(?:.*/)?python[\d.]*$`)
	pythonFlag  = regexp.MustCompile(`^-[bBdEIOqsSuvx]+$`) // those that take no value
)

// deciding are the programs of Python that a command line gives in itself and whose
// failure is its failure: each is the last of its pipe, and && stands between it and
// what follows. A command line that does more than join simple commands has none.
func deciding(command string) []string {
	list, ok := splitShell(placeholder.ReplaceAllString(command, "x"))
	if !ok {
		return nil
	}
	var programs []string
	for _, c := range list {
		switch c.before {
		case ";":
			programs = nil // what comes last decides
		case "||":
			return nil
		}
		if c.piped {
			continue
		}
		if code, ok := pythonProgram(c.words); ok {
			programs = append(programs, code)
		}
	}
	return programs
}

// pythonProgram is what python -c was given.
func pythonProgram(words []string) (string, bool) {
	if len(words) < 3 || !pythonName.MatchString(words[0]) {
		return "", false
	}
	i := 1
	for i < len(words) && pythonFlag.MatchString(words[i]) {
		i++
	}
	if i+1 >= len(words) || words[i] != "-c" {
		return "", false
	}
	return words[i+1], true
}
