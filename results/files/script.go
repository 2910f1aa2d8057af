package files

import (
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
)

// inShell records the files that a shell script accesses by redirections. It does not follow
// scripts that this one runs.
func (v *visit) inShell(by, text string) {
	for _, c := range calls.Commands(text) {
		for _, f := range c.To {
			v.byScript(by, Write, f)
		}
		for _, f := range c.Added {
			v.byScript(by, Append, f)
		}
	}
}

// inScript records the files that a Python or JavaScript script opens. It finds their paths in
// string literals and variables of the script.
func (v *visit) inScript(by, text string) {
	list, known := v.opens[text]
	if !known {
		s := script{text: text, names: map[string]string{}}
		s.constants()
		list = s.opens()
		v.opens[text] = list
	}
	for _, o := range list {
		v.byScript(by, o.op, o.path)
	}
}

func (v *visit) byScript(by string, op Op, file string) {
	if !isFile(file) {
		return
	}
	x := Touch{Op: op, Path: v.names.Of(v.cwd, file), By: by, Guessed: true}
	if op.Changes() {
		v.put(x)
		return
	}
	if v.result != nil && !v.at.Failed {
		x.Text, x.Known = v.result.Content, true
	}
	v.note(x)
}

type script struct {
	text  string
	names map[string]string
}

type opened struct {
	op   Op
	path string
}

// mode matches a file mode as the second argument of a call; only matches a file mode as the only
// argument.
var (
	mode = regexp.MustCompile(`^\s*,\s*(?:mode\s*=\s*)?["']([rwaxbtU+]{1,3})["']`)
	only = regexp.MustCompile(`^\s*(?:mode\s*=\s*)?["']([rwaxbtU+]{1,3})["']`)
)

// functions maps the name of a function to its operation on the file in the first argument; ""
// means that the mode argument determines the operation.
var functions = map[string]Op{
	"open": "", "read_csv": Read, "read_json": Read, "read_excel": Read, "read_parquet": Read, "loadtxt": Read, "readFileSync": Read,
	"readFile":      Read,
	"writeFileSync": Write, "writeFile": Write, "appendFileSync": Append, "to_csv": Write, "to_json": Write,
	"to_excel": Write, "savefig": Write,
}

var methods = map[string]Op{"read_text": Read, "read_bytes": Read, "write_text": Write, "write_bytes": Write, "open": ""}

func (s *script) constants() {
	for at := 0; at < len(s.text); {
		end := strings.IndexByte(s.text[at:], '\n')
		if end < 0 {
			end = len(s.text) - at
		}
		s.constant(at, s.text[at:at+end])
		at += end + 1
	}
}

func (s *script) constant(at int, line string) {
	left, _, found := strings.Cut(line, "=")
	if !found || len(left) > 60 || strings.HasPrefix(line[len(left):], "==") {
		return
	}
	words := strings.Fields(left)
	if n := len(words); n == 0 || n > 2 || n == 2 && words[0] != "const" && words[0] != "let" && words[0] != "var" {
		return
	}
	name := words[len(words)-1]
	if strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !nameByte(byte(r)) }) || s.names[name] != "" {
		return
	}
	p, end := s.path(at+len(left)+1, 0)
	if p != "" && end <= at+len(line) && len(p) < 300 && !strings.Contains(p, " ") {
		s.names[name] = p
	}
}

func (s *script) opens() []opened {
	var list []opened
	for at := 0; ; at++ {
		k := strings.IndexByte(s.text[at:], '(')
		if k < 0 {
			return list
		}
		at += k
		from := at
		for from > 0 && nameByte(s.text[from-1]) {
			from--
		}
		if o := s.opening(from, at); o.path != "" {
			list = append(list, o)
		}
	}
}

// opening returns the operation and path of the function call whose name starts at from and whose
// parenthesis is at bracket.
func (s *script) opening(from, bracket int) opened {
	name := s.text[from:bracket]
	if op, ok := methods[name]; ok && from > 0 && s.text[from-1] == '.' {
		if p := s.receiver(from - 1); p != "" {
			if op == "" {
				op = modeOf(only.FindStringSubmatch(s.text[bracket+1:]))
			}
			return opened{op, p}
		}
	}
	op, ok := functions[name]
	if !ok {
		return opened{}
	}
	p, end := s.path(bracket+1, 0)
	if op == "" && p != "" {
		op = modeOf(mode.FindStringSubmatch(s.text[end:]))
	}
	return opened{op, p}
}

