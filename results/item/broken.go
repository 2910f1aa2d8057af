package item

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Broken returns the reason why a check can never pass: a Python program in the dataset's check
// command has a syntax error, and the check's result depends on that program. It returns "" if the
// command does not prove this. It uses only the command, so no run record can change the result.
//
// It detects errors in all versions of Python: unmatched brackets, also inside an f-string, and
// unterminated strings. It returns "" if the shell or Python syntax is not fully understood.
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

func lineOf(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return line
}

var (
	placeholder = regexp.MustCompile(`\$\{\w+\}`) // variable that the harness replaces with a path
	pythonName  = regexp.MustCompile(`^(?:.*/)?python[\d.]*$`)
	pythonFlag  = regexp.MustCompile(`^-[bBdEIOqsSuvx]+$`) // flags without a value
)

// deciding returns the inline Python programs whose failure makes the command line fail. Each is
// the last command of its pipe and connected to the rest by &&. It returns nil if the command line
// is more complex than a sequence of simple commands.
func deciding(command string) []string {
	list, ok := splitShell(placeholder.ReplaceAllString(command, "x"))
	if !ok {
		return nil
	}
	var programs []string
	for _, c := range list {
		switch c.before {
		case ";":
			programs = nil // exit codes before ";" are ignored
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

// pythonProgram returns the program text in "python -c TEXT"; ok is false for other commands.
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
