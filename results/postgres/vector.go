package postgres

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/search"
)

// The limits of one vector: PostgreSQL drops places of a word above 255 and above 16,383, and fails over 1 MB.
const (
	vectorWords = 8000
	vectorBytes = 512 << 10
	wordPlaces  = 255
	wordBytes   = 2046 // of a longer word the beginning stands for it
)

// What two pieces of a text share, so that a phrase across them is found: 400 words, or at least 127 places of one word.
const (
	sharedWords  = 400
	sharedPlaces = 127
	sharedBytes  = vectorBytes / 2
)

// vectors are the words of a step as tsvectors, several for a long text, each with all tags.
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
		// What pieces share leaves room for more of any word, so that each goes further.
		start = end - fits(words[:end], sharedWords, sharedPlaces, sharedBytes, -1)
	}
}

// fits is how many words from the first on, or backwards from the last, stay within the limits.
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

// lexeme is a word as a vector and a query can hold it.
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

// vectorOf writes words that follow each other as a tsvector.
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

// quote writes a lexeme so that nothing in it is an operator.
func quote(lexeme string) string { return "'" + escaped.Replace(lexeme) + "'" }
