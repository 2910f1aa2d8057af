package item

import "strings"

// simple is one simple command of a command line.
type simple struct {
	words  []string
	before string // operator before the command: "", "&&", "||", "|" or ";"
	piped  bool   // set if the output is piped into the next command, whose exit code then counts
}

// splitShell splits a POSIX shell command line into simple commands. ok is false if it contains
// other syntax: expansions, groups, background jobs or keywords.
func splitShell(line string) (list []simple, ok bool) {
	s := shell{rest: strings.TrimSpace(line)}
	for s.rest != "" {
		if !s.next() {
			return nil, false
		}
	}
	s.endWord()
	if !s.endCommand("") {
		return nil, false
	}
	return s.list, true
}

// shell is the state of the parser in splitShell.
type shell struct {
	rest string
	list []simple
	open simple
	word strings.Builder
	in   bool // set inside a word, which may still be empty
}

// next consumes one character, quoted text or operator.
func (s *shell) next() bool {
	switch c := s.rest[0]; c {
	case ' ', '\t':
		s.endWord()
	case '\'':
		text, rest, closed := strings.Cut(s.rest[1:], "'")
		if !closed {
			return false
		}
		s.put(text)
		s.rest = rest
		return true
	case '"':
		return s.quoted()
	case '\\':
		if len(s.rest) < 2 {
			return false
		}
		if s.rest[1] != '\n' {
			s.put(s.rest[1:2])
		}
		s.rest = s.rest[2:]
		return true
	case '&', '|', ';', '\n':
		return s.operator()
	case '$', '`', '(', ')', '{', '}', '#', '!':
		return false
	default:
		if strings.HasPrefix(s.rest, "<<") {
			return false
		}
		s.put(s.rest[:1])
	}
	s.rest = s.rest[1:]
	return true
}

func (s *shell) put(text string) { s.in = true; s.word.WriteString(text) }

// quoted consumes text in double quotes, in which a backslash escapes only a few characters.
func (s *shell) quoted() bool {
	s.in = true
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return true
		case c == '$' || c == '`':
			return false
		case c == '\\' && i+1 < len(s.rest) && strings.IndexByte("$`\"\\\n", s.rest[i+1]) >= 0:
			if i++; s.rest[i] != '\n' {
				s.word.WriteByte(s.rest[i])
			}
		default:
			s.word.WriteByte(c)
		}
	}
	return false
}

// operator consumes an operator and ends the current command. The & of a redirection (2>&1, &>)
// does not end it.
func (s *shell) operator() bool {
	op := s.rest[:1]
	if op == "&" && (strings.HasSuffix(s.word.String(), ">") || strings.HasPrefix(s.rest, "&>")) {
		s.put(op)
		s.rest = s.rest[1:]
		return true
	}
	if len(s.rest) > 1 && s.rest[1] == op[0] && op != ";" && op != "\n" {
		op += op
	}
	s.rest = strings.TrimLeft(s.rest[len(op):], " \t\n")
	s.endWord()
	switch op {
	case "&":
		return false
	case "\n":
		op = ";"
	}
	if s.rest == "" && op == ";" {
		return true
	}
	return s.endCommand(op)
}

func (s *shell) endWord() {
	if s.in {
		s.open.words = append(s.open.words, s.word.String())
	}
	s.word.Reset()
	s.in = false
}

// endCommand ends the current simple command, which is followed by the operator op. It returns
// false if the command begins with a keyword.
func (s *shell) endCommand(op string) bool {
	if len(s.open.words) == 0 {
		return false
	}
	switch s.open.words[0] {
	case "if", "for", "while", "until", "case", "function", "select", "time", "trap", "set", "exec", "exit", "eval", "return", "then",
		"do", "done", "fi", "else", "elif", "esac", "alias":
		return false
	}
	s.open.piped = op == "|"
	s.list = append(s.list, s.open)
	s.open = simple{before: op}
	return true
}
