package world

import (
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
)

// naming is how calls and results name an object: a file by its base name, or by its path
// where that is not unique in the scenario; a chat by the id in its session's name.
type naming struct {
	name   string
	chat   bool
	opener *regexp.Regexp // matches code that opens it; a group is there if it is to be written
	holder *regexp.Regexp // matches code that gives its path to a variable, which is its group
}

// sessionUUID is the id in the name of a session's file.
var sessionUUID = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// shared finds the changes of objects whose base name is not unique in the scenario.
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

// Patterns of what precedes the quoted name in code that makes a path: concatenated text,
// parts joined by a slash, or the first arguments of a call.
const (
	codePart   = `(?:[\w.]+(?:\([^()\n]*\)|\[[^\]\n]*\])*(?:\.[\w.]+(?:\([^()\n]*\)|\[[^\]\n]*\])*)*|[rbfu]?["'][^"'\n]*["'])`
	codeBefore = `\(?(?:` + codePart + `\s*\+\s*|(?:` + codePart + `\s*/\s*)+|(?:[\w.]+\(\s*)*[\w.]+\((?:[^()\n]|\([^()\n]*\))*?)?[rbfu]?["']`
	toWrite    = `\s*\)*\s*,\s*(?:mode\s*=\s*)?["'][wax]`
)

// openers match code that opens a file of the name, and code that assigns its path to a
// variable. The first has a group if the file is opened for writing; the group of the
// second is the variable.
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

// in finds the name in a text as a whole word; -1 if it is not there.
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

// goesOn reports whether what follows a name makes it a longer one, such as
// another ending.
func goesOn(rest string) bool {
	rest = strings.TrimPrefix(rest, ".")
	return rest != "" && inName(rest[0])
}

// inName reports whether a byte beside a name makes it another name.
func inName(b byte) bool {
	return b == '_' || b == '-' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// isFile reports whether an argument is the object's file.
func (n *naming) isFile(arg string) bool {
	at := n.in(arg)
	if at < 0 {
		return false
	}
	return n.chat || at+len(n.name) == len(arg)
}

// openedBy reports whether code opens the object for reading.
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

// readers are the programs that show what is in the files that they are given.
var readers = map[string]bool{"cat": true, "tac": true, "nl": true, "head": true, "tail": true,
	"less": true, "more": true, "sed": true, "awk": true, "gawk": true, "mawk": true,
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "wc": true, "jq": true, "yq": true,
	"diff": true, "comm": true, "cmp": true, "cut": true, "sort": true, "uniq": true,
	"paste": true, "column": true, "tr": true, "strings": true, "od": true, "xxd": true, "bat": true, "csvcut": true, "csvlook": true}

// openedIn reports whether a shell command opens the object: a reader with it as an
// argument, or inline code. A here-document that is written to a file does not count.
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

// interpreter reports whether a program runs scripts.
func interpreter(program string) bool {
	return strings.HasPrefix(program, "python") || program == "node" || program == "bash" || program == "sh"
}

// inlineCode is the code that an interpreter gets with the command.
func inlineCode(c *calls.Command) string {
	for i, a := range c.Args {
		if (a == "-c" || a == "-e") && i+1 < len(c.Args) {
			return c.Args[i+1]
		}
	}
	return c.Input
}
