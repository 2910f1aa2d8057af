package calls

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// FileWrite is a call that wrote a file.
type FileWrite struct {
	Step int // number of the step
	Call int // of the step's calls, counted from 1
	Kind Kind
	File string // as it was asked for
}

// WritesIn lists the calls of a step that wrote a file.
func WritesIn(s *results.Step, file string) []FileWrite {
	var list []FileWrite
	for i := range s.ToolCalls {
		if c := Read(&s.ToolCalls[i]); c.writes(file) {
			list = append(list, FileWrite{Step: s.StepID, Call: i + 1, Kind: c.Kind, File: file})
		}
	}
	return list
}

// writes reports whether the call wrote the file; of a command this is a guess.
func (c *Args) writes(file string) bool {
	switch c.Kind {
	case Write, Edit:
		return strings.HasSuffix(c.Path, file)
	case Shell:
		return writesInShell(c.Command, file)
	}
	return false
}

// writesInShell reports whether a command looks as if it wrote the file: by a
// redirection to it, by a tool that writes, or by opening it for writing.
func writesInShell(command, file string) bool {
	for _, line := range strings.Split(command, "\n") {
		at := strings.Index(line, file)
		if at < 0 {
			continue
		}
		target := strings.TrimLeft(line[strings.LastIndex(line[:at], ">")+1:at], " \t\"'")
		redirected := strings.Contains(line[:at], ">") && !strings.ContainsAny(target, " \t|;&<(")
		if redirected || writingTool.MatchString(line) {
			return true
		}
	}
	return false
}

// writingTool matches what writes files in shells and scripts.
var writingTool = regexp.MustCompile(`\b(?:tee|touch|cp|mv|sed -i\S*)\s|open\([^)]*["'][wax]b?\+?["']|\.write_text\(|\.to_(?:csv|json|excel)\(`)

// FilesToSeek lists the files in which the verdict on a trial may be seen: those
// that the checker names, or else those that the prompt names.
func FilesToSeek(t *results.StoredTrial) (files []string, byPrompt bool) {
	var printed []string
	for _, c := range t.Checks {
		printed = append(printed, c.Detail)
	}
	if v := t.Details.Verdict; v != nil {
		printed = append(printed, v.Stdout, v.Stderr)
	}
	if files = namedFiles(printed...); len(files) > 0 {
		return files, false
	}
	return namedFiles(t.Details.Prompt), true
}

// fileName matches names of files in what a checker says: with an extension
// that begins with a letter, of any script before it.
var fileName = regexp.MustCompile(`[\pL\pN_][\pL\pN_./-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b`)

// namedFiles lists the files that texts name, in order, each once.
func namedFiles(texts ...string) []string {
	var list []string
	for _, t := range texts {
		for _, name := range fileName.FindAllString(t[:min(len(t), 64<<10)], -1) {
			if !slices.Contains(list, name) && len(name) < 200 {
				list = append(list, name)
			}
		}
	}
	return list
}
