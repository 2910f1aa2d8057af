package why

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// foreign reports whether a text is in Chinese, Japanese or Korean and a statement is not, so that
// only numbers, codes and names can match.
func foreign(text, statement string) bool {
	part := text[:min(len(text), 4<<10)]
	return wide(part)*25 > utf8.RuneCountInString(part) && wide(statement)*4 < utf8.RuneCountInString(statement)
}

// statement is an option prepared for searching.
type statement struct {
	text  string
	lower string // beginning of the text, in lower case
	asked string // question in lower case; lines that repeat it are ignored
	terms []term
}

func (s *session) statement(t *Turn, text string) *statement {
	x := &statement{text: text, lower: strings.ToLower(text[:min(len(text), 60)]), asked: strings.ToLower(t.prompt()), terms: termsFrom(text, 3)}
	weigh(x.terms, float64(s.shown.bytes)/meanLine+1, s.count)
	return x
}

// passage returns the passage shown to the agent that states an option; nil if there is none. share
// is the share of its terms in the most similar passage. It ignores what the agent wrote itself,
// questions and their options. Of equally good passages it returns the most recent.
func (s *session) passage(t *Turn, x *statement) (best *results.StepRef, share float64) {
	for i := len(s.shown.list) - 1; i >= 0; i-- {
		y := &s.shown.list[i]
		if y.wrote {
			continue
		}
		sum, line, decides := x.bestLine(y.text, y.lowered())
		if sum <= share {
			continue
		}
		if share = sum; decides {
			at := y.at
			at.Quote, at.Rule, at.Likely = original(y.text, y.lower, line), results.RuleWords, true
			best = &at
		}
	}
	return best, share
}

// bestLine returns the line of a text that, together with its adjacent lines, has the terms with
// the highest total weight, and their share. decides is set if the line states the option.
func (x *statement) bestLine(text, lower string) (most float64, best string, decides bool) {
	terms, all := x.terms, 0.0
	least := leastTerms
	if foreign(text, x.text) {
		least = leastTerms - 1
		terms = slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return plainWord.MatchString(t.forms[0]) })
	}
	for k := range terms {
		all += terms[k].weight
	}
	if sum, _ := score(lower, terms); sum <= all*faintShare/2 {
		return 0, "", false
	}
	type scored struct {
		sum  float64
		has  uint64
		text string
	}
	var window [3]scored
	for line := range strings.SplitSeq(lower+"\n", "\n") {
		window[0], window[1], window[2] = window[1], window[2], scored{text: line}
		if sum, has := score(line, terms); sum > 0 && !x.quoted(line) {
			window[2].sum, window[2].has = sum, has
		}
		if window[1].sum < all*leastShare/2 {
			continue
		}
		sum, n := 0.0, 0
		for k := range terms {
			if (window[0].has|window[1].has|window[2].has)&(1<<min(k, 63)) != 0 {
				sum, n = sum+terms[k].weight, n+1
			}
		}
		if sum /= all; sum > most {
			most, best, decides = sum, window[1].text, sum >= leastShare && n >= least
		}
	}
	return most, best, decides
}

var plainWord = regexp.MustCompile(`^[a-z]+$`)

// quoted reports whether a line repeats the question or an option, asks something or lists a file.
func (x *statement) quoted(line string) bool {
	line = strings.TrimSpace(line)
	return choice.MatchString(line) || strings.Contains(line, "rw-r") || strings.Contains(line, "no such file") || strings.HasSuffix(line, "?") || strings.Contains(line, x.lower) ||
		len(line) > 30 && strings.Contains(x.asked, line[:min(len(line), 60)])
}

// choice matches a line that is an option of a question.
var choice = regexp.MustCompile(`^\s*[a-z][.)]\s`)

// score returns the total weight of the terms that occur in a text, and a bit set of them.
func score(lower string, terms []term) (sum float64, has uint64) {
	for k := range terms {
		if terms[k].in(lower) {
			sum, has = sum+terms[k].weight, has|1<<min(k, 63)
		}
	}
	return sum, has
}

// sentences ends the lines of a text also at escaped line breaks in JSON and at the ends of sentences,
// without changing offsets.
var sentences = strings.NewReplacer(`\n`, "\n\n", "; ", ";\n", ". ", ".\n", "。", "\n\n\n", "；", "\n\n\n",
	" (2) ", "\n(2) ", " (3) ", "\n(3) ", " (4) ", "\n(4) ", " (5) ", "\n(5) ")

// original returns a line in its original case. If the lengths of text and lower differ, it returns
// the lower-case line.
func original(text, lower, line string) string {
	if len(lower) == len(text) {
		if at := strings.Index(lower, line); at >= 0 {
			line = text[at : at+len(line)]
		}
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

// meanLine is the assumed mean length of a line, in bytes.
const meanLine = 80

// count returns the number of times that a word has occurred in tool results so far.
func (s *session) count(word string) int {
	c := s.counts[word]
	for ; c.upTo < s.shown.first+len(s.shown.list); c.upTo++ {
		x := &s.shown.list[max(0, c.upTo-s.shown.first)]
		c.n += strings.Count(x.lowered(), word)
	}
	s.counts[word] = c
	return c.n
}

// counted is the number of occurrences of a word in the texts with an index below upTo.
type counted struct{ n, upTo int }

// unseenNumber returns the line of the environment that contains a date or long number of the
// statement which no tool result contained; nil if there is none.
func (s *session) unseenNumber(x *statement, sources []Source) *results.SourceLine {
	for k := range x.terms {
		forms := x.terms[k].forms
		if !x.terms[k].long() ||
			slices.ContainsFunc(s.shown.list, func(y shown) bool { return y.at.Call > 0 && x.terms[k].in(y.lower) }) {
			continue
		}
		for i := range sources {
			if at, _ := firstForm(sources[i].lower, forms); at >= 0 {
				return sources[i].line(at)
			}
		}
	}
	return nil
}

func (x *Source) line(at int) *results.SourceLine {
	text := x.Text
	if len(x.lower) != len(text) {
		text = x.lower
	}
	return &results.SourceLine{File: x.Path, Line: lineNumber(text, at), Quote: lineAt(text, at)}
}

// best returns the line of the environment that states an option; nil if there is none. share is
// the share of its terms in the most similar line.
func (x *statement) best(sources []Source) (best *results.SourceLine, share float64) {
	for i := range sources {
		sum, line, decides := x.bestLine(sources[i].Text, sources[i].lower)
		if sum <= share {
			continue
		}
		if share = sum; decides {
			best = sources[i].line(max(0, strings.Index(sources[i].lower, line)))
		}
	}
	return best, share
}
