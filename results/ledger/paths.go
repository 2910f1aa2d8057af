package ledger

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// What is noted of the files of one call at most.
const (
	pathsMost   = 16
	pathLength  = 300     // bytes
	commandMost = 1 << 16 // bytes of a command that are read
)

// named gathers the files that a call names.
type named struct {
	names files.Names
	cwd   string
	list  []string
}

// pathsOf lists the files that the arguments of a call name: the path of a tool for
// files, those in a patch, and the words of a command that look like files.
func pathsOf(call *results.ToolCall, cwd string, names files.Names) []string {
	a := calls.Read(call)
	n := named{names: names}
	if a.Cwd != "" {
		cwd = a.Cwd
	}
	n.cwd = names.Of("", cwd)
	n.add(a.Path)
	for _, m := range patched.FindAllStringSubmatch(a.Patch, pathsMost) {
		n.add(m[1] + m[2])
	}
	switch a.Kind {
	case calls.Shell:
		n.command(a.Command)
	case calls.Other:
		n.arguments(call.Arguments)
	}
	return n.list
}

// patched matches the files that a patch changes.
var patched = regexp.MustCompile(`(?m)^(?:\*\*\* (?:Add|Update|Delete) File: (.+)|\+\+\+ (?:b/)?([^\s]+))$`)

func (n *named) add(path string) {
	if path = strings.TrimSpace(path); path == "" || len(path) > pathLength || strings.ContainsAny(path, "\n\x00") {
		return
	}
	path = n.names.Of(n.cwd, path)
	if path == "." || path == "/" || strings.HasPrefix(path, "/dev/") || len(n.list) == pathsMost || slices.Contains(n.list, path) {
		return
	}
	n.list = append(n.list, path)
}

// command reads the words of a shell's text.
func (n *named) command(text string) {
	if len(text) > commandMost {
		text = strings.ToValidUTF8(text[:commandMost], "")
	}
	for _, c := range calls.Commands(text) {
		if c.Program == "cd" && len(c.Args) > 0 {
			n.cwd = n.names.Of(n.cwd, c.Args[0])
			continue
		}
		for _, words := range [][]string{{c.Program}, c.Operands(), c.From, c.To, c.Added} {
			for _, w := range words {
				if w, _, _ = strings.Cut(w, "::"); likePath(w) && !valueOfOption(c.Args, w) { // pytest's file::test
					n.add(w)
				}
			}
		}
	}
}

// valueOfOption reports whether a word is a module, an expression or a program that
// an option takes.
func valueOfOption(args []string, w string) bool {
	i := slices.Index(args, w)
	return i > 0 && slices.Contains([]string{"-m", "-k", "-c", "-e"}, args[i-1])
}

// arguments reads those that every tool calls a path.
func (n *named) arguments(raw []byte) {
	var list map[string]json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return
	}
	for _, name := range []string{"path", "file_path", "filePath", "filename", "file_name", "file"} {
		var path string
		if json.Unmarshal(list[name], &path) == nil {
			n.add(path)
		}
	}
}

// ending is what a file's name ends with; a number does not.
var ending = regexp.MustCompile(`[^./\s]\.[A-Za-z][A-Za-z0-9]{0,7}$`)

// likePath reports whether a word of a command is the name of a file: it has a
// directory or an ending, and nothing that only a shell could fill in.
func likePath(w string) bool {
	if len(w) < 2 || len(w) > pathLength || strings.ContainsAny(w, " \t\n*?$`{}()<>|;&\"'=,\\[]!@#%") || strings.Contains(w, "://") || w[0] == '-' {
		return false
	}
	return strings.ContainsFunc(w, unicode.IsLetter) && (strings.Contains(w, "/") || ending.MatchString(w))
}
