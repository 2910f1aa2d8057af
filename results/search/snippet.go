package search

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// Snippet is the text of a step around the matches, as plain text.
type Snippet struct {
	Text  string   `json:"snippet"` // text with collapsed white space; an ellipsis marks each truncated end
	Marks [][2]int `json:"marks"`   // byte ranges of the matches in Text
	Count int      `json:"matches"` // number of matches in the whole step
	Note  string   `json:"-"`       // explanation if there is no text
}

// StepMatches holds the number of matches in one step of a trace.
type StepMatches struct {
	StepID int // step number in the trace, starting at 1
	Count  int // number of matches in the step's text; 0 if they were not counted
}

type match struct{ start, end, term int }

// matches finds the terms of a search in a text, except exclusions, in the order of the text. It
// searches the text in the form in which it is indexed.
func matches(text string, terms []Term) (found []match) {
	words, starts := make([]Token, 0, len(text)/6+1), make([]int, 0, len(text)/6+1) // offset of each word in joined, including the preceding space
	joined := make([]byte, 0, len(text)+8)
	for w := range Tokens(text) {
		words, starts = append(words, w), append(starts, len(joined))
		joined = append(append(joined, ' '), w.Fold...)
	}
	index := string(append(joined, ' '))
	for k, t := range terms {
		in, what := index, " "+t.Words()
		switch {
		case t.Not || what == " ":
			continue
		case t.Sign:
			in, what = lowerASCII(text), lowerASCII(t.Text)
		case !t.Prefix:
			what += " "
		}
		for at := 0; ; at++ {
			i := strings.Index(in[at:], what)
			if i < 0 {
				break
			}
			at += i
			switch {
			case !t.Sign:
				first, _ := slices.BinarySearch(starts, at)
				after, _ := slices.BinarySearch(starts, at+len(strings.TrimSuffix(what, " ")))
				found = append(found, match{words[first].Start, words[after-1].End, k})
			case at == 0 || !isWord(what[0]) || !isWord(in[at-1]):
				found = append(found, match{at, at + len(what), k})
				at += len(what) - 1
			}
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.start - b.start })
	return found
}

// Places returns the byte ranges of matches, in order and without overlaps.
func Places(text string, terms []Term) [][2]int { return places(matches(text, terms)) }

func places(found []match) (list [][2]int) {
	end := 0
	for _, m := range found {
		if m.end > end {
			list = append(list, [2]int{max(m.start, end), m.end})
			end = m.end
		}
	}
	return list
}

// CutSnippet returns the passage of a text with the most terms close together, with collapsed white
// space.
func CutSnippet(text string, terms []Term) Snippet {
	found := matches(text, terms)
	from, to := window(text, densest(found))
	all := places(found)
	s := Snippet{Marks: [][2]int{}, Count: len(all)}
	var b strings.Builder
	if from > 0 {
		b.WriteString("… ")
	}
	at, space := from, true
	upTo := func(end int) int {
		for _, r := range text[at:max(at, end)] {
			if !unicode.IsSpace(r) {
				b.WriteRune(r)
			} else if !space {
				b.WriteByte(' ')
			}
			space = unicode.IsSpace(r)
		}
		at = max(at, end)
		return b.Len()
	}
	for _, p := range all {
		if p[1] <= from || p[0] >= to {
			continue
		}
		mark := [2]int{upTo(p[0]), upTo(min(p[1], to))}
		if n := len(s.Marks); n > 0 && mark[0] <= s.Marks[n-1][1] {
			s.Marks[n-1][1] = mark[1]
		} else {
			s.Marks = append(s.Marks, mark)
		}
	}
	if upTo(to); to < len(text) {
		b.WriteString(" …")
	}
	s.Text = b.String()
	return s
}

// Maximum lengths of a snippet before and after the match, in columns.
const (
	columnsBefore = 60
	columnsAfter  = 200
)

