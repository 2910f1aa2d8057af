package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// Regex is a regular expression that texts are searched for, in the syntax of Go's
// package regexp. ^ and $ are the ends of a line.
type Regex struct {
	*regexp.Regexp
	need need
	size int // instructions of its program
}

// regexMost is how many instructions an expression may have: each character of a text
// costs as much as there are of them.
const regexMost = 1000

// NewRegex reads an expression.
func NewRegex(expr string) (*Regex, error) {
	tree, err := syntax.Parse("(?m)"+expr, syntax.Perl)
	if err != nil {
		return nil, err //nolint:wrapcheck // it says what is wrong with the expression
	}
	tree = tree.Simplify()
	prog, err := syntax.Compile(tree)
	if err != nil {
		return nil, fmt.Errorf("read regular expression: %w", err)
	}
	if len(prog.Inst) > regexMost {
		return nil, errors.New("its repetitions make it too long")
	}
	re, err := regexp.Compile("(?m)" + expr)
	if err != nil {
		return nil, fmt.Errorf("read regular expression: %w", err)
	}
	return &Regex{re, needOf(tree).need(), len(prog.Inst)}, nil
}

// workMost is the most that matching one text may cost, in steps of a few nanoseconds.
const workMost = 200_000_000

// Heavy reports whether it may take seconds to match a text.
func (r *Regex) Heavy(text string) bool { return r.size*len(text) > workMost }

// Broad reports whether nothing can be looked up for it: it may match any text.
func (r *Regex) Broad() bool { return r.need.none() }

// May reports whether a text of those whose Grams were packed may match. No text
// that matches is ever ruled out.
func (r *Regex) May(grams []byte) bool {
	return r.Broad() || len(grams) > 0 && r.need.in(grams)
}

// Terms are words that each text holds which the expression matches.
func (r *Regex) Terms() []Term { return r.need.terms }

// need is what a text must hold: all trigrams and terms, and of each list of needs
// one.
type need struct {
	grams []uint32
	terms []Term
	oneOf [][]need
}

func (n need) none() bool { return len(n.grams)+len(n.oneOf)+len(n.terms) == 0 }

func (n need) in(packed []byte) bool {
	for _, h := range n.grams {
		if !holds(packed, h) {
			return false
		}
	}
	for _, list := range n.oneOf {
		if !slices.ContainsFunc(list, func(n need) bool { return n.in(packed) }) {
			return false
		}
	}
	return true
}

// and adds another need.
func (n *need) and(m need) {
	n.grams = append(n.grams, m.grams...)
	n.terms = append(n.terms, m.terms...)
	n.oneOf = append(n.oneOf, m.oneOf...)
}

// either is the need of what meets one of the list.
func either(list []need) need {
	if slices.ContainsFunc(list, need.none) || len(list) == 0 {
		return need{}
	}
	if len(list) == 1 {
		return list[0]
	}
	return need{oneOf: [][]need{list}}
}

// What is followed of an expression: more than that is not worth its price.
const (
	stringsMost = 32  // strings that a part of it may be
	stringMost  = 120 // bytes of one
)

// piece is what is known of the texts that a part of an expression matches.
type piece struct {
	strings []string // folded, one of which it is; nil: it may be others
	rest    need     // where strings is nil
}

// need is what a text must hold that the part matches somewhere in.
func (k piece) need() need {
	if k.strings == nil {
		return k.rest
	}
	list := make([]need, 0, len(k.strings))
	for _, s := range k.strings {
		n := need{}
		for i := 0; i+3 <= len(s); i++ {
			n.grams = append(n.grams, hashGram(uint32(s[i])<<16|uint32(s[i+1])<<8|uint32(s[i+2])))
		}
		if t, ok := wordsIn(s); ok {
			n.terms = []Term{t}
		}
		list = append(list, n)
	}
	n := either(list)
	if len(list) > 1 && len(list[0].terms) > 0 && !slices.ContainsFunc(list,
		func(m need) bool { return !slices.Equal(m.terms, list[0].terms) }) {
		n.terms = list[0].terms // whichever of the strings it is
	}
	return n
}

