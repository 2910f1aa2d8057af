package search

import (
	"fmt"
	"slices"
	"strconv"
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
	// lettersToExclude is how many letters a word needs to be left out: -m and -rf are
	// options of commands.
	lettersToExclude = 3
)

// Filter narrows a search by something other than words.
type Filter struct{ Name, Value string }

// FilterNames are the filters of a search line, in the order of the manual.
func FilterNames() []string {
	return []string{"tool", "status", "is", "role", "benchmark", "model", "run", "scenario", "task", "attempt"}
}

// gone are filters of former versions, which old links may name.
const gone = " path exit fail error later day before after "

// refuse says why a filter is none; empty if it is one.
func (f Filter) refuse() string {
	takes := func(words ...string) string {
		if slices.Contains(words, f.Value) {
			return ""
		}
		return fmt.Sprintf("%s: takes %s.", f.Name, strings.Join(words, ", "))
	}
	if f.Value == "" {
		return f.Name + ": needs a value behind it."
	}
	switch f.Name {
	case "status":
		var words []string
		for _, s := range results.Statuses() {
			words = append(words, string(s))
		}
		return takes(words...)
	case "role":
		return takes(results.SourceUser, results.SourceAgent, results.SourceSystem)
	case "is":
		return takes("failed")
	case "attempt":
		if n, err := strconv.Atoi(f.Value); err != nil || n < 1 {
			return "attempt: takes a number from 1 on."
		}
	}
	if strings.Contains(f.Value, "*") {
		return f.Name + ": takes a whole name; patterns with * are no longer read."
	}
	return ""
}

// Text is what a reader's search line means.
type Text struct {
	Terms   []Term
	Filters []Filter
	Notes   []string
	Reason  string // why nothing can be searched; empty if something can
}

// Parse reads a search line: words, "words in a row", prefix*, filters such as
// tool:exec, and - before words that are to be left out. Any text is a valid line.
func Parse(line string) Text {
	p := parser{start: true}
	line = strings.Map(func(r rune) rune {
		if r == 0 || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, " "))
	p.rest = CutLine(line)
	if len(p.rest) < len(line) {
		p.note("The search line is too long: only its first %d characters were used.", maxSearchText)
	}
	sign := strings.TrimSpace(p.rest)
	for p.next() {
		if p.Reason != "" {
			p.Terms, p.Filters = nil, nil
			return p.Text
		}
	}
	if len(p.Terms)+len(p.Filters) == 0 && IsSign(sign) {
		p.Terms = []Term{{Text: sign, Sign: true}}
	}
	if p.dropped > 0 {
		p.note("Only the first %d of %d words were used.", maxSearchTerms, maxSearchTerms+p.dropped)
	}
	switch {
	case p.Reason != "":
		p.Terms, p.Filters = nil, nil
	case len(p.Filters) > 0 || Asks(p.Terms):
	case len(p.Terms) > 0:
		p.Reason = "Name at least one word or filter that the steps must have, beside the words that they must not."
	case sign == "":
		p.Reason = "Nothing was searched for yet."
	default:
		p.Reason = "The search line holds no letter or digit, nor a sign such as ✓, → or !=, so there is nothing to look up. Other punctuation is not in the index."
	}
	return p.Text
}

// CutLine is as much of a line as Parse reads.
func CutLine(line string) string {
	n := 0
	for i := range line {
		if n++; n > maxSearchText {
			return line[:i]
		}
	}
	return line
}

type parser struct {
	Text
	rest    string
	start   bool // of the line or after white space
	dropped int  // terms beyond the most
}

func (p *parser) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(p.Notes, n) {
		p.Notes = append(p.Notes, n)
	}
}

// next reads one term or filter; it reports false at the end of the line.
func (p *parser) next() bool {
	trimmed := strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	start := p.start || len(trimmed) < len(p.rest)
	p.rest, p.start = trimmed, false
	if p.rest == "" {
		return false
	}
	t := Term{}
	if start && excludes(p.rest) {
		t.Not, p.rest = true, p.rest[1:]
	}
	name := ""
	if start {
		if name = p.regexOrFilter(&t); p.Reason != "" {
			return true
		}
	}
	if size := quoteSize(p.rest); size > 0 {
		t.Phrase = true
		end := strings.IndexFunc(p.rest[size:], isQuote)
		if end < 0 { // a missing quote at the end is forgiven
			t.Text, p.rest = p.rest[size:], ""
		} else {
			t.Text, p.rest = p.rest[size:size+end], p.rest[size+end:]
			p.rest = p.rest[quoteSize(p.rest):]
		}
		if rest := strings.TrimLeft(p.rest, "*"); rest != p.rest {
			t.Prefix, p.rest = true, rest
		}
	} else {
		end := strings.IndexFunc(p.rest, func(r rune) bool { return unicode.IsSpace(r) || isQuote(r) })
		if end < 0 {
			end = len(p.rest)
		}
		t.Text, p.rest = p.rest[:end], p.rest[end:]
	}
	switch {
	case slices.Contains(FilterNames(), name):
		p.filter(Filter{name, t.Text}, t.Not)
		return true
	case name != "":
		p.note("%s: is no filter, so %s:%s was searched as words. Filters are %s.", name, name, t.Text, strings.Join(FilterNames(), ", "))
		t.Text = name + ":" + t.Text
	case !t.Phrase:
		if cut := strings.TrimRight(t.Text, "*"); cut != t.Text {
			t.Text, t.Prefix = cut, true
		}
	}
	p.term(t)
	return true
}

