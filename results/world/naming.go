package world

import (
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
)

// naming describes how calls and results refer to a file or chat. A file is named by its base name,
// or by its path if the base name is ambiguous; a chat is named by its session id.
type naming struct {
	name   string
	chat   bool
	opener *regexp.Regexp // matches code that opens the file or chat; the group matches if it is opened for writing
	holder *regexp.Regexp // matches code that assigns the path to a variable; the group matches the variable
}

var sessionUUID = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// shared sets, for each change, whether other files in the scenario have the same base name.
func (s *Scene) shared(initial map[ObjectID][]byte) {
	share, all := map[string]int{}, map[ObjectID]bool{}
	for id := range initial {
		all[id] = true
	}
	for i := range s.changes {
		all[s.changes[i].Object] = true
	}
	for id := range all {
		share[path.Base(id.Path)]++
	}
	for i := range s.changes {
		s.alike = append(s.alike, share[path.Base(s.changes[i].Object.Path)] > 1)
	}
}

func (id ObjectID) naming(alike bool) naming {
	n := naming{name: path.Base(id.Path)}
	if alike {
		n.name = id.Path
	}
	if uuid := sessionUUID.FindString(n.name); id.Kind == Chat && uuid != "" {
		n.name, n.chat = uuid, true
	}
	n.opener, n.holder = openers(n)
	return n
}

// Patterns of code before a quoted file name that builds a path: concatenation with +, parts joined
// by /, or the first arguments of a call.
const (
	codePart   = `(?:[\w.]+(?:\([^()\n]*\)|\[[^\]\n]*\])*(?:\.[\w.]+(?:\([^()\n]*\)|\[[^\]\n]*\])*)*|[rbfu]?["'][^"'\n]*["'])`
	codeBefore = `\(?(?:` + codePart + `\s*\+\s*|(?:` + codePart + `\s*/\s*)+|(?:[\w.]+\(\s*)*[\w.]+\((?:[^()\n]|\([^()\n]*\))*?)?[rbfu]?["']`
	toWrite    = `\s*\)*\s*,\s*(?:mode\s*=\s*)?["'][wax]`
)

// openers returns two patterns: one for code that opens the file, whose group matches if it is
// opened for writing, and one for code that assigns the path to a variable, whose group matches the
// variable.
func openers(n naming) (opener, holder *regexp.Regexp) {
	before, after := `(?:[^"'\n]*/)?`, ``
	if n.chat {
		before, after = `[^"'\n]*`, `[^"'\n]*`
	}
	path := codeBefore + before + regexp.QuoteMeta(n.name) + after + `["']`
	return regexp.MustCompile(`\b(?:open|read_\w+|readFile(?:Sync)?|Path)\(\s*` + path + `(` + toWrite + `|\)\.write_)?|` +
			`(?:/\s*|\()["']` + before + regexp.QuoteMeta(n.name) + after + `["']\s*\)*\.(?:read_\w+|open)\((\s*["'][wax])?`),
		regexp.MustCompile(`(?m)\b(\w+)(?:[ \t]*:[^=,()\n]*)?[ \t]*=[ \t]*` + path)
}

// in returns the offset of the name in a text as a whole word; -1 if it does not occur.
func (n *naming) in(text string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], n.name)
		if at < 0 {
			return -1
		}
		at += from
		from = at + len(n.name)
		if n.chat || (at == 0 || !inName(text[at-1])) && !goesOn(text[from:]) {
			return at
		}
	}
}

// goesOn reports whether the text that follows a name continues it, for example with another
// extension.
func goesOn(rest string) bool {
	rest = strings.TrimPrefix(rest, ".")
	return rest != "" && inName(rest[0])
}

// inName reports whether a byte directly before or after a name makes it a different name.
func inName(b byte) bool {
	return b == '_' || b == '-' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

func (n *naming) isFile(arg string) bool {
	at := n.in(arg)
	if at < 0 {
		return false
	}
	return n.chat || at+len(n.name) == len(arg)
}

// openedBy reports whether code of the agent opens the file or chat for reading.
func (n *naming) openedBy(code string) bool {
	if !strings.Contains(code, n.name) {
		return false
	}
	for _, m := range n.opener.FindAllStringSubmatch(code, -1) {
		if m[1]+m[2] == "" {
			return true
		}
	}
	return false
}

// readers lists the programs that print the files in their arguments.
var readers = map[string]bool{"cat": true, "tac": true, "nl": true, "head": true, "tail": true,
	"less": true, "more": true, "sed": true, "awk": true, "gawk": true, "mawk": true,
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "wc": true, "jq": true, "yq": true,
	"diff": true, "comm": true, "cmp": true, "cut": true, "sort": true, "uniq": true,
	"paste": true, "column": true, "tr": true, "strings": true, "od": true, "xxd": true, "bat": true, "csvcut": true, "csvlook": true}

// openedIn reports whether a shell command opens the file or chat, either as an argument of a
// program in readers or in inline code. It ignores a here-document that is written to a file.
func (n *naming) openedIn(list []calls.Command) bool {
	for i := range list {
		c := &list[i]
		if readers[c.Program] && !(c.Program == "sed" && hasInPlace(c.Args)) {
			for _, arg := range append(c.Operands(), c.From...) {
				if n.isFile(arg) {
					return true
				}
			}
		}
		if interpreter(c.Program) && n.openedByCode(inlineCode(c)) {
			return true
		}
	}
	return false
}

func hasInPlace(args []string) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "-i") || strings.HasPrefix(a, "--in-place") {
			return true
		}
	}
	return false
}

func interpreter(program string) bool {
	return strings.HasPrefix(program, "python") || program == "node" || program == "bash" || program == "sh"
}

// inlineCode returns the code passed to an interpreter on the command line.
func inlineCode(c *calls.Command) string {
	for i, a := range c.Args {
		if (a == "-c" || a == "-e") && i+1 < len(c.Args) {
			return c.Args[i+1]
		}
	}
	return c.Input
}