// densest returns the start of the shortest passage with the most important terms; rare terms are
// more important.
func densest(found []match) (place int) {
	count := map[int]int{}
	for _, m := range found {
		count[m.term]++
	}
	most, shortest := 0.0, 0
	for i, first := range found[:min(len(found), 2001)] { // limit the running time; the snippet needs only one passage
		seen, sum, span := uint64(0), 0.0, 0
		for _, m := range found[i:] {
			if m.start > first.start+columnsAfter {
				break
			}
			if bit := uint64(1) << (m.term % 64); seen&bit == 0 {
				seen, sum, span = seen|bit, sum+1/float64(count[m.term]), m.end-first.start
			}
		}
		if sum > most || sum == most && span < shortest {
			place, most, shortest = first.start, sum, span
		}
	}
	return place
}

// window returns the byte range of the snippet around place. It extends the range to word
// boundaries if they are near.
func window(text string, place int) (from, to int) {
	columns := func(r rune) int {
		if unicode.Is(cjk, r) {
			return 2
		}
		return 1
	}
	from, to = place, place
	for n := columnsBefore; from > 0 && n > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		from, n = from-size, n-columns(r)
	}
	if k := strings.IndexFunc(text[from:place], unicode.IsSpace); from > 0 && k >= 0 && k < 20 {
		from += k
	}
	for n := columnsAfter; to < len(text) && n > 0; {
		r, size := utf8.DecodeRuneInString(text[to:])
		to, n = to+size, n-columns(r)
	}
	if k := strings.LastIndexFunc(text[place:to], unicode.IsSpace); to < len(text) && k > 0 && place+k > to-20 {
		to = place + k
	}
	return from, to
}

// StepText returns the text of a step in the form in which it is indexed, see IndexText. It omits
// context copied from an earlier step, because the original is indexed.
func StepText(s *results.Step) string {
	if s.Copied {
		return ""
	}
	return PlainText(s)
}

// PlainText returns the text that the page of a step shows, with each part on its own lines. Both
// the index and the snippets use it.
func PlainText(s *results.Step) string {
	parts := make([]string, 0, 8)
	add := func(list ...string) {
		for _, t := range list {
			if t != "" {
				parts = append(parts, t)
			}
		}
	}
	attached := func(list []results.Part) {
		for _, p := range list {
			add(p.Path, p.Note)
		}
	}
	add(s.Message)
	attached(s.Parts)
	add(s.Reasoning, s.Error, s.Raw)
	for _, c := range s.ToolCalls {
		add(c.Name)
		if string(c.Arguments) != "null" { // stored steps have null if there are no arguments
			add(argumentText(c.Arguments))
		}
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			add(r.Content, r.ErrorText, r.Summary, r.Diff)
			attached(r.Parts)
		}
	}
	return strings.Join(parts, "\n")
}

// coded matches a \u escape without its backslash, or two of them that form a surrogate pair.
var coded = regexp.MustCompile(`^u[0-9a-fA-F]{4}(\\u[0-9a-fA-F]{4})?`)

// argumentText converts arguments to text for the index: compact JSON without escapes, because an
// escaped newline would join two words.
func argumentText(raw []byte) string {
	var compact, b bytes.Buffer
	if json.Compact(&compact, raw) == nil {
		raw = compact.Bytes()
	}
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 == len(raw) {
			b.Write(raw)
			return b.String()
		}
		b.Write(raw[:i])
		raw = raw[i+1:]
		c, size := raw[:1], 1
		switch raw[0] {
		case 'n', 'r':
			c = []byte("\n")
		case 't', 'b', 'f':
			c = []byte("\t")
		case 'u':
			var text string
			if size = len(coded.Find(raw)); json.Unmarshal([]byte(`"\`+string(raw[:size])+`"`), &text) != nil {
				text = `\`
			}
			c = []byte(text)
		}
		b.Write(c)
		raw = raw[size:]
	}
}