// wordsIn gives the words of which a text has all that has s somewhere in it, as they
// follow each other: those behind something that separates words. The last one may go
// on where s ends.
func wordsIn(s string) (Term, bool) {
	list := spansOf(s)
	if len(list) > 0 && list[0].start == 0 {
		list = list[1:]
	}
	t := Term{Phrase: true}
	if len(list) == 0 {
		return t, false
	}
	last := list[len(list)-1]
	if last.end == len(s) {
		word := s[last.start:]
		if r, _ := utf8.DecodeRuneInString(word); classOf(r) == inWord && len([]rune(word)) >= minPrefix && len(word) < maxWord {
			t.Prefix = true
		} else if list = list[:len(list)-1]; len(list) == 0 {
			return t, false
		}
	}
	t.Text = s[list[0].start:list[len(list)-1].end]
	return t, true
}

// needOf goes through a simplified expression, which has no counted repetitions.
func needOf(re *syntax.Regexp) piece {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return piece{strings: []string{""}}
	case syntax.OpLiteral:
		return piece{strings: []string{foldGrams(re.Rune)}}
	case syntax.OpCharClass:
		return classPiece(re.Rune)
	case syntax.OpCapture:
		return needOf(re.Sub[0])
	case syntax.OpQuest:
		if k := needOf(re.Sub[0]); k.strings != nil {
			return piece{strings: unite(k.strings, []string{""})}
		}
	case syntax.OpPlus:
		return piece{rest: needOf(re.Sub[0]).need()}
	case syntax.OpConcat:
		return rowPiece(re.Sub)
	case syntax.OpAlternate:
		return choicePiece(re.Sub)
	}
	return piece{} // any character, none or many of something
}

// classPiece follows a class of few characters, such as [aeiou].
func classPiece(pairs []rune) piece {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1]-pairs[i] >= stringsMost {
			return piece{}
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			list = unite(list, []string{foldGrams([]rune{r})})
		}
		if len(list) > stringsMost {
			return piece{}
		}
	}
	return piece{strings: list}
}

// rowPiece follows parts that stand one behind the other.
func rowPiece(subs []*syntax.Regexp) piece {
	row, sum, whole := []string{""}, need{}, true
	for _, sub := range subs {
		k := needOf(sub)
		if k.strings != nil && len(row)*len(k.strings) <= stringsMost && longest(row)+longest(k.strings) <= stringMost {
			row = cross(row, k.strings)
			continue
		}
		whole = false
		sum.and(piece{strings: row}.need())
		row = k.strings
		if row == nil {
			sum.and(k.rest)
			row = []string{""}
		}
	}
	if whole {
		return piece{strings: row}
	}
	sum.and(piece{strings: row}.need())
	return piece{rest: sum}
}

func choicePiece(subs []*syntax.Regexp) piece {
	var list []string
	var needs []need
	whole := true
	for _, sub := range subs {
		k := needOf(sub)
		needs = append(needs, k.need())
		if whole = whole && k.strings != nil; whole {
			list = unite(list, k.strings)
			whole = len(list) <= stringsMost
		}
	}
	if whole {
		return piece{strings: list}
	}
	return piece{rest: either(needs)}
}

func longest(list []string) int {
	n := 0
	for _, s := range list {
		n = max(n, len(s))
	}
	return n
}

func cross(a, b []string) []string {
	list := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			list = append(list, x+y)
		}
	}
	return list
}

// unite adds those of b that a lacks.
func unite(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// foldGrams folds as Grams.Add does.
func foldGrams(list []rune) string {
	var b strings.Builder
	for _, r := range list {
		if r < utf8.RuneSelf {
			b.WriteByte(lower(byte(r)))
		} else {
			b.WriteRune(foldGram(r))
		}
	}
	return b.String()
}
