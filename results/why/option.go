package why

import (
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// options says of each option that was wrongly omitted or chosen which passage the
// agent had read about it.
func (s *session) options(t *Turn) []results.Complaint {
	if t.Trial.Selected == nil {
		return nil
	}
	var list []results.Complaint
	for _, o := range t.Task.Options {
		chosen := slices.Contains(t.Trial.Selected, o.Label)
		if chosen == o.Gold {
			continue
		}
		c := results.Complaint{Text: cut(o.Text), Option: o.Label, Fault: "extra"}
		if o.Gold {
			c.Fault = "omitted"
		}
		c.Read = s.passage(s.shown, o.Text, leastShare)
		c.Unread = c.Read == nil
		list = append(list, c)
	}
	return list
}

// A passage has a number of three digits of the statement, or at least leastTerms of
// its terms with leastShare of their weight.
const (
	leastTerms = 2
	leastShare = 0.3
)

// passage finds what the agent was shown about a statement: the line with most of
// its terms, each weighed by how seldom it was shown, or of lines as good the last
// one; nil if no line has enough of them. The question itself does not count.
func (s *session) passage(list []shown, statement string, share float64) *results.Cause {
	terms := termsOf(statement)
	all := s.weigh(terms)
	itself := strings.ToLower(statement[:min(len(statement), 60)])
	var best results.Cause
	most := 0.0
	for i := len(list) - 1; i >= 0; i-- {
		x := &list[i]
		if x.at.Call == 0 {
			continue
		}
		if sum, enough := score(x.lower, terms, all, share); !enough || sum <= most {
			continue
		}
		for line := range lines(x.lower) {
			sum, enough := score(line, terms, all, share)
			if !enough || sum <= most || strings.Contains(line, itself) || choice.MatchString(line) {
				continue
			}
			most, best = sum, x.at
			best.Quote, best.Rule, best.Likely = original(x, line), results.RuleWords, true
		}
	}
	if best.Rule == "" {
		return nil
	}
	return &best
}

// choice matches an option of a question that is quoted.
var choice = regexp.MustCompile(`^\s*[a-z][.)]\s`)

// term is a word of a statement in the ways in which it may be written.
type term struct {
	forms  []string
	number bool // of three digits or more
	weight float64
}

// meanLine is the usual length of a line, in bytes.
const meanLine = 80

// weigh gives the terms their weight by how often they were shown, and their sum.
func (s *session) weigh(terms []term) float64 {
	all := 0.0
	total := float64(s.bytes)/meanLine + 1
	for k := range terms {
		n := 0
		for _, form := range terms[k].forms {
			n += s.count(form)
		}
		terms[k].weight = math.Log(1 + total/float64(n+1))
		if terms[k].number {
			terms[k].weight *= 2
		}
		all += terms[k].weight
	}
	return all
}

// count is how often a word was shown by tools so far.
func (s *session) count(word string) int {
	c := s.counts[word]
	for ; c.upTo < s.first+len(s.shown); c.upTo++ {
		x := &s.shown[max(0, c.upTo-s.first)]
		if x.at.Call > 0 && x.lower == "" {
			x.lower = strings.ToLower(x.text)
		}
		c.n += strings.Count(x.lower, word)
	}
	s.counts[word] = c
	return c.n
}

// counted is how often a word stands in the texts up to one of them.
type counted struct{ n, upTo int }

// score is the weight of the terms that a text has, and whether these are enough.
func score(text string, terms []term, all, share float64) (sum float64, enough bool) {
	n := 0
	for k := range terms {
		if slices.ContainsFunc(terms[k].forms, func(f string) bool { return strings.Contains(text, f) }) {
			sum += terms[k].weight
			enough = enough || terms[k].number && share <= leastShare
			n++
		}
	}
	return sum, enough || n >= leastTerms && sum > all*share
}

// lines are the lines of a text; those of a text in JSON too, where a line ends with
// a backslash and an n.
func lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			for part := range strings.SplitSeq(line, `\n`) {
				if !yield(part) {
					return
				}
			}
		}
	}
}

// original is a line as it was shown; where its lower case has another length, it
// stays in lower case.
func original(x *shown, line string) string {
	if len(x.lower) == len(x.text) {
		if at := strings.Index(x.lower, line); at >= 0 {
			line = x.text[at : at+len(line)]
		}
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

var (
	thousands = regexp.MustCompile(`(\d),(\d{3})`)
	decimal   = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
)

// termsOf lists what can be looked for of a statement, in lower case: numbers of two
// digits, with and without commas, names and words of five letters, and pairs of
// Chinese, Japanese or Korean signs; each once.
func termsOf(statement string) []term {
	var list []term
	add := func(forms ...string) {
		digits := 0
		for i := range forms {
			forms[i] = strings.ToLower(forms[i])
			digits = strings.Count(strings.Map(onlyDigits, forms[i]), "0")
		}
		if !slices.ContainsFunc(list, func(t term) bool { return t.forms[0] == forms[0] }) {
			list = append(list, term{forms: forms, number: digits > 2})
		}
	}
	for _, w := range strings.FieldsFunc(thousands.ReplaceAllString(statement, "$1$2"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != '-'
	}) {
		w = strings.Trim(w, ".-_")
		if !strings.ContainsFunc(w, isWide) {
			addWord(w, add)
			continue
		}
		for _, x := range strings.FieldsFunc(w, isWide) {
			addWord(strings.Trim(x, ".-_"), add)
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

// addWord adds a word if it says something: a number, a name or a long word.
func addWord(w string, add func(...string)) {
	whole, _, _ := strings.Cut(w, ".")
	switch n := utf8.RuneCountInString(w); {
	case decimal.MatchString(w) && len(whole) > 3:
		cut := len(whole) - 3
		add(w, w[:cut]+","+w[cut:])
	case strings.ContainsFunc(w, unicode.IsDigit) && n > 1, n > 4, n > 1 && strings.ToUpper(w) == w:
		add(w)
	}
}

// onlyDigits maps digits to 0 and drops all else.
func onlyDigits(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return -1
}

func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
