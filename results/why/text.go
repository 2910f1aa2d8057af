package why

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// follows reports whether a value is distinctive: at least four letters, three digits, or two
// Chinese, Japanese or Korean characters, or three letters and digits mixed.
func follows(value string) bool {
	letters, digits, wide := 0, 0, 0
	for _, r := range value {
		switch {
		case isWide(r):
			wide++
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	switch strings.ToLower(value) {
	case "none", "null", "true", "false", "list", "dict", "empty", "string":
		return false
	}
	return letters >= 4 || wide >= 2 || digits >= 3 || letters+digits >= 3 && letters > 0 && digits > 0
}

const lineMost = 240 // maximum length of a quoted line, in characters

// lineWith returns the line of a text that contains a value, shortened around it; empty if there is
// none.
func lineWith(text, value string) string {
	at := index(text, value)
	if at < 0 {
		return ""
	}
	return lineAt(text, at)
}

// lineAt returns the line at an offset, shortened around it. An escaped line break in JSON also
// ends a line.
func lineAt(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	if n := strings.LastIndex(text[from:at], `\n`); n >= 0 {
		from += n + 2
	}
	to := len(text)
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		to = at + n
	}
	if n := strings.Index(text[at:to], `\n`); n > 0 {
		to = at + n
	}
	line := text[from:to]
	if utf8.RuneCountInString(line) > lineMost {
		line = cutHead.ReplaceAllString(line[max(0, at-from-lineMost/2):], "")
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

// cutHead matches the rest of a message's head at the start of a shortened line.
var cutHead = regexp.MustCompile(`^[^][]{0,60}\] `)

func lineNumber(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }

// index returns the offset of a value in a text, ignoring occurrences inside a longer number or
// word; -1 if there is none.
func index(text, value string) int {
	for from := 0; value != ""; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return -1
		}
		at := from + i
		if !inside(text, at, at+len(value)) {
			return at
		}
		from = at + len(value)
	}
	return -1
}

// inside reports whether a range of a text is part of a longer number or word. It ignores the n of
// an escaped line break, the T between date and time, and a unit after a number. The units K and M
// count as part of the number, because they change its value.
func inside(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	if strings.HasSuffix(text[:from], `\n`) || strings.HasSuffix(text[:from], `\t`) {
		before = '\n'
	}
	if (after == 'T' || after == '_') && day.MatchString(text[from:to]) {
		after = ' '
	}
	if isDigit(last) && unit.MatchString(text[to:min(to+8, len(text))]) {
		after = ' '
	}
	if joins(before, first) || joins(last, after) {
		return true
	}
	return isDigit(last) && decimals.MatchString(text[to:min(to+2, len(text))]) || isDigit(first) && fraction.MatchString(text[max(0, from-2):from])
}

var (
	day      = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	unit     = regexp.MustCompile(`^(?:x|h|s|ms|min|kg|km|mm|cm|m|px|kB|KB|KiB|MB|MiB|GB|GiB)(?:[^\pL\pN_]|$)`)
	decimals = regexp.MustCompile(`^[.]\d`)
	fraction = regexp.MustCompile(`\d[.]$`)
)

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// joins reports whether two adjacent runes belong to one number or word.
func joins(a, b rune) bool {
	word := func(r rune) bool { return r < 0x2000 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_' }
	return word(a) && word(b)
}

func cut(s string) string {
	n := 0
	for i := range s {
		if n == lineMost {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// Has reports whether a text contains a value in any of its notations.
func Has(text, value string) bool {
	at, _ := firstForm(text, formsOf(value))
	return at >= 0
}

// firstForm returns the offset of the first occurrence of any of the forms, and that form.
func firstForm(text string, forms []string) (at int, form string) {
	at = -1
	for _, f := range forms {
		if n := index(text, f); n >= 0 && (at < 0 || n < at) {
			at, form = n, f
		}
	}
	return at, form
}

// formsOf returns the notations of a value: a number with and without commas, without a zero
// fraction, and in thousands.
func formsOf(value string) []string {
	forms := []string{value}
	add := func(s string) {
		if follows(s) && !slices.Contains(forms, s) {
			forms = append(forms, s)
		}
	}
	plain := value
	if grouped.MatchString(value) {
		plain = strings.ReplaceAll(value, ",", "")
		add(plain)
	}
	if !decimal.MatchString(plain) {
		return forms
	}
	for _, s := range []string{plain, zeros.ReplaceAllString(plain, "")} {
		add(s)
		whole, rest, dot := strings.Cut(s, ".")
		if dot {
			rest = "." + rest
		}
		if n := len(whole); n > 3 && n <= 9 {
			for i := n - 3; i > 0; i -= 3 {
				whole = whole[:i] + "," + whole[i:]
			}
			add(whole + rest)
		}
		if k, ok := strings.CutSuffix(s, "000"); ok && !dot && k != "" {
			add(k + "K")
			add(k + "k")
		}
	}
	return forms
}

var (
	grouped   = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	zeros     = regexp.MustCompile(`\.0+$`)
	thousands = regexp.MustCompile(`(\d),(\d{3})`)
	decimal   = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
)

// term is a search word of a statement in all of its forms, in lower case.
type term struct {
	forms  []string
	number bool // set for a number of at least three digits
	weight float64
}

func (t *term) in(lower string) bool {
	return slices.ContainsFunc(t.forms, func(f string) bool { return strings.Contains(lower, f) })
}

// long reports whether a term is a date or a number of at least five digits, which rarely match by
// chance.
func (t *term) long() bool { return strings.Count(strings.Map(onlyDigits, t.forms[0]), "0") > 4 }

// stemMost is the number of letters of a long word that are compared, so that "disclosed" matches
// "disclosure".
const stemMost = 7

// common lists words that are too common to identify a passage.
var common = []string{"the", "and", "for", "are", "not", "but", "with", "that", "this", "from", "has", "have", "was", "were", "its", "can", "any",
	"all", "also", "both", "each", "into", "must", "should", "will", "does", "them", "they", "then", "even", "use", "used", "which", "their", "there", "these", "those", "after", "before", "about", "should", "would", "could", "being",
	"while", "where", "other", "than", "based", "statement", "statements", "found", "standalone", "number", "expected", "contain",
	"contains", "missing", "mention", "reference", "section", "state",
	"stated", "document", "confirm", "explicitly", "identify", "include"}

// termsOf returns the distinct search terms of a statement: numbers of at least two digits, with
// and without commas, names and words of at least five letters, and pairs of Chinese, Japanese or
// Korean characters.
func termsOf(statement string) []term { return termsFrom(statement, 5) }

// termsFrom is termsOf for words of at least the given number of letters.
func termsFrom(statement string, least int) []term {
	var list []term
	add := func(forms ...string) {
		digits := 0
		for i := range forms {
			forms[i] = strings.ToLower(forms[i])
			digits = strings.Count(strings.Map(onlyDigits, forms[i]), "0")
		}
		if f := forms[0]; digits == 0 && len(f) > stemMost && f[0] < utf8.RuneSelf {
			forms[0] = f[:stemMost]
		}
		if !slices.ContainsFunc(list, func(t term) bool { return t.forms[0] == forms[0] }) {
			list = append(list, term{forms: forms, number: digits > 2})
		}
	}
	for _, w := range strings.FieldsFunc(thousands.ReplaceAllString(statement, "$1$2"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-'
	}) {
		w = strings.Trim(w, ".-_")
		if !strings.ContainsFunc(w, isWide) {
			addWord(w, least, add)
			continue
		}
		for _, x := range strings.FieldsFunc(w, isWide) {
			addWord(strings.Trim(x, ".-_"), least, add)
		}
		signs := []rune(w)
		for i := 0; i+1 < len(signs); i++ {
			if isWide(signs[i]) && isWide(signs[i+1]) {
				add(string(signs[i : i+2]))
			}
		}
	}
	return list
}

// addWord calls add with a word if it is significant: a number, a name or a long word.
func addWord(w string, least int, add func(...string)) {
	whole, _, _ := strings.Cut(w, ".")
	switch n := utf8.RuneCountInString(w); {
	case decimal.MatchString(w) && len(whole) > 3:
		cut := len(whole) - 3
		add(w, w[:cut]+","+w[cut:])
	case slices.Contains(common, strings.ToLower(w)):
	case strings.ContainsFunc(w, unicode.IsDigit) && n > 1, n >= least, n > 1 && strings.ToUpper(w) == w, n == 4 && unicode.IsUpper([]rune(w)[0]):
		add(w)
	}
}

func onlyDigits(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return -1
}

// weigh sets the weights of terms by rarity. count returns the number of occurrences of a word in
// the given number of lines.
func weigh(terms []term, lines float64, count func(word string) int) {
	for k := range terms {
		n := 0
		for _, form := range terms[k].forms {
			n += count(form)
		}
		terms[k].weight = math.Log(1 + lines/float64(n+1))
		if terms[k].number {
			terms[k].weight *= 2
		}
	}
}
