package search

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What a query may hold. Longer ones are cut, and the reader is told.
const (
	maxSearchText  = 400 // characters
	maxSearchTerms = 24
	maxFields      = 24
	maxStages      = 5
	// minPrefix is the shortest prefix that is looked up as one: a shorter one
	// would gather most of the index.
	minPrefix = 3
)

// Term is a word, or words that follow each other, as the reader typed
// them.
type Term struct {
	Text   string
	Prefix bool // the last word may go on
	Phrase bool // it was typed in quotes
	Regex  bool // Text is a regular expression of package regexp, without its slashes
	Not    bool // steps with it are left out
}

// Stage is what one step is asked for: all of it.
type Stage struct {
	Terms  []Term
	Fields []Field
}

// Text is what a reader's search line means.
type Text struct {
	Terms  []Term  // of the only stage, or the first
	Fields []Field // likewise
	Then   []Stage // what later steps of the same trace are asked for, one after the other
	Parts  []Part  // the line cut into what can be left out alone
	Notes  []string
	Reason string // why nothing can be searched; empty if something can
}

// Part is one term or field of the line.
type Part struct {
	Source string // as it was typed, or so that it means the same
	Stage  int    // from 0
	Field  string // its name; empty for a term
	Value  string // of the field, or the term's text
	Not    bool
}

// Stages lists what is asked for, at least one.
func (t Text) Stages() []Stage {
	return append([]Stage{{t.Terms, t.Fields}}, t.Then...)
}

// Without is the line without one of its parts.
func (t Text) Without(part int) string {
	var b strings.Builder
	stage, begun := 0, false
	for i, p := range t.Parts {
		if i == part {
			continue
		}
		if begun && p.Stage > stage {
			b.WriteString(" then:")
		}
		if begun {
			b.WriteByte(' ')
		}
		stage, begun = p.Stage, true
		b.WriteString(p.Source)
	}
	return b.String()
}

// Parse reads a search line: words, "words in a row", prefix*, /regular
// expressions/, fields such as tool:exec, - before what is to be left out, and
// then: between what follows each other in a trace. Any text is a valid line.
func Parse(line string) Text {
	p := parser{stages: make([]Stage, 1)}
	line = strings.Map(func(r rune) rune {
		if r == 0 || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, " "))
	if cut := CutLine(line); len(cut) < len(line) {
		line = cut
		p.note("The search line is too long: only its first %d characters were used.", maxSearchText)
	}
	l := lexer{rest: line, start: true}
	for l.next() {
		p.take(&l)
	}
	p.end(line)
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

// parser gathers what the lexer finds.
type parser struct {
	Text
	stages  []Stage
	dropped int // terms beyond the most
}

func (p *parser) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(p.Notes, n) {
		p.Notes = append(p.Notes, n)
	}
}

// take adds one term or field.
func (p *parser) take(l *lexer) {
	if l.key == "then" {
		p.then()
		return
	}
	if l.key != "" {
		why := p.field(l)
		if why == "" {
			return
		}
		p.note("%s", why)
		l.term.Text, l.term.Regex = l.key+":"+l.term.Text, false
	}
	if l.term.Regex {
		if _, err := NewRegex(l.term.Text); err != nil {
			p.note("/%s/ is no regular expression, so its words were searched: %v.", l.term.Text, err)
			l.term.Regex = false
		}
	}
	p.term(l)
}

// then begins what a later step is asked for.
func (p *parser) then() {
	last := &p.stages[len(p.stages)-1]
	switch {
	case len(last.Terms)+len(last.Fields) == 0:
		p.note("then: stands between two things that follow each other in a trace; one without anything before it was left out.")
	case len(p.stages) == maxStages:
		p.note("Only %d steps of a sequence are followed; what stands behind the others is asked of the last one.", maxStages)
	default:
		p.stages = append(p.stages, Stage{})
	}
}

// aSign is a sign of several characters without a letter or digit, such as != or ---.
var aSign = regexp.MustCompile(`^[!-/:-@\[-^{-~]{2,8} ?$`)

// signed are words whose signs are half of what they say, such as C++ and C#.
var signed = regexp.MustCompile(`^[A-Za-z]\w*(?:\+\+|#)$`)

func (p *parser) term(l *lexer) {
	term, stage := l.term, &p.stages[len(p.stages)-1]
	if signed.MatchString(term.Text) && !term.Regex {
		term.Text, term.Regex, term.Prefix = `\b(?i:`+regexp.QuoteMeta(term.Text)+`)`, true, false
		p.note("%s was looked for as it is written, by the regular expression /%s/: punctuation is not in the index.", l.term.Text, term.Text)
	}
	if !term.Regex && len(Tokens(term.Text)) == 0 {
		return
	}
	term.Prefix = term.Prefix && p.prefixAllowed(term.Text)
	if slices.Contains(stage.Terms, term) {
		return
	}
	if len(stage.Terms) == maxSearchTerms {
		p.dropped++
		return
	}
	stage.Terms = append(stage.Terms, term)
	p.Parts = append(p.Parts, Part{Source: l.source, Stage: len(p.stages) - 1, Value: term.Text, Not: term.Not})
}

// prefixAllowed reports whether the last word of text may be looked up as a
// prefix.
func (p *parser) prefixAllowed(text string) bool {
	list := Tokens(text)
	end := list[len(list)-1]
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

// end hands over the stages and says why they may find nothing.
func (p *parser) end(line string) {
	if p.dropped > 0 {
		p.note("Only the first %d of %d words were used.", maxSearchTerms, maxSearchTerms+p.dropped)
	}
	if last := len(p.stages) - 1; last > 0 && len(p.stages[last].Terms)+len(p.stages[last].Fields) == 0 {
		p.stages = p.stages[:last]
		p.note("then: stands between two things that follow each other in a trace; one without anything behind it was left out.")
	}
	p.Terms, p.Fields = p.stages[0].Terms, p.stages[0].Fields
	if len(p.stages) > 1 {
		p.Then = p.stages[1:]
	}
	if text := strings.Trim(strings.TrimSpace(line), `"`); len(p.stages) == 1 && len(p.Terms)+len(p.Fields) == 0 && aSign.MatchString(text) {
		p.stages[0].Terms = []Term{{Text: regexp.QuoteMeta(text), Regex: true}}
		p.Terms = p.stages[0].Terms
		p.Parts = append(p.Parts, Part{Source: strings.TrimSpace(line), Value: p.Terms[0].Text})
		p.note("%s was looked for as it is written, by the regular expression /%s/: punctuation is not in the index.", text, p.Terms[0].Text)
	}
	for _, s := range p.stages {
		if p.Reason = s.reason(line); p.Reason != "" {
			return
		}
	}
}

// Asks reports whether terms ask for text, and not only for what must not be there.
func Asks(terms []Term) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return !t.Not })
}

// reason says why a stage asks for nothing.
func (s *Stage) reason(line string) string {
	if len(s.Fields) > 0 || Asks(s.Terms) {
		return ""
	}
	switch {
	case len(s.Terms) > 0:
		return "Name at least one word or field that the steps must have, beside the words that they must not."
	case strings.TrimSpace(line) == "":
		return "Nothing was searched for yet."
	}
	return "The search line holds no letter or digit, nor a sign such as ✓ or →, so there is nothing to look up. Punctuation is not in the index."
}
