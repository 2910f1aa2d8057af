package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A snippet's size in columns: a CJK character takes two.
const (
	columnsBefore = 60
	columnsAfter  = 200
)

// CutSnippet shows the part of a text where most of the terms meet.
func CutSnippet(text string, terms []Pattern) Snippet {
	found := matches(text, terms)
	first := 0
	if len(found) > 0 {
		first = found[densest(found)].start
	}
	from := stepBack(text, first, columnsBefore)
	to := stepOn(text, first, columnsAfter)
	s := copyWindow(text, from, to, found)
	s.Count = distinct(found)
	return s
}

// densest is the index of the match that begins the stretch with the most
// telling terms: a term counts the more, the fewer matches it has in the text.
// Of equal stretches the shortest is chosen.
func densest(found []match) int {
	weight := map[int]float64{}
	for _, m := range found {
		weight[m.term]++
	}
	for term, n := range weight {
		weight[term] = 1 / n
	}
	best, most, shortest := 0, 0.0, 0
	for i := range found {
		if i > 2000 {
			break // a page of matches is enough to choose from
		}
		seen, sum, span := uint64(0), 0.0, 0
		for _, m := range found[i:] {
			if m.start > found[i].start+columnsAfter {
				break
			}
			if bit := uint64(1) << (m.term % 64); seen&bit == 0 {
				seen |= bit
				sum += weight[m.term]
				span = m.end - found[i].start
			}
		}
		if sum > most || sum == most && span < shortest {
			best, most, shortest = i, sum, span
		}
	}
	return best
}

// distinct counts matches that do not lie in an earlier one.
func distinct(found []match) int {
	n, end := 0, -1
	for _, m := range found {
		if m.end > end {
			n++
			end = m.end
		}
	}
	return n
}

func columns(r rune) int {
	if isCJK(r) {
		return 2
	}
	return 1
}

// stepBack goes back from i by up to n columns, to the beginning of a word
// where one is near.
func stepBack(text string, i, n int) int {
	at := i
	for at > 0 && n > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
		n -= columns(r)
	}
	if at == 0 {
		return 0
	}
	if k := strings.IndexFunc(text[at:i], unicode.IsSpace); k >= 0 && k < 20 {
		return at + k
	}
	return at
}

// stepOn goes forward from i by up to n columns, to the end of a word where one
// is near.
func stepOn(text string, i, n int) int {
	at := i
	for at < len(text) && n > 0 {
		r, size := utf8.DecodeRuneInString(text[at:])
		at += size
		n -= columns(r)
	}
	if at == len(text) {
		return at
	}
	if k := strings.LastIndexFunc(text[i:at], unicode.IsSpace); k > 0 && i+k > at-20 {
		return i + k
	}
	return at
}

// copyWindow copies text[from:to] with its white space folded, and moves the
// matches along.
func copyWindow(text string, from, to int, found []match) Snippet {
	var b strings.Builder
	moved := make([]int, to-from+1) // by place in the window: place in the copy
	if from > 0 {
		b.WriteString("… ")
	}
	space := true
	for i := from; i < to; {
		r, size := utf8.DecodeRuneInString(text[i:])
		for k := range size {
			moved[i-from+k] = b.Len()
		}
		isSpace := unicode.IsSpace(r)
		switch {
		case !isSpace:
			b.WriteString(text[i : i+size])
		case !space:
			b.WriteByte(' ')
		}
		space = isSpace
		i += size
	}
	moved[to-from] = b.Len()
	s := Snippet{Marks: [][2]int{}}
	for _, m := range found {
		if m.end <= from || m.start >= to {
			continue
		}
		mark := [2]int{moved[max(m.start, from)-from], moved[min(m.end, to)-from]}
		if n := len(s.Marks); n > 0 && mark[0] <= s.Marks[n-1][1] {
			s.Marks[n-1][1] = max(s.Marks[n-1][1], mark[1])
		} else {
			s.Marks = append(s.Marks, mark)
		}
	}
	if to < len(text) {
		b.WriteString(" …")
	}
	s.Text = b.String()
	return s
}
