package search

import (
	"fmt"
	"regexp"
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
	minPrefix      = 3 // characters of a prefix: a shorter one would gather most of the index
)

// Term is a word, or words that follow each other, as the reader typed them.
type Term struct {
	Text   string
	Prefix bool // the last word may go on
	Phrase bool // it was typed in quotes
	Sign   bool // it is looked for as it is written, see IsSign
	Not    bool // steps with it are left out
}

// Asks reports whether terms ask for text, and not only for what must not be there.
func Asks(terms []Term) bool { return slices.ContainsFunc(terms, func(t Term) bool { return !t.Not }) }

// Words are the folded words of a term, as IndexText writes them.
func (t Term) Words() string {
	if t.Sign {
		return wide(t.Text)
	}
	return Words(t.Text)
}

// Filter narrows a search by something other than words.
type Filter struct{ Name, Value string }

// FilterNames are the filters of a search line, in the order of the manual.
func FilterNames() []string {
	return []string{"tool", "status", "is", "role", "benchmark", "model", "run", "scenario", "task", "attempt"}
}

// refuse says why a filter is none; empty if it is one.
func (f Filter) refuse(not bool) string {
	var takes []string
	switch f.Name {
	case "status":
		for _, s := range results.Statuses() {
			takes = append(takes, string(s))
		}
	case "role":
		takes = []string{results.SourceUser, results.SourceAgent, results.SourceSystem}
	case "is":
		takes = []string{"failed"}
	}
	n, err := strconv.Atoi(f.Value)
	switch {
	case f.Value == "":
		return f.Name + ": needs a value behind it."
	case takes != nil && !slices.Contains(takes, f.Value):
		return f.Name + ": takes " + strings.Join(takes, ", ") + "."
	case f.Name == "attempt" && (err != nil || n < 1):
		return "attempt: takes a number from 1 on."
	case not:
		return "A dash leaves out words, not filters: -" + f.Name + ":" + f.Value + " was not searched."
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

func (t *Text) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(t.Notes, n) {
		t.Notes = append(t.Notes, n)
	}
}

var (
	// piece is one term or filter: space, a dash, a filter's name, and a quoted text (the last quote may be missing) or a word.
	piece = regexp.MustCompile(`( *)(-?)([a-z_]+:)?(?:(")([^"]*)"?(\**)|([^ "]+))`)
	// leavesOut tells -word from -m, -1 and --flag, which are words of commands.
	leavesOut = regexp.MustCompile(`^ *-("|\pL{3}|is:|\p{Han}|\p{Hiragana}|\p{Katakana}|\p{Hangul})`)
	signed    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(\+\+|#)$`)
	// unlike a word is what must be in quotes to be read as a term again.
	unlike = regexp.MustCompile(`[: ]|^-|\*$`)
)

// CutLine is as much of a line as Parse reads.
func CutLine(line string) string {
	return string([]rune(line)[:min(maxSearchText, utf8.RuneCountInString(line))])
}

// Parse reads a search line: words, "a phrase", prefix*, filters such as tool:exec, and - for exclusion. Any text is valid.
func Parse(line string) (p Text) {
	if utf8.RuneCountInString(line) > maxSearchText {
		p.note("The query is too long: only the first %d characters were used.", maxSearchText)
	}
	line = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == 0, r == unicode.ReplacementChar:
			return ' '
		case r == '“', r == '”', r == '„': // as Chinese keyboards write them
			return '"'
		}
		return r
	}, CutLine(line)))
	dropped := 0
	for i, m := range piece.FindAllStringSubmatch(line, -1) {
		begins := i == 0 || m[1] != ""
		t := Term{Text: m[5] + m[7], Phrase: m[4] != "", Prefix: m[6] != "", Not: begins && leavesOut.MatchString(m[0])}
		switch name := strings.TrimSuffix(m[3], ":"); {
		case !begins || m[2] != "" && !t.Not:
			t.Text = m[2] + m[3] + t.Text
		case slices.Contains(FilterNames(), name):
			if reason := (Filter{name, t.Text}).refuse(t.Not); reason != "" {
				return Text{Notes: p.Notes, Reason: reason}
			}
			p.Filters = append(p.Filters, Filter{name, t.Text})
			continue
		case name != "":
			t.Text = m[3] + t.Text
			if t.Phrase || !strings.Contains(`/:\=`, m[7][:1]) { // not as in https://host and std::move
				p.note("%s: is not a filter; searched for %s as text. Filters: %s.", name, t.Text, strings.Join(FilterNames(), ", "))
			}
		}
		switch p.complete(&t); {
		case t.Words() == "", slices.Contains(p.Terms, t):
		case len(p.Terms) == maxSearchTerms:
			dropped++
		default:
			p.Terms = append(p.Terms, t)
		}
	}
	if len(p.Terms)+len(p.Filters) == 0 && IsSign(line) {
		p.Terms = []Term{{Text: line, Sign: true}}
	}
	if dropped > 0 {
		p.note("Only the first %d of %d words were used.", maxSearchTerms, maxSearchTerms+dropped)
	}
	switch {
	case len(p.Filters) > 0 || Asks(p.Terms):
	case len(p.Terms) > 0:
		p.Reason = "Name at least one word or filter that the steps must have, beside the words that they must not."
	case line == "":
		p.Reason = "Nothing was searched for yet."
	default:
		p.Reason = "The search line holds no letter or digit, nor a sign such as ✓, → or !=, so there is nothing to look up. " +
			"Other punctuation is not in the index."
	}
	return p
}

// complete says whether a term is a sign, and whether its last word may go on.
func (t *Text) complete(term *Term) {
	if cut := strings.TrimRight(term.Text, "*"); !term.Phrase && cut != term.Text {
		term.Text, term.Prefix = cut, true
	}
	words := slices.Collect(Tokens(term.Text))
	term.Sign = signed.MatchString(term.Text) || term.Phrase && len(words) == 0 && IsSign(term.Text)
	end, _ := utf8.DecodeLastRuneInString(term.Text)
	if term.Prefix = term.Prefix && !term.Sign && classOf(narrow(end)) == inWord; !term.Prefix {
		return
	}
	if last := term.Text[words[len(words)-1].Start:]; utf8.RuneCountInString(last) < minPrefix {
		term.Prefix = false
		t.note("%s* is too short: a prefix needs at least %d characters. Searched for the word itself.", last, minPrefix)
	}
}

// Line writes terms as a search line that Parse reads as the same terms.
func Line(terms []Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		s := t.Text
		if t.Phrase || t.Sign && !signed.MatchString(s) || unlike.MatchString(s) {
			s = `"` + s + `"`
		}
		if t.Prefix {
			s += "*"
		}
		if t.Not {
			s = "-" + s
		}
		list[i] = s
	}
	return strings.Join(list, " ")
}