// regexOrFilter takes the name of a filter off the line, and refuses what is no longer
// searched.
func (p *parser) regexOrFilter(t *Term) string {
	if size := regexSize(p.rest); size > 0 {
		expr := p.rest[:size]
		if strings.ContainsAny(expr, `\[](){}|^$+?* `) {
			p.Reason = fmt.Sprintf("Regular expressions such as %s are no longer searched. "+
				`Words, "words in a row" and the beginning of a word with a star find text.`, expr)
			return ""
		}
		p.note("%s was searched as words: regular expressions are no longer searched.", expr)
	}
	name, rest := keyOf(p.rest)
	r, _ := utf8.DecodeRuneInString(rest)
	known := slices.Contains(FilterNames(), name)
	switch {
	case name == "then" && !t.Not:
		p.Reason = "Sequences with then: are no longer searched. Search for one of the steps; its trace shows what came before and after it."
		return ""
	case name == "" || rest == "" || unicode.IsSpace(r) || !known && strings.ContainsRune(`/:\=`, r):
		return "" // as in https://host, std::move and label:
	case strings.Contains(gone, " "+name+" "):
		p.Reason = fmt.Sprintf("%s: is no longer a filter. Filters are %s.", name, strings.Join(FilterNames(), ", "))
		return ""
	}
	p.rest = rest
	return name
}

func (p *parser) filter(f Filter, not bool) {
	if p.Reason = f.refuse(); p.Reason == "" && not {
		p.Reason = fmt.Sprintf("A dash leaves out words, not filters: -%s:%s was not searched.", f.Name, f.Value)
	}
	if !slices.Contains(p.Filters, f) {
		p.Filters = append(p.Filters, f)
	}
}

func (p *parser) term(t Term) {
	if isSigned(t.Text) || t.Phrase && len(Tokens(t.Text)) == 0 && IsSign(t.Text) {
		t.Sign, t.Prefix = true, false
	}
	words := Tokens(t.Text)
	if len(words) == 0 && !t.Sign {
		return
	}
	t.Prefix = t.Prefix && p.prefixAllowed(t.Text, words[len(words)-1])
	switch {
	case slices.Contains(p.Terms, t):
	case len(p.Terms) == maxSearchTerms:
		p.dropped++
	default:
		p.Terms = append(p.Terms, t)
	}
}

// prefixAllowed reports whether the last word of text may be looked up as a
// prefix.
func (p *parser) prefixAllowed(text string, end Token) bool {
	last := []rune(text[end.Start:end.End])
	if end.End < len(text) || isCJK(last[len(last)-1]) {
		return false // each such character is a word by itself, so that the prefix changes nothing
	}
	if len(last) < minPrefix {
		p.note("%s* is too short for a prefix, which needs %d characters: the word itself was searched.", string(last), minPrefix)
		return false
	}
	return true
}

// excludes tells -word from -m, -1 and --flag, which are words of commands.
func excludes(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	s = s[1:]
	if r, _ := utf8.DecodeRuneInString(s); isQuote(r) || isCJK(r) || regexSize(s) > 0 {
		return true
	}
	if name, _ := keyOf(s); slices.Contains(FilterNames(), name) || name != "" && strings.Contains(gone, " "+name+" ") {
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

// keyOf is what may be a filter's name at the beginning of s: small letters before
// a colon, with a value behind it.
func keyOf(s string) (name, rest string) {
	n := 0
	for n < len(s) && (isLower(s[n]) || s[n] == '_') {
		n++
	}
	if n == 0 || n == len(s) || s[n] != ':' {
		return "", s
	}
	return s[:n], s[n+1:]
}

// regexSize is the length of what was a regular expression, between slashes at the
// beginning of s; 0 if there is none. A slash that is not at the end of a word ends
// none, so that a path is a word.
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

// isQuote knows the plain quote and those that Chinese keyboards write.
func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' || r == '„' }

// quoteSize is the length of a quote at the beginning of s; 0 if there is none.
func quoteSize(s string) int {
	if r, size := utf8.DecodeRuneInString(s); isQuote(r) {
		return size
	}
	return 0
}
