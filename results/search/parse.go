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

// Limits of a query. A longer query is truncated, and the user is notified.
const (
	maxSearchText  = 400 // maximum length in characters
	maxSearchTerms = 24
	minPrefix      = 3 // minimum number of characters of a prefix; a shorter one would match most of the index
)

// Term is a word or phrase as the user typed it.
type Term struct {
	Text   string
	Prefix bool // set if the last word is a prefix
	Phrase bool // set for a quoted phrase
	Sign   bool // set for an exact sequence of symbols, see IsSign
	Not    bool // set if steps that contain the term are excluded
}

// Asks reports whether the query has a term that is not an exclusion.
func Asks(terms []Term) bool { return slices.ContainsFunc(terms, func(t Term) bool { return !t.Not }) }

// Words returns the words of a term in the normalised form that IndexText uses.
func (t Term) Words() string {
	if t.Sign {
		return wide(t.Text)
	}
	return Words(t.Text)
}

// Filter narrows a search by a property of the step, such as tool:exec.
type Filter struct{ Name, Value string }

// FilterNames lists the filters of a search line, in the order of the manual.
func FilterNames() []string {
	return []string{"tool", "status", "is", "role", "benchmark", "model", "run", "scenario", "task", "attempt"}
}

// refuse returns the reason why a filter is invalid; empty if it is valid.
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

// Text is a parsed search line.
type Text struct {
	Terms   []Term
	Filters []Filter
	Notes   []string
	Reason  string // reason why the line cannot be searched; empty if it can
}

func (t *Text) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(t.Notes, n) {
		t.Notes = append(t.Notes, n)
	}
}

var (
	// piece matches one term or filter: leading spaces, a dash, a filter name, and either a quoted
	// text (the closing quote may be missing) or a word.
	piece = regexp.MustCompile(`( *)(-?)([a-z_]+:)?(?:(")([^"]*)"?(\**)|([^ "]+))`)
	// leavesOut matches an exclusion such as -word. It does not match -m, -1 and --flag, which are
	// parts of commands.
	leavesOut = regexp.MustCompile(`^ *-("|\pL{3}|is:|\p{Han}|\p{Hiragana}|\p{Katakana}|\p{Hangul})`)
	signed    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(\+\+|#)$`)
	// unlike matches words that must be quoted in a search line.
	unlike = regexp.MustCompile(`[: ]|^-|\*$`)
)

// CutLine returns the beginning of a search line that Parse considers.
func CutLine(line string) string {
	return string([]rune(line)[:min(maxSearchText, utf8.RuneCountInString(line))])
}

// Parse parses a search line of words, "a phrase", prefix*, filters such as tool:exec, and
// exclusions with a leading dash. Every text is valid.
func Parse(line string) (p Text) {
	if utf8.RuneCountInString(line) > maxSearchText {
		p.note("The query is too long: only the first %d characters were used.", maxSearchText)
	}
	line = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == 0, r == unicode.ReplacementChar:
			return ' '
		case r == '“', r == '”', r == '„': // quotes typed on Chinese keyboards
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
			if t.Phrase || !strings.Contains(`/:\=`, m[7][:1]) { // not a filter: https://host or std::move
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

// complete sets the fields Sign and Prefix of a term.
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

// Line formats terms as a search line that Parse reads back.
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
