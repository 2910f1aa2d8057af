package search

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// What a query may hold. Longer ones are cut, and the reader is told.
const (
	maxSearchText  = 400 // characters
	maxSearchTerms = 24
	// minPrefix is the shortest prefix that is looked up as one: a shorter one
	// would gather most of the index.
	minPrefix = 3
)

// Term is a word, or words that follow each other, as the reader typed
// them.
type Term struct {
	Text   string
	Prefix bool // the last word may go on
	Not    bool // steps with it are left out
}

// Text is what a reader's search line means.
type Text struct {
	Terms  []Term
	Words  []Word   // filters written as words, such as tool:exec
	Notes  []string // sentences about what was not understood as typed
	Reason string   // why nothing can be searched; empty if something can
}

// Word is a filter that was written into the search line.
type Word struct{ Key, Value string }

// searchKeys are the filters that may be written as words.
func searchKeys() []string {
	return []string{"benchmark", "run", "scenario", "task", "tool", "status", "role", "is"}
}

// Parse reads a search line: words, "words in a row", prefix*, -without
// and filters such as tool:exec. Any text is a valid line.
func Parse(line string) Text {
	var t Text
	line = strings.Map(func(r rune) rune {
		if r == 0 || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, " "))
	if runes := []rune(line); len(runes) > maxSearchText {
		line = string(runes[:maxSearchText])
		t.Notes = append(t.Notes, fmt.Sprintf("The search line is too long: only its first %d characters were used.", maxSearchText))
	}
	l := searchLexer{rest: line, start: true}
	for l.next() {
		t.take(l.term, l.key)
	}
	if n := len(t.Terms); n > maxSearchTerms {
		t.Terms = t.Terms[:maxSearchTerms]
		t.Notes = append(t.Notes, fmt.Sprintf("Only the first %d of %d words were used.", maxSearchTerms, n))
	}
	t.Reason = t.reason(line)
	return t
}

// take adds one term or filter.
func (t *Text) take(term Term, key string) {
	if key != "" {
		if isFilter(key, term.Text) && !term.Not && !term.Prefix {
			t.Words = append(t.Words, Word{key, term.Text})
			return
		}
		term.Text = key + ":" + term.Text
	}
	if !hasWord(term.Text) {
		return
	}
	term.Prefix = term.Prefix && t.prefixAllowed(term.Text)
	for _, have := range t.Terms {
		if have == term {
			return
		}
	}
	t.Terms = append(t.Terms, term)
}

// prefixAllowed reports whether the last word of text may be looked up as a
// prefix.
func (t *Text) prefixAllowed(text string) bool {
	last := []rune(text[strings.LastIndexFunc(text, func(r rune) bool { return !isWordRune(r) })+1:])
	if len(last) == 0 {
		return false
	}
	if unicode.In(last[len(last)-1], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
		return false // each character is a word by itself, so that the prefix changes nothing
	}
	if len(last) < minPrefix {
		t.Notes = append(t.Notes, fmt.Sprintf("%s* is too short for a prefix, which needs %d characters: the word itself was searched.", string(last), minPrefix))
		return false
	}
	return true
}

func (t *Text) reason(line string) string {
	for _, term := range t.Terms {
		if !term.Not {
			return ""
		}
	}
	switch {
	case len(t.Terms) > 0:
		return "Name at least one word that the steps must hold, beside those that they must not."
	case len(t.Words) > 0:
		return "Name at least one word to search for, beside the filters."
	case strings.TrimSpace(line) == "":
		return "Nothing was searched for yet."
	}
	return "The search line holds no letter or digit, so there is nothing to look up. Punctuation and symbols are not in the index."
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// hasWord reports whether the index's tokenizer finds a word in s.
func hasWord(s string) bool { return strings.ContainsFunc(s, isWordRune) }

// isFilter tells a filter from text that only looks like one, such as a piece
// of code.
func isFilter(key, value string) bool {
	switch key {
	case "status":
		return results.Status(value).Valid()
	case "role":
		return value == results.SourceUser || value == results.SourceAgent || value == results.SourceSystem
	case "is":
		return value == "failed"
	case "tool":
		return value != ""
	}
	return results.ValidSlug(value)
}

// searchLexer cuts a search line into terms.
type searchLexer struct {
	rest  string
	start bool // of the line or after white space
	term  Term
	key   string
}

// next reads one term; it reports false at the end of the line.
func (l *searchLexer) next() bool {
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
	l.start = false
	if size := quoteSize(l.rest); size > 0 {
		l.readPhrase(size)
	} else {
		end := strings.IndexFunc(l.rest, func(r rune) bool { return unicode.IsSpace(r) || isQuote(r) })
		if end < 0 {
			end = len(l.rest)
		}
		l.term.Text, l.rest = l.rest[:end], l.rest[end:]
		if cut := strings.TrimRight(l.term.Text, "*"); cut != l.term.Text {
			l.term.Text, l.term.Prefix = cut, true
		}
	}
	return true
}

// excludes tells -word from -1 and --flag, which are words of code.
func excludes(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	for _, r := range s[1:] {
		return unicode.IsLetter(r) || isQuote(r)
	}
	return false
}

// readKey takes a filter's name off the line.
func (l *searchLexer) readKey() {
	for _, k := range searchKeys() {
		if after, ok := strings.CutPrefix(l.rest, k+":"); ok && after != "" && !unicode.IsSpace(rune(after[0])) {
			l.key, l.rest = k, after
			return
		}
	}
}

// readPhrase takes words in quotes off the line; a missing quote at the end is
// forgiven.
func (l *searchLexer) readPhrase(size int) {
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
