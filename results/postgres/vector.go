package postgres

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/search"
)

// Limits of one vector. PostgreSQL ignores all but the first 255 positions of a word and positions
// above 16,383. It rejects vectors larger than 1 MB.
const (
	vectorWords = 8000
	vectorBytes = 512 << 10
	wordPlaces  = 255
	wordBytes   = 2046 // maximum bytes of a word; longer words are truncated
)

// Overlap of consecutive pieces, which makes phrases across their boundary searchable: 400 words,
// or fewer if one of them occurs 127 times.
const (
	sharedWords  = 400
	sharedPlaces = 127
	sharedBytes  = vectorBytes / 2
)

// vectors converts the words of a step to tsvectors. A long text has several, each with all tags.
func vectors(d search.Doc) []string {
	words := strings.Fields(d.Words)
	for i, w := range words {
		words[i] = lexeme(w)
	}
	tags := ""
	for t := range strings.FieldsSeq(d.Tags) {
		tags += quote(search.TagMark+t) + " "
	}
	var list []string
	for start := 0; ; {
		end := start + fits(words[start:], vectorWords, wordPlaces, vectorBytes, 1)
		list = append(list, vectorOf(words[start:end], tags))
		if end == len(words) {
			return list
		}
		// The overlap has smaller limits than a piece, so every piece starts later than the
		// previous one.
		start = end - fits(words[:end], sharedWords, sharedPlaces, sharedBytes, -1)
	}
}

// fits returns the number of consecutive words that stay within the limits. It counts from the
// first word, or backwards from the last one if step is -1.
func fits(words []string, most, places, bytes, step int) int {
	seen, sum, at := map[string]int{}, 0, 0
	if step < 0 {
		at = len(words) - 1
	}
	for n := range min(len(words), most) {
		w := words[at+n*step]
		if seen[w] == 0 || step < 0 {
			sum += len(w)
		}
		if seen[w]++; seen[w] > places || sum > bytes {
			return n
		}
	}
	return min(len(words), most)
}

// lexeme truncates a word to the maximum length of a PostgreSQL lexeme.
func lexeme(w string) string {
	if len(w) <= wordBytes {
		return w
	}
	end := wordBytes
	for !utf8.RuneStart(w[end]) {
		end--
	}
	return w[:end]
}

// vectorOf formats consecutive words as a tsvector.
func vectorOf(words []string, tags string) string {
	places := make(map[string][]int, len(words)/2)
	for i, w := range words {
		places[w] = append(places[w], i+1)
	}
	var b strings.Builder
	b.Grow(16 * len(words))
	for w, list := range places {
		b.WriteString(quote(w))
		for i, n := range list {
			b.WriteByte(":,"[min(i, 1)])
			b.WriteString(strconv.Itoa(n))
		}
		b.WriteByte(' ')
	}
	b.WriteString(tags)
	return b.String()
}

var escaped = strings.NewReplacer("'", "''", `\`, `\\`)

// quote quotes a lexeme so that it contains no operators.
func quote(lexeme string) string { return "'" + escaped.Replace(lexeme) + "'" }