// receiver returns the path on the left of the dot of a method call: the value of a variable, or
// the argument of Path(...).
func (s *script) receiver(dot int) string {
	from := dot
	for from > 0 && nameByte(s.text[from-1]) {
		from--
	}
	if from == dot && dot > 0 && s.text[dot-1] == ')' {
		if from = strings.LastIndex(s.text[:dot], "Path("); from < 0 || strings.ContainsAny(s.text[from+5:dot-1], "()\n") {
			return ""
		}
	}
	p, _ := s.path(from, 0)
	return p
}

func modeOf(m []string) Op {
	switch {
	case m == nil:
		return Read
	case strings.ContainsAny(m[1], "wx"):
		return Write
	case strings.Contains(m[1], "a"):
		return Append
	case strings.Contains(m[1], "+"):
		return Edit
	}
	return Read
}

const deepest = 4 // maximum nesting of calls in an expression

// path evaluates the path expression at i and returns the position after it. It handles string
// literals, variables, os.path.join and Path, and drops unknown leading elements. For other
// expressions it returns an empty path.
func (s *script) path(i, depth int) (string, int) {
	p, i := s.operand(i, depth)
	for p != "" {
		k := s.blank(i)
		if k >= len(s.text) || s.text[k] != '/' && s.text[k] != '+' {
			break
		}
		next, end := s.operand(k+1, depth)
		if next == "" {
			return "", end
		}
		if s.text[k] == '/' {
			p = path.Join(p, next)
		} else {
			p += next
		}
		i = end
	}
	return p, i
}

var joiners = []string{"os.path.join(", "path.join(", "Path(", "pathlib.Path(", "str(", "os.path.abspath("}

func (s *script) operand(i, depth int) (string, int) {
	i = s.blank(i)
	rest := s.text[i:]
	if depth < deepest {
		for _, j := range joiners {
			if strings.HasPrefix(rest, j) {
				return s.joined(i+len(j), depth+1)
			}
		}
	}
	k := 0
	for k < len(rest) && k < 3 && strings.IndexByte("rbfuRBFU", rest[k]) >= 0 {
		k++
	}
	if k < len(rest) && (rest[k] == '"' || rest[k] == '\'' || rest[k] == '`') {
		end := strings.IndexAny(rest[k+1:], string(rest[k])+"\n")
		if end < 0 || rest[k+1+end] == '\n' {
			return "", i
		}
		text := rest[k+1 : k+1+end]
		return s.filled(text), i + k + end + 2
	}
	for k = 0; k < len(rest) && nameByte(rest[k]); k++ {
	}
	return s.names[rest[:k]], i + k
}

func (s *script) joined(i, depth int) (string, int) {
	var whole string
	for i < len(s.text) {
		p, end := s.path(i, depth)
		if p != "" {
			whole = path.Join(whole, p)
		}
		i = end
		for i < len(s.text) && s.text[i] != ',' && s.text[i] != ')' && s.text[i] != '\n' {
			i++
		}
		if i >= len(s.text) || s.text[i] != ',' {
			return whole, min(i+1, len(s.text))
		}
		i++
	}
	return whole, i
}

// filled substitutes known variables in a format string. It drops everything before an unknown
// placeholder.
func (s *script) filled(text string) string {
	for {
		from := strings.IndexByte(text, '{')
		if from < 0 {
			return text
		}
		to := strings.IndexByte(text[from:], '}')
		if to < 0 {
			return text
		}
		if value := s.names[strings.TrimSpace(text[from+1:from+to])]; value != "" {
			text = text[:from] + value + text[from+to+1:]
			continue
		}
		text = strings.TrimLeft(text[from+to+1:], "/")
	}
}

func (s *script) blank(i int) int {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	return i
}

func nameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
