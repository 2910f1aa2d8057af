package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts a search line into terms and fields.
type lexer struct {
	rest   string
	start  bool // of the line or after white space
	term   Term
	key    string // name of a field, before a colon
	source string // what was read
}

// next reads one term; it reports false at the end of the line.
func (l *lexer) next() bool {
	trimmed := strings.TrimLeftFunc(l.rest, unicode.IsSpace)
	l.start = l.start || len(trimmed) < len(l.rest)
	l.rest = trimmed
	if l.rest == "" {
		return false
	}
	l.term, l.key = Term{}, ""
	if l.start && excludes(l.rest) {
		l.term.Not = true
		l.rest = l.rest[1:]
	}
	if l.start {
		l.readKey()
	}
	l.readText()
	l.start = l.key == "then"
	l.source = strings.TrimSpace(trimmed[:len(trimmed)-len(l.rest)])
	return true
}

// readText takes a regular expression, words in quotes or a word off the line.
func (l *lexer) readText() {
	if l.key == "then" {
		return
	}
	if size := regexSize(l.rest); l.start && l.key == "" && size > 0 {
		l.term.Text, l.term.Regex = strings.ReplaceAll(l.rest[1:size-1], `\/`, "/"), true
		l.rest = l.rest[size:]
		return
	}
	if size := quoteSize(l.rest); size > 0 {
		l.readPhrase(size)
		return
	}
	end := strings.IndexFunc(l.rest, func(r rune) bool { return unicode.IsSpace(r) || isQuote(r) })
	if end < 0 {
		end = len(l.rest)
	}
	l.term.Text, l.rest = l.rest[:end], l.rest[end:]
	if l.key != "" {
		return // a star in a field's value may stand anywhere
	}
	if cut := strings.TrimRight(l.term.Text, "*"); cut != l.term.Text {
		l.term.Text, l.term.Prefix = cut, true
	}
}

// lettersToExclude is how many letters a word needs to be left out: -m and -rf are
// options of commands.
const lettersToExclude = 3

// excludes tells -word from -m, -1 and --flag, which are words of commands.
func excludes(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	s = s[1:]
	if r, _ := utf8.DecodeRuneInString(s); isQuote(r) || isCJK(r) || regexSize(s) > 0 {
		return true
	}
	if name, _ := keyOf(s); name != "" && known(name) {
		return true
	}
	letters := 0
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
		if letters++; letters == lettersToExclude {
			return true
		}
	}
	return false
}

// keyOf is what may be a field's name at the beginning of s: small letters before
// a colon, with a value behind it.
func keyOf(s string) (name, rest string) {
	n := 0
	for n < len(s) && ('a' <= s[n] && s[n] <= 'z' || s[n] == '_') {
		n++
	}
	if n == 0 || n == len(s) || s[n] != ':' {
		return "", s
	}
	return s[:n], s[n+1:]
}

// readKey takes a field's name off the line.
func (l *lexer) readKey() {
	name, rest := keyOf(l.rest)
	if name == "then" && !l.term.Not {
		l.key, l.rest = name, rest
		return
	}
	r, _ := utf8.DecodeRuneInString(rest)
	if name == "" || rest == "" || unicode.IsSpace(r) || !known(name) && (r == '/' || r == ':' || r == '\\' || r == '=') {
		return // as in https://host, std::move and label:
	}
	l.key, l.rest = name, rest
}

// regexSize is the length of a regular expression between slashes at the beginning
// of s, 0 if there is none. A slash that is not at the end of a word ends none, so
// that a path is a word.
func regexSize(s string) int {
	if len(s) < 3 || s[0] != '/' || s[1] == '/' || s[1] == ' ' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '/':
			if r, _ := utf8.DecodeRuneInString(s[i+1:]); i+1 == len(s) || unicode.IsSpace(r) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// readPhrase takes words in quotes off the line; a missing quote at the end is
// forgiven.
func (l *lexer) readPhrase(size int) {
	l.term.Phrase = true
	l.rest = l.rest[size:]
	end := strings.IndexFunc(l.rest, isQuote)
	if end < 0 {
		l.term.Text, l.rest = l.rest, ""
		return
	}
	l.term.Text = l.rest[:end]
	l.rest = l.rest[end+quoteSize(l.rest[end:]):]
	if strings.HasPrefix(l.rest, "*") {
		l.term.Prefix = true
		l.rest = strings.TrimLeft(l.rest, "*")
	}
}

// isQuote knows the plain quote and those that Chinese keyboards write.
func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' || r == '„' }

func quoteSize(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if isQuote(r) {
		return size
	}
	return 0
}
